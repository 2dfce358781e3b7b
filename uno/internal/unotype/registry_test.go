package unotype_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// Function ids are part of the wire protocol. These were checked against an
// office's own type manager.
func TestFunctionIDs(t *testing.T) {
	tests := []struct {
		iface string
		ids   map[string]uint16
		count int
	}{
		{"com.sun.star.uno.XInterface", map[string]uint16{"queryInterface": 0, "acquire": 1, "release": 2}, 3},
		{"com.sun.star.beans.XPropertySet", map[string]uint16{
			"getPropertySetInfo": 3, "setPropertyValue": 4, "getPropertyValue": 5,
			"addPropertyChangeListener": 6, "removeVetoableChangeListener": 9,
		}, 10},
		{"com.sun.star.awt.XCallback", map[string]uint16{"notify": 3}, 4},
		{"com.sun.star.awt.XRequestCallback", map[string]uint16{"addCallback": 3}, 4},
		{"com.sun.star.lang.XMultiServiceFactory", map[string]uint16{
			"createInstance": 3, "createInstanceWithArguments": 4, "getAvailableServiceNames": 5,
		}, 6},
		{"com.sun.star.text.XTextDocument", map[string]uint16{
			"addEventListener": 4, "attachResource": 6, "getURL": 7, "getText": 17, "reformat": 18,
		}, 19},
		{"com.sun.star.text.XTextRange", map[string]uint16{
			"getText": 3, "getStart": 4, "getEnd": 5, "getString": 6, "setString": 7,
		}, 8},
		{"com.sun.star.sheet.XSpreadsheet", map[string]uint16{
			"getCellByPosition": 3, "getCellRangeByName": 5, "getSpreadsheet": 6, "createCursor": 7,
		}, 9},
		{"com.sun.star.bridge.XProtocolProperties", map[string]uint16{
			"getProperties": 3, "requestChange": 4, "commitChange": 5,
		}, 6},
		{"com.sun.star.frame.XModel", map[string]uint16{"getURL": 7, "getArgs": 8}, 17},
	}
	for _, test := range tests {
		t.Run(test.iface, func(t *testing.T) {
			i, err := unotype.Embedded().Interface(test.iface)
			if err != nil {
				t.Fatal(err)
			}
			if len(i.Methods) != test.count {
				t.Errorf("%d methods, want %d", len(i.Methods), test.count)
			}
			for name, id := range test.ids {
				m, ok := i.Method(name)
				if !ok || m.ID != id {
					t.Errorf("%s: got %+v, want id %d", name, m, id)
				}
			}
			for n, m := range i.Methods {
				if int(m.ID) != n {
					t.Errorf("method %d has id %d", n, m.ID)
				}
			}
		})
	}
}

func TestTypes(t *testing.T) {
	const api = "com.sun.star."
	tests := []struct{ name, want string }{
		{"long", "6 long"},
		{"unsigned hyper", "9 unsigned hyper"},
		{"type", "13 type"},
		{"any", "14 any"},
		{"[]byte", "20 []byte"},
		{"[][]any", "20 [][]any"},
		{api + "table.CellHoriJustify", "15 " + api + "table.CellHoriJustify"},
		{api + "beans.PropertyValue", "17 " + api + "beans.PropertyValue"},
		{api + "uno.RuntimeException", "19 " + api + "uno.RuntimeException"},
		{api + "uno.XInterface", "22 " + api + "uno.XInterface"},
		{api + "util.Color", "6 long"},
		{"[]" + api + "util.Color", "20 []long"},
		{api + "beans.Pair<string,any>", "17 " + api + "beans.Pair<string,any>"},
		{
			api + "beans.Pair<" + api + "util.Color,[]" + api + "beans.Optional<" + api + "util.Color>>",
			"17 " + api + "beans.Pair<long,[]" + api + "beans.Optional<long>>",
		},
	}
	for _, test := range tests {
		got, err := unotype.Embedded().Type(test.name)
		if err != nil || fmt.Sprintf("%d %s", got.Class, got.Name) != test.want {
			t.Errorf("%s: got %d %s, %v; want %s", test.name, got.Class, got.Name, err, test.want)
		}
	}
	for _, name := range []string{
		"", "[]", "[]void", "Long", "[]" + api + "uno.Exception", api + "beans", api + "beans.Pair", "com.sun.star",
		api + "beans.Pair<string>", api + "beans.Pair<string,void>", api + "beans.Pair<string,any",
		api + "beans.PropertyValue<long>", api + "frame.Desktop", strings.Repeat("[]", 40) + "long",
		strings.Repeat(api+"beans.Optional<", 40) + "long" + strings.Repeat(">", 40),
	} {
		if got, err := unotype.Embedded().Type(name); err == nil {
			t.Errorf("%q: got %v, want an error", name, got)
		}
	}
	if _, err := unotype.Embedded().Struct(api + "no.Such"); !errors.Is(err, unotype.ErrUnknown) {
		t.Errorf("unknown struct: %v", err)
	}
}

func TestStructMembers(t *testing.T) {
	tests := []struct {
		name string
		want string
	}{
		{"com.sun.star.beans.Pair<string,any>", "[{First string} {Second any}]"},
		{"com.sun.star.beans.Optional<[]long>", "[{IsPresent boolean} {Value []long}]"},
		{
			"com.sun.star.beans.PropertyValue",
			"[{Name string} {Handle long} {Value any} {State com.sun.star.beans.PropertyState}]",
		},
		{
			"com.sun.star.lang.WrappedTargetException",
			"[{Message string} {Context com.sun.star.uno.XInterface} {TargetException any}]",
		},
		{"com.sun.star.awt.MouseEvent", "[{Source com.sun.star.uno.XInterface} {Modifiers short}" +
			" {Buttons short} {X long} {Y long} {ClickCount long} {PopupTrigger boolean}]"},
	}
	for _, test := range tests {
		s, err := unotype.Embedded().Struct(test.name)
		if err != nil || fmt.Sprint(s.Members) != test.want {
			t.Errorf("%s: got %v, %v\nwant %s", test.name, s, err, test.want)
		}
	}
}

func TestIsA(t *testing.T) {
	const api = "com.sun.star."
	tests := []struct {
		iface, base string
		want        bool
	}{
		{api + "text.XTextDocument", api + "frame.XModel", true},
		{api + "text.XTextDocument", api + "lang.XComponent", true},
		{api + "text.XTextDocument", api + "uno.XInterface", true},
		{api + "text.XTextDocument", api + "text.XTextDocument", true},
		{api + "frame.XModel", api + "text.XTextDocument", false},
		{api + "text.XTextRange", api + "text.XSimpleText", false},
		{api + "no.XSuch", api + "uno.XInterface", false},
	}
	for _, test := range tests {
		if got := unotype.Embedded().IsA(test.iface, test.base); got != test.want {
			t.Errorf("IsA(%s, %s) = %v", test.iface, test.base, got)
		}
	}
}

func TestOneWay(t *testing.T) {
	i, err := unotype.Embedded().Interface("com.sun.star.frame.XDesktop2")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range i.Methods {
		if m.OneWay != (m.Name == "acquire" || m.Name == "release") {
			t.Errorf("%s: oneway %v", m.Name, m.OneWay)
		}
	}
}

func BenchmarkColdInterface(b *testing.B) {
	for b.Loop() {
		r := unotype.Embedded().With(&unotype.File{})
		if _, err := r.Interface("com.sun.star.text.XTextDocument"); err != nil {
			b.Fatal(err)
		}
	}
}
