package urp

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
)

// value is a Go value and its bytes, written by an encoder with empty caches.
type value struct {
	name  string
	typ   string
	given any
	got   any // what decoding gives, if not given
	bytes string
}

var ours = &ref{oid: "ours-1", typ: simple(22, "com.sun.star.lang.XEventListener")}

const pair = "com.sun.star.beans.Pair<string,any>"

func propertyValue(name string, v any) *Struct {
	return &Struct{Type: "com.sun.star.beans.PropertyValue", Fields: []Field{
		{"Name", name},
		{"Handle", int32(0)},
		{"Value", v},
		{"State", Enum{"com.sun.star.beans.PropertyState", "DIRECT_VALUE", 0}},
	}}
}

func simpleValues() []value {
	return []value{
		{"void", "void", nil, nil, ``},
		{"false", "boolean", false, nil, `00`},
		{"true", "boolean", true, nil, `01`},
		{"byte", "byte", int8(-2), nil, `fe`},
		{"byte from an int", "byte", 254, int8(-2), `fe`},
		{"short", "short", int16(-2), nil, `fffe`},
		{"unsigned short", "unsigned short", uint16(0xfffe), nil, `fffe`},
		{"long", "long", int32(math.MinInt32), nil, `80000000`},
		{"long from an int", "long", 7, int32(7), `00000007`},
		{"unsigned long", "unsigned long", uint32(math.MaxUint32), nil, `ffffffff`},
		{"hyper", "hyper", int64(-2), nil, `fffffffffffffffe`},
		{"unsigned hyper", "unsigned hyper", uint64(math.MaxUint64), nil, `ffffffffffffffff`},
		{"unsigned hyper from an int", "unsigned hyper", 1, uint64(1), `0000000000000001`},
		{"float", "float", float32(1.5), nil, `3fc00000`},
		{"float from a double", "float", 1.5, float32(1.5), `3fc00000`},
		{"double", "double", -0.5, nil, `bfe0000000000000`},
		{"double from an int", "double", 3, 3.0, `4008000000000000`},
		{"char", "char", Char('ß'), nil, `00df`},
		{"empty string", "string", "", nil, `00`},
		{"string", "string", "Größe 😀", nil, `0c 4772c3b6c39f6520f09f9880`},
		{"string with a null", "string", "a\x00b", nil, `03 610062`},
		{"simple type", "type", simple(6, "long"), nil, `06`},
		{"no type", "type", Type{}, simple(0, "void"), `00`},
		{"struct type", "type", simple(17, pair), nil, `91 0000 $"com.sun.star.beans.Pair<string,any>"`},
		{"sequence type", "type", simple(20, "[][]long"), nil, `94 0000 $"[][]long"`},
		{"enum", "com.sun.star.awt.FontSlant", Enum{"com.sun.star.awt.FontSlant", "ITALIC", 2}, nil, `00000002`},
		{"enum by name", "com.sun.star.awt.FontSlant", "ITALIC", Enum{"com.sun.star.awt.FontSlant", "ITALIC", 2}, `00000002`},
		{"enum by number", "com.sun.star.awt.FontSlant", 2, Enum{"com.sun.star.awt.FontSlant", "ITALIC", 2}, `00000002`},
	}
}

func anyValues() []value {
	long := strings.Repeat("x", 300)
	return []value{
		{"any void", "any", nil, nil, `00`},
		{"any boolean", "any", true, nil, `02 01`},
		{"any byte", "any", int8(1), nil, `03 01`},
		{"any short", "any", int16(1), nil, `04 0001`},
		{"any unsigned short", "any", uint16(1), nil, `05 0001`},
		{"any long", "any", int32(1), nil, `06 00000001`},
		{"any int", "any", 1, int32(1), `06 00000001`},
		{"any large int", "any", 1 << 40, int64(1 << 40), `08 0000010000000000`},
		{"any unsigned long", "any", uint32(1), nil, `07 00000001`},
		{"any hyper", "any", int64(1), nil, `08 0000000000000001`},
		{"any unsigned hyper", "any", uint64(1), nil, `09 0000000000000001`},
		{"any float", "any", float32(2), nil, `0a 40000000`},
		{"any double", "any", 2.0, nil, `0b 4000000000000000`},
		{"any char", "any", Char('A'), nil, `01 0041`},
		{"any string", "any", "hi", nil, `0c 02 6869`},
		{"any long string", "any", long, nil, `0c ff 0000012c "` + long + `"`},
		{"any type", "any", simple(12, "string"), nil, `0d 0c`},
		{"any in an any", "any", Any{typeAny, Any{typeShort, 5}}, int16(5), `04 0005`},
		{"any of a chosen type", "any", Any{typeShort, 5}, int16(5), `04 0005`},
		{
			"any enum", "any",
			Enum{"com.sun.star.awt.FontSlant", "ITALIC", 2},
			nil,
			`8f 0000 $"com.sun.star.awt.FontSlant" 00000002`,
		},
		{"any null reference", "any", (*ref)(nil), nil, `00`},
		{
			"any reference", "any", ours, ours,
			`96 0000 $"com.sun.star.lang.XEventListener" $"ours-1" 0000`,
		},
		{
			"any chosen null reference", "any",
			Any{TypeXInterface, nil},
			nil,
			`96 0000 $"com.sun.star.uno.XInterface" 00 ffff`,
		},
		{
			"any struct", "any", &Struct{"com.sun.star.awt.Size", []Field{{"Width", int32(1)}, {"Height", int32(2)}}}, nil,
			`91 0000 $"com.sun.star.awt.Size" 00000001 00000002`,
		},
		{
			"any exception", "any",
			&Struct{"com.sun.star.lang.WrappedTargetException", []Field{
				{"Message", "m"}, {"Context", nil}, {"TargetException", &Struct{
					"com.sun.star.uno.Exception", []Field{{"Message", "n"}, {"Context", nil}},
				}},
			}}, nil,
			`93 0000 $"com.sun.star.lang.WrappedTargetException" $"m" 00 ffff
			 93 0001 $"com.sun.star.uno.Exception" $"n" 00 ffff`,
		},
		{"any sequence of any", "any", []any{int32(1), "a", nil}, nil, `94 0000 $"[]any" 03 06 00000001 0c 01 61 00`},
		{"any bytes", "any", []byte{1, 2, 255}, nil, `94 0000 $"[]byte" 03 0102ff`},
		{"any empty sequence", "any", []string{}, nil, `94 0000 $"[]string" 00`},
		{
			"any sequence of structs", "any",
			[]*Struct{propertyValue("a", int16(1))},
			nil,
			`94 0000 $"[]com.sun.star.beans.PropertyValue" 01 $"a" 00000000 04 0001 00000000`,
		},
		{
			"any sequence of references", "any",
			[]*ref{ours, nil},
			nil,
			`94 0000 $"[]com.sun.star.lang.XEventListener" 02 $"ours-1" 0000 00 ffff`,
		},
		{"any nested sequence", "any", [][]int32{{1}, {}}, nil, `94 0000 $"[][]long" 02 01 00000001 00`},
	}
}

func compoundValues() []value {
	return []value{
		{
			"struct with defaults", "com.sun.star.beans.PropertyValue",
			&Struct{Type: "com.sun.star.beans.PropertyValue", Fields: []Field{{"Value", "v"}, {"Name", "n"}}},
			propertyValue("n", "v"), `$"n" 00000000 0c $"v" 00000000`,
		},
		{
			"struct with all its kinds left out", "com.sun.star.beans.PropertyChangeEvent",
			&Struct{Type: "com.sun.star.beans.PropertyChangeEvent"},
			&Struct{"com.sun.star.beans.PropertyChangeEvent", []Field{
				{"Source", nil},
				{"PropertyName", ""},
				{"Further", false},
				{"PropertyHandle", int32(0)},
				{"OldValue", nil},
				{"NewValue", nil},
			}}, `00 ffff 00 00 00000000 00 00`,
		},
		{
			"polymorphic struct", pair,
			&Struct{pair, []Field{{"First", "a"}, {"Second", int32(7)}}}, nil, `01 61 06 00000007`,
		},
		{
			"polymorphic struct left out", "com.sun.star.beans.Optional<com.sun.star.beans.Pair<long,[]string>>",
			&Struct{Type: "com.sun.star.beans.Optional<com.sun.star.beans.Pair<long,[]string>>"},
			&Struct{"com.sun.star.beans.Optional<com.sun.star.beans.Pair<long,[]string>>", []Field{
				{"IsPresent", false},
				{"Value", &Struct{"com.sun.star.beans.Pair<long,[]string>", []Field{
					{"First", int32(0)}, {"Second", []string{}},
				}}},
			}}, `00 00000000 00`,
		},
		{
			"struct with a base", "com.sun.star.document.DocumentEvent",
			&Struct{Type: "com.sun.star.document.DocumentEvent", Fields: []Field{{"EventName", "OnLoad"}, {"Source", ours}}},
			&Struct{"com.sun.star.document.DocumentEvent", []Field{
				{"Source", &ref{oid: "ours-1", typ: TypeXInterface}},
				{"EventName", "OnLoad"},
				{"ViewController", nil},
				{"Supplement", nil},
			}}, `$"ours-1" 0000 $"OnLoad" 00 ffff 00`,
		},
		{"null reference", "com.sun.star.lang.XEventListener", nil, nil, `00 ffff`},
		{"reference", "com.sun.star.lang.XEventListener", ours, ours, `$"ours-1" 0000`},
	}
}

func sequenceValues() []value {
	return []value{
		{"no sequence", "[]string", nil, []string{}, `00`},
		{"booleans", "[]boolean", []bool{true, false}, nil, `02 01 00`},
		{"bytes", "[]byte", []byte("ab"), nil, `02 6162`},
		{"bytes from int8", "[]byte", []int8{-1, 1}, []byte{255, 1}, `02 ff01`},
		{"shorts", "[]short", []int16{-1}, nil, `01 ffff`},
		{"unsigned shorts", "[]unsigned short", []uint16{1}, nil, `01 0001`},
		{"longs", "[]long", []int32{1, -1}, nil, `02 00000001 ffffffff`},
		{"longs from ints", "[]long", []int{1, -1}, []int32{1, -1}, `02 00000001 ffffffff`},
		{"unsigned longs", "[]unsigned long", []uint32{1}, nil, `01 00000001`},
		{"hypers", "[]hyper", []int64{1}, nil, `01 0000000000000001`},
		{"unsigned hypers", "[]unsigned hyper", []uint64{1}, nil, `01 0000000000000001`},
		{"floats", "[]float", []float32{2}, nil, `01 40000000`},
		{"doubles", "[]double", []float64{2}, nil, `01 4000000000000000`},
		{"doubles from anys", "[]double", []any{2, 2.0}, []float64{2, 2}, `02 4000000000000000 4000000000000000`},
		{"chars", "[]char", []Char{'A'}, nil, `01 0041`},
		{"strings", "[]string", []string{"a", ""}, nil, `02 01 61 00`},
		{"types", "[]type", []Type{typeLong, simple(20, "[]any"), simple(20, "[]any")}, nil, `03 06 94 0000 $"[]any" 14 0000`},
		{"enums", "[]com.sun.star.awt.FontSlant", []Enum{{"com.sun.star.awt.FontSlant", "NONE", 0}}, nil, `01 00000000`},
		{"anys", "[]any", []any{}, nil, `00`},
		{"cells", "[][]any", [][]any{{1.0, "a"}, {}}, nil, `02 02 0b 3ff0000000000000 0c 01 61 00`},
		{"nested strings", "[][]string", [][]string{{"a"}}, nil, `01 01 01 61`},
		{"nested doubles", "[][]double", [][]float64{{2}}, nil, `01 01 4000000000000000`},
		{"nested longs", "[][][]long", [][][]int32{{{1}, nil}, {}}, [][][]int32{{{1}, {}}, {}}, `02 02 01 00000001 00 00`},
		{
			"nested structs", "[][]com.sun.star.awt.Point",
			[][]*Struct{{{"com.sun.star.awt.Point", []Field{{"X", int32(1)}, {"Y", int32(2)}}}}},
			nil,
			`01 01 00000001 00000002`,
		},
		{"nested references", "[][]com.sun.star.lang.XEventListener", []any{[]*ref{ours}}, nil, `01 01 $"ours-1" 0000`},
		{
			"references of both sides", "[]com.sun.star.uno.XInterface",
			[]any{ours, nil, &ref{oid: "theirs", typ: TypeXInterface}, ours},
			[]*ref{{oid: "ours-1", typ: TypeXInterface}, nil, {oid: "theirs", typ: TypeXInterface}, {oid: "ours-1", typ: TypeXInterface}},
			`04 $"ours-1" 0000 00 ffff $"theirs" 0001 00 0000`,
		},
		{
			"structs", "[]" + pair, []*Struct{{pair, []Field{{"First", "a"}, {"Second", nil}}}}, nil, `01 01 61 00`,
		},
	}
}

func values() []value {
	var all []value
	for _, list := range [][]value{simpleValues(), anyValues(), compoundValues(), sequenceValues()} {
		all = append(all, list...)
	}
	return all
}

// same compares decoded values; what a test counts of references is left out.
func same(a, b any) bool {
	ours.sent = 0
	return reflect.DeepEqual(a, b)
}

func TestValues(t *testing.T) {
	for _, test := range values() {
		t.Run(test.name, func(t *testing.T) {
			typ, want := typ(t, test.typ), parse(t, test.bytes)
			got := encode(t, NewEncoder(), typ, test.given)
			if !bytes.Equal(got, want) {
				t.Errorf("%v encodes to\n%x, want\n%x", test.given, got, want)
			}
			back, err := decode(newDecoder(), typ, want)
			if err != nil {
				t.Fatal(err)
			}
			if test.got == nil && test.given != any((*ref)(nil)) {
				test.got = test.given
			}
			if a, ok := test.given.(Any); ok && a.Value == nil {
				test.got = nil
			}
			if !same(back, test.got) {
				t.Errorf("%x decodes to\n%#v, want\n%#v", want, back, test.got)
			}
		})
	}
}

// What is received can be sent again as it is.
func TestValuesAgain(t *testing.T) {
	for _, test := range values() {
		t.Run(test.name, func(t *testing.T) {
			typ, want := typ(t, test.typ), parse(t, test.bytes)
			back, err := decode(newDecoder(), typ, want)
			if err != nil {
				t.Fatal(err)
			}
			if test.typ == "any" && back == nil {
				return // void, or a null reference, whose type is lost
			}
			if got := encode(t, NewEncoder(), typ, back); !bytes.Equal(got, want) {
				t.Errorf("%v encodes again to\n%x, want\n%x", back, got, want)
			}
		})
	}
}

// Every cut value is an error, at every length.
func TestCutValues(t *testing.T) {
	for _, test := range values() {
		typ, whole := typ(t, test.typ), parse(t, test.bytes)
		for n := range whole {
			if v, err := decode(newDecoder(), typ, whole[:n]); err == nil {
				t.Errorf("%s: %d of %d bytes decode to %v", test.name, n, len(whole), v)
			}
		}
	}
}
