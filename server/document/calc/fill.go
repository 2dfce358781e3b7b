package calc

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// Fill says what to fill a column of a table with.
type Fill struct {
	Column string // letter or name; "" is the next column to the right
	Value  any    // a formula for the first row, or a value; {n} in either counts rows
	Header string // new name of the column, "" leaves it
}

// NewFill makes a writer that fills a column of the table's data rows, each
// cell with the formula moved to its row.
func NewFill(ctx context.Context, t *Table, f Fill) (*Writer, error) {
	w, err := newFill(ctx, t, f)
	return w, document.Explain(err)
}

func newFill(ctx context.Context, t *Table, f Fill) (*Writer, error) {
	data, ok := t.Data()
	if !ok {
		return nil, document.Errorf(document.CodeInvalidRange, "%s has no rows below its header", t.Address)
	}
	at, err := t.fillColumn(f)
	if err != nil {
		return nil, err
	}
	a := data
	a.Column, a.EndColumn = at, at
	if a.Rows() > maxWrite {
		return nil, document.Errorf(document.CodeInvalidRange, "%s has %d cells; one call fills at most %d", a, a.Cells(), maxWrite)
	}
	rows, err := t.fillRows(ctx, f.Value, a)
	if err != nil {
		return nil, err
	}
	if f.Header != "" {
		if a.Row == 0 || !t.Header {
			return nil, document.Errorf(document.CodeValidation, "there is no header row for %q: the data begin in row %d", f.Header, a.Row+1)
		}
		a.Row--
		rows = append([][]entry{{{kind: "text", text: f.Header}}}, rows...)
	}
	r, err := rangeAt(ctx, t.sheet, a)
	if err != nil {
		return nil, err
	}
	w := &Writer{}
	if err := w.add(ctx, t.doc, r, rows); err != nil {
		return nil, err
	}
	made := &w.blocks[0]
	made.first = len(rows) - data.Rows()
	text, _ := f.Value.(string)
	made.alike = rows[made.first][0].kind == "formula" && !strings.Contains(text, "{n}")
	return w, nil
}

// fillColumn finds the column to fill, which may lie outside the table.
func (t *Table) fillColumn(f Fill) (int, error) {
	if strings.TrimSpace(f.Column) == "" {
		return t.EndColumn + 1, nil
	}
	i, err := t.Column(f.Column)
	if err == nil {
		return t.Address.Column + i, nil
	}
	if n := letterColumn(f.Column); n >= 0 && !slices.ContainsFunc(t.names, func(s string) bool { return strings.EqualFold(s, f.Column) }) {
		return n, nil
	}
	return 0, err
}

func (t *Table) fillRows(ctx context.Context, v any, a Address) ([][]entry, error) {
	rows := make([][]entry, a.Rows())
	text, isText := v.(string)
	if isText && len(text) > 1 && text[0] == '=' {
		formula, err := t.withColumns(text, a.Row)
		if err != nil {
			return nil, err
		}
		formula = formulaFor(formula)
		keep, err := t.namesOf(ctx)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			numbered := strings.ReplaceAll(formula, "{n}", strconv.Itoa(i+1))
			rows[i] = []entry{{kind: "formula", text: shiftRows(numbered, i, keep)}}
		}
		return rows, nil
	}
	for i := range rows {
		one := v
		if isText {
			one = strings.ReplaceAll(text, "{n}", strconv.Itoa(i+1))
		}
		e, err := entryOf(one)
		if err != nil {
			return nil, err
		}
		rows[i] = []entry{e}
	}
	return rows, nil
}

// withColumns replaces [Name] by the cell of that column in a row.
func (t *Table) withColumns(formula string, row int) (string, error) {
	var failed error
	out := mapUnquoted(formula, func(part string) string {
		return bracketed.ReplaceAllStringFunc(part, func(m string) string {
			i, err := t.Column(strings.Trim(m, "[]"))
			if err != nil {
				failed = err
				return m
			}
			return CellName(t.Address.Column+i, row)
		})
	})
	return out, failed
}

// namesOf returns a function that knows the named ranges of the document.
func (t *Table) namesOf(ctx context.Context) (func(string) bool, error) {
	names, err := namedRanges(ctx, t.doc.Model())
	if err != nil {
		return nil, err
	}
	local, err := namedRanges(ctx, t.sheet)
	if err != nil {
		return nil, err
	}
	names = append(names, local...)
	return func(word string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, word) })
	}, nil
}
