package uno_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

func TestCalls(t *testing.T) {
	conn := dial(t, func(p *unotest.Peer) {
		hand(p, "o")
		grant(p, "o")
		p.Return(p.Expect("o", "getName"), "Größe")
		if c := p.Expect("o", "setName"); c.Args[0] != "new" {
			t.Errorf("setName got %v", c.Args)
		} else {
			p.Return(c, nil)
		}
		p.Raise(p.Expect("o", "setName"), "com.sun.star.lang.WrappedTargetException", "outer", uno.Field{
			Name: "TargetException", Value: uno.NewStruct("com.sun.star.lang.IllegalArgumentException", "Message", "inner", "ArgumentPosition", 3),
		})
		grant(p, "o")
		p.Return(p.Expect("o", "readBytes"), 2, []byte{1, 2})
	})
	o := first(t, conn)
	if v, err := o.Call(t.Context(), iText, "getName"); err != nil || v != "Größe" {
		t.Errorf("getName: %v, %v", v, err)
	}
	if v, err := o.Call(t.Context(), iText, "setName", "new"); err != nil || v != nil {
		t.Errorf("setName: %v, %v", v, err)
	}
	_, err := o.Call(t.Context(), iText, "setName", "x")
	var raised *uno.Exception
	if !errors.As(err, &raised) || raised.Message != "outer" || raised.Target().Get("ArgumentPosition") != int16(3) {
		t.Errorf("setName: %v", err)
	}
	for _, name := range []string{"com.sun.star.lang.WrappedTargetException", "com.sun.star.lang.IllegalArgumentException"} {
		if !uno.IsException(err, name) {
			t.Errorf("%v is no %s", err, name)
		}
	}
	if uno.IsException(err, "com.sun.star.uno.RuntimeException") || uno.IsException(errors.New("x"), "x") {
		t.Error("an exception is of every type")
	}
	if uno.NothingSent(err) {
		t.Errorf("%v was raised, but says that nothing was sent", err)
	}
	v, outs, err := o.CallOut(t.Context(), "com.sun.star.io.XInputStream", "readBytes", 10)
	if err != nil || v != int32(2) || !reflect.DeepEqual(outs, []any{[]byte{1, 2}}) {
		t.Errorf("readBytes: %v, %v, %v", v, outs, err)
	}
}

// Errors before a call say so and send nothing.
func TestBadCalls(t *testing.T) {
	conn := dial(t, func(p *unotest.Peer) {
		hand(p, "o")
		grant(p, "o")
		p.Return(p.Expect("o", "queryInterface"), nil)
		p.Return(p.Expect("o", "queryInterface"), nil)
		p.Return(p.Expect("o", "getName"), "still there")
	})
	o := first(t, conn)
	if has, err := o.Has(t.Context(), iText); !has || err != nil {
		t.Fatalf("Has: %v, %v", has, err)
	}
	var none *uno.Object
	for _, test := range []struct {
		name string
		call func() error
		want error
		says string
	}{
		{"unknown interface", func() error { _, err := o.Call(t.Context(), "com.sun.star.no.XSuch", "x"); return err }, nil, "unknown type"},
		{"no interface", func() error { _, err := o.Call(t.Context(), "com.sun.star.awt.Size", "x"); return err }, nil, "is no interface"},
		{"unknown method", func() error { _, err := o.Call(t.Context(), iText, "rename"); return err }, nil, "no method rename"},
		{"too few arguments", func() error { _, err := o.Call(t.Context(), iText, "setName"); return err }, nil, "takes 1 arguments"},
		{"wrong argument", func() error { _, err := o.Call(t.Context(), iText, "setName", 1); return err }, nil, "argument aName"},
		{"release by hand", func() error { _, err := o.Call(t.Context(), iXI, "release"); return err }, nil, "Release"},
		{"interface not had", func() error { _, err := o.Call(t.Context(), "com.sun.star.text.XTextDocument", "getText"); return err }, uno.ErrNoInterface, "XTextDocument"},
		{"argument without interface", func() error {
			_, err := o.Call(t.Context(), "com.sun.star.container.XChild", "setParent", 1)
			return err
		}, uno.ErrNoInterface, "XChild"},
		{"no object", func() error { _, err := none.Call(t.Context(), iText, "getName"); return err }, nil, "no object"},
		{"unknown interface asked for", func() error { _, err := o.Has(t.Context(), "com.sun.star.no.XSuch"); return err }, nil, "unknown type"},
	} {
		err := test.call()
		unsent(t, err, test.want)
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v does not say %q", test.name, err, test.says)
		}
	}
	if v, err := o.Call(t.Context(), iText, "getName"); err != nil || v != "still there" {
		t.Errorf("the connection was harmed: %v, %v", v, err)
	}
}

func TestObjectsOfAnotherConnection(t *testing.T) {
	script := func(p *unotest.Peer) { hand(p, "o"); grant(p, "o"); p.Request() }
	a, b := dial(t, script), dial(t, script)
	x, y := first(t, a), first(t, b)
	for _, o := range []*uno.Object{x, y} {
		if has, err := o.Has(t.Context(), "com.sun.star.container.XChild"); !has || err != nil {
			t.Fatal(has, err)
		}
	}
	_, err := x.Call(t.Context(), "com.sun.star.container.XChild", "setParent", y)
	unsent(t, err, nil)
	batch := a.NewBatch()
	batch.Call(y, "com.sun.star.container.XChild", "getParent")
	unsent(t, batch.Run(t.Context()), nil)
	theirs, err := b.Export(nil, iXI)
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Call(t.Context(), "com.sun.star.container.XChild", "setParent", theirs)
	unsent(t, err, nil)
	if x.Is(y) || !x.Is(x) || x.Is(nil) {
		t.Error("Is mixes connections up")
	}
}

// An answer that makes no sense ends the connection, and every call with it.
func TestBadAnswers(t *testing.T) {
	for title, script := range map[string]func(p *unotest.Peer, c unotest.Call){
		"cut block": func(p *unotest.Peer, _ unotest.Call) { p.Raw([]byte{0, 0, 0, 9, 0, 0, 0, 1, 0x80}); p.Conn.Close() },
		"empty block": func(p *unotest.Peer, _ unotest.Call) {
			p.Raw([]byte{0, 0, 0, 1, 0, 0, 0, 0, 0x80})
		},
		"huge block":      func(p *unotest.Peer, _ unotest.Call) { p.Raw([]byte{0x7f, 255, 255, 255, 0, 0, 0, 1}) },
		"bytes left over": func(p *unotest.Peer, c unotest.Call) { p.Raw(append(answerBlock(c, 9), "\x01xmore"...)) },
		"answer to nothing": func(p *unotest.Peer, c unotest.Call) {
			p.Return(c, "x")
			p.Return(c, "y")
		},
		"answer on another thread": func(p *unotest.Peer, c unotest.Call) { c.TID = "other"; p.Return(c, "x") },
		"unknown interface": func(p *unotest.Peer, _ unotest.Call) {
			p.Raw([]byte("\x00\x00\x00\x13\x00\x00\x00\x01\xf8\x03\x96\x00\x09\x05a.b.X\x01o\x00\x09\x01t\x00\x09"))
		},
		"unknown function": func(p *unotest.Peer, _ unotest.Call) {
			p.Raw([]byte("\x00\x00\x00\x29\x00\x00\x00\x01\xf8\x99\x96\x00\x09\x1bcom.sun.star.uno.XInterface\x01o\x00\x09\x01t\x00\x09"))
		},
		"end": func(p *unotest.Peer, _ unotest.Call) { p.Conn.Close() },
	} {
		t.Run(title, func(t *testing.T) {
			conn := dial(t, func(p *unotest.Peer) {
				hand(p, "o")
				grant(p, "o")
				script(p, p.Expect("o", "getName"))
				p.Request()
			})
			o := first(t, conn)
			err := name(t.Context(), o)
			if err != nil {
				sent(t, err, uno.ErrClosed)
			}
			wait(t, "end of the connection", conn.Done())
			if !errors.Is(conn.Err(), uno.ErrClosed) {
				t.Errorf("the connection ended with %v", conn.Err())
			}
			unsent(t, name(t.Context(), o), uno.ErrClosed)
		})
	}
}

// answerBlock begins a block of the given size with a reply on c's thread.
func answerBlock(c unotest.Call, size byte) []byte {
	size += byte(len(c.TID))
	b := []byte{0, 0, 0, size, 0, 0, 0, 1, 0x88, byte(len(c.TID))}
	return append(append(b, c.TID...), 0, 9)
}

func TestNegotiationFails(t *testing.T) {
	for name, script := range map[string]func(p *unotest.Peer){
		"end":          func(p *unotest.Peer) {},
		"another peer": func(p *unotest.Peer) { p.Raw([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")) },
		"another call": func(p *unotest.Peer) { p.Send("t", "o", iText, "getName"); p.Request() },
		"no end":       func(p *unotest.Peer) { p.Raw([]byte{0, 0, 1, 0, 0, 0, 0, 1, 0xf8}) },
		"second is bad": func(p *unotest.Peer) {
			p.Ask("t", "UrpProtocolProperties", "com.sun.star.bridge.XProtocolProperties", "requestChange", 1)
			p.Raw(make([]byte, 8))
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := uno.NewConn(t.Context(), unotest.Pipe(t, script), uno.Options{}); err == nil {
				t.Error("no error")
			}
		})
	}
	t.Run("no root", func(t *testing.T) {
		_, err := uno.NewConn(t.Context(), unotest.Pipe(t, func(p *unotest.Peer) {
			p.Agree()
			p.Return(p.Expect("StarOffice.ComponentContext", "queryInterface"), nil)
			p.Request()
		}), uno.Options{})
		if err == nil || !strings.Contains(err.Error(), "offers no StarOffice.ComponentContext") {
			t.Errorf("got %v", err)
		}
	})
}
