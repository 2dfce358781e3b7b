package exam

import (
	"fmt"
	"os"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// TestNeverHostageHeavySheet tries the tools on a sheet of 50,000 rows and 20
// columns; outside make exam it has fewer rows.
func TestNeverHostageHeavySheet(t *testing.T) {
	rows := 1000
	if os.Getenv("UNODESK_CORPUS") != "" {
		rows = 50_000
	}
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	data := make([][]any, rows)
	for i := range data {
		for j := range 20 {
			switch {
			case i == 0:
				data[i] = append(data[i], fmt.Sprint("Column ", j))
			case j == 3:
				data[i] = append(data[i], []any{"x", "y", "zebra"}[i%3])
			default:
				data[i] = append(data[i], float64(i*20+j)/4)
			}
		}
	}
	sheets := r.Object(model, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	sheet := r.Object(sheets, "com.sun.star.container.XIndexAccess", "getByIndex", 0)
	all := []string{fmt.Sprint("A1:T", rows)}
	r.Do(r.Object(sheet, "com.sun.star.table.XCellRange", "getCellRangeByName", all[0]), "com.sun.star.sheet.XCellRangeData", "setDataArray", data)

	h := hostage{&exam{t: t, r: r, model: model, uid: uid}}
	h.run("get_sheet_summary", props{})
	h.run("read_cell_range", props{"range": all})
	h.run("read_cell_range", props{"range": all, "values_only": true, "max_bytes": 1_000_000})
	h.run("query_sheet", props{"range": all, "select": []string{"sum(C)"}, "where": []props{{"column": "D", "operator": "=", "value": "x"}}})
	h.run("query_sheet", props{"range": all, "order_by": []string{"C desc"}, "limit": 10})
	h.edit("write_formula_range", props{"range": []string{fmt.Sprint("V1:W", rows)}, "values": 5})
	h.edit("write_formula_range", props{"range": []string{fmt.Sprint("V1:V", rows)}, "values": "007"})
	h.edit("fill_column", props{"range": all, "header": "Twice", "value": "=C2*2"})
	h.edit("fill_column", props{"range": all, "header": "Number", "value": "n {n}"})
	h.edit("set_style", props{"range": all, "bold": true, "number_format": "0.00"})
	h.edit("set_style", props{"range": all, "border_color": "red"})
	h.edit("sort_range", props{"range": all, "keys": []props{{"column": "D"}}})
	h.edit("apply_sheet_filter", props{"range": all, "criteria": []props{{"column": "D", "operator": "EQUAL", "value": "x"}}})
	h.run("get_sheet_filter", props{"range": all})
}
