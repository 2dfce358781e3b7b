package urp

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// wide is a method with any function id, without parameters.
func wide(id uint16) *unotype.Method {
	return &unotype.Method{Name: fmt.Sprintf("method%d", id), ID: id, Return: typeVoid}
}

func TestRequestHeaders(t *testing.T) {
	iface := Type{Class: unotype.InterfaceType, Name: "com.sun.star.uno.XInterface"}
	other := Type{Class: unotype.InterfaceType, Name: "com.sun.star.text.XText"}
	e, d := NewEncoder(), newDecoder()
	for _, step := range []struct {
		name     string
		tid, oid string
		typ      Type
		id       uint16
		want     string
	}{
		{"first", "t1", "o1", iface, 3, `f8 03 96 0000 $"com.sun.star.uno.XInterface" $"o1" 0000 $"t1" 0000`},
		{"short, 6 bits", "t1", "o1", iface, 0, `00`},
		{"short, largest of 6 bits", "t1", "o1", iface, 0x3f, `3f`},
		{"short, 14 bits", "t1", "o1", iface, 0x40, `40 40`},
		{"short, largest of 14 bits", "t1", "o1", iface, 0x3fff, `7f ff`},
		{"long, 16 bits", "t1", "o1", iface, 0x4000, `c4 4000`},
		{"long, largest", "t1", "o1", iface, 0xffff, `c4 ffff`},
		{"new object", "t1", "o2", iface, 1, `d0 01 $"o2" 0001`},
		{"new type", "t1", "o2", other, 1, `e0 01 96 0001 $"com.sun.star.text.XText"`},
		{"new thread", "t2", "o2", other, 1, `c8 01 $"t2" 0001`},
		{"all known, 16 bits", "t1", "o1", iface, 0x100, `fc 0100 16 0000 00 0000 00 0000`},
		{"all known, 8 bits", "t2", "o2", other, 0xff, `f8 ff 16 0001 00 0001 00 0001`},
	} {
		m := wide(step.id)
		got := e.Request(nil, &Request{TID: step.tid, OID: step.oid, Type: step.typ, Method: m})
		if want := parse(t, step.want); !bytes.Equal(got, want) {
			t.Errorf("%s: got %x, want %x", step.name, got, want)
		}
		d.Feed(got)
		head, err := d.Head()
		want := Head{IsRequest: true, TID: step.tid, OID: step.oid, Type: step.typ, FunctionID: step.id}
		if err != nil || head != want || d.Left() != 0 {
			t.Errorf("%s: head %+v, %v, %d bytes left, want %+v", step.name, head, err, d.Left(), want)
		}
	}
}

func TestReplyHeaders(t *testing.T) {
	e, d := NewEncoder(), newDecoder()
	m := method(t, "com.sun.star.container.XElementAccess", "hasElements")
	outs := method(t, "com.sun.star.io.XInputStream", "readBytes")
	failure := &Struct{"com.sun.star.uno.RuntimeException", []Field{{"Message", "m"}, {"Context", nil}}}
	for _, step := range []struct {
		name  string
		reply Reply
		want  string
	}{
		{"first", Reply{TID: "t1", Method: m, Return: true}, `88 $"t1" 0000 01`},
		{"same thread", Reply{TID: "t1", Method: m, Return: false}, `80 00`},
		{"another thread", Reply{TID: "t2", Method: m, Return: false}, `88 $"t2" 0001 00`},
		{"known thread", Reply{TID: "t1", Method: m, Return: false}, `88 00 0000 00`},
		{"out parameter", Reply{TID: "t1", Method: outs, Return: int32(2), Outs: []any{[]byte{7, 8}}}, `80 00000002 02 0708`},
		{
			"exception",
			Reply{TID: "t1", Method: m, Exception: failure},
			`a0 93 0000 $"com.sun.star.uno.RuntimeException" $"m" 00 ffff`,
		},
		{
			"exception on another thread",
			Reply{TID: "t2", Method: outs, Exception: failure},
			`a8 00 0001 13 0000 $"m" 00 ffff`,
		},
	} {
		checked, err := checker().Reply(step.reply)
		if err != nil {
			t.Fatal(err)
		}
		got := e.Reply(nil, &checked)
		if want := parse(t, step.want); !bytes.Equal(got, want) {
			t.Errorf("%s: got %x, want %x", step.name, got, want)
		}
		d.Feed(got)
		head, err := d.Head()
		if err != nil || head.IsRequest || head.TID != step.reply.TID {
			t.Errorf("%s: head %+v, %v", step.name, head, err)
		}
		back, err := d.Answer(head, step.reply.Method)
		if err != nil || d.Left() != 0 || !reflect.DeepEqual(back, step.reply) {
			t.Errorf("%s: got %+v, %v, want %+v", step.name, back, err, step.reply)
		}
	}
}

// The second flag byte comes from offices only.
func TestMustReply(t *testing.T) {
	for _, test := range []struct {
		more string
		must bool
		ok   bool
	}{{"c0", true, true}, {"00", false, true}, {"80", false, false}, {"40", false, false}} {
		d := newDecoder()
		d.Feed(parse(t, `f9 `+test.more+` 03 96 0000 $"com.sun.star.uno.XInterface" $"o1" 0000 $"t1" 0000`))
		head, err := d.Head()
		if (err == nil) != test.ok || err == nil && head.MustReply != test.must {
			t.Errorf("flags %s: got %+v, %v", test.more, head, err)
		}
	}
}

// A wrong first message must not be taken for something.
func TestBadHeaders(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":                    ``,
		"short request first":        `03`,
		"long request without all":   `c0 03`,
		"reply without a thread":     `80 00`,
		"empty thread, no slot":      `88 00 ffff`,
		"thread of an empty slot":    `88 00 0007`,
		"object of an empty slot":    `f8 03 96 0000 $"com.sun.star.uno.XInterface" 00 0005 $"t" 0000`,
		"null object":                `f8 03 96 0000 $"com.sun.star.uno.XInterface" 00 ffff $"t" 0000`,
		"type of an empty slot":      `f8 03 16 0005 $"o" 0000 $"t" 0000`,
		"type that is no interface":  `f8 03 91 0000 $"com.sun.star.awt.Size" $"o" 0000 $"t" 0000`,
		"simple type":                `f8 03 06 $"o" 0000 $"t" 0000`,
		"slot beyond the cache":      `f8 03 96 0100 $"com.sun.star.uno.XInterface" $"o" 0000 $"t" 0000`,
		"object beyond the cache":    `f8 03 96 0000 $"com.sun.star.uno.XInterface" $"o" 0100 $"t" 0000`,
		"thread beyond the cache":    `f8 03 96 0000 $"com.sun.star.uno.XInterface" $"o" 0000 $"t" 0100`,
		"name that is not text":      `f8 03 96 0000 02 fffe $"o" 0000 $"t" 0000`,
		"sequence name of interface": `f8 03 96 0000 $"[]long" $"o" 0000 $"t" 0000`,
	} {
		d := newDecoder()
		d.Feed(parse(t, text))
		if head, err := d.Head(); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: got %+v, %v", name, head, err)
		}
	}
}

// What is not to be stored is not stored, but counts as the previous one.
func TestNoCache(t *testing.T) {
	d := newDecoder()
	d.Feed(parse(t, `f8 03 96 ffff $"com.sun.star.uno.XInterface" $"o" ffff $"t" ffff  03`))
	for range 2 {
		head, err := d.Head()
		if err != nil || head.OID != "o" || head.TID != "t" || head.Type != TypeXInterface {
			t.Fatalf("got %+v, %v", head, err)
		}
	}
	d.Feed(parse(t, `88 00 0000`))
	if _, err := d.Head(); err == nil {
		t.Error("a thread that was not to be stored is known by slot 0")
	}
}

// An answer whose exception is none must not be taken for a success.
func TestNoException(t *testing.T) {
	m := method(t, "com.sun.star.container.XElementAccess", "hasElements")
	for name, text := range map[string]string{
		"void":   `a8 $"t" 0000 00`,
		"long":   `a8 $"t" 0000 06 00000001`,
		"struct": `a8 $"t" 0000 91 0000 $"com.sun.star.awt.Size" 00000001 00000001`,
		"null":   `a8 $"t" 0000 96 0000 $"com.sun.star.uno.XInterface" 00 ffff`,
	} {
		d := newDecoder()
		d.Feed(parse(t, text))
		head, err := d.Head()
		if err != nil {
			t.Fatal(err)
		}
		if reply, err := d.Answer(head, m); err == nil {
			t.Errorf("%s: got %+v", name, reply)
		}
	}
}
