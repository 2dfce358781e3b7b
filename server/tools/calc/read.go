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
	Range      []string `json:"range" jsonschema:"B2:D9, 'My Sheet'!A1:B2, A:C, a named range or a sheet"`
	ValuesOnly bool     `json:"values_only,omitempty" jsonschema:"bare values"`
	MaxBytes   int      `json:"max_bytes,omitempty" jsonschema:"longest answer"`
}

type readResult struct {
	Result    json.RawMessage `json:"result"` // grids, each a list of rows
	Ranges    []string        `json:"ranges"`
	Cells     int             `json:"cells"`
	Rows      int             `json:"rows,omitempty"`
	Columns   int             `json:"columns,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	NextRange []string        `json:"next_range,omitempty"`
	Message   string          `json:"message,omitempty"`
	Errors    int             `json:"errors,omitempty"`
}

func (t cellTools) read(ctx context.Context, c *tool.Call, a readArgs) (readResult, error) {
	doc, err := t.d.For(ctx, c, document.Calc, false)
	if err != nil {
		return readResult{}, err
	}
	p := page{doc: doc, room: c.TextLimit(), bare: a.ValuesOnly, grids: []byte{'['}}
	if a.MaxBytes > 0 {
		p.room = a.MaxBytes
		c.AllowText(a.MaxBytes)
	}
	out := readResult{Ranges: []string{}}
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
	out.Result = append(p.grids, ']')
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
	// grids is the answer as JSON. It is written by hand, since encoding each of
	// thousands of cells by itself takes longer than reading them.
	grids []byte
}

// The least bytes that a cell takes in an answer.
const (
	leastCell  = 40
	leastValue = 3
)

// mostCells is how many cells are read for one answer at most: fetching more
// would keep others from the office for too long.
const mostCells = 100_000

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
	part, err := calc.Part(ctx, r, r.Head(min(max(1, p.room/least), mostCells)))
	if err != nil {
		return err
	}
	grid, err := calc.Read(ctx, p.doc, part, !p.bare)
	if err != nil {
		return err
	}
	taken, row, column, err := p.take(grid, len(out.Ranges) == 0)
	if err != nil {
		return err
	}
	out.Errors += grid.Trouble().Errors
	if taken == 0 {
		out.NextRange = append(out.NextRange, r.String())
		return nil
	}
	head := r.Address
	head.EndRow = r.Row + taken - 1
	if column > 0 {
		head.EndColumn = r.Column + column - 1
	}
	out.Ranges = append(out.Ranges, head.String())
	for _, rest := range r.Rest(row, column) {
		out.NextRange = append(out.NextRange, rest.String())
	}
	return nil
}

// take writes rows while there is room, and says how many were begun. A first
// row that is too long is cut: column is then how many of its cells were taken,
// and row is 0; else row is how many rows were taken.
func (p *page) take(g *calc.Grid, first bool) (taken, row, column int, err error) {
	before := len(p.grids)
	if !first {
		p.grids = append(p.grids, ',')
	}
	p.grids = append(p.grids, '[')
	defer func() {
		if taken == 0 {
			p.grids = p.grids[:before]
		} else {
			p.grids = append(p.grids, ']')
		}
	}()
	for i := range g.Rows {
		start := len(p.grids)
		if i > 0 {
			p.grids = append(p.grids, ',')
		}
		p.grids = append(p.grids, '[')
		size := 2
		for j := range g.Rows[i] {
			end := len(p.grids)
			if j > 0 {
				p.grids = append(p.grids, ',')
			}
			if p.grids, err = p.encode(p.grids, &g.Rows[i][j]); err != nil {
				return 0, 0, 0, err
			}
			size += len(p.grids) - end + 1
			if size <= p.room || first && i == 0 && j == 0 {
				continue
			}
			p.room = 0
			if first && i == 0 {
				p.grids = append(p.grids[:end], ']')
				return 1, 0, j, nil
			}
			p.grids = p.grids[:start]
			return i, i, 0, nil
		}
		p.grids = append(p.grids, ']')
		p.room -= size
	}
	return len(g.Rows), len(g.Rows), 0, nil
}

func (p *page) encode(b []byte, c *calc.Cell) ([]byte, error) {
	switch {
	case !p.bare:
		return appendCell(b, c)
	case c.Error != "":
		return appendText(b, c.Error)
	}
	return appendValue(b, c.Value)
}
