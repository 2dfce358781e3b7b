package calc

import (
	"context"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Writer writes values and formulas into blocks of cells.
type Writer struct {
	blocks []block
}

type block struct {
	*Range
	doc     *document.Document
	entries [][]entry
	before  [][]int32  // the number formats
	now     [][]string // what the cells hold
	byCell  bool       // cells have comments
	bare    []Address  // those of them that are empty and are written
	// alike tells of a block of one column that from its row first on each
	// formula is the one above, moved down.
	alike bool
	first int
}

// NewWriter lays values out for each of the given ranges: the same values for
// each. It checks sizes, types and protection and changes nothing.
func NewWriter(ctx context.Context, doc *document.Document, refs []string, values any) (*Writer, error) {
	b, err := openBook(ctx, doc)
	if err != nil {
		return nil, document.Explain(err)
	}
	w := &Writer{}
	for _, ref := range refs {
		r, err := b.find(ctx, ref)
		if err != nil {
			return nil, document.Explain(err)
		}
		rows, address, err := layOut(values, r.Address)
		if err != nil {
			return nil, err
		}
		if address != r.Address {
			if r, err = b.at(ctx, address, ref); err != nil {
				return nil, document.Explain(err)
			}
		}
		if err := w.add(ctx, doc, r, rows); err != nil {
			return nil, document.Explain(err)
		}
	}
	return w, nil
}

// Ranges returns the blocks that are written.
func (w *Writer) Ranges() []*Range {
	out := make([]*Range, len(w.blocks))
	for i := range w.blocks {
		out[i] = w.blocks[i].Range
	}
	return out
}

// Edits returns the steps of a plan.
func (w *Writer) Edits() []document.Edit {
	var out []document.Edit
	for i := range w.blocks {
		b := &w.blocks[i]
		out = append(out,
			document.Edit{Name: "write into " + b.Address.String(), Do: b.writeArray},
			document.Edit{Name: "write texts into " + b.Address.String(), Do: b.writeTexts},
			document.Edit{Name: "format " + b.Address.String(), Do: b.format},
		)
	}
	return out
}

// writeArray writes everything in one call but texts that the office would take
// for something else.
//
// Undoing setFormulaArray (and setDataArray) does not empty cells that were
// empty before, nor does undoing clearContents (seen in 7.4). Undoing an array
// formula does, so one is put there first and cleared away again: then one undo
// brings back exactly what was there.
func (b *block) writeArray(ctx context.Context) (err error) {
	null, err := b.nullDate(ctx)
	if err != nil {
		return err
	}
	data := make([][]string, len(b.entries))
	for i, row := range b.entries {
		data[i] = make([]string, len(row))
		for j, e := range row {
			switch e.kind {
			case "empty":
			case "formula":
				data[i][j] = e.text
			case "text":
				if e.survives() {
					data[i][j] = e.text
				}
			case "date", "datetime":
				data[i][j] = numberText(null.serial(e.moment))
			default:
				data[i][j] = numberText(e.number)
			}
		}
	}
	h := &heights{}
	first := b.object.Conn().NewBatch()
	before := askFormat(first, b.Range)
	if !b.byCell {
		h = b.holdHeights(first)
	}
	defer func() { err = h.end(ctx, err) }()
	if err := first.First(ctx); err != nil {
		return err
	}
	formats, err := before.blocks(ctx)
	if err != nil {
		return err
	}
	b.before = keysOf(b.Range, formats)
	if b.byCell {
		return b.writeCells(ctx, data)
	}
	down, err := b.fillsDown(ctx)
	if err != nil {
		return err
	}
	w := b.object.Conn().NewBatch()
	w.Call(b.object, iArrayFormula, "setArrayFormula", "=1")
	covered := w.Call(b.object, iArrayFormula, "getArrayFormula")
	w.Call(b.object, iClear, "clearContents", int32(contentFlags))
	h.fit(w)
	if down == nil {
		w.Call(b.object, iFormulas, "setFormulaArray", data)
	} else {
		down.write(w, data)
	}
	got := w.Call(b.object, iData, "getDataArray")
	if err := w.First(ctx); err != nil {
		return err
	}
	if covered.Value != "{=1}" {
		return document.Errorf(document.CodeProtected,
			"%s has cells that LibreOffice does not let change", b.Address)
	}
	return b.writeNumbers(ctx, data, got.Value)
}

// writeNumbers writes the numbers that became text because their cells are
// formatted as text.
func (b *block) writeNumbers(ctx context.Context, data [][]string, now any) error {
	get := b.object.Conn().NewBatch()
	var numbers []float64
	var cells []*uno.Result
	values, _ := now.([][]any)
	for i, row := range values {
		for j, v := range row {
			if _, isText := v.(string); !isText || !b.entries[i][j].isNumber() {
				continue
			}
			n, err := strconv.ParseFloat(data[i][j], 64)
			if err != nil {
				return err
			}
			numbers = append(numbers, n)
			cells = append(cells, get.Call(b.object, iCellRange, "getCellByPosition", j, i))
		}
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	set := b.object.Conn().NewBatch()
	for i, n := range numbers {
		set.Call(cells[i].Object(), "com.sun.star.table.XCell", "setValue", n)
	}
	return set.First(ctx)
}

func numberText(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

// survives tells whether a text stays text when it is entered like something
// typed in English. Whatever has a digit might become a number or a date.
func (e entry) survives() bool {
	upper := strings.ToUpper(strings.TrimSpace(e.text))
	return !strings.ContainsAny(e.text, "0123456789") && !strings.ContainsAny(e.text[:min(1, len(e.text))], "=+-'@") &&
		upper != "TRUE" && upper != "FALSE"
}

// nullDate is needed only where dates are.
func (b *block) nullDate(ctx context.Context) (*formats, error) {
	if !b.has("date", "datetime") {
		return &formats{}, nil
	}
	return readFormats(ctx, b.doc)
}

func (b *block) has(kinds ...string) bool {
	for _, row := range b.entries {
		for _, e := range row {
			for _, k := range kinds {
				if e.kind == k {
					return true
				}
			}
		}
	}
	return false
}

// writeTexts writes the texts that writeArray left out: those below each other
// at once, which makes texts of them whatever they look like.
func (b *block) writeTexts(ctx context.Context) (err error) {
	if b.byCell {
		return b.writeTextCells(ctx)
	}
	var runs []Address
	for j := range b.Columns() {
		for i := range b.Rows() {
			if e := b.entries[i][j]; e.kind != "text" || e.survives() {
				continue
			}
			if n := len(runs); n > 0 && runs[n-1].Column == j && runs[n-1].EndRow == i-1 {
				runs[n-1].EndRow = i
			} else {
				runs = append(runs, Address{Column: j, EndColumn: j, Row: i, EndRow: i})
			}
		}
	}
	if len(runs) == 0 {
		return nil
	}
	get, set := b.object.Conn().NewBatch(), b.object.Conn().NewBatch()
	parts := make([]*uno.Result, len(runs))
	for n, run := range runs {
		parts[n] = get.Call(b.object, iCellRange, "getCellRangeByPosition", run.Column, run.Row, run.EndColumn, run.EndRow)
	}
	h := b.holdHeights(get)
	defer func() { err = h.end(ctx, err) }()
	if err := get.First(ctx); err != nil {
		return err
	}
	h.fit(set)
	for n, run := range runs {
		texts := make([][]any, run.Rows())
		for i := range texts {
			texts[i] = []any{b.entries[run.Row+i][run.Column].text}
		}
		set.Call(parts[n].Object(), iData, "setDataArray", texts)
	}
	return set.First(ctx)
}

// writeTextCells is writeTexts for cells with comments.
func (b *block) writeTextCells(ctx context.Context) error {
	get := b.object.Conn().NewBatch()
	var texts []string
	var cells []*uno.Result
	for i, row := range b.entries {
		for j, e := range row {
			if e.kind == "text" && !e.survives() {
				texts = append(texts, e.text)
				cells = append(cells, get.Call(b.object, iCellRange, "getCellByPosition", j, i))
			}
		}
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	set := b.object.Conn().NewBatch()
	for i, text := range texts {
		set.Call(cells[i].Object(), "com.sun.star.text.XTextRange", "setString", text)
	}
	return set.First(ctx)
}
