package uno_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"runtime/debug"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// faulty is a connection on which something goes wrong. Read and Write have
// one user each.
type faulty struct {
	net.Conn
	random *rand.Rand // of Read
	flip   float64    // how likely a byte that arrives is wrong
	cutIn  int        // bytes that arrive before the connection breaks; 0: all
	cutOut int        // bytes that leave before
	delay  time.Duration
	single bool // bytes arrive one at a time

	in, out int
}

func (f *faulty) Read(b []byte) (int, error) {
	if f.single {
		b = b[:min(1, len(b))]
	}
	if f.cutIn > 0 {
		if f.in >= f.cutIn {
			f.Conn.Close()
			return 0, io.ErrUnexpectedEOF
		}
		b = b[:min(len(b), f.cutIn-f.in)]
	}
	n, err := f.Conn.Read(b)
	f.in += n
	for i := range b[:n] {
		if f.flip > 0 && f.random.Float64() < f.flip {
			b[i] ^= 1 << f.random.IntN(8)
		}
	}
	if f.delay > 0 {
		time.Sleep(time.Duration(f.random.Int64N(int64(f.delay))))
	}
	return n, err
}

func (f *faulty) Write(b []byte) (int, error) {
	if f.cutOut > 0 && f.out+len(b) > f.cutOut {
		n := max(0, f.cutOut-f.out)
		if n > 0 {
			n, _ = f.Conn.Write(b[:n])
		}
		f.out += n
		f.Conn.Close()
		return n, io.ErrClosedPipe
	}
	n, err := f.Conn.Write(b)
	f.out += n
	return n, err
}

// echo serves what work asks for.
func echo(p *unotest.Peer) {
	p.Negotiate()
	var heard unotest.Ref
	p.Serve(func(c unotest.Call) (any, error) {
		switch c.Method.Name {
		case "getServiceManager":
			return p.Object("o", "com.sun.star.lang.XMultiComponentFactory"), nil
		case "addDocumentEventListener":
			heard = c.Args[0].(unotest.Ref)
		case "setName":
			if c.Args[0] == "wrong" {
				return nil, errors.New("wrong")
			}
			if heard.OID != "" {
				p.Ask(c.TID, heard.OID, iListener, "documentEventOccured", event(c.Args[0].(string)))
			}
		case "getByIndex":
			return p.Object(fmt.Sprint("item-", c.Args[0]), iText), nil
		case "getByName":
			return c.Args[0], nil
		}
		return nil, nil
	})
}

// work uses a connection in every way. wrong is called for an answer that is
// not the right one, failed for calls that fail.
func work(ctx context.Context, c net.Conn, wrong, failed func(format string, args ...any)) {
	conn, err := uno.NewConn(ctx, c, uno.Options{Timeout: time.Second})
	if err != nil {
		failed("connect: %v", err)
		return
	}
	defer conn.Close()
	ctx, end := uno.Scope(ctx)
	defer end()
	o, err := conn.Context().CallObject(ctx, "com.sun.star.uno.XComponentContext", "getServiceManager")
	if err != nil || o == nil {
		failed("getServiceManager: %v, %v", o, err)
		return
	}
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			for n := range 10 {
				want := fmt.Sprintf("%d-%d", g, n)
				got, err := o.Call(ctx, "com.sun.star.container.XNameAccess", "getByName", want)
				if err != nil {
					failed("getByName: %v", err)
				} else if got != want {
					wrong("got %v, want %s", got, want)
				}
				inner, end := uno.Scope(ctx)
				item, err := o.CallObject(inner, iIndex, "getByIndex", n)
				if err != nil {
					failed("getByIndex: %v", err)
				} else if item.String() != fmt.Sprint("item-", n) {
					wrong("got %v, want item %d", item, n)
				}
				end()
			}
		})
	}
	wg.Go(func() {
		heard := ""
		e, err := conn.Export(func(_ context.Context, _ string, args []any) (any, []any, error) {
			heard, _ = args[0].(*uno.Struct).Get("EventName").(string)
			return nil, nil, nil
		}, iListener)
		if err != nil {
			return
		}
		if _, err := o.Call(ctx, iEvents, "addDocumentEventListener", e); err != nil {
			failed("addDocumentEventListener: %v", err)
			return
		}
		for n := range 10 {
			_, err := o.Call(ctx, iText, "setName", fmt.Sprint(n))
			if err != nil {
				failed("setName: %v", err)
			} else if heard != fmt.Sprint(n) {
				wrong("heard %q, want %d", heard, n)
			}
		}
	})
	wg.Go(func() {
		b := conn.NewBatch()
		var results []*uno.Result
		for n := range 20 {
			results = append(results, b.Call(o, "com.sun.star.container.XNameAccess", "getByName", fmt.Sprint(n)))
		}
		bad := b.Call(o, iText, "setName", "wrong")
		if err := b.Run(ctx); err != nil {
			failed("batch: %v", err)
			return
		}
		for n, r := range results {
			if r.Err == nil && r.Value != fmt.Sprint(n) {
				wrong("result %d is %v", n, r.Value)
			}
		}
		if bad.Err == nil {
			wrong("the wrong call succeeded")
		}
	})
	wg.Wait()
}

// Whatever happens to the bytes: every call ends, with an error or, unless the
// bytes themselves were changed, with the right answer, and nothing is left
// running. Time is the test's own, so that a hang would show at once.
func TestFaultyConnections(t *testing.T) {
	for _, mode := range []string{"flip", "flip many", "cut in", "cut out", "delay", "single"} {
		t.Run(mode, func(t *testing.T) {
			for seed := range uint64(60) {
				synctest.Test(t, func(t *testing.T) {
					// A reference that a changed byte made must not be collected
					// by a goroutine that has the real time.
					defer debug.SetGCPercent(debug.SetGCPercent(-1))
					random := rand.New(rand.NewPCG(seed, 0))
					f := &faulty{random: random}
					wrong, failed := t.Errorf, func(string, ...any) {}
					switch mode {
					case "flip", "flip many":
						f.flip = 1.0 / 2000
						if mode == "flip many" {
							f.flip = 1.0 / 50
						}
						wrong = failed
					case "cut in":
						f.cutIn = 1 + random.IntN(4000)
					case "cut out":
						f.cutOut = 1 + random.IntN(4000)
					case "delay":
						f.delay, failed = time.Millisecond, t.Errorf
					case "single":
						f.single, failed = true, t.Errorf
					}
					f.Conn = unotest.Pipe(quiet{t}, echo)
					began := time.Now()
					work(t.Context(), f, wrong, failed)
					if took := time.Since(began); took > time.Minute {
						t.Errorf("seed %d: took %v", seed, took)
					}
				})
			}
		})
	}
}

// quiet is a test whose peer may see anything.
type quiet struct{ *testing.T }

func (quiet) Errorf(string, ...any) {}
