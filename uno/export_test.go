package uno_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/internal/urp"
	"github.com/unodesk/unodesk/uno/unotest"
)

// listener passes an exported object to the peer, whose script then calls it.
func listener(t *testing.T, conn *uno.Conn, e *uno.Exported) error {
	t.Helper()
	_, err := first(t, conn).Call(t.Context(), iEvents, "addDocumentEventListener", e)
	return err
}

// listened takes the listener.
func listened(p *unotest.Peer) (unotest.Ref, unotest.Call) {
	hand(p, "o")
	grant(p, "o")
	c := p.Expect("o", "addDocumentEventListener")
	return c.Args[0].(unotest.Ref), c
}

func event(name string) *uno.Struct {
	return uno.NewStruct("com.sun.star.document.DocumentEvent", "EventName", name)
}

func raisedBy(t *testing.T, r urp.Reply) (typeName, message string) {
	t.Helper()
	s, ok := r.Exception.(*urp.Struct)
	if !ok {
		t.Fatalf("no exception, but %v", r.Return)
	}
	return s.Type, s.Get("Message").(string)
}

func TestExportedObject(t *testing.T) {
	const other = "com.sun.star.container.XNamed"
	var heard []string
	conn, done := scripted(t, func(p *unotest.Peer) {
		ref, c := listened(p)
		p.Return(c, nil)
		tid := "office-1"
		if r := p.Ask(tid, ref.OID, iListener, "documentEventOccured", event("OnLoad")); r.Exception != nil {
			t.Errorf("the event was answered with %v", r.Exception)
		}
		for iface, want := range map[string]bool{
			iListener: true, other: true, iXI: true, "com.sun.star.lang.XEventListener": true,
			"com.sun.star.lang.XServiceInfo": false,
		} {
			typ, _ := uno.TypeNamed(iface)
			r := p.Ask(tid, ref.OID, iXI, "queryInterface", typ)
			if got, ok := r.Return.(unotest.Ref); ok != want || ok && got.OID != ref.OID {
				t.Errorf("queryInterface(%s) gave %v, %v", iface, r.Return, r.Exception)
			}
		}
		for name, want := range map[string]string{
			"exception":     "com.sun.star.lang.IllegalArgumentException: not this",
			"error":         "com.sun.star.uno.RuntimeException: an error",
			"no text":       "com.sun.star.uno.RuntimeException: bad \uFFFD byte",
			"no exception":  "com.sun.star.uno.RuntimeException: NoSuch: x",
			"panic":         "com.sun.star.uno.RuntimeException: handler of setName: panic: oops",
			"goexit":        "com.sun.star.uno.RuntimeException: uno: the function ended its goroutine",
			"wrong result":  "com.sun.star.uno.RuntimeException: result of setName: urp: cannot pass Go int as UNO void",
			"very long one": "com.sun.star.uno.RuntimeException: " + strings.Repeat("x", 16<<10),
		} {
			typ, message := raisedBy(t, p.Ask(tid, ref.OID, other, "setName", name))
			if got := typ + ": " + message; got != want {
				t.Errorf("%s: raised %s, want %s", name, got, want)
			}
		}
		if r := p.Ask(tid, ref.OID, other, "getName"); r.Return != "my name" {
			t.Errorf("getName: %v", r.Return)
		}
		if typ, _ := raisedBy(t, p.Ask(tid, "unodesk-nobody", other, "getName")); typ != "com.sun.star.lang.DisposedException" {
			t.Errorf("an unknown object raised %s", typ)
		}
	})
	e, err := conn.Export(func(ctx context.Context, method string, args []any) (any, []any, error) {
		switch method {
		case "documentEventOccured":
			heard = append(heard, args[0].(*uno.Struct).Get("EventName").(string))
			return nil, nil, nil
		case "getName":
			return "my name", nil, nil
		}
		switch args[0] {
		case "exception":
			return nil, nil, fmt.Errorf("wrapped: %w", uno.Raise("com.sun.star.lang.IllegalArgumentException", "not this", "ArgumentPosition", 1))
		case "error":
			return nil, nil, errors.New("an error")
		case "no text":
			return nil, nil, errors.New("bad \xff byte")
		case "no exception":
			return nil, nil, uno.Raise("com.sun.star.no.NoSuch", "x")
		case "panic":
			panic("oops")
		case "goexit":
			runtime.Goexit()
		case "wrong result":
			return 1, nil, nil
		}
		return nil, nil, errors.New(strings.Repeat("x", 1<<20))
	}, iListener, other)
	if err != nil {
		t.Fatal(err)
	}
	if err := listener(t, conn, e); err != nil {
		t.Fatal(err)
	}
	wait(t, "script", done)
	if !reflect.DeepEqual(heard, []string{"OnLoad"}) {
		t.Errorf("heard %v", heard)
	}
}

// The office counts its references; an object lives until the last is released
// or it is closed, and may be passed again afterwards.
func TestExportedLife(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		ref, c := listened(p)
		alive := func(want bool) {
			t.Helper()
			r := p.Ask("t", ref.OID, "com.sun.star.container.XNamed", "getName")
			if (r.Exception == nil) != want {
				t.Errorf("alive: %v, want %v", r.Exception == nil, want)
			}
		}
		release := func() { p.Send("t", ref.OID, iXI, "release") }
		alive(true)
		typ, _ := uno.TypeNamed(iListener)
		p.Ask("t", ref.OID, iXI, "queryInterface", typ) // a second reference
		release()
		alive(true)
		release()
		alive(false)
		release() // one too many is no harm
		p.Return(c, nil)
		again := p.Expect("o", "addDocumentEventListener")
		alive(true)
		p.Return(again, nil)
		grant(p, "o")
		c = p.Expect("o", "getName")
		alive(false) // closed
		p.Return(c, "")
	})
	e, err := conn.ExportInline(func(context.Context, string, []any) (any, []any, error) {
		return "name", nil, nil
	}, iListener, "com.sun.star.container.XNamed")
	if err != nil {
		t.Fatal(err)
	}
	o := first(t, conn)
	add := func() error { _, err := o.Call(t.Context(), iEvents, "addDocumentEventListener", e); return err }
	for range 2 {
		if err := add(); err != nil {
			t.Fatal(err)
		}
	}
	e.Close()
	unsent(t, add(), uno.ErrReleased)
	if err := name(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	wait(t, "script", done)
}

// A handler's calls run on the office's thread, inside its call, and its answer
// comes after them; events that come meanwhile are handled inside.
func TestHandlerCalls(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		ref, add := listened(p)
		m := p.Send(add.TID, ref.OID, iListener, "documentEventOccured", event("outer"))
		grant(p, "o")
		c := p.Expect("o", "getName")
		if c.TID != add.TID {
			t.Errorf("the handler's call came on %s, not %s", c.TID, add.TID)
		}
		inner := p.Send(add.TID, ref.OID, iListener, "documentEventOccured", event("inner"))
		p.Answer(add.TID, inner)
		p.Return(c, "name")
		p.Answer(add.TID, m)
		p.Return(add, nil)
		p.Return(p.Expect("o", "getName"), "after")
	})
	var mu sync.Mutex
	var order []string
	note := func(s string) { mu.Lock(); order = append(order, s); mu.Unlock() }
	var o *uno.Object
	var late context.Context
	e, err := conn.Export(func(ctx context.Context, _ string, args []any) (any, []any, error) {
		name := args[0].(*uno.Struct).Get("EventName").(string)
		note(name)
		if name == "outer" {
			late = ctx
			v, err := o.Call(ctx, iText, "getName")
			note(fmt.Sprint(v, " ", err))
			err = conn.Main(ctx, func(context.Context) error { return nil })
			unsent(t, err, uno.ErrNotMain)
		}
		return nil, nil, nil
	}, iListener)
	if err != nil {
		t.Fatal(err)
	}
	o = first(t, conn)
	if _, err := o.Call(t.Context(), iEvents, "addDocumentEventListener", e); err != nil {
		t.Fatal(err)
	}
	if want := []string{"outer", "inner", "name <nil>"}; !reflect.DeepEqual(order, want) {
		t.Errorf("got %q, want %q", order, want)
	}
	unsent(t, name(late, o), uno.ErrMainEnded)
	if err := name(t.Context(), o); err != nil {
		t.Error(err)
	}
	wait(t, "script", done)
}

// Calls that were queued behind one that calls back run inside the callback:
// the handler waits for them, and no reply goes astray.
func TestCallbackDuringBatch(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		ref, add := listened(p)
		p.Return(add, nil)
		grant(p, "o")
		one, two, three := p.Expect("o", "getName"), p.Expect("o", "getName"), p.Expect("o", "getName")
		if one.TID != two.TID || two.TID != three.TID {
			t.Errorf("a batch came on %s, %s and %s", one.TID, two.TID, three.TID)
		}
		m := p.Send(one.TID, ref.OID, iListener, "documentEventOccured", event("x"))
		p.Return(two, "two") // run nested, before the callback is answered
		p.Return(three, "three")
		p.Answer(one.TID, m)
		p.Return(one, "one")
	})
	e, err := conn.Export(func(context.Context, string, []any) (any, []any, error) { return nil, nil, nil }, iListener)
	if err != nil {
		t.Fatal(err)
	}
	o := first(t, conn)
	if _, err := o.Call(t.Context(), iEvents, "addDocumentEventListener", e); err != nil {
		t.Fatal(err)
	}
	b := conn.NewBatch()
	var results []*uno.Result
	for range 3 {
		results = append(results, b.Call(o, iText, "getName"))
	}
	if err := b.First(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"one", "two", "three"} {
		if results[i].Value != want {
			t.Errorf("result %d is %v, want %s", i, results[i].Value, want)
		}
	}
	wait(t, "script", done)
}
