//go:build unix

package cases

import (
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// Many rows are written with their heights held; those that need others get them.
func TestManyRows(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	texts := make([][]any, 300)
	for i := range texts {
		texts[i] = []any{"007", "1E5"}
	}
	texts[200][0] = "two\nlines 2"
	a := takenBack(t, r, model, "write_formula_range", props{"document_url": uid, "range": []string{"B1:C300"}, "values": texts})
	if a["status"] != "ok" {
		t.Fatal(a)
	}
	r.OK("write_formula_range", props{"document_url": uid, "range": []string{"B1:C300"}, "values": texts})
	sheets := r.Object(model, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	sheet := r.Object(sheets, "com.sun.star.container.XIndexAccess", "getByIndex", 0)
	height := func(cell string) int32 {
		size := r.Do(r.Object(sheet, "com.sun.star.table.XCellRange", "getCellRangeByName", cell), "com.sun.star.beans.XPropertySet", "getPropertyValue", "Size").(*uno.Struct)
		return size.Get("Height").(int32)
	}
	if one, two := height("B1"), height("B201"); two < one*3/2 {
		t.Errorf("a row with two lines is %d high, one with one line %d", two, one)
	}
	read := r.OK("read_cell_range", props{"document_url": uid, "range": []string{"B300:C300"}, "values_only": true})
	if got := fmt.Sprint(read["result"]); !strings.Contains(got, "007") || !strings.Contains(got, "1E5") {
		t.Errorf("texts became %s", got)
	}
	if r.Do(model, "com.sun.star.beans.XPropertySet", "getPropertyValue", "IsAdjustHeightEnabled") != true {
		t.Error("heights are still held")
	}
}

// A column of thousands of formulas is filled at once, and taken back.
func TestManyFormulas(t *testing.T) {
	r := servertest.New(t)
	uid := bigSheet(t, r, 3000, 4)
	model := r.Model(uid)
	fill := func(header, formula string) []string {
		t.Helper()
		a := takenBack(t, r, model, "fill_column", props{"document_url": uid, "header": header, "value": formula})
		where := a["ranges"].([]any)[0].(string)
		var out []string
		for _, row := range formulas(r, model, where) {
			out = append(out, row[0])
		}
		return out
	}
	got := fill("Twice", "=[Column 0]*2+$C$2")
	equal(t, "cells", len(got), 3000)
	equal(t, "some cells", []string{got[0], got[1], got[2], got[2999]}, []string{"Twice", "=A2*2+$C$2", "=A3*2+$C$2", "=A3000*2+$C$2"})
	// Where formats differ, each cell keeps its own.
	numberFormat(r, model, "F10:F20", "0.000")
	numberFormat(r, model, "F30", "0%")
	key := format(r, model, "F15")
	got = fill("Third", `=B2&"A1"`)
	equal(t, "last", got[2999], `=B3000&"A1"`)
	equal(t, "format", format(r, model, "F15"), key)
}
