package uno_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// valve is a connection whose writes fail after a number of bytes, once it is
// armed.
type valve struct {
	net.Conn
	armed atomic.Bool
	rest  int
}

var errValve = errors.New("the valve is shut")

func (v *valve) Write(b []byte) (int, error) {
	if !v.armed.Load() {
		return v.Conn.Write(b)
	}
	n := min(v.rest, len(b))
	if n > 0 {
		n, _ = v.Conn.Write(b[:n])
	}
	v.rest -= n
	if n == len(b) {
		return n, nil
	}
	return n, errValve
}

// An error says whether bytes of the call went out.
func TestSent(t *testing.T) {
	for _, test := range []struct {
		name  string
		bytes int
		sent  bool
	}{{"none", 0, false}, {"one", 1, true}, {"some", 5, true}} {
		t.Run(test.name, func(t *testing.T) {
			v := &valve{rest: test.bytes}
			v.Conn = unotest.Pipe(t, func(p *unotest.Peer) {
				p.Negotiate()
				hand(p, "o")
				grant(p, "o")
				p.Return(p.Expect("o", "getName"), "x")
				p.Request()
			})
			conn, err := uno.NewConn(t.Context(), v, uno.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			o := first(t, conn)
			if err := name(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			v.armed.Store(true)
			err = name(t.Context(), o)
			if uno.NothingSent(err) == test.sent || !errors.Is(err, errValve) || !errors.Is(err, uno.ErrClosed) {
				t.Errorf("got %v", err)
			}
			unsent(t, name(t.Context(), o), uno.ErrClosed)
			wait(t, "end of the connection", conn.Done())
		})
	}
}

// An answer that has arrived counts, also when a later write fails.
func TestAnswerBeforeFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answer, wrote := make(chan struct{}), make(chan struct{})
		v := &valve{}
		v.Conn = unotest.Pipe(t, func(p *unotest.Peer) {
			p.Negotiate()
			hand(p, "o")
			grant(p, "o")
			c := p.Expect("o", "getName")
			close(wrote)
			<-answer
			p.Return(c, "late, but there")
		})
		conn, err := uno.NewConn(t.Context(), v, uno.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, end := uno.Scope(context.Background())
		defer end()
		o, err := conn.Context().CallObject(ctx, "com.sun.star.uno.XComponentContext", "getServiceManager")
		if err != nil {
			t.Fatal(err)
		}
		done := start(func() error { return name(ctx, o) })
		<-wrote
		synctest.Wait()
		v.armed.Store(true)
		unsent(t, name2(ctx, o, answer), errValve)
		if err := <-done; err != nil {
			t.Errorf("the answered call failed: %v", err)
		}
		<-conn.Done()
	})
}

// name2 makes a call that fails, and lets the peer answer before it returns.
func name2(ctx context.Context, o *uno.Object, answer chan struct{}) error {
	done := start(func() error { return name(ctx, o) })
	time.Sleep(drain / 2)
	close(answer)
	return <-done
}

const drain = time.Second

// Calls that wait behind one that the office does not take have not been sent.
func TestQueuedBehindStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := dial(t, func(p *unotest.Peer) {
			hand(p, "o")
			grant(p, "o")
			<-t.Context().Done()
		})
		ctx, end := uno.Scope(context.Background())
		defer end()
		o := granted(t, ctx, conn)
		stuck := start(func() error { return name(ctx, o) })
		synctest.Wait()
		behind := start(func() error { return name(ctx, o) })
		synctest.Wait()
		conn.Close()
		sent(t, <-stuck, uno.ErrClosed) // it was being written
		unsent(t, <-behind, uno.ErrClosed)
	})
}

// unixPair returns both ends of a socket of the system, which callers write to
// themselves.
func unixPair(t *testing.T) (client, server net.Conn) {
	t.Helper()
	dir, err := os.MkdirTemp("", "uno") // t.TempDir may be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if client, err = net.Dial("unix", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	return client, server
}

func dialUnix(t *testing.T, script func(p *unotest.Peer)) *uno.Conn {
	t.Helper()
	client, server := unixPair(t)
	unotest.Play(t, server, func(p *unotest.Peer) { p.Negotiate(); script(p) })
	conn, err := uno.NewConn(t.Context(), client, uno.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// The same through a socket of the system, where callers write themselves:
// more than it holds, from many goroutines, and back.
func TestUnixSocket(t *testing.T) {
	goOn := make(chan struct{})
	text := strings.Repeat("x", 100_000)
	conn := dialUnix(t, func(p *unotest.Peer) {
		hand(p, "o")
		grant(p, "o")
		<-goOn
		p.Serve(func(c unotest.Call) (any, error) {
			if c.Method.Name == "setName" && c.Args[0] != text {
				t.Error("the text has changed on its way")
			}
			return "x", nil
		})
	})
	o := first(t, conn)
	if _, err := o.Has(t.Context(), iText); err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	var timedOut []<-chan error
	for range 20 { // 2 MB: a socket does not hold that
		timedOut = append(timedOut, start(func() error { _, err := o.Call(short, iText, "setName", text); return err }))
	}
	for _, done := range timedOut {
		sent(t, <-done, context.DeadlineExceeded)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("a stalled socket held callers up for %v", took)
	}
	close(goOn)
	var calls []<-chan error
	for i := range 8 {
		calls = append(calls, start(func() error {
			for n := range 200 {
				method, args := "getName", []any{}
				if (n+i)%10 == 0 {
					method, args = "setName", []any{text}
				}
				if _, err := o.Call(t.Context(), iText, method, args...); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	for _, done := range calls {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// A call of which the system took a part was sent, also when nothing more can be
// written.
func TestUnixSocketCut(t *testing.T) {
	began, closeNow := make(chan struct{}), make(chan struct{})
	conn := dialUnix(t, func(p *unotest.Peer) {
		hand(p, "o")
		grant(p, "o")
		if _, err := p.Conn.Read(make([]byte, 1)); err != nil {
			t.Error(err)
		}
		close(began)
		<-closeNow
	})
	o := first(t, conn)
	if _, err := o.Has(t.Context(), iText); err != nil {
		t.Fatal(err)
	}
	big := start(func() error { _, err := o.Call(t.Context(), iText, "setName", strings.Repeat("x", 8<<20)); return err })
	<-began
	behind := start(func() error { return name(t.Context(), o) })
	time.Sleep(100 * time.Millisecond)
	close(closeNow)
	sent(t, <-big, uno.ErrClosed)
	unsent(t, <-behind, uno.ErrClosed)
}

// A socket whose other end has gone takes no bytes: the call was not sent.
func TestUnixSocketGone(t *testing.T) {
	gone := make(chan struct{})
	conn := dialUnix(t, func(p *unotest.Peer) {
		hand(p, "o")
		grant(p, "o")
		p.Return(p.Expect("o", "getName"), "x")
		p.Conn.Close()
		close(gone)
	})
	o := first(t, conn)
	if err := name(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	<-gone
	unsent(t, name(t.Context(), o), uno.ErrClosed)
	wait(t, "end of the connection", conn.Done())
}
