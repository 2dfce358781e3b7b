//go:build unix

package cases

import (
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// calcState is all that a spreadsheet holds.
func calcState(t *testing.T, r *servertest.Rig, model *uno.Object) string {
	t.Helper()
	return r.State(model)
}

// lineDifference shows the first lines in which two states differ.
func lineDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	// Lines may be long; what differs in the first one is what counts.
	same := 0
	if n < min(len(x), len(y)) {
		for same < min(len(x[n]), len(y[n])) && x[n][same] == y[n][same] {
			same++
		}
	}
	show := func(all []string) string {
		var b strings.Builder
		for i := max(0, n-3); i < min(len(all), n+4); i++ {
			line := strings.TrimSpace(all[i])
			if i == n && same > 100 {
				line = "..." + all[i][same-60:]
			}
			fmt.Fprintf(&b, "\n    %.200s", line)
		}
		return b.String()
	}
	return fmt.Sprintf(": line %d\nwas%s\nis%s", n+1, show(x), show(y))
}

// takenBack makes an edit and checks that it is one step of the undo list, that
// undo brings back exactly what was there, and redo what was made.
func takenBack(t *testing.T, r *servertest.Rig, model *uno.Object, tool string, args props) servertest.Answer {
	t.Helper()
	before, steps := calcState(t, r, model), len(undoTitles(r, model))
	a := r.OK(tool, args)
	after := calcState(t, r, model)
	if after == before {
		t.Errorf("%s%v changed nothing", tool, args)
	}
	equal(t, "undo steps added by "+tool, len(undoTitles(r, model))-steps, 1)
	undoOnce(r, model)
	if s := calcState(t, r, model); s != before {
		t.Errorf("%s%v: after undo%s", tool, args, lineDifference(before, s))
	}
	m := r.Object(model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager")
	r.Do(m, "com.sun.star.document.XUndoManager", "redo")
	if s := calcState(t, r, model); s != after {
		t.Errorf("%s%v: after redo%s", tool, args, lineDifference(after, s))
	}
	undoOnce(r, model)
	if s := calcState(t, r, model); s != before {
		t.Errorf("%s%v: after undo, redo and undo%s", tool, args, lineDifference(before, s))
	}
	r.Do(m, "com.sun.star.document.XUndoManager", "redo")
	return a
}

// refused makes a call that must fail and leave the document, its modified flag
// and its undo list as they were.
func refused(t *testing.T, r *servertest.Rig, model *uno.Object, code, tool string, args props) servertest.Answer {
	t.Helper()
	before, titles := calcState(t, r, model), undoTitles(r, model)
	modified := r.Do(model, "com.sun.star.util.XModifiable", "isModified")
	a := r.Fails(code, tool, args)
	equal(t, "modified", r.Do(model, "com.sun.star.util.XModifiable", "isModified"), modified)
	equal(t, "undo list", undoTitles(r, model), titles)
	if s := calcState(t, r, model); s != before {
		t.Errorf("%s%v failed, but changed%s", tool, args, lineDifference(before, s))
	}
	return a
}

// sheetAt returns a sheet.
func sheetAt(r *servertest.Rig, model *uno.Object, index int) *uno.Object {
	sheets := r.Object(model, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	return r.Object(sheets, "com.sun.star.container.XIndexAccess", "getByIndex", index)
}

// block returns a block of cells of the first sheet by its name.
func block(r *servertest.Rig, model *uno.Object, name string) *uno.Object {
	return r.Object(sheetAt(r, model, 0), "com.sun.star.table.XCellRange", "getCellRangeByName", name)
}

// put writes values as plain UNO does.
func put(r *servertest.Rig, model *uno.Object, name string, rows [][]any) {
	r.Do(block(r, model, name), "com.sun.star.sheet.XCellRangeData", "setDataArray", rows)
}

// values and formulas are what cells hold, as plain UNO tells it.
func values(r *servertest.Rig, model *uno.Object, name string) [][]any {
	return r.Do(block(r, model, name), "com.sun.star.sheet.XCellRangeData", "getDataArray").([][]any)
}

func formulas(r *servertest.Rig, model *uno.Object, name string) [][]string {
	return r.Do(block(r, model, name), "com.sun.star.sheet.XCellRangeFormula", "getFormulaArray").([][]string)
}

// numberFormat gives cells a number format, written in English.
func numberFormat(r *servertest.Rig, model *uno.Object, name, code string) {
	formats := r.Object(model, "com.sun.star.util.XNumberFormatsSupplier", "getNumberFormats")
	english := uno.NewStruct("com.sun.star.lang.Locale", "Language", "en", "Country", "US")
	key := r.Do(formats, "com.sun.star.util.XNumberFormats", "queryKey", code, english, false).(int32)
	if key < 0 {
		key = r.Do(formats, "com.sun.star.util.XNumberFormats", "addNew", code, english).(int32)
	}
	r.Do(block(r, model, name), iProps, "setPropertyValue", "NumberFormat", key)
}

// cell returns one cell of an answer's grids.
func cell(t *testing.T, a servertest.Answer, grid, row, column int) map[string]any {
	t.Helper()
	return a["result"].([]any)[grid].([]any)[row].([]any)[column].(map[string]any)
}
