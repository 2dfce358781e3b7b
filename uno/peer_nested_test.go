package uno_test

import (
	"context"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// A dialog that f opens lets the office come to the next Main inside it.
func TestMainInsideDialog(t *testing.T) {
	opened := make(chan struct{})
	conn, done := scripted(t, func(p *unotest.Peer) {
		outer, c := mainRequest(p)
		p.Return(c, nil)
		answerOuter := sendNotify(p, outer)
		grant(p, "manager")
		dialog := p.Expect("manager", "getName")
		close(opened)
		second := p.Expect("async", "addCallback")
		inner := second.Args[0].(unotest.Ref)
		p.Return(second, nil)
		answerInner := sendNotify(p, inner)
		call := p.Expect("manager", "getName")
		if call.TID != mainTID {
			t.Errorf("the inner call came on %s", call.TID)
		}
		p.Return(call, "inner")
		answerInner()
		p.Return(dialog, "dialog")
		answerOuter()
	})
	o := first(t, conn)
	first := start(func() error {
		return conn.Main(t.Context(), func(ctx context.Context) error {
			err := name(ctx, o)
			unsent(t, name(t.Context(), o), uno.ErrNotMain) // still, after the inner one
			return err
		})
	})
	<-opened
	if err := conn.Main(t.Context(), func(ctx context.Context) error { return name(ctx, o) }); err != nil {
		t.Error(err)
	}
	if err := <-first; err != nil {
		t.Error(err)
	}
	wait(t, "script", done)
}

// A listener that the office calls on its main thread may use Main, which runs
// at once.
func TestMainInListener(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		callback, c := mainRequest(p)
		p.Return(c, nil)
		notify(p, callback)
		grant(p, "manager")
		add := p.Expect("manager", "addDocumentEventListener")
		ref := add.Args[0].(unotest.Ref)
		p.Return(add, nil)
		m := p.Send(mainTID, ref.OID, iListener, "documentEventOccured", event("x"))
		grant(p, "manager")
		inside := p.Expect("manager", "getName")
		if inside.TID != mainTID {
			t.Errorf("the listener's call came on %s", inside.TID)
		}
		p.Return(inside, "x")
		p.Answer(mainTID, m)
	})
	o := first(t, conn)
	if err := conn.Main(t.Context(), func(context.Context) error { return nil }); err != nil {
		t.Fatal(err)
	}
	e, err := conn.Export(func(ctx context.Context, _ string, _ []any) (any, []any, error) {
		return nil, nil, conn.Main(ctx, func(ctx context.Context) error { return name(ctx, o) })
	}, iListener)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Call(t.Context(), iEvents, "addDocumentEventListener", e); err != nil {
		t.Fatal(err)
	}
	wait(t, "script", done)
}
