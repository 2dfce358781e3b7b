package uno_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// An inline handler answers on the reading goroutine; it cannot call.
func TestInline(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		ref, add := listened(p)
		for range 100 {
			p.Ask(add.TID, ref.OID, iListener, "documentEventOccured", event("x"))
		}
		p.Return(add, nil)
	})
	var o *uno.Object
	heard := 0
	e, err := conn.ExportInline(func(ctx context.Context, _ string, _ []any) (any, []any, error) {
		heard++
		unsent(t, name(ctx, o), uno.ErrMainEnded)
		return nil, nil, nil
	}, iListener)
	if err != nil {
		t.Fatal(err)
	}
	o = first(t, conn)
	if _, err := o.Call(t.Context(), iEvents, "addDocumentEventListener", e); err != nil {
		t.Fatal(err)
	}
	if heard != 100 {
		t.Errorf("heard %d events", heard)
	}
	wait(t, "script", done)
}

func TestExportNeedsInterfaces(t *testing.T) {
	conn, _ := scripted(t, func(p *unotest.Peer) { p.Request() })
	for _, names := range [][]string{nil, {"com.sun.star.no.XSuch"}, {iListener, "com.sun.star.awt.Size"}} {
		if _, err := conn.Export(nil, names...); err == nil {
			t.Errorf("exported with %v", names)
		}
	}
}

// A handler that ends the goroutine that reads ends the connection: nobody
// would read any more.
func TestInlineGoexit(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		ref, add := listened(p)
		p.Send(add.TID, ref.OID, iListener, "documentEventOccured", event("x"))
	})
	e, err := conn.ExportInline(func(context.Context, string, []any) (any, []any, error) {
		runtime.Goexit()
		return nil, nil, nil
	}, iListener)
	if err != nil {
		t.Fatal(err)
	}
	o := first(t, conn)
	go func() { _, _ = o.Call(t.Context(), iEvents, "addDocumentEventListener", e) }()
	wait(t, "end of the connection", conn.Done())
	if err := conn.Err(); !errors.Is(err, uno.ErrClosed) {
		t.Errorf("got %v", err)
	}
	wait(t, "script", done)
}

// The caller who reads gives up: another one that waits reads on.
func TestReaderGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := dial(t, func(p *unotest.Peer) {
			hand(p, "o")
			grant(p, "o")
			p.Expect("o", "getName") // and no answer
			second := p.Expect("o", "getName")
			time.Sleep(5 * time.Second)
			p.Return(second, "second")
			p.Return(p.Expect("o", "getName"), "third")
		})
		ctx, end := uno.Scope(context.Background())
		defer end()
		o := granted(t, ctx, conn)
		began := time.Now()
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		first := start(func() error { return name(short, o) })
		synctest.Wait()
		second := start(func() error { return name(ctx, o) })
		sent(t, <-first, context.DeadlineExceeded)
		took(t, began, time.Second)
		if err := <-second; err != nil {
			t.Error(err)
		}
		took(t, began, 5*time.Second)
		if err := name(ctx, o); err != nil {
			t.Error(err)
		}
	})
}

// What the office sends of its own accord is read soon, whether callers have
// just been there or not for long.
func TestNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := dial(t, func(p *unotest.Peer) {
			ref, add := listened(p)
			p.Return(add, nil)
			for _, pause := range []time.Duration{0, 0, time.Millisecond, time.Second, time.Hour} {
				time.Sleep(pause)
				began := time.Now()
				p.Ask("office", ref.OID, iListener, "documentEventOccured", event("x"))
				if took := time.Since(began); took > 2*time.Millisecond {
					t.Errorf("an event after %v was answered after %v", pause, took)
				}
			}
		})
		e, err := conn.ExportInline(func(context.Context, string, []any) (any, []any, error) { return nil, nil, nil }, iListener)
		if err != nil {
			t.Fatal(err)
		}
		ctx, end := uno.Scope(context.Background())
		defer end()
		o, err := conn.Context().CallObject(ctx, "com.sun.star.uno.XComponentContext", "getServiceManager")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Call(ctx, iEvents, "addDocumentEventListener", e); err != nil {
			t.Fatal(err)
		}
		<-conn.Done() // the script is over
	})
}
