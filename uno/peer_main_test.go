package uno_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

const mainTID = "office-main"

// mainRequest plays an office up to the request for its main thread, and
// returns the callback.
func mainRequest(p *unotest.Peer) (unotest.Ref, unotest.Call) {
	for {
		c, ok := p.Request()
		if !ok {
			runtime.Goexit()
		}
		switch c.Method.Name {
		case "queryInterface":
			p.Return(c, uno.Any{Type: c.Args[0].(uno.Type), Value: p.Object(c.OID, c.Args[0].(uno.Type).Name)})
		case "getServiceManager":
			p.Return(c, p.Object("manager", "com.sun.star.lang.XMultiComponentFactory"))
		case "createInstanceWithContext":
			p.Return(c, p.Object("async", iXI))
		case "addCallback":
			return c.Args[0].(unotest.Ref), c
		}
	}
}

func notify(p *unotest.Peer, ref unotest.Ref) { sendNotify(p, ref)() }

// sendNotify makes the office's main thread come to a job, and returns what
// waits for the answer.
func sendNotify(p *unotest.Peer, ref unotest.Ref) func() {
	m := p.Send(mainTID, ref.OID, "com.sun.star.awt.XCallback", "notify", nil)
	return func() { p.Answer(mainTID, m) }
}

func TestMainRunsOnce(t *testing.T) {
	var o *uno.Object
	conn, done := scripted(t, func(p *unotest.Peer) {
		ref, c := mainRequest(p)
		p.Return(c, nil)
		answer := sendNotify(p, ref)
		grant(p, "manager")
		inside := p.Expect("manager", "getName")
		if inside.TID != mainTID {
			t.Errorf("a call inside Main came on %s", inside.TID)
		}
		p.Return(inside, "inside")
		nested := p.Expect("manager", "getName")
		if nested.TID != mainTID {
			t.Errorf("a call inside Main inside Main came on %s", nested.TID)
		}
		p.Return(nested, "nested")
		answer()
		outside := p.Expect("manager", "getName")
		if outside.TID == mainTID {
			t.Error("a call after Main came on the main thread")
		}
		p.Return(outside, "outside")
	})
	o = first(t, conn)
	var kept context.Context
	wrong := errors.New("what f returned")
	err := conn.Main(t.Context(), func(ctx context.Context) error {
		kept = ctx
		if err := name(ctx, o); err != nil {
			t.Error(err)
		}
		unsent(t, name(t.Context(), o), uno.ErrNotMain)
		batch := conn.NewBatch()
		batch.Call(o, iText, "getName")
		unsent(t, batch.Run(t.Context()), uno.ErrNotMain)
		err := conn.Main(ctx, func(ctx context.Context) error {
			if err := name(ctx, o); err != nil {
				t.Error(err)
			}
			panic("inside")
		})
		if err == nil || !strings.Contains(err.Error(), "panic inside Main: inside") {
			t.Errorf("the inner Main returned %v", err)
		}
		return wrong
	})
	if err != wrong {
		t.Errorf("got %v", err)
	}
	unsent(t, name(kept, o), uno.ErrMainEnded)
	unsent(t, conn.Main(kept, func(context.Context) error { t.Error("ran"); return nil }), uno.ErrMainEnded)
	if err := name(t.Context(), o); err != nil {
		t.Error(err)
	}
	wait(t, "script", done)
}

func TestMainPanics(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		ref, c := mainRequest(p)
		notify(p, ref) // before the answer to addCallback
		p.Return(c, nil)
	})
	err := conn.Main(t.Context(), func(context.Context) error { panic("oops") })
	if err == nil || !strings.Contains(err.Error(), "panic inside Main: oops") || uno.NothingSent(err) {
		t.Errorf("got %v", err)
	}
	wait(t, "script", done)
}

// A main thread that never comes to the job: Main ends on time, f never runs,
// not even when the office comes to it later.
func TestMainDoesNotCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := make(chan struct{})
		conn := dialWith(t, uno.Options{Timeout: 3 * time.Second}, func(p *unotest.Peer) {
			ref, c := mainRequest(p)
			p.Return(c, nil)
			<-late
			notify(p, ref)
			c = p.Expect("async", "addCallback")
			p.Return(c, nil)
			<-t.Context().Done()
		})
		ctx, end := uno.Scope(context.Background())
		defer end()
		never := func(context.Context) error { t.Error("ran"); return nil }
		began := time.Now()
		unsent(t, conn.Main(ctx, never), context.DeadlineExceeded)
		took(t, began, 3*time.Second)
		close(late)
		synctest.Wait()
		stopped, stop := context.WithCancelCause(ctx)
		done := start(func() error { return conn.Main(stopped, never) })
		synctest.Wait()
		cause := errors.New("the user went home")
		stop(cause)
		unsent(t, <-done, cause)
		conn.Close()
	})
}

// addCallback itself may be what is not answered, or what fails.
func TestMainIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := dialWith(t, uno.Options{Timeout: 3 * time.Second}, func(p *unotest.Peer) {
			_, c := mainRequest(p)
			p.Raise(c, "com.sun.star.lang.DisposedException", "ends")
			p.Expect("async", "addCallback")
			p.Expect("async", "addCallback")
		})
		ctx, end := uno.Scope(context.Background())
		defer end()
		never := func(context.Context) error { t.Error("ran"); return nil }
		if err := conn.Main(ctx, never); !uno.IsException(err, "com.sun.star.lang.DisposedException") {
			t.Errorf("got %v", err)
		}
		unsent(t, conn.Main(ctx, never), context.DeadlineExceeded)
		unsent(t, conn.Main(ctx, never), uno.ErrClosed) // the script ends
	})
}

// When time is over while f runs, f's calls return and Main waits for f.
func TestMainEndsWhileItRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := dial(t, func(p *unotest.Peer) {
			ref, c := mainRequest(p)
			p.Return(c, nil)
			answer := sendNotify(p, ref)
			grant(p, "manager")
			stuck := p.Expect("manager", "getName")
			time.Sleep(5 * time.Second)
			p.Return(stuck, "late") // only now the answer may come
			answer()
			p.Expect("manager", "getName")
		})
		outer, end := uno.Scope(context.Background())
		defer end()
		o, err := conn.Context().CallObject(outer, "com.sun.star.uno.XComponentContext", "getServiceManager")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(outer, time.Second)
		defer cancel()
		began := time.Now()
		finished := false
		err = conn.Main(ctx, func(ctx context.Context) error {
			err := name(ctx, o)
			took(t, began, time.Second)
			time.Sleep(2 * time.Second)
			finished = true
			return err
		})
		sent(t, err, context.DeadlineExceeded)
		took(t, began, 3*time.Second)
		if !finished {
			t.Error("Main did not wait for its function")
		}
		synctest.Wait()
		time.Sleep(10 * time.Second)
		sent(t, name(outer, o), uno.ErrClosed) // the script saw the answer and went on
	})
}

func TestMainLosesConnection(t *testing.T) {
	conn := dial(t, func(p *unotest.Peer) {
		ref, c := mainRequest(p)
		p.Return(c, nil)
		sendNotify(p, ref)
		grant(p, "manager")
		p.Expect("manager", "getName")
	})
	o := first(t, conn)
	err := conn.Main(t.Context(), func(ctx context.Context) error {
		err := name(ctx, o)
		<-ctx.Done()
		if !errors.Is(context.Cause(ctx), uno.ErrClosed) {
			t.Errorf("the context ended with %v", context.Cause(ctx))
		}
		return err
	})
	sent(t, err, uno.ErrClosed)
	unsent(t, conn.Main(t.Context(), func(context.Context) error { t.Error("ran"); return nil }), uno.ErrClosed)
}
