//go:build unix

package cases

import (
	"context"
	"errors"
	"testing"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// richSheet is a sheet in which cells hold more than their text.
func richSheet(t *testing.T, r *servertest.Rig) (*uno.Object, string) {
	t.Helper()
	model, uid := r.Open("scalc")
	put(r, model, "A1:C4", [][]any{{"partly bold", 1.0, "x"}, {"two\nlines", 2.0, ""}, {"", 46000.0, "y"}, {"link", 0.5, ""}})
	rich := r.Object(block(r, model, "A1"), "com.sun.star.table.XCellRange", "getCellByPosition", 0, 0)
	cursor := r.Object(rich, iSimple, "createTextCursor")
	r.Do(cursor, iCursor, "gotoStart", false)
	r.Do(cursor, iCursor, "goRight", int16(6), true)
	r.Do(cursor, iProps, "setPropertyValue", "CharWeight", float32(150))
	numberFormat(r, model, "B3", "DD/MM/YYYY")
	numberFormat(r, model, "B4", "0.00%")
	notes := r.Object(sheetAt(r, model, 0), "com.sun.star.sheet.XSheetAnnotationsSupplier", "getAnnotations")
	r.Do(notes, "com.sun.star.sheet.XSheetAnnotations", "insertNew", uno.NewStruct("com.sun.star.table.CellAddress", "Column", int32(1), "Row", int32(1)), "a comment")
	r.Do(notes, "com.sun.star.sheet.XSheetAnnotations", "insertNew", uno.NewStruct("com.sun.star.table.CellAddress", "Column", int32(2), "Row", int32(1)), "of an empty cell")
	r.Do(block(r, model, "C4"), "com.sun.star.sheet.XCellRangeFormula", "setFormulaArray", [][]string{{"=SUM(B1:B4)"}})
	r.Do(block(r, model, "E1:F2"), "com.sun.star.sheet.XArrayFormulaRange", "setArrayFormula", "={1;2|3;4}")
	r.Do(block(r, model, "B1:B4"), iProps, "setPropertyValue", "CellBackColor", int32(0xeeeeee))
	return model, uid
}

// Every kind of write into every kind of cell is taken back by one undo.
func TestCalcUndoOfWritesIsExact(t *testing.T) {
	r := servertest.New(t)
	for where, empty := range map[string]bool{"A1:B4": false, "A3": true, "B2:B4": false, "C1": false, "E1:F2": false, "J7:L9": true, "AX1:AX3": true} {
		t.Run(where, func(t *testing.T) {
			model, uid := richSheet(t, r)
			for _, value := range []any{7, "text", "007", "2026-08-08", "08:30", "2026-08-08T08:30", "PT30H", true, ""} {
				if value == "" && empty {
					continue
				}
				takenBack(t, r, model, "write_formula_range", props{"document_url": uid, "range": []string{where}, "values": value})
				undoOnce(r, model)
			}
			takenBack(t, r, model, "set_style", props{"document_url": uid, "range": []string{where}, "bold": true, "font_size": 20, "number_format": "0.000", "border_color": "red"})
			undoOnce(r, model)
			takenBack(t, r, model, "set_style", props{"document_url": uid, "range": []string{where}, "wrap_text": true, "h_align": "center", "bg_color": "none"})
			r.Do(model, "com.sun.star.util.XCloseable", "close", true)
		})
	}
	// The comment of an empty cell stays, too.
	model, uid := richSheet(t, r)
	for _, where := range []string{"C2", "A1:C4", "B1:C2", "C2:C3"} {
		for _, value := range []any{7, "007", "text", "2026-08-08", true} {
			takenBack(t, r, model, "write_formula_range", props{"document_url": uid, "range": []string{where}, "values": value})
			equal(t, "comment", comment(r, model, 2, 1), "of an empty cell")
			undoOnce(r, model)
			equal(t, "comment after undo", comment(r, model, 2, 1), "of an empty cell")
		}
	}
	// Beside nothing, LibreOffice would lose it.
	r.Do(block(r, model, "A1"), "com.sun.star.sheet.XSheetOperation", "clearContents", int32(1|2|4|16))
	notes := r.Object(sheetAt(r, model, 0), "com.sun.star.sheet.XSheetAnnotationsSupplier", "getAnnotations")
	r.Do(notes, "com.sun.star.sheet.XSheetAnnotations", "insertNew", uno.NewStruct("com.sun.star.table.CellAddress"), "first")
	refused(t, r, model, "OBJECTS_IN_RANGE", "write_formula_range", props{"document_url": uid, "range": []string{"A1:B2"}, "values": 7})
	undoOnce(r, model)
	undoOnce(r, model)
	takenBack(t, r, model, "write_formula_range", props{"document_url": uid, "range": []string{"B1:C2"}, "values": []any{[]any{"007", "x"}, []any{5, ""}}})
	takenBack(t, r, model, "write_formula_range", props{"document_url": uid, "range": []string{"A1:C4"}, "values": ""})
}

// comment is the comment of a cell of the first sheet.
func comment(r *servertest.Rig, model *uno.Object, column, row int) string {
	cell := r.Object(sheetAt(r, model, 0), "com.sun.star.table.XCellRange", "getCellByPosition", column, row)
	note := r.Object(cell, "com.sun.star.sheet.XSheetAnnotationAnchor", "getAnnotation")
	return r.Do(note, "com.sun.star.text.XSimpleText", "getString").(string)
}

// An edit that fails at any step leaves everything as it was.
func TestCalcFailedEditLeavesNothing(t *testing.T) {
	r := servertest.New(t)
	model, uid := richSheet(t, r)
	ctx, end := uno.Scope(context.Background())
	defer end()
	doc, err := r.Desktop.Find(ctx, document.Target{Ref: uid})
	if err != nil {
		t.Fatal(err)
	}
	w, err := calc.NewWriter(ctx, doc, []string{"A1:B4", "H8:J9"}, "2026-08-08")
	if err != nil {
		t.Fatal(err)
	}
	bold := true
	s, err := calc.NewStyler(ctx, doc, []string{"A1:Z9"}, calc.Style{Bold: &bold})
	if err != nil {
		t.Fatal(err)
	}
	table, err := calc.OpenTable(ctx, doc, "A1:C4", true)
	if err != nil {
		t.Fatal(err)
	}
	sorted, err := calc.NewSorter(ctx, table, []calc.Key{{Column: "B", Descending: true}})
	if err != nil {
		t.Fatal(err)
	}
	filter, err := calc.NewFilter(ctx, table, []calc.Criterion{{Column: "B", Operator: "GREATER", Value: 1.5}})
	if err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	for name, edits := range map[string][]document.Edit{"write": w.Edits(), "style": s.Edits(), "sort": sorted.Edits(), "filter": filter} {
		for n := range len(edits) + 1 {
			r.Do(model, "com.sun.star.util.XModifiable", "setModified", false)
			before, titles := calcState(t, r, model), undoTitles(r, model)
			failing := append(append([]document.Edit{}, edits[:n]...), document.Edit{Name: "fail", Do: func(context.Context) error { return boom }})
			_, err := document.NewPlan(doc, nil, nil, failing...).Apply(ctx, "test: fails")
			if !errors.Is(err, boom) {
				t.Fatalf("%s, step %d: %v", name, n, err)
			}
			if now := calcState(t, r, model); now != before {
				t.Errorf("%s failing after %d steps%s", name, n, lineDifference(before, now))
			}
			equal(t, "undo list", undoTitles(r, model), titles)
			equal(t, "modified", r.Do(model, "com.sun.star.util.XModifiable", "isModified"), any(false))
		}
	}
}
