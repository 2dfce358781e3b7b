//go:build unix

package cases

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// A28: formulas in every notation calculate, and what does not is said.
func TestA28FormulaNotation(t *testing.T) { inBothLanguages(t, formulaNotation) }

func formulaNotation(t *testing.T, r *servertest.Rig) {
	for _, language := range []string{"en-US", "de-DE"} {
		t.Run(language, func(t *testing.T) {
			model, _ := r.Open("scalc")
			defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
			speak(r, model, language)
			sheets := r.Object(model, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
			r.Do(sheets, "com.sun.star.sheet.XSpreadsheets", "insertNewByName", "Other", int16(1))
			r.OK("write_formula_range", props{"range": []string{"Other.B2"}, "values": 42})
			first := r.Do(sheetAt(r, model, 0), "com.sun.star.container.XNamed", "getName").(string)
			put(r, model, "A1:A3", [][]any{{2.0}, {""}, {5.0}})
			a := takenBack(t, r, model, "write_formula_range", props{"range": []string{first + ".B1:B5"}, "values": []any{
				"=SUM(A1,A3)", "=SUM(A1;A3)", `=IF(A1>1.5,"a,b","c;d")`, "=Other!B2", "=$Other.B2",
			}})
			equal(t, "values", values(r, model, "B1:B5"), [][]any{{7.0}, {7.0}, {"a,b"}, {42.0}, {42.0}})
			equal(t, "first cell", cell(t, a, 0, 0, 0), props{"address": "B1", "value": 7.0, "formula": "=SUM(A1;A3)", "type": "number"})
			equal(t, "errors", a["errors"], nil)

			a = refused(t, r, model, "UNKNOWN_FUNCTION", "write_formula_range", props{"range": []string{first + ".C1"}, "values": "=WENN(A1>1;2;3)"})
			contains(t, "message", a.Text("message"), "IF(")

			a = takenBack(t, r, model, "write_formula_range", props{"range": []string{first + ".C1:C4"}, "values": []any{"=Nonsense(A1)+unheard", "=1/0", "=SQRT()", "=A1"}})
			equal(t, "errors", a.Int("errors"), 3)
			contains(t, "message", a.Text("message"), "3 of the cells hold an error")
			contains(t, "message", a.Text("message"), "does not know Nonsense, unheard")
			equal(t, "type", cell(t, a, 0, 0, 0)["type"], any("error"))
			equal(t, "error", cell(t, a, 0, 0, 0)["error"], any("#NAME?"))
			equal(t, "error", cell(t, a, 0, 1, 0)["error"], any("#DIV/0!"))
			equal(t, "value", cell(t, a, 0, 1, 0)["value"], nil)
		})
	}
}

// speak gives a document a language.
func speak(r *servertest.Rig, model *uno.Object, language string) {
	l, c, _ := strings.Cut(language, "-")
	r.Do(model, iProps, "setPropertyValue", "CharLocale", uno.NewStruct("com.sun.star.lang.Locale", "Language", l, "Country", c))
}

// A29: dates and times are what they look like; what can be meant two ways
// stays text and is named.
func TestA29DatesAndTimes(t *testing.T) {
	r := servertest.New(t)
	model, _ := r.Open("scalc")
	speak(r, model, "de-DE")
	put(r, model, "A1:A2", [][]any{{46000.0}, {46001.0}})
	numberFormat(r, model, "A1:A2", "DD/MM/YY")
	own := format(r, model, "A1")
	a := takenBack(t, r, model, "write_formula_range", props{"range": []string{"A3:A7"}, "values": []any{
		"2026-08-08", "08:30", "2026-08-08T08:30", "08/05/2026", "'2026-08-08",
	}})
	equal(t, "format of the date", format(r, model, "A3"), own)
	for i, want := range []props{
		{"value": "2026-08-08", "type": "date"},
		{"value": "08:30:00", "type": "time"},
		{"value": "2026-08-08T08:30:00", "type": "datetime"},
		{"value": "08/05/2026", "type": "text"},
		{"value": "2026-08-08", "type": "text"},
	} {
		equal(t, "value", cell(t, a, 0, i, 0)["value"], want["value"])
		equal(t, "type", cell(t, a, 0, i, 0)["type"], want["type"])
	}
	notes := fmt.Sprint(a["notes"])
	contains(t, "notes", notes, "A6: ")
	contains(t, "notes", notes, "YYYY-MM-DD")
	equal(t, "cells", values(r, model, "A3:A7"), [][]any{{46242.0}, {8.5 / 24}, {46242 + 8.5/24}, {"08/05/2026"}, {"2026-08-08"}})
	equal(t, "shown", cell(t, a, 0, 0, 0)["shown"], any("08/08/26"))

	takenBack(t, r, model, "write_formula_range", props{"range": []string{"B3"}, "values": "=A3+1"})
	equal(t, "the day after", values(r, model, "B3"), [][]any{{46243.0}})
	a = r.OK("read_cell_range", props{"range": []string{"A1:B7"}})
	equal(t, "read again", cell(t, a, 0, 4, 0)["value"], any("2026-08-08T08:30:00"))
	equal(t, "formula of dates", cell(t, a, 0, 2, 1)["value"], any("2026-08-09"))

	// The cell's own format wins, a day that does not exist is none.
	numberFormat(r, model, "D1:D4", "MM/DD/YYYY")
	own = format(r, model, "D1")
	a = takenBack(t, r, model, "write_formula_range", props{"range": []string{"D1:D4"}, "values": []any{"2026-02-28", "2026-02-28T00:00", "2026-02-30", "PT30H"}})
	equal(t, "own format", []any{format(r, model, "D1"), format(r, model, "D2")}, []any{own, own})
	contains(t, "notes", fmt.Sprint(a["notes"]), "D3: ")
	equal(t, "duration", cell(t, a, 0, 3, 0)["value"], any("PT30H"))
	equal(t, "duration", cell(t, a, 0, 3, 0)["shown"], any("30:00:00"))
}

func format(r *servertest.Rig, model *uno.Object, name string) any {
	return r.Do(block(r, model, name), iProps, "getPropertyValue", "NumberFormat")
}

// A30: text stays text with all its characters, numbers are numbers.
func TestA30TextThatLooksLikeANumber(t *testing.T) {
	r := servertest.New(t)
	for _, language := range []string{"en-US", "de-DE"} {
		t.Run(language, func(t *testing.T) {
			model, uid := r.Open("scalc")
			speak(r, model, language)
			texts := []any{"007", "05150", "1E5", "+49 151 000", "1,5", "1.5", "TRUE", "@home", "-", "' quoted", "1/2", "<b>&", "2026-8-8"}
			var want [][]any
			for _, s := range texts {
				want = append(want, []any{strings.TrimPrefix(s.(string), "'")})
			}
			last := fmt.Sprintf("A%d", len(texts))
			for _, state := range []string{"empty", "filled", "as numbers"} {
				if state == "as numbers" {
					numberFormat(r, model, "A1:"+last, "0.00")
				}
				takenBack(t, r, model, "write_formula_range", props{"document_url": uid, "range": []string{"A1:" + last}, "values": texts})
				equal(t, "texts into cells "+state, values(r, model, "A1:"+last), want)
				takenBack(t, r, model, "write_formula_range", props{"document_url": uid, "range": []string{"A1:" + last}, "values": 1.5})
			}
			numberFormat(r, model, "C1:C3", "@")
			takenBack(t, r, model, "write_formula_range", props{"document_url": uid, "range": []string{"B1:C3"}, "values": []any{
				[]any{7, 7}, []any{1.5, -1.5e-3}, []any{"=B1*2", "=C1*2"},
			}})
			equal(t, "numbers", values(r, model, "B1:C3"), [][]any{{7.0, 7.0}, {1.5, -1.5e-3}, {14.0, 14.0}})
		})
	}
}

// A31: a whole column of formulas in one call; what does not fit is not
// written; what was written is there at once.
func TestA31BulkWork(t *testing.T) {
	r := servertest.New(t)
	model, _ := r.Open("scalc")
	rows := [][]any{{"Gross", "Net"}}
	for i := range 40 {
		rows = append(rows, []any{float64(119 + i), float64(100 + i/2)})
	}
	put(r, model, "A1:B41", rows)
	a := refused(t, r, model, "SIZE_MISMATCH", "write_formula_range", props{"range": []string{"A1:B3"}, "values": []any{[]any{1, 2}, []any{3, 4}}})
	contains(t, "message", a.Text("message"), "2 rows of 2 values")
	refused(t, r, model, "SIZE_MISMATCH", "write_formula_range", props{"range": []string{"D1:D3", "E1"}, "values": []any{1, 2, 3}})
	a = r.OK("write_formula_range", props{"range": []string{"A1:B2"}, "values": []any{[]any{"Gross", "Net"}, []any{1234.5, 1000}}})
	equal(t, "cells", a.Text("message"), "Filled A1:B2 with 2 numbers, 2 text.")
	numberFormat(r, model, "A2:A41", "#,##0.00")
	a = r.OK("read_cell_range", props{"range": []string{"A2:B2"}})
	equal(t, "gross", cell(t, a, 0, 0, 0), props{"address": "A2", "value": 1234.5, "type": "number", "shown": "1,234.50"})
}

// A32: what is protected or cannot be seen is not written.
func TestA32ProtectedStructures(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	r.Do(block(r, model, "G1:H2"), "com.sun.star.util.XMergeable", "merge", true)
	r.Do(block(r, model, "G3:H3"), "com.sun.star.util.XMergeable", "merge", true)
	r.Do(block(r, model, "A1:A3"), "com.sun.star.sheet.XArrayFormulaRange", "setArrayFormula", "=ROW(A1:A3)")
	write := func(where string, what any) props {
		return props{"document_url": uid, "range": []string{where}, "values": what}
	}
	a := refused(t, r, model, "PROTECTED", "write_formula_range", write("H2", "x"))
	contains(t, "message", a.Text("message"), "G1:H2")
	contains(t, "message", a.Text("message"), "into G1 instead")
	refused(t, r, model, "PROTECTED", "write_formula_range", write("H3:I3", "x"))
	refused(t, r, model, "PROTECTED", "write_formula_range", write("F1:I4", "x"))
	for _, where := range []string{"A2", "A2:A5", "A3:B4"} {
		a = refused(t, r, model, "PROTECTED", "write_formula_range", write(where, 5))
		contains(t, "message", a.Text("message"), "array formula in A1:A3")
	}
	takenBack(t, r, model, "write_formula_range", write("G1", "title"))
	takenBack(t, r, model, "write_formula_range", write("G1:I2", []any{[]any{"title", "", 1}, []any{"", "", 2}}))
	takenBack(t, r, model, "write_formula_range", write("A1:B3", 5))

	protect := func(method string) {
		r.Do(sheetAt(r, model, 0), "com.sun.star.util.XProtectable", method, "")
	}
	r.Do(block(r, model, "C1:C2"), iProps, "setPropertyValue", "CellProtection", uno.NewStruct("com.sun.star.util.CellProtection", "IsLocked", false))
	protect("protect")
	for _, where := range []string{"D1", "C2:C3", "C3", "B1:C1"} {
		a = refused(t, r, model, "PROTECTED", "write_formula_range", write(where, "x"))
		contains(t, "message", a.Text("message"), "protected sheet")
	}
	takenBack(t, r, model, "write_formula_range", write("C1:C2", "free"))
	protect("unprotect")
	takenBack(t, r, model, "write_formula_range", write("D1", "x"))
}

// A33: a large sheet is read page by page, and each page is quick.
func TestA33LargeSheet(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	const rows, columns = 50_000, 20
	data := make([][]any, rows)
	for i := range data {
		data[i] = make([]any, columns)
		for j := range data[i] {
			data[i][j] = float64(i*columns + j)
			if j == 3 {
				data[i][j] = []any{"x", "y", "zebra"}[i%3]
			}
		}
	}
	put(r, model, "A1:T50000", data)
	start := time.Now()
	a := r.OK("read_cell_range", props{"document_url": uid, "range": []string{"A1:T50000"}})
	t.Logf("the first page took %v", time.Since(start))
	raw, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) < 15<<10 || len(raw) > 24<<10 {
		t.Errorf("the first page has %d bytes", len(raw))
	}
	equal(t, "totals", []int{a.Int("cells"), a.Int("rows"), a.Int("columns")}, []int{rows * columns, rows, columns})
	equal(t, "truncated", a["truncated"], any(true))
	equal(t, "last cell", cell(t, a, 0, 1, 19)["value"], any(39.0))

	start = time.Now()
	last := r.OK("read_cell_range", props{"document_url": uid, "range": []string{"A49995:T50000"}})
	t.Logf("the last page took %v", time.Since(start))
	equal(t, "last cell", cell(t, last, 0, 5, 19), props{"address": "T50000", "value": float64(rows*columns - 1), "type": "number"})

	next := []any{"A:T"}
	got := 0
	for len(next) > 0 {
		a := r.OK("read_cell_range", props{"document_url": uid, "range": next, "values_only": true, "max_bytes": 1_000_000})
		for _, grid := range a["result"].([]any) {
			for _, row := range grid.([]any) {
				for _, v := range row.([]any) {
					if want := data[got/columns][got%columns]; v != want {
						t.Fatalf("cell %d is %v, want %v", got, v, want)
					}
					got++
				}
			}
		}
		next, _ = a["next_range"].([]any)
	}
	equal(t, "cells of all pages", got, rows*columns)
}

// A long row is cut inside, long texts make short pages, and pages joined give
// the data.
func TestA33PagesOfAnyShape(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	want := map[string]any{}
	rows := make([][]any, 6)
	for i := range rows {
		rows[i] = make([]any, 90)
		for j := range rows[i] {
			rows[i][j] = strings.Repeat("ä<", (i*j)%37) + fmt.Sprint(j)
		}
	}
	put(r, model, "A1:CL6", rows)
	for i, row := range r.Do(block(r, model, "A1:CL6"), "com.sun.star.sheet.XCellRangeData", "getDataArray").([][]any) {
		for j, v := range row {
			want[fmt.Sprint(i, " ", j)] = v
		}
	}
	next := []any{"A1:CL6"}
	seen := 0
	for calls := 0; len(next) > 0; calls++ {
		if calls > 200 {
			t.Fatal("the pages do not end")
		}
		a := r.OK("read_cell_range", props{"document_url": uid, "range": next, "max_bytes": 3000})
		for g, grid := range a["result"].([]any) {
			for _, row := range grid.([]any) {
				for _, c := range row.([]any) {
					c := c.(map[string]any)
					i, j := seen/90, seen%90
					if c["value"] != want[fmt.Sprint(i, " ", j)] {
						t.Fatalf("cell %d of grid %d is %v", seen, g, c)
					}
					seen++
				}
			}
		}
		next, _ = a["next_range"].([]any)
	}
	equal(t, "cells", seen, 6*90)
}
