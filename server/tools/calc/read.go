package calc

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/tool"
)

type readArgs struct {
	Range      []string `json:"range" jsonschema:"addresses such as B2:D9, 'My Sheet'!A1:B2 or A:C, named ranges, or a sheet's name for all of it; default is the active sheet"`
	ValuesOnly bool     `json:"values_only,omitempty" jsonschema:"bare values: a third of the size"`
	MaxBytes   int      `json:"max_bytes,omitempty" jsonschema:"longest answer"`
}

type readResult struct {
	Result    [][][]json.RawMessage `json:"result"`
	Ranges    []string              `json:"ranges"`
	Cells     int                   `json:"cells"`
	Rows      int                   `json:"rows,omitempty"`
	Columns   int                   `json:"columns,omitempty"`
	Truncated bool                  `json:"truncated,omitempty"`
	NextRange []string              `json:"next_range,omitempty"`
	Message   string                `json:"message,omitempty"`
	Errors    int                   `json:"errors,omitempty"`
}

func (t cellTools) read(ctx context.Context, c *tool.Call, a readArgs) (readResult, error) {
	doc, err := t.d.For(ctx, c, document.Calc, false)
	if err != nil {
		return readResult{}, err
	}
	p := page{doc: doc, room: c.TextLimit(), bare: a.ValuesOnly}
	if a.MaxBytes > 0 {
		p.room = a.MaxBytes
		c.AllowText(a.MaxBytes)
	}
	out := readResult{Result: [][][]json.RawMessage{}, Ranges: []string{}}
	for _, ref := range a.Range {
		r, err := calc.Find(ctx, doc, ref)
		if err != nil {
			return readResult{}, err
		}
		out.Cells += r.Cells()
		if len(a.Range) == 1 {
			out.Rows, out.Columns = r.Rows(), r.Columns()
		}
		if err := p.read(ctx, r, &out); err != nil {
			return readResult{}, err
		}
	}
	if len(out.NextRange) > 0 {
		out.Truncated = true
		out.Message = fmt.Sprintf("%d cells in all; read next_range for the rest.", out.Cells)
	}
	return out, nil
}

// page is an answer of limited size that is being filled with cells.
type page struct {
	doc  *document.Document
	room int  // bytes left
	bare bool // values instead of cells
}

// The least bytes that a cell takes in an answer.
const (
	leastCell  = 40
	leastValue = 3
)

// read adds as much of a range as there is room for. Only what has a chance to
// fit is read from the office.
func (p *page) read(ctx context.Context, r *calc.Range, out *readResult) error {
	if p.room <= 0 && len(out.Ranges) > 0 {
		out.NextRange = append(out.NextRange, r.String())
		return nil
	}
	least := leastCell
	if p.bare {
		least = leastValue
	}
	part, err := calc.Part(ctx, r, r.Head(max(1, p.room/least)))
	if err != nil {
		return err
	}
	grid, err := calc.Read(ctx, p.doc, part, !p.bare)
	if err != nil {
		return err
	}
	rows, row, column, err := p.take(grid, len(out.Ranges) == 0)
	if err != nil {
		return err
	}
	out.Errors += grid.Trouble().Errors
	if len(rows) == 0 {
		out.NextRange = append(out.NextRange, r.String())
		return nil
	}
	head := r.Address
	head.EndRow = r.Row + len(rows) - 1
	if column > 0 {
		head.EndColumn = r.Column + column - 1
	}
	out.Result, out.Ranges = append(out.Result, rows), append(out.Ranges, head.String())
	for _, rest := range r.Rest(row, column) {
		out.NextRange = append(out.NextRange, rest.String())
	}
	return nil
}

// take encodes rows while there is room. A first row that is too long is cut:
// column is then how many of its cells were taken, and row is 0; else row is
// how many rows were taken.
func (p *page) take(g *calc.Grid, first bool) (rows [][]json.RawMessage, row, column int, err error) {
	for i := range g.Rows {
		var cells []json.RawMessage
		size := 2
		for j := range g.Rows[i] {
			raw, err := p.encode(&g.Rows[i][j])
			if err != nil {
				return nil, 0, 0, err
			}
			size += len(raw) + 1
			if size <= p.room || first && i == 0 && j == 0 {
				cells = append(cells, raw)
				continue
			}
			p.room = 0
			if first && i == 0 {
				return [][]json.RawMessage{cells}, 0, j, nil
			}
			return rows, i, 0, nil
		}
		p.room -= size
		rows = append(rows, cells)
	}
	return rows, len(rows), 0, nil
}

func (p *page) encode(c *calc.Cell) (json.RawMessage, error) {
	switch {
	case !p.bare:
		return compact(c)
	case c.Error != "":
		return compact(c.Error)
	}
	return compact(c.Value)
}
