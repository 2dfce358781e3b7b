package urp

import (
	"math"
	"strings"
	"testing"
)

// What would make the office close the connection, or reach it as something
// else, is refused before a byte is written.
func TestRefused(t *testing.T) {
	const event = "com.sun.star.lang.EventObject"
	theirs := &ref{oid: "o", typ: simple(22, "com.sun.star.text.XText")}
	for _, test := range []struct {
		name, typ string
		v         any
		says      string
	}{
		{"boolean", "boolean", 1, "cannot pass Go int as UNO boolean"},
		{"nothing for a string", "string", nil, "cannot pass"},
		{"number for a string", "string", 1, "cannot pass"},
		{"invalid UTF-8", "string", "a\xff", "UTF-8"},
		{"invalid UTF-8 in an any", "any", "a\xff", "UTF-8"},
		{"invalid UTF-8 in a sequence", "[]string", []string{"", "\xff"}, "UTF-8"},
		{"too large a byte", "byte", 256, "does not fit"},
		{"too small a byte", "byte", -129, "does not fit"},
		{"too large a short", "short", 1 << 15, "does not fit"},
		{"negative unsigned short", "unsigned short", -1, "does not fit"},
		{"too large a char", "char", 1 << 16, "does not fit"},
		{"too large a long", "long", 1 << 31, "does not fit"},
		{"negative unsigned long", "unsigned long", -1, "does not fit"},
		{"too large a hyper", "hyper", uint64(math.MaxUint64), "cannot pass"},
		{"negative unsigned hyper", "unsigned hyper", -1, "does not fit"},
		{"too large a float", "float", 1e300, "does not fit"},
		{"double from text", "double", "1", "cannot pass"},
		{"void with a value", "void", 1, "cannot pass"},
		{"unknown enum name", "com.sun.star.awt.FontSlant", "SLANTED", "no value"},
		{"empty enum name", "com.sun.star.awt.FontSlant", "", "no value"},
		{"unknown enum number", "com.sun.star.awt.FontSlant", 99, "no value"},
		{"another enum", "com.sun.star.awt.FontSlant", Enum{Type: "com.sun.star.beans.PropertyState"}, "is not a"},
		{"enum from text", "com.sun.star.awt.FontSlant", 1.5, "cannot pass"},
		{"unknown type", "type", simple(17, "com.sun.star.no.Such"), "unknown type"},
		{"type of a wrong class", "type", simple(22, event), "class 17, not 22"},
		{"misnamed simple type", "type", simple(6, "hyper"), "not called"},
		{"no struct", event, nil, "cannot pass"},
		{"nil struct", event, (*Struct)(nil), "cannot pass"},
		{"another struct", event, &Struct{Type: "com.sun.star.awt.Size"}, "is not a"},
		{"derived struct", event, &Struct{Type: "com.sun.star.document.DocumentEvent"}, "is not a"},
		{"unknown member", event, &Struct{event, []Field{{"Sauce", nil}}}, "has members Source, not Sauce"},
		{"member twice", event, &Struct{event, []Field{{"Source", nil}, {"Source", nil}}}, "twice"},
		{"bad member", event, &Struct{event, []Field{{"Source", 1}}}, "EventObject.Source: "},
		{"no reference", event, &Struct{event, []Field{{"Source", "x"}}}, "cannot pass"},
		{"reference of another interface", "com.sun.star.lang.XEventListener", theirs, "is no"},
		{"no sequence", "[]string", "x", "cannot pass"},
		{"wrong element", "[]long", []any{1, "x"}, "element 1"},
		{"any without a type", "any", struct{}{}, "spelled out"},
		{"any of a uint8", "any", uint8(1), "spelled out"},
		{"any of empty structs", "any", []*Struct{}, "spelled out"},
		{"any of a nil struct", "any", (*Struct)(nil), "spelled out"},
		{"any of an enum without type", "any", Enum{Name: "NONE"}, "spelled out"},
		{"any of an unknown struct", "any", &Struct{Type: "com.sun.star.no.Such"}, "unknown type"},
		{"any of an unknown type", "any", Any{simple(22, "com.sun.star.no.XSuch"), nil}, "unknown type"},
		{"any of a broken sequence type", "any", Any{simple(20, "x"), nil}, "unknown type"},
		{"any of a wrong value", "any", Any{typeLong, "x"}, "cannot pass"},
	} {
		v, err := check(typ(t, test.typ), test.v)
		if err == nil {
			t.Errorf("%s: %v passes as %v", test.name, test.v, v)
		} else if !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v does not say %q", test.name, err, test.says)
		}
	}
	elsewhere := Checker{Types: checker().Types, Home: "elsewhere"}
	if _, err := elsewhere.value(typ(t, "com.sun.star.text.XText"), theirs, 0); err == nil {
		t.Error("a reference of another connection passes")
	}
	if _, err := elsewhere.value(typeAny, theirs, 0); err == nil {
		t.Error("a reference of another connection passes in an any")
	}
}

func TestArgs(t *testing.T) {
	m := method(t, "com.sun.star.container.XIndexReplace", "replaceByIndex")
	for _, args := range [][]any{nil, {1}, {1, 2, 3}} {
		if _, err := checker().Args(m, args); err == nil || !strings.Contains(err.Error(), "takes 2 arguments") {
			t.Errorf("%d arguments: %v", len(args), err)
		}
	}
	if _, err := checker().Args(m, []any{"x", nil}); err == nil || !strings.Contains(err.Error(), "replaceByIndex, argument Index") {
		t.Errorf("a wrong argument: %v", err)
	}
	// Out parameters are not given, in-out ones are.
	read := method(t, "com.sun.star.io.XInputStream", "readBytes")
	if _, err := checker().Args(read, []any{5}); err != nil {
		t.Errorf("a method with an out parameter: %v", err)
	}
}

// A struct named with a typedef inside is the one that it stands for.
func TestTypedefInside(t *testing.T) {
	s := &Struct{Type: "com.sun.star.beans.Pair<com.sun.star.util.Color,string>"}
	v, err := check(typeAny, s)
	if err != nil {
		t.Fatal(err)
	}
	if got := v.(Any).Type.Name; got != "com.sun.star.beans.Pair<long,string>" {
		t.Errorf("passed as %s", got)
	}
	if _, err := check(typ(t, s.Type), s); err != nil {
		t.Error(err)
	}
}

func TestReplyIsChecked(t *testing.T) {
	m := method(t, "com.sun.star.io.XInputStream", "readBytes")
	for name, r := range map[string]Reply{
		"wrong result":        {Return: "x", Outs: []any{[]byte{}}},
		"no out parameter":    {Return: 1},
		"wrong out parameter": {Return: 1, Outs: []any{"x"}},
		"exception of no type": {
			Exception: &Struct{Type: "com.sun.star.no.SuchException"},
		},
		"struct as an exception": {Exception: &Struct{Type: "com.sun.star.awt.Size"}},
		"text as an exception":   {Exception: "x"},
	} {
		r.Method = m
		if got, err := checker().Reply(r); err == nil {
			t.Errorf("%s passes as %+v", name, got)
		}
	}
}
