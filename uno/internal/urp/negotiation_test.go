package urp

import (
	"bytes"
	"reflect"
	"testing"
)

// The conversation with which every connection begins, byte for byte (urp.md
// 3.8).
const (
	requestChange = `00000065 00000001  f8 04
		96 0000 27 "com.sun.star.bridge.XProtocolProperties"
		15 "UrpProtocolProperties" 0000
		19 ".UrpProtocolPropertiesTid" 0000
		31fce821`
	agreed       = `00000021 00000001  88 19 ".UrpProtocolPropertiesTid" 0000  00000001`
	commitChange = `00000012 00000001  05  01 0e "CurrentContext" 00`
	refused      = `0000005c 00000001  a0 93 0000 32 "com.sun.star.bridge.InvalidProtocolChangeException"
		0d "not supported" 00ffff  0e "CurrentContext" 00  00000001`
	queryRoot = `00000059 00000001 f8 00 96 0001 1b "com.sun.star.uno.XInterface"
		1b "StarOffice.ComponentContext" 0000  14 "abcdefghijklmnopqrst" 0001  16 0001`
	repeated = `00000001 00000001 03`
)

const properties = "com.sun.star.bridge.XProtocolProperties"

// blockOf returns the messages of one block.
func blockOf(t *testing.T, text string) []byte {
	t.Helper()
	body, count, err := NewBlockReader(bytes.NewReader(parse(t, text))).Next()
	if err != nil || count != 1 {
		t.Fatalf("%d messages, %v", count, err)
	}
	return body
}

func TestNegotiationOfOffice(t *testing.T) {
	d := newDecoder()
	d.Feed(blockOf(t, requestChange))
	head, err := d.Head()
	want := Head{
		IsRequest: true, TID: ".UrpProtocolPropertiesTid", OID: "UrpProtocolProperties",
		Type: typ(t, properties), FunctionID: 4,
	}
	if err != nil || head != want {
		t.Fatalf("got %+v, %v, want %+v", head, err, want)
	}
	m := method(t, properties, "requestChange")
	if m.ID != 4 {
		t.Errorf("requestChange is function %d", m.ID)
	}
	args, err := d.Args(m)
	if err != nil || !reflect.DeepEqual(args, []any{int32(0x31fce821)}) || d.Left() != 0 {
		t.Errorf("got %v, %v, %d bytes left", args, err, d.Left())
	}

	d.Feed(blockOf(t, commitChange))
	head, err = d.Head()
	want.FunctionID = 5
	if err != nil || head != want {
		t.Fatalf("got %+v, %v, want %+v", head, err, want)
	}
	args, err = d.Args(method(t, properties, "commitChange"))
	wantArgs := []any{[]*Struct{{
		"com.sun.star.bridge.ProtocolProperty", []Field{{"Name", "CurrentContext"}, {"Value", nil}},
	}}}
	if err != nil || !reflect.DeepEqual(args, wantArgs) || d.Left() != 0 {
		t.Errorf("got %v, %v, %d bytes left", args, err, d.Left())
	}
}

func TestNegotiationOfClient(t *testing.T) {
	e := NewEncoder()
	expect := func(b []byte, count int, want string) {
		t.Helper()
		if err := EndBlock(b, count); err != nil {
			t.Fatal(err)
		}
		if want := parse(t, want); !bytes.Equal(b, want) {
			t.Errorf("got\n%q, want\n%q", b, want)
		}
	}
	answer := func(r Reply) []byte {
		t.Helper()
		checked, err := checker().Reply(r)
		if err != nil {
			t.Fatal(err)
		}
		return e.Reply(BeginBlock(nil), &checked)
	}
	const tid = ".UrpProtocolPropertiesTid"
	expect(answer(Reply{TID: tid, Method: method(t, properties, "requestChange"), Return: 1}), 1, agreed)
	expect(answer(Reply{
		TID: tid, Method: method(t, properties, "commitChange"),
		Exception: &Struct{"com.sun.star.bridge.InvalidProtocolChangeException", []Field{
			{"Message", "not supported"},
			{"invalidProperty", &Struct{"com.sun.star.bridge.ProtocolProperty", []Field{{"Name", "CurrentContext"}}}},
			{"reason", 1},
		}},
	}), 1, refused)
	// Replies leave "previous type" and "previous object" alone, so the first
	// request spells them out; slot 0 of the types is the exception.
	query := method(t, TypeXInterface.Name, "queryInterface")
	q := &Request{
		TID: "abcdefghijklmnopqrst", OID: "StarOffice.ComponentContext", Type: TypeXInterface,
		Method: query, Args: []any{TypeXInterface},
	}
	expect(e.Request(BeginBlock(nil), q), 1, queryRoot)
	q.Method, q.Args = wide(3), nil
	expect(e.Request(BeginBlock(nil), q), 1, repeated)
}
