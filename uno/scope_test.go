package uno_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

const (
	iIndex = "com.sun.star.container.XIndexAccess"
	iProps = "com.sun.star.beans.XPropertySet"
)

// shelf is a peer that hands out objects: getByIndex(n) gives item-n, and the
// property "all" gives some in every kind of value.
type shelf struct {
	conn *uno.Conn
	o    *uno.Object
	peer *unotest.Peer
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	peers := make(chan *unotest.Peer, 1)
	conn := dial(t, func(p *unotest.Peer) {
		peers <- p
		hand(p, "shelf")
		p.Serve(func(c unotest.Call) (any, error) {
			switch c.Method.Name {
			case "getServiceManager":
				return p.Object("shelf", "com.sun.star.lang.XMultiComponentFactory"), nil
			case "getByIndex":
				return p.Object(fmt.Sprint("item-", c.Args[0]), iText), nil
			case "getPropertyValue":
				return []any{
					p.Object("in-any", iText),
					[]unotest.Ref{p.Object("in-sequence", iText)},
					uno.NewStruct("com.sun.star.lang.EventObject", "Source", p.Object("in-struct", iXI)),
				}, nil
			}
			return "x", nil
		})
	})
	s := &shelf{conn: conn, o: first(t, conn), peer: <-peers}
	for _, iface := range []string{iIndex, iProps} {
		if has, err := s.o.Has(t.Context(), iface); !has || err != nil {
			t.Fatal(has, err)
		}
	}
	return s
}

func (s *shelf) get(ctx context.Context, t *testing.T, n int) *uno.Object {
	t.Helper()
	o, err := s.o.CallObject(ctx, iIndex, "getByIndex", n)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// released is how many references of an object were given back.
func (s *shelf) released(t *testing.T, oid, iface string) int {
	t.Helper()
	s.get(t.Context(), t, 1000).Release() // what was sent before has arrived after this
	return s.peer.Released(s.peer.Object(oid, iface))
}

func TestRelease(t *testing.T) {
	s := newShelf(t)
	o := s.get(t.Context(), t, 1)
	if has, err := o.Has(t.Context(), iIndex); !has || err != nil {
		t.Fatal(has, err)
	}
	o.Release()
	o.Release()
	for _, iface := range []string{iText, iIndex} {
		if n := s.released(t, "item-1", iface); n != 1 {
			t.Errorf("%s was released %d times", iface, n)
		}
	}
	unsent(t, name(t.Context(), o), uno.ErrReleased)
	_, err := o.Has(t.Context(), iText)
	unsent(t, err, uno.ErrReleased)
	_, err = s.o.Call(t.Context(), "com.sun.star.container.XChild", "setParent", o)
	unsent(t, err, uno.ErrReleased)
	_, err = s.o.Call(t.Context(), iProps, "setPropertyValue", "p", o)
	unsent(t, err, uno.ErrReleased)
	var none *uno.Object
	none.Release()
	if none.Keep() != nil || none.String() != "none" {
		t.Error("no object is something")
	}
}

// The component context keeps the connection alive: it cannot be released.
func TestContextIsKept(t *testing.T) {
	s := newShelf(t)
	s.conn.Context().Release()
	if n := s.released(t, unotest.Root, iXI); n != 0 {
		t.Errorf("it was released %d times", n)
	}
	if _, err := s.conn.Context().CallObject(t.Context(), "com.sun.star.uno.XComponentContext", "getServiceManager"); err != nil {
		t.Error(err)
	}
}

func TestScope(t *testing.T) {
	s := newShelf(t)
	ctx, end := uno.Scope(t.Context())
	a, b := s.get(ctx, t, 1), s.get(ctx, t, 2).Keep()
	inner, endInner := uno.Scope(ctx)
	c, d := s.get(inner, t, 3), s.get(inner, t, 4)
	if _, err := s.o.Call(inner, iProps, "getPropertyValue", "all"); err != nil {
		t.Fatal(err)
	}
	endInner()
	for oid, iface := range map[string]string{
		"item-3": iText, "item-4": iText, "in-any": iText, "in-sequence": iText, "in-struct": iXI,
	} {
		if n := s.released(t, oid, iface); n != 1 {
			t.Errorf("%s of the inner scope was released %d times", oid, n)
		}
	}
	if err := name(t.Context(), a); err != nil {
		t.Errorf("the outer scope's object ended with the inner one: %v", err)
	}
	d.Keep() // too late
	end()
	end()
	unsent(t, name(t.Context(), a), uno.ErrReleased)
	unsent(t, name(t.Context(), c), uno.ErrReleased)
	unsent(t, name(t.Context(), d), uno.ErrReleased)
	if err := name(t.Context(), b); err != nil {
		t.Errorf("a kept object ended with its scope: %v", err)
	}
	if n := s.released(t, "item-2", iText); n != 0 {
		t.Errorf("a kept object was released %d times", n)
	}
	b.Release()
	if n := s.released(t, "item-2", iText); n != 1 {
		t.Errorf("a kept object was released %d times after all", n)
	}
	// What comes after the end of its scope is the garbage collector's.
	late := s.get(ctx, t, 5)
	if err := name(t.Context(), late); err != nil {
		t.Error(err)
	}
}

// Objects that nobody holds any more are given back by the garbage collector,
// but never before a call that they take part in.
func TestGarbage(t *testing.T) {
	s := newShelf(t)
	for n := range 200 {
		s.get(t.Context(), t, n)
	}
	kept := s.get(t.Context(), t, 300)
	eventually(t, "200 objects given back", func() bool {
		runtime.GC()
		got := 0
		for n := range 200 {
			got += s.peer.Released(s.peer.Object(fmt.Sprint("item-", n), iText))
		}
		return got == 200 && s.released(t, "item-0", iText) == 1
	})
	if err := name(t.Context(), kept); err != nil {
		t.Error(err)
	}
	if n := s.released(t, "item-300", iText); n != 0 {
		t.Errorf("an object in use was released %d times", n)
	}
	runtime.KeepAlive(kept)
	// A call of an object that is not used afterwards, with an argument that is
	// not either, while the collector runs all the time.
	stop := make(chan struct{})
	collected := make(chan struct{})
	go func() {
		defer close(collected)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for n := range 100 {
		if _, err := s.get(t.Context(), t, n).Call(t.Context(), "com.sun.star.container.XChild", "setParent", s.get(t.Context(), t, n)); err != nil {
			t.Errorf("call %d: %v", n, err)
		}
		b := s.conn.NewBatch()
		b.Call(s.get(t.Context(), t, n), "com.sun.star.container.XChild", "setParent", s.get(t.Context(), t, n))
		if err := b.First(t.Context()); err != nil {
			t.Errorf("batch %d: %v", n, err)
		}
	}
	close(stop)
	<-collected
}
