//go:build unix

package cases

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// rowsOf are the rows of an answer, as compact JSON.
func rowsOf(t *testing.T, a servertest.Answer) string {
	t.Helper()
	b, err := json.Marshal(a["rows"])
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Questions about tables are answered without reading the table.
func TestCalcQuerySheet(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	put(r, model, "B2:E8", [][]any{
		{"City", "Net", "Day", "Ok"},
		{"Rome", 3.5, 46000.0, 1.0},
		{"Oslo", 1.0, 46010.5, 0.0},
		{"rome", 5.0, 46020.0, 1.0},
		{"Bern", "n/a", 46030.0, 0.0},
		{"", 9.0, "", 1.0},
		{"007", 2.0, 46040.0, 0.0},
	})
	numberFormat(r, model, "D3:D8", "YYYY-MM-DD")
	numberFormat(r, model, "D4", "YYYY-MM-DD HH:MM:SS")
	r.OK("write_formula_range", props{"document_url": uid, "range": []string{"C8"}, "values": "=1/0"})
	before, steps := calcState(t, r, model), undoTitles(r, model)
	where := func(column, operator string, value any) []any {
		return []any{props{"column": column, "operator": operator, "value": value}}
	}
	for name, c := range map[string]struct {
		args    props
		want    string
		matched int
	}{
		"all":               {props{"limit": 2}, `[["Rome",3.5,"2025-12-09",1],["Oslo",1,"2025-12-19T12:00:00",0]]`, 6},
		"columns":           {props{"select": []string{"Net", "B"}, "where": where("City", "=", "Rome")}, `[[3.5,"Rome"],[5,"rome"]]`, 2},
		"not equal":         {props{"select": []string{"City"}, "where": where("City", "!=", "rome")}, `[["Oslo"],["Bern"],[null],["007"]]`, 4},
		"number":            {props{"select": []string{"City"}, "where": where("Net", ">", 3)}, `[["Rome"],["rome"],[null]]`, 3},
		"number as text":    {props{"select": []string{"City"}, "where": where("Net", "<=", "3.5")}, `[["Rome"],["Oslo"]]`, 2},
		"date":              {props{"select": []string{"City"}, "where": where("Day", ">=", "2025-12-19")}, `[["Oslo"],["rome"],["Bern"],["007"]]`, 4},
		"moment":            {props{"select": []string{"City"}, "where": where("Day", "=", "2025-12-19T12:00")}, `[["Oslo"]]`, 1},
		"text of digits":    {props{"select": []string{"Day"}, "where": where("City", "=", "007")}, `[["2026-01-18"]]`, 1},
		"contains":          {props{"select": []string{"City"}, "where": where("City", "contains", "O")}, `[["Rome"],["Oslo"],["rome"]]`, 3},
		"in":                {props{"select": []string{"City"}, "where": where("City", "in", []any{"bern", "OSLO"})}, `[["Oslo"],["Bern"]]`, 2},
		"empty":             {props{"select": []string{"Net"}, "where": where("City", "empty", "")}, `[[9]]`, 1},
		"starts":            {props{"select": []string{"City"}, "where": where("City", "starts_with", "be")}, `[["Bern"]]`, 1},
		"sum":               {props{"select": []string{"sum(Net)", "count(*)", "count(Net)", "avg(Net)", "min(Day)", "max(Day)", "distinct(Ok)"}}, `[[18.5,6,5,4.625,"2025-12-09","2026-01-18",2]]`, 6},
		"sum of nothing":    {props{"select": []string{"sum(Net)", "count(*)"}, "where": where("City", "=", "Paris")}, `[[null,0]]`, 0},
		"groups":            {props{"select": []string{"Ok", "sum(Net) as total", "count(*)"}, "group_by": []string{"Ok"}, "order_by": []string{"total"}}, `[[0,1,3],[1,17.5,3]]`, 6},
		"groups by default": {props{"group_by": []string{"Ok"}, "order_by": []string{"Ok"}}, `[[0,3],[1,3]]`, 6},
		"order":             {props{"select": []string{"City"}, "order_by": []string{"Net desc"}, "limit": 3}, `[["Bern"],[null],["rome"]]`, 6},
		"offset":            {props{"select": []string{"City"}, "order_by": []string{"Day desc"}, "offset": 4}, `[["Rome"],[null]]`, 6},
		"both":              {props{"select": []string{"City"}, "where": []any{props{"column": "City", "value": "rome"}, props{"column": "Net", "value": 5}}}, `[["rome"]]`, 1},
		"different ones":    {props{"select": []string{"Ok"}, "group_by": []string{"Ok"}}, `[[1],[0]]`, 6},
		"part":              {props{"range": "B3:C4", "has_header": false}, `[["Rome",3.5],["Oslo",1]]`, 2},
		"one cell":          {props{"range": "C3", "select": []string{"count(*)"}}, `[[6]]`, 6},
	} {
		t.Run(name, func(t *testing.T) {
			c.args["document_url"] = uid
			a := r.OK("query_sheet", c.args)
			equal(t, "rows", rowsOf(t, a), c.want)
			equal(t, "matched", a.Int("matched_rows"), c.matched)
		})
	}
	a := r.OK("query_sheet", props{"document_url": uid, "select": []string{"sum(Net)"}})
	equal(t, "errors", a.Int("errors"), 1)
	contains(t, "message", a.Text("message"), "hold an error")
	a = r.OK("query_sheet", props{"document_url": uid, "limit": 2, "offset": 1})
	equal(t, "truncated", a["truncated"], any(true))
	contains(t, "message", a.Text("message"), "offset 3")
	for code, bad := range map[string]props{
		"UNKNOWN_COLUMN":   {"select": []string{"Town"}},
		"VALIDATION_ERROR": {"select": []string{"City", "sum(Net)"}},
		"INVALID_RANGE":    {"range": "nothing here"},
	} {
		bad["document_url"] = uid
		r.Fails(code, "query_sheet", bad)
	}
	equal(t, "undo list", undoTitles(r, model), steps)
	equal(t, "document", calcState(t, r, model) == before, true)
}

// A33: the sum of a column of 50,000 rows by a condition, in under a second.
func TestA33QueryALargeSheet(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	const rows, columns = 50_000, 20
	data := make([][]any, rows+1)
	want := 0.0
	for i := range data {
		data[i] = make([]any, columns)
		for j := range data[i] {
			data[i][j] = float64(i*columns + j)
			switch {
			case i == 0:
				data[i][j] = fmt.Sprint("Field ", j)
			case j == 3:
				data[i][j] = []any{"x", "y", "zebra"}[i%3]
			}
		}
		if i > 0 && i%3 == 0 {
			want += data[i][2].(float64)
		}
	}
	put(r, model, "A1:T50001", data)
	for name, args := range map[string]props{
		"sum":   {"select": []string{"sum(C)"}, "where": []any{props{"column": "D", "value": "x"}}},
		"group": {"select": []string{"D", "sum(C)", "count(*)"}, "group_by": []string{"D"}, "order_by": []string{"D"}},
		"order": {"select": []string{"C"}, "order_by": []string{"C desc"}, "limit": 3},
	} {
		args["document_url"] = uid
		start := time.Now()
		a := r.OK("query_sheet", args)
		t.Logf("%s took %v", name, time.Since(start))
		equal(t, "total", a.Int("total_rows"), rows)
		if name == "sum" {
			equal(t, "sum", a["rows"].([]any)[0].([]any)[0], any(want))
		}
	}
	start := time.Now()
	a := r.OK("query_sheet", props{"document_url": uid, "where": []any{props{"column": "Field 0", "operator": ">", "value": 990_000}}, "limit": 10_000})
	t.Logf("all columns took %v", time.Since(start))
	equal(t, "truncated", a["truncated"], any(true))
	r.Do(block(r, model, "X1:Y2"), "com.sun.star.util.XMergeable", "merge", true)
	start = time.Now()
	s := r.OK("get_sheet_summary", props{"document_url": uid})["result"].(map[string]any)
	t.Logf("the summary took %v", time.Since(start))
	equal(t, "used", s["used_range"], any("A1:T50001"))
}

// What a sheet is made of, without its cells.
func TestCalcSheetSummary(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	s := r.OK("get_sheet_summary", props{"document_url": uid})["result"].(map[string]any)
	equal(t, "used range of nothing", s["used_range"], any("A1"))
	sheets := r.Object(model, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	r.Do(sheets, "com.sun.star.sheet.XSpreadsheets", "insertNewByName", "My Data", int16(1))
	put(r, model, "B2:E5", [][]any{{"City", "Net", "Day", "Sum"}, {"Rome", 3.0, 46000.0, ""}, {"Oslo", 1.0, 46010.0, ""}, {"", 5.0, 46020.0, ""}})
	numberFormat(r, model, "D3:D5", "YYYY-MM-DD")
	r.OK("write_formula_range", props{"document_url": uid, "range": []string{"Sheet1.E3:E5"}, "values": []any{"=C3*2", "=C4/0", ""}})
	r.Do(block(r, model, "G1:H1"), "com.sun.star.util.XMergeable", "merge", true)
	names := r.Do(model, iProps, "getPropertyValue", "NamedRanges").(*uno.Object)
	r.Do(names, "com.sun.star.sheet.XNamedRanges", "addNewByName", "Nets", "$Sheet1.$C$3:$C$5", uno.NewStruct("com.sun.star.table.CellAddress"), int32(0))
	notes := r.Object(sheetAt(r, model, 0), "com.sun.star.sheet.XSheetAnnotationsSupplier", "getAnnotations")
	r.Do(notes, "com.sun.star.sheet.XSheetAnnotations", "insertNew", uno.NewStruct("com.sun.star.table.CellAddress", "Column", int32(1), "Row", int32(1)), "a comment")
	r.OK("apply_sheet_filter", props{"document_url": uid, "range": []string{"Sheet1.B2:E5"}, "criteria": []any{props{"column": "Net", "operator": "GREATER", "value": 1}}})
	before, steps := calcState(t, r, model), undoTitles(r, model)

	s = r.OK("get_sheet_summary", props{"document_url": uid, "sheet": "sheet1"})["result"].(map[string]any)
	equal(t, "sheets", s["sheets"], any([]any{"Sheet1", "My Data"}))
	equal(t, "merges", s["merges"], any([]any{"Sheet1.G1:H1"}))
	equal(t, "comments", s["annotation_count"], any(1.0))
	equal(t, "names", s["named_ranges"], any([]any{props{"name": "Nets", "content": "$Sheet1.$C$3:$C$5", "scope": "global"}}))
	equal(t, "filters", s["filters"], any([]any{props{"range": "Sheet1.B2:E5", "criteria_count": 1.0}}))
	equal(t, "protected", s["protected"], any(false))
	r.Do(block(r, model, "G1:H1"), "com.sun.star.util.XMergeable", "merge", false)
	undoOnce(r, model)
	equal(t, "read leaves no trace", []any{calcState(t, r, model) == before, undoTitles(r, model)}, []any{true, steps})
	s = r.OK("get_sheet_summary", props{"document_url": uid, "sheet": "My Data"})["result"].(map[string]any)
	equal(t, "other sheet", []any{s["sheet_name"], s["used_range"], s["has_merges"]}, []any{"My Data", "'My Data'.A1", false})
	r.Fails("UNKNOWN_SHEET", "get_sheet_summary", props{"document_url": uid, "sheet": "None"})

	model2, uid2 := r.Open("scalc")
	put(r, model2, "B2:E5", [][]any{{"City", "Net", "Day", 46000.0}, {"Rome", 3.0, 46000.0, ""}, {"Oslo", 1.0, 46010.0, ""}, {"", "x", 46020.0, ""}})
	numberFormat(r, model2, "D3:E5", "YYYY-MM-DD")
	r.OK("write_formula_range", props{"document_url": uid2, "range": []string{"E3:E5"}, "values": []any{"=C3*2", "=C4/0", ""}})
	s = r.OK("get_sheet_summary", props{"document_url": uid2})["result"].(map[string]any)
	equal(t, "used", []any{s["used_range"], s["row_count"], s["col_count"]}, []any{"B2:E5", 4.0, 4.0})
	equal(t, "headers", s["headers"], any([]any{"City", "Net", "Day", "46000"}))
	equal(t, "columns", s["columns"], any([]any{
		props{"column": "B", "header": "City", "types": props{"text": 2.0}, "sample": "Rome"},
		props{"column": "C", "header": "Net", "types": props{"number": 2.0, "text": 1.0}, "sample": 3.0},
		props{"column": "D", "header": "Day", "types": props{"date": 3.0}, "sample": "2025-12-09"},
		props{"column": "E", "header": "46000", "types": props{"date": 1.0, "error": 1.0}, "sample": "1900-01-05", "formula": "=C3*2"},
	}))
}
