//go:build unix

package cases

import (
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// A31: "new column = Gross - Net" is one call, and no formula comes from the
// model but the first.
func TestA31FillColumn(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	rows := [][]any{{"Gross", "Net"}}
	for i := range 40 {
		rows = append(rows, []any{float64(119 + i), float64(100 + i/2)})
	}
	put(r, model, "B3:C43", rows)
	fill := func(more props) props {
		args := props{"document_url": uid}
		for k, v := range more {
			args[k] = v
		}
		return args
	}
	a := takenBack(t, r, model, "fill_column", fill(props{"header": "Tax", "value": "=[Gross]-[Net]"}))
	equal(t, "ranges", a["ranges"], any([]any{"D3:D43"}))
	equal(t, "second cell", cell(t, a, 0, 1, 0), props{"address": "D4", "value": 19.0, "formula": "=B4-C4", "type": "number"})
	for i, f := range formulas(r, model, "D4:D43") {
		equal(t, "formula", f[0], fmt.Sprintf("=B%d-C%d", i+4, i+4))
	}
	equal(t, "header", formulas(r, model, "D3"), [][]string{{"Tax"}})

	takenBack(t, r, model, "fill_column", fill(props{"column": "Tax", "value": "=IF(B4>$B$4,B4-C4,\"B4\")"}))
	equal(t, "last", formulas(r, model, "D43"), [][]string{{`=IF(B43>$B$4;B43-C43;"B4")`}})
	takenBack(t, r, model, "fill_column", fill(props{"column": "E", "header": "No.", "value": "Item {n}"}))
	equal(t, "texts", values(r, model, "E3:E5"), [][]any{{"No."}, {"Item 1"}, {"Item 2"}})
	a = takenBack(t, r, model, "fill_column", fill(props{"column": "E", "value": "={n}*10"}))
	if a["message"] == nil || strings.Contains(a.Text("message"), "error") {
		t.Errorf("a formula that counts: %v", a)
	}
	takenBack(t, r, model, "fill_column", fill(props{"column": "E", "value": "2026-08-08"}))
	takenBack(t, r, model, "fill_column", fill(props{"column": "E", "value": 0}))
	takenBack(t, r, model, "fill_column", fill(props{"column": "E", "value": ""}))
	takenBack(t, r, model, "fill_column", fill(props{"range": "B4:B10", "has_header": false, "column": "H", "value": "=SUM(B$4:B4)"}))
	equal(t, "running sum", formulas(r, model, "H10"), [][]string{{"=SUM(B$4:B10)"}})

	a = refused(t, r, model, "UNKNOWN_COLUMN", "fill_column", fill(props{"value": "=[Brutto]-1"}))
	contains(t, "message", a.Text("message"), "B Gross")
	refused(t, r, model, "UNKNOWN_COLUMN", "fill_column", fill(props{"column": "Total sum", "value": 1}))
	refused(t, r, model, "UNKNOWN_FUNCTION", "fill_column", fill(props{"value": "=WENN(B4>1;2;3)"}))
}

// Formats are set in one step, and taken back in one.
func TestCalcSetStyle(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	put(r, model, "A1:C3", [][]any{{"Name", "Net", "Day"}, {"a long text that wants to be broken into lines", 1234.5, 46000.0}, {"b", 2.0, 46001.0}})
	style := func(more props) props {
		args := props{"document_url": uid, "range": []string{"A1:C2", "B3:D4"}}
		for k, v := range more {
			args[k] = v
		}
		return args
	}
	for _, s := range []props{
		{"bold": true},
		{"bold": true, "italic": true},
		{"font_size": 24},
		{"wrap_text": true},
		{"bg_color": "#ddeeff"},
		{"bg_color": "lightgray", "font_color": "rgb(200, 0, 0)"},
		{"border_color": "000"},
		{"h_align": "justify", "v_align": "center"},
		{"number_format": "#,##0.00"},
		{"number_format": "date"},
		{"number_format": `0.0" kg"`, "bold": false},
		{"number_format": "general"},
		{"bg_color": "none", "border_color": "none"},
		{"h_align": "standard", "v_align": "standard", "wrap_text": false},
		{"range": []string{"E:E", "9:9"}, "bold": true},
	} {
		takenBack(t, r, model, "set_style", style(s))
	}
	r.OK("set_style", style(props{"range": []string{"B2"}, "number_format": "#,##0.00", "bold": true}))
	r.OK("set_style", style(props{"range": []string{"C2"}, "number_format": "DD/MM/YYYY"}))
	a := r.OK("read_cell_range", props{"document_url": uid, "range": []string{"B2:C2"}})
	equal(t, "shown", cell(t, a, 0, 0, 0)["shown"], any("1,234.50"))
	equal(t, "shown", cell(t, a, 0, 0, 1)["shown"], any("09/12/2025"))
	equal(t, "value", cell(t, a, 0, 0, 1)["value"], any("2025-12-09"))

	for name, bad := range map[string]props{
		"a colour": {"bg_color": "invalid"}, "border": {"border_color": "#12345"}, "h_align": {"h_align": "middle"}, "size": {"font_size": 0},
		"format": {"number_format": "[bad"}, "nothing": {}, "empty format": {"number_format": " "},
	} {
		t.Run(name, func(t *testing.T) { refused(t, r, model, "VALIDATION_ERROR", "set_style", style(bad)) })
	}
	a = r.Fails("VALIDATION_ERROR", "set_style", style(props{"h_align": "middle"}))
	contains(t, "message", fmt.Sprint(a), "center")
	r.Do(sheetAt(r, model, 0), "com.sun.star.util.XProtectable", "protect", "")
	refused(t, r, model, "PROTECTED", "set_style", style(props{"bold": true}))
}

// Rows are sorted whole, and only what can be sorted.
func TestCalcSortRange(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	table := [][]any{
		{"City", "Net", "Note"}, {"Rome", 3.0, "x"}, {"oslo", 1.0, ""}, {"Rome", 5.0, "y"}, {"Oslo", 2.0, "z"}, {"", 9.0, "no city"}, {"Bern", 4.0, ""},
	}
	put(r, model, "A1:C7", table)
	r.Do(block(r, model, "D2:D7"), "com.sun.star.sheet.XCellRangeFormula", "setFormulaArray",
		[][]string{{"=B2*2"}, {"=B3*2"}, {"=B4*2"}, {"=B5*2"}, {"=B6*2"}, {"=B7*2"}})
	r.Do(block(r, model, "A2:C2"), iProps, "setPropertyValue", "CellBackColor", int32(0xffcc00))
	put(r, model, "H1:H3", [][]any{{3.0}, {1.0}, {2.0}})
	sort := func(more props) props {
		args := props{"document_url": uid, "range": []string{"A1:D7"}}
		for k, v := range more {
			args[k] = v
		}
		return args
	}
	byTwo := sort(props{"keys": []any{props{"column": "city"}, props{"column": "B", "descending": true}}})
	takenBack(t, r, model, "sort_range", byTwo)
	equal(t, "sorted", values(r, model, "A1:B7"), [][]any{{"City", "Net"}, {"Bern", 4.0}, {"Oslo", 2.0}, {"oslo", 1.0}, {"Rome", 5.0}, {"Rome", 3.0}, {"", 9.0}})
	equal(t, "formulas", values(r, model, "D2:D7"), [][]any{{8.0}, {4.0}, {2.0}, {10.0}, {6.0}, {18.0}})
	equal(t, "the format moved along", r.Do(block(r, model, "A6"), iProps, "getPropertyValue", "CellBackColor"), any(int32(0xffcc00)))
	takenBack(t, r, model, "sort_range", sort(props{"sort_column": 1}))
	takenBack(t, r, model, "sort_range", sort(props{"sort_column": 1, "ascending": false}))
	equal(t, "sorted", values(r, model, "B1:B4"), [][]any{{"Net"}, {9.0}, {5.0}, {4.0}})
	takenBack(t, r, model, "sort_range", sort(props{"range": []string{"H1:H3"}, "has_header": false}))
	equal(t, "without header", values(r, model, "H1:H3"), [][]any{{1.0}, {2.0}, {3.0}})
	takenBack(t, r, model, "sort_range", sort(props{"range": []string{"A3", "H1"}, "has_header": true}))

	a := refused(t, r, model, "UNKNOWN_COLUMN", "sort_range", sort(props{"keys": []any{props{"column": "Town"}}}))
	contains(t, "message", a.Text("message"), "A City")
	refused(t, r, model, "UNKNOWN_COLUMN", "sort_range", sort(props{"sort_column": 4}))
	r.OK("apply_sheet_filter", props{"document_url": uid, "range": []string{"A1:D7"}, "criteria": []any{props{"column": "Net", "operator": "GREATER", "value": 2}}})
	refused(t, r, model, "FILTERED", "sort_range", byTwo)
	refused(t, r, model, "FILTERED", "sort_range", sort(props{"range": []string{"H1:H3"}}))
	r.OK("clear_sheet_filter", props{"document_url": uid, "range": []string{"A1"}})
	r.OK("sort_range", byTwo)
	r.Do(block(r, model, "A3:B3"), "com.sun.star.util.XMergeable", "merge", true)
	a = refused(t, r, model, "PROTECTED", "sort_range", byTwo)
	contains(t, "message", a.Text("message"), "A3:B3")
	r.Do(block(r, model, "A3:B3"), "com.sun.star.util.XMergeable", "merge", false)
	r.Do(block(r, model, "C3:C4"), "com.sun.star.sheet.XArrayFormulaRange", "setArrayFormula", "=ROW(A1:A2)")
	refused(t, r, model, "PROTECTED", "sort_range", byTwo)
	r.Do(sheetAt(r, model, 0), "com.sun.star.util.XProtectable", "protect", "")
	refused(t, r, model, "PROTECTED", "sort_range", sort(props{"range": []string{"H1:H3"}}))
}

// Rows are hidden, told, and shown again.
func TestCalcFilters(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	put(r, model, "B2:D7", [][]any{
		{"City", "Net", "Day"}, {"Rome", 3.0, 46000.0}, {"Oslo", 1.0, 46010.0}, {"Rome", 5.0, 46020.0}, {"Bern (CH)", 2.0, 46030.0}, {"", 9.0, 46040.0},
	})
	numberFormat(r, model, "D3:D7", "YYYY-MM-DD")
	apply := func(visible int, criteria ...any) {
		t.Helper()
		a := takenBack(t, r, model, "apply_sheet_filter", props{"document_url": uid, "range": []string{"B2:D7"}, "criteria": criteria})
		equal(t, fmt.Sprint("rows visible by ", criteria), a.Int("visible_rows"), visible)
		equal(t, "criteria", a.Int("criteria_count"), len(criteria))
	}
	apply(2, props{"column": "City", "operator": "EQUAL", "value": "Rome"})
	apply(1, props{"column": "City", "operator": "EQUAL", "value": "rome"}, props{"column": "Net", "operator": "GREATER", "value": 3, "connection": "AND"})
	apply(3, props{"field": 0, "operator": "EQUAL", "value": "Rome"}, props{"field": 1, "operator": "LESS", "value": "2", "connection": "OR"})
	apply(1, props{"column": "City", "operator": "CONTAINS", "value": "(CH"})
	apply(1, props{"column": "City", "operator": "EMPTY"})
	equal(t, "operator", r.OK("get_sheet_filter", props{"document_url": uid, "range": []string{"C4"}})["criteria"].([]any)[0].(map[string]any)["operator"], any("EMPTY"))
	apply(4, props{"column": "City", "operator": "NOT_EMPTY"})
	apply(3, props{"column": "Day", "operator": "GREATER_EQUAL", "value": "2025-12-29"})
	apply(2, props{"column": "Net", "operator": "TOP_VALUES", "value": 2})
	a := r.OK("get_sheet_filter", props{"document_url": uid, "range": []string{"C4"}})
	equal(t, "range", a.Text("range"), "B2:D7")
	equal(t, "criteria", a["criteria"], any([]any{props{
		"index": 0.0, "field": 1.0, "column": "C", "operator": "TOP_VALUES", "operator_code": 8.0, "connection": "AND", "is_numeric": true, "value": 2.0,
	}}))
	a = takenBack(t, r, model, "clear_sheet_filter", props{"document_url": uid, "range": []string{"Sheet1"}})
	equal(t, "cleared", a["ranges"], any([]any{"B2:D7"}))
	equal(t, "criteria left", r.OK("get_sheet_filter", props{"document_url": uid, "range": []string{"B2:D7"}}).Int("count"), 0)
	steps := undoTitles(r, model)
	a = r.OK("clear_sheet_filter", props{"document_url": uid, "range": []string{"B2"}})
	contains(t, "message", a.Text("message"), "nothing was changed")
	equal(t, "undo list", undoTitles(r, model), steps)

	for code, c := range map[string]props{
		"UNKNOWN_COLUMN":   {"column": "Town", "operator": "EMPTY"},
		"VALIDATION_ERROR": {"column": "City", "operator": "EQUAL"},
	} {
		refused(t, r, model, code, "apply_sheet_filter", props{"document_url": uid, "range": []string{"B2:D7"}, "criteria": []any{c}})
	}
	refused(t, r, model, "VALIDATION_ERROR", "apply_sheet_filter", props{"document_url": uid, "range": []string{"B2:D7"}, "criteria": []any{props{"column": "City", "operator": "LIKE", "value": "x"}}})
	refused(t, r, model, "UNKNOWN_COLUMN", "apply_sheet_filter", props{"document_url": uid, "range": []string{"B2:D7"}, "criteria": []any{props{"field": 3, "operator": "EMPTY"}}})
	r.Do(sheetAt(r, model, 0), "com.sun.star.util.XProtectable", "protect", "")
	refused(t, r, model, "PROTECTED", "apply_sheet_filter", props{"document_url": uid, "range": []string{"B2:D7"}, "criteria": []any{props{"field": 0, "operator": "EMPTY"}}})
}
