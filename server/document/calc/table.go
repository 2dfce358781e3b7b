package calc

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// CodeUnknownColumn says that a table has no column of a name.
const CodeUnknownColumn = "UNKNOWN_COLUMN"

// Table is a block of cells whose columns have a meaning: a letter, and a name
// when the first row holds names.
type Table struct {
	*Range
	doc    *document.Document
	Header bool
	names  []string // of the columns; "" without a header
}

// OpenTable finds a table: a range, a sheet (all its cells), a single cell
// (the filled cells around it), or, for "", all cells of the active sheet.
func OpenTable(ctx context.Context, doc *document.Document, ref string, header bool) (*Table, error) {
	t, err := openTable(ctx, doc, ref, header)
	return t, document.Explain(err)
}

func openTable(ctx context.Context, doc *document.Document, ref string, header bool) (*Table, error) {
	b, err := openBook(ctx, doc)
	if err != nil {
		return nil, err
	}
	var r *Range
	if strings.TrimSpace(ref) == "" {
		index, err := b.active(ctx)
		if err != nil {
			return nil, err
		}
		used, sheet, err := b.used(ctx, index)
		if err != nil {
			return nil, err
		}
		r, err = rangeAt(ctx, sheet, used)
		if err != nil {
			return nil, err
		}
	} else if r, err = b.find(ctx, ref); err != nil {
		return nil, err
	} else if r.Cells() == 1 {
		around, err := r.grow(ctx, r.Address, "collapseToCurrentRegion")
		if err != nil {
			return nil, err
		}
		if r, err = rangeAt(ctx, r.sheet, around); err != nil {
			return nil, err
		}
	}
	t := &Table{Range: r, doc: doc, Header: header}
	return t, t.readHeader(ctx)
}

func (t *Table) readHeader(ctx context.Context) error {
	t.names = make([]string, t.Columns())
	if !t.Header {
		return nil
	}
	first, err := rangeAt(ctx, t.sheet, t.rowsOf(0, 1))
	if err != nil {
		return err
	}
	g, err := read(ctx, t.doc, first, false)
	if err != nil {
		return err
	}
	for i := range g.Rows[0] {
		t.names[i] = strings.TrimSpace(plainText(g.Rows[0][i].Value))
	}
	return nil
}

// Headers are the names in the first row.
func (t *Table) Headers() []string { return t.names }

// Data is where the rows below the header are; ok is false when there are none.
func (t *Table) Data() (a Address, ok bool) {
	if !t.Header {
		return t.Address, true
	}
	a = t.rowsOf(1, t.Rows()-1)
	return a, t.Rows() > 1
}

// Column finds a column by its name, else by its letter, and returns its place
// in the table.
func (t *Table) Column(name string) (int, error) {
	name = strings.TrimSpace(name)
	found := -1
	for i, n := range t.names {
		if n == "" || !strings.EqualFold(n, name) {
			continue
		}
		if found >= 0 {
			return 0, document.Errorf(CodeUnknownColumn, "the columns %s and %s are both called %q; use the letter",
				columnName(t.Address.Column+found), columnName(t.Address.Column+i), name).With("columns", t.describe())
		}
		found = i
	}
	if found >= 0 {
		return found, nil
	}
	if n := letterColumn(name); n >= t.Address.Column && n <= t.EndColumn {
		return n - t.Address.Column, nil
	}
	return 0, document.Errorf(CodeUnknownColumn, "%s has no column %q; its columns are %s", t.Address, name, strings.Join(t.describe(), ", ")).
		With("columns", t.describe())
}

// letterColumn reads a column's letter; -1 for anything else.
func letterColumn(name string) int {
	if name == "" || len(name) > 3 {
		return -1
	}
	for _, c := range name {
		if (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return -1
		}
	}
	return columnNumber(name)
}

// maxDescribed bounds how many columns are listed in an error.
const maxDescribed = 50

// describe lists the columns as they can be named: "C Net", or "C".
func (t *Table) describe() []string {
	var out []string
	for i, n := range t.names {
		if i == maxDescribed {
			break
		}
		out = append(out, strings.TrimSpace(columnName(t.Address.Column+i)+" "+n))
	}
	return out
}

// title is how a column is called in answers.
func (t *Table) title(column int) string {
	if t.names[column] != "" {
		return t.names[column]
	}
	return columnName(t.Address.Column + column)
}

// column is a column of a table, read at once.
type column struct {
	values  []any // float64, string, or nil for empty and for errors
	formats []formatBlock
	errors  int
}

// load reads columns of the data rows: as many round trips as for one.
func (t *Table) load(ctx context.Context, which []int) (map[int]*column, error) {
	data, ok := t.Data()
	out := map[int]*column{}
	if !ok {
		for _, c := range which {
			out[c] = &column{}
		}
		return out, nil
	}
	parts := make([]*Range, len(which))
	get := t.doc.Conn().NewBatch()
	objects := make([]*uno.Result, len(which))
	for i, c := range which {
		a := data.columnsOf(c, 1)
		parts[i] = &Range{Address: a, sheet: t.sheet}
		objects[i] = get.Call(t.sheet, iCellRange, "getCellRangeByPosition", a.Column, a.Row, a.EndColumn, a.EndRow)
	}
	if err := get.First(ctx); err != nil {
		return nil, err
	}
	ask := t.doc.Conn().NewBatch()
	values, broken := make([]*uno.Result, len(which)), make([]*uno.Result, len(which))
	formats := make([]formatAsked, len(which))
	for i := range which {
		parts[i].object = objects[i].Object()
		values[i] = ask.Call(parts[i].object, iData, "getDataArray")
		broken[i] = ask.Call(parts[i].object, iQuery, "queryFormulaCells", int32(resultError))
		formats[i] = askFormat(ask, parts[i])
	}
	if err := ask.First(ctx); err != nil {
		return nil, err
	}
	ask = t.doc.Conn().NewBatch()
	areas := make([]*uno.Result, len(which))
	for i := range which {
		areas[i] = ask.Call(broken[i].Object(), iRanges, "getRangeAddresses")
	}
	if err := ask.First(ctx); err != nil {
		return nil, err
	}
	for i, c := range which {
		col := &column{}
		rows, _ := values[i].Value.([][]any)
		col.values = make([]any, len(rows))
		for j, row := range rows {
			if row[0] != "" {
				col.values[j] = row[0]
			}
		}
		for _, a := range addressesOf(areas[i].Value) {
			for row := a.Row; row <= a.EndRow; row++ {
				col.values[row-data.Row] = nil
				col.errors++
			}
		}
		var err error
		if col.formats, err = formats[i].blocks(ctx); err != nil {
			return nil, err
		}
		out[c] = col
	}
	return out, nil
}
