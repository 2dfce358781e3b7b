//go:build unix

package cases

import (
	"fmt"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

var calcTools = []string{"write_formula_range", "fill_column", "sort_range", "set_style", "apply_sheet_filter", "clear_sheet_filter"}

// richTable is richSheet with a table beside that can be sorted and filtered.
func richTable(t *testing.T, r *servertest.Rig) *undoBench {
	t.Helper()
	model, uid := richSheet(t, r)
	put(r, model, "H1:K9", [][]any{
		{"City", "Net", "Day", "Note"},
		{"Rome", 3.0, 46000.0, "x"},
		{"Oslo", 1.0, 46010.0, ""},
		{"Rome", 5.0, 46020.0, "y"},
		{"Bern (CH)", 2.0, 46030.0, "z"},
		{"", 9.0, 46040.0, ""},
		{"oslo", 7.0, 46001.0, "x"},
		{"Wien", 4.0, 46002.0, "long text of a note"},
		{"Ulm", 6.0, 46003.0, "007"},
	})
	numberFormat(r, model, "J2:J9", "YYYY-MM-DD")
	r.Do(block(r, model, "L2:L9"), "com.sun.star.sheet.XCellRangeFormula", "setFormulaArray",
		[][]string{{"=I2*2"}, {"=I3*2"}, {"=I4*2"}, {"=I5*2"}, {"=I6*2"}, {"=I7*2"}, {"=I8*2"}, {"=I9*2"}})
	put(r, model, "L1", [][]any{{"Twice"}})
	r.Do(block(r, model, "H2:K2"), iProps, "setPropertyValue", "CellBackColor", int32(0xffcc00))
	notes := r.Object(sheetAt(r, model, 0), "com.sun.star.sheet.XSheetAnnotationsSupplier", "getAnnotations")
	r.Do(notes, "com.sun.star.sheet.XSheetAnnotations", "insertNew", uno.NewStruct("com.sun.star.table.CellAddress", "Column", int32(8), "Row", int32(3)), "moves along")
	b := &undoBench{t: t, r: r, model: model, uid: uid, before: r.State(model)}
	b.own = func() {
		o := r.Object(block(r, model, "Z99"), "com.sun.star.table.XCellRange", "getCellByPosition", 0, 0)
		r.Do(o, "com.sun.star.table.XCell", "setFormula", fmt.Sprint("own ", len(undoTitles(r, model))))
	}
	return b
}

// One undo takes back every edit of a sheet, whatever the undo list is like.
func TestUndoCalc(t *testing.T) {
	r := servertest.New(t)
	b := richTable(t, r)
	for _, tool := range calcTools {
		if n := len(calcEdits(b, tool)); n < 20 {
			t.Errorf("only %d edits by %s", n, tool)
		}
		t.Run(tool, func(t *testing.T) { b.on(t).plainly(calcEdits(b, tool), true) })
	}
	for name, try := range undoLists {
		b := richTable(t, r)
		for _, tool := range calcTools {
			t.Run(tool+" "+name, func(t *testing.T) { try(b.on(t), calcEdits(b, tool)) })
		}
		r.Do(b.model, "com.sun.star.util.XCloseable", "close", true)
	}
}

// calcEdits are at least 20 edits of one tool.
func calcEdits(b *undoBench, tool string) []undoable {
	var all []undoable
	add := func(pairs ...any) {
		all = append(all, undoable{tool: tool, args: func() props { return pairsOf(pairs...) }})
	}
	of := func(ranges ...string) []string { return ranges }
	criteria := [][]any{
		{props{"column": "City", "operator": "EQUAL", "value": "Rome"}},
		{props{"column": "Net", "operator": "GREATER", "value": 3}},
		{props{"column": "Net", "operator": "LESS", "value": "5"}},
		{props{"column": "City", "operator": "EMPTY"}},
		{props{"column": "City", "operator": "NOT_EMPTY"}},
		{props{"column": "City", "operator": "CONTAINS", "value": "(CH"}},
		{props{"column": "City", "operator": "BEGINS_WITH", "value": "o"}},
		{props{"column": "Day", "operator": "GREATER_EQUAL", "value": "2025-12-29"}},
		{props{"column": "Net", "operator": "TOP_VALUES", "value": 2}},
		{props{"column": "Net", "operator": "NOT_EQUAL", "value": 9}, props{"column": "Note", "operator": "EQUAL", "value": "x", "connection": "AND"}},
		{props{"column": "City", "operator": "EQUAL", "value": "Ulm"}, props{"column": "City", "operator": "EQUAL", "value": "Wien", "connection": "OR"}},
	}
	switch tool {
	case "write_formula_range":
		for _, value := range []any{7, "007", "2026-08-08", "08:30", true, ""} {
			add("range", of("A1:B4"), "values", value)
			add("range", of("N3:P5", "A4"), "values", map[bool]any{true: "x", false: value}[value == ""])
		}
		add("range", of("H2:K3"), "values", []any{[]any{"a", 1, "2026-01-01", "b"}, []any{"c", "=I2+1", "", true}})
		add("range", of("E1:F2"), "values", "over an array formula")
		add("range", of("N1"), "values", []any{[]any{"grows", 1}, []any{"2026-01-01T10:00", "=N1"}})
		add("range", of("C1"), "values", "=UNHEARD(1)")
		add("range", of("A1:A2"), "values", []any{"=SUM(B1:B2)", "=A1&\"x\""})
		add("range", of("C4"), "values", "=SUM(B1,B2)")
		add("range", of("AX1:AX300"), "values", 1.5)
		add("range", of("B3"), "values", "three\nlines\nhere")
		add("range", of("K9"), "values", "'text")
	case "fill_column":
		for _, value := range []any{"=[Net]*2", "=I2+1", "Item {n}", 5, "2026-08-08", "=SUM(I$2:I2)", "text", true, "007", "=[City]&\"x\""} {
			add("range", of("H1:L9"), "header", "New", "value", value)
			add("range", of("H1:L9"), "column", "Note", "value", value)
		}
		add("range", of("H1"), "column", "N", "header", "Far", "value", 1)
		add("range", of("H2:L9"), "has_header", false, "column", "I", "value", "")
	case "sort_range":
		for _, column := range []string{"City", "Net", "Day", "Note", "Twice"} {
			add("range", of("H1:L9"), "keys", []any{props{"column": column}})
			add("range", of("H1:L9"), "keys", []any{props{"column": column, "descending": true}})
			add("range", of("H1"), "keys", []any{props{"column": "City"}, props{"column": column, "descending": true}})
			add("range", of("H3:L7"), "has_header", false, "keys", []any{props{"column": map[string]string{"City": "H", "Net": "I", "Day": "J", "Note": "K", "Twice": "L"}[column], "descending": column == "Day"}})
		}
		add("range", of("H1:L9"), "sort_column", 1)
		add("range", of("H1:L9"), "sort_column", 1, "ascending", false)
	case "set_style":
		for _, where := range [][]string{of("A1:C2", "B3:D4"), of("H1:L9"), of("N:N", "12:12")} {
			for _, look := range []props{
				{"bold": true, "font_size": 20},
				{"italic": true, "font_color": "red"},
				{"bg_color": "#ddeeff"},
				{"border_color": "black"},
				{"h_align": "center", "v_align": "top"},
				{"wrap_text": true},
				{"number_format": "0.000"},
				{"number_format": "date", "bg_color": "none"},
			} {
				all = append(all, undoable{tool: tool, args: func() props {
					args := props{"range": where}
					for k, v := range look {
						args[k] = v
					}
					return args
				}})
			}
		}
	case "apply_sheet_filter":
		for _, c := range criteria {
			add("range", of("H1:L9"), "criteria", c)
			add("range", of("H1"), "criteria", c)
		}
	case "clear_sheet_filter":
		for _, c := range criteria {
			for _, where := range []string{"H2", "Sheet1"} {
				all = append(all, undoable{tool: tool, args: func() props { return props{"range": of(where)} }, setUp: func() {
					b.r.OK("apply_sheet_filter", props{"document_url": b.uid, "range": of("H1:L9"), "criteria": c})
				}})
			}
		}
	}
	return all
}
