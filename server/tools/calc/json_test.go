package calc

import (
	"math"
	"testing"

	"github.com/unodesk/unodesk/server/document/calc"
)

// Cells written by hand are what encoding/json makes of them.
func TestAppendCell(t *testing.T) {
	for _, c := range []calc.Cell{
		{Address: "A1", Type: "empty"},
		{Address: "B2", Value: "plain", Type: "text"},
		{Address: "B2", Value: "a \"quote\", a \\ and <b>ä😀\n\x01\x7f\u2028", Type: "text"},
		{Address: "C3", Value: 0.0, Type: "number"},
		{Address: "C3", Value: -1234.5678901234567, Type: "number"},
		{Address: "C3", Value: 1e-7, Type: "number"},
		{Address: "C3", Value: 1e21, Type: "number"},
		{Address: "C3", Value: 123456789012345680000.0, Type: "number"},
		{Address: "C3", Value: math.SmallestNonzeroFloat64, Type: "number"},
		{Address: "D4", Value: true, Type: "boolean", Formula: "=TRUE()"},
		{Address: "E5", Type: "error", Error: "#DIV/0!", Formula: `=1/0&"x"`},
		{Address: "F6", Value: "2026-08-08", Type: "date", Shown: "08.08.26"},
	} {
		got, err := appendCell(nil, &c)
		if err != nil {
			t.Fatal(err)
		}
		want, err := compact(c)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s, want %s (%v)", got, want, err)
		}
	}
	if _, err := appendValue(nil, math.Inf(1)); err == nil {
		t.Error("infinity is no JSON")
	}
}
