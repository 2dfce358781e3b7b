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
