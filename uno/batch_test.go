package uno_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

func TestBatch(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		hand(p, "o")
		// What is not known is asked for in one block, each once.
		asked := map[string]bool{}
		for range 3 {
			c := p.Expect("o", "queryInterface")
			typ := c.Args[0].(uno.Type)
			if asked[typ.Name] {
				t.Errorf("asked for %s twice", typ)
			}
			asked[typ.Name] = true
			if typ.Name == iEvents {
				p.Return(c, nil)
			} else if typ.Name == "com.sun.star.util.XCloseable" {
				p.Raise(c, "com.sun.star.lang.DisposedException", "gone")
			} else {
				p.Return(c, uno.Any{Type: typ, Value: p.Object("o", typ.Name)})
			}
		}
		p.Return(p.Expect("o", "getName"), "one")
		p.Raise(p.Expect("o", "setName"), "com.sun.star.uno.RuntimeException", "refused")
		p.Return(p.Expect("o", "getName"), "two")
	})
	o := first(t, conn)
	b := conn.NewBatch()
	one := b.Call(o, iText, "getName")
	lacking := b.Call(o, iEvents, "addDocumentEventListener", nil)
	disposed := b.Call(o, "com.sun.star.util.XCloseable", "close", true)
	refused := b.Call(o, iText, "setName", "x")
	two := b.Call(o, iText, "getName")
	if b.Len() != 5 {
		t.Errorf("%d calls", b.Len())
	}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if one.Value != "one" || one.Err != nil || two.Value != "two" || two.Err != nil || one.Object() != nil {
		t.Errorf("got %+v and %+v", one, two)
	}
	unsent(t, lacking.Err, uno.ErrNoInterface)
	if !uno.IsException(disposed.Err, "com.sun.star.lang.DisposedException") {
		t.Errorf("got %v", disposed.Err)
	}
	if !uno.IsException(refused.Err, "com.sun.star.uno.RuntimeException") {
		t.Errorf("got %v", refused.Err)
	}
	unsent(t, b.Run(t.Context()), nil) // once only
	wait(t, "script", done)
}

// Interfaces for later calls are asked for with those for the calls of the batch;
// what an object lacks is found out by the call that needs it.
func TestBatchAsks(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		hand(p, "o")
		for range 3 {
			c := p.Expect("o", "queryInterface")
			typ := c.Args[0].(uno.Type)
			if typ.Name == iEvents {
				p.Return(c, nil)
			} else {
				p.Return(c, uno.Any{Type: typ, Value: p.Object("o", typ.Name)})
			}
		}
		p.Return(p.Expect("o", "getName"), "one")
		p.Return(p.Expect("o", "getParent"), nil)
	})
	o := first(t, conn)
	b := conn.NewBatch()
	b.Ask(o, iText, "com.sun.star.container.XChild", iEvents)
	b.Ask(nil, iText)
	name := b.Call(o, iText, "getName")
	if err := b.First(t.Context()); err != nil || name.Value != "one" {
		t.Fatalf("got %v, %v", name.Value, err)
	}
	again := conn.NewBatch() // of nothing that is not known
	again.Ask(o, iText)
	if err := again.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := o.CallObject(t.Context(), "com.sun.star.container.XChild", "getParent"); err != nil {
		t.Fatal(err)
	}
	wait(t, "script", done)
}

// A mistake in one call keeps all from being sent.
func TestBadBatch(t *testing.T) {
	conn, done := scripted(t, func(p *unotest.Peer) {
		hand(p, "o")
		grant(p, "o")
		p.Return(p.Expect("o", "getParent"), p.Object("gone", iXI))
		grant(p, "o")
		p.Return(p.Expect("o", "getName"), "first to be called")
	})
	o := first(t, conn)
	gone, err := o.CallObject(t.Context(), "com.sun.star.container.XChild", "getParent")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Has(t.Context(), iText); err != nil {
		t.Fatal(err)
	}
	for says, add := range map[string]func(b *uno.Batch){
		"unknown type":  func(b *uno.Batch) { b.Call(o, "com.sun.star.no.XSuch", "x") },
		"no method":     func(b *uno.Batch) { b.Call(o, iText, "x") },
		"takes 1":       func(b *uno.Batch) { b.Call(o, iText, "setName") },
		"cannot pass":   func(b *uno.Batch) { b.Call(o, iText, "setName", 1) },
		"on no object":  func(b *uno.Batch) { b.Call(nil, iText, "getName") },
		"by Release":    func(b *uno.Batch) { b.Call(o, iXI, "release") },
		"after its rel": func(b *uno.Batch) { gone.Release(); b.Call(gone, iText, "getName") },
	} {
		b := conn.NewBatch()
		b.Call(o, iText, "getName")
		add(b)
		err := b.First(t.Context())
		unsent(t, err, nil)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	if err := conn.NewBatch().First(t.Context()); err != nil {
		t.Errorf("an empty batch: %v", err)
	}
	if err := name(t.Context(), o); err != nil {
		t.Error(err)
	}
	wait(t, "script", done)
}

// A large batch goes out in blocks, each on one thread id, in order; no more
// than one of them waits in the office.
func TestLargeBatch(t *testing.T) {
	const n = 2*uno.MaxBlock + 10
	text := strings.Repeat("x", 10_000)
	conn, done := scripted(t, func(p *unotest.Peer) {
		hand(p, "o")
		grant(p, "o")
		for from := 0; from < n; from += uno.MaxBlock {
			var calls []unotest.Call
			for i := from; i < min(n, from+uno.MaxBlock); i++ {
				c := p.Expect("o", "setName")
				if want := fmt.Sprint(i, text); c.Args[0] != want || c.TID != append(calls, c)[0].TID {
					t.Errorf("call %d came with %.8v… on %s", i, c.Args[0], c.TID)
				}
				calls = append(calls, c)
			}
			for i, c := range calls {
				if i%2 == 1 {
					p.Raise(c, "com.sun.star.uno.RuntimeException", fmt.Sprint(from+i))
				} else {
					p.Return(c, nil)
				}
			}
		}
	})
	o := first(t, conn)
	b := conn.NewBatch()
	var results []*uno.Result
	for i := range n {
		results = append(results, b.Call(o, iText, "setName", fmt.Sprint(i, text)))
	}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		var raised *uno.Exception
		if errors.As(r.Err, &raised) != (i%2 == 1) || raised != nil && raised.Message != fmt.Sprint(i) {
			t.Errorf("result %d: %v", i, r.Err)
		}
	}
	wait(t, "script", done)
}

// A connection that ends concerns the batch as a whole.
func TestBatchLost(t *testing.T) {
	for _, when := range []string{"asking", "running"} {
		conn := dial(t, func(p *unotest.Peer) {
			hand(p, "o")
			if when == "asking" {
				p.Expect("o", "queryInterface")
				return
			}
			grant(p, "o")
			p.Return(p.Expect("o", "getName"), "x")
			p.Expect("o", "getName")
		})
		o := first(t, conn)
		b := conn.NewBatch()
		r := b.Call(o, iText, "getName")
		b.Call(o, iText, "getName")
		err := b.Run(t.Context())
		if when == "asking" {
			unsent(t, err, uno.ErrClosed)
			continue
		}
		sent(t, err, uno.ErrClosed)
		if r.Value != "x" || r.Err != nil {
			t.Errorf("the answered call gave %v, %v", r.Value, r.Err)
		}
	}
}
