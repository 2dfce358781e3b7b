package uno_test

import (
	"context"
	"errors"
	"net"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// took checks a time that is exact because the clock is the test's own.
func took(t *testing.T, since time.Time, want time.Duration) {
	t.Helper()
	if got := time.Since(since); got != want {
		t.Errorf("took %v, want %v", got, want)
	}
}

// A call that is not answered ends on time and disturbs nothing: the late reply
// is taken, what it refers to given back, and the thread id kept apart until
// then.
func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := make(chan struct{})
		var released func() int
		conn := dialWith(t, uno.Options{Timeout: 3 * time.Second}, func(p *unotest.Peer) {
			hand(p, "o")
			grant(p, "o")
			stuck := p.Expect("o", "getParent")
			second := p.Expect("o", "getParent")
			if second.TID == stuck.TID {
				t.Errorf("the thread id %s is used while its call waits", stuck.TID)
			}
			p.Return(second, nil)
			<-late
			parent := p.Object("parent", iXI)
			p.Return(stuck, parent)
			third := p.Expect("o", "getParent") // and before it the release
			released = func() int { return p.Released(parent) }
			p.Return(third, nil)
		})
		ctx, end := uno.Scope(t.Context())
		defer end()
		o, err := conn.Context().CallObject(ctx, "com.sun.star.uno.XComponentContext", "getServiceManager")
		if err != nil {
			t.Fatal(err)
		}
		parent := func() error { _, err := o.Call(ctx, "com.sun.star.container.XChild", "getParent"); return err }
		began := time.Now()
		sent(t, parent(), context.DeadlineExceeded)
		took(t, began, 3*time.Second)
		if err := parent(); err != nil {
			t.Error(err)
		}
		close(late)
		time.Sleep(time.Second)
		if err := parent(); err != nil {
			t.Error(err)
		}
		if n := released(); n != 1 {
			t.Errorf("the reference in the late reply was released %d times", n)
		}
	})
}

func TestContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := dial(t, func(p *unotest.Peer) {
			hand(p, "o")
			grant(p, "o")
			for {
				if _, ok := p.Request(); !ok { // and no answers
					return
				}
			}
		})
		ctx, end := uno.Scope(t.Context())
		defer end()
		o := granted(t, ctx, conn)
		began := time.Now()
		short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		sent(t, name(short, o), context.DeadlineExceeded)
		took(t, began, 200*time.Millisecond)
		unsent(t, name(short, o), context.DeadlineExceeded)
		took(t, began, 200*time.Millisecond)

		stopped, stop := context.WithCancelCause(ctx)
		done := start(func() error { return name(stopped, o) })
		time.Sleep(time.Second)
		cause := errors.New("the user went home")
		stop(cause)
		sent(t, <-done, cause)
		batch := conn.NewBatch()
		batch.Call(o, iText, "getName")
		unsent(t, batch.Run(stopped), cause)
		_, err := conn.Service(stopped, "com.sun.star.frame.Desktop")
		unsent(t, err, cause)
		unsent(t, conn.Main(stopped, func(context.Context) error { t.Error("ran"); return nil }), cause)

		// A query that is not answered means that the call was not made.
		other, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_, err = o.Call(other, "com.sun.star.text.XTextDocument", "getText")
		unsent(t, err, context.DeadlineExceeded)

		// Waiting for one's turn does not outlast one's time.
		go func() { _, _ = conn.Service(ctx, "com.sun.star.frame.Desktop") }()
		synctest.Wait()
		began = time.Now()
		quick, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		defer cancel()
		_, err = conn.Service(quick, "com.sun.star.frame.Desktop")
		unsent(t, err, context.DeadlineExceeded)
		took(t, began, 50*time.Millisecond)
		conn.Close()
	})
}

// A peer that says nothing does not hold NewConn up.
func TestSilentPeer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func() net.Conn { return unotest.Pipe(t, func(p *unotest.Peer) { p.Request() }) }
		began := time.Now()
		if _, err := uno.NewConn(t.Context(), silent(), uno.Options{Timeout: 3 * time.Second}); err == nil {
			t.Error("connected to nobody")
		}
		took(t, began, 3*time.Second)
		began = time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := uno.NewConn(ctx, silent(), uno.Options{})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		took(t, began, time.Second)
	})
}

// An office that stops reading holds nobody up, whoever has to write; when it
// goes on, so does the connection.
func TestStalledPeer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		goOn := make(chan struct{})
		conn := dial(t, func(p *unotest.Peer) {
			hand(p, "o")
			grant(p, "o")
			<-goOn // the pipe takes nothing meanwhile
			p.Serve(func(unotest.Call) (any, error) { return "served", nil })
		})
		ctx, end := uno.Scope(t.Context())
		defer end()
		o := granted(t, ctx, conn)
		for n := range 20 {
			began := time.Now()
			short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
			sent(t, name(short, o), context.DeadlineExceeded)
			took(t, began, 100*time.Millisecond)
			cancel()
			if n == 10 {
				other, end := uno.Scope(ctx)
				_, _ = o.Call(other, iText, "getName")
				end()
			}
		}
		// What waits for a stalled office is bounded.
		big := strings.Repeat("x", 40<<20)
		for range 2 {
			_, err := o.Call(withTimeout(ctx, t), iText, "setName", big)
			sent(t, err, context.DeadlineExceeded)
		}
		_, err := o.Call(ctx, iText, "getName")
		unsent(t, err, nil)
		if err == nil || !strings.Contains(err.Error(), "does not take the data") {
			t.Errorf("got %v", err)
		}
		close(goOn)
		time.Sleep(time.Second)
		if v, err := o.Call(ctx, iText, "getName"); err != nil || v != "served" {
			t.Errorf("afterwards: %v, %v", v, err)
		}
		runtime.KeepAlive(o)
	})
}

func withTimeout(ctx context.Context, t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

// Close ends calls that wait, also when the peer takes no bytes.
func TestCloseWhileStalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := dial(t, func(p *unotest.Peer) {
			hand(p, "o")
			grant(p, "o")
			<-t.Context().Done()
		})
		ctx, end := uno.Scope(context.Background())
		defer end()
		o := granted(t, ctx, conn)
		var calls []<-chan error
		for range 5 {
			calls = append(calls, start(func() error { return name(ctx, o) }))
		}
		synctest.Wait()
		began := time.Now()
		conn.Close()
		conn.Close()
		took(t, began, 0)
		for _, done := range calls {
			if err := <-done; !errors.Is(err, uno.ErrClosed) {
				t.Errorf("got %v", err)
			}
		}
		unsent(t, name(ctx, o), uno.ErrClosed)
		unsent(t, conn.Main(ctx, nil), uno.ErrClosed)
		if _, err := conn.Export(nil, iXI); !errors.Is(err, uno.ErrClosed) {
			t.Errorf("Export: %v", err)
		}
	})
}
