package calc

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Grid is a block of cells as it is read, row by row.
type Grid struct {
	Range Address
	Rows  [][]Cell
}

// Read returns the cells of a range. Its cost is a handful of round trips,
// however many cells there are.
func Read(ctx context.Context, doc *document.Document, r *Range) (*Grid, error) {
	g, err := read(ctx, doc, r)
	return g, document.Explain(err)
}

func read(ctx context.Context, doc *document.Document, r *Range) (*Grid, error) {
	b := doc.Conn().NewBatch()
	data := b.Call(r.object, iData, "getDataArray")
	formulas := b.Call(r.object, iFormulas, "getFormulaArray")
	broken := b.Call(r.object, "com.sun.star.sheet.XCellRangesQuery", "queryFormulaCells", int32(4)) // FormulaResult.ERROR
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	values, _ := data.Value.([][]any)
	texts, _ := formulas.Value.([][]string)
	g := &Grid{Range: r.Address, Rows: make([][]Cell, len(values))}
	numbers := false
	for i := range values {
		g.Rows[i] = make([]Cell, len(values[i]))
		for j, v := range values[i] {
			c := &g.Rows[i][j]
			c.Address = CellName(r.Column+j, r.Row+i)
			if f := texts[i][j]; len(f) > 1 && f[0] == '=' && f != v {
				c.Formula = f
			}
			numbers = c.fill(v) || numbers
		}
	}
	if numbers {
		if err := g.format(ctx, doc, r); err != nil {
			return nil, err
		}
	}
	return g, g.errors(ctx, r, broken.Object())
}

// fill sets the value as getDataArray gives it and reports whether it is a
// number, which a format may turn into a date.
func (c *Cell) fill(v any) bool {
	switch v := v.(type) {
	case float64:
		c.Value, c.Type = v, "number"
		return true
	case string:
		if v == "" && c.Formula == "" {
			c.Type = "empty"
			return false
		}
		c.Value, c.Type = v, "text"
	default:
		c.Type = "empty"
	}
	return false
}

// format turns numbers in date and time formats into ISO text.
func (g *Grid) format(ctx context.Context, doc *document.Document, r *Range) error {
	blocks, err := formatBlocks(ctx, r)
	if err != nil {
		return err
	}
	f, err := readFormats(ctx, doc)
	if err != nil {
		return err
	}
	keys := make([]int32, len(blocks))
	for i, b := range blocks {
		keys[i] = b.key
	}
	if err := f.load(ctx, keys); err != nil {
		return err
	}
	for _, b := range blocks {
		if f.kinds[b.key].kind&formatDateTime == 0 {
			continue
		}
		for row := b.Row; row <= b.EndRow; row++ {
			for column := b.Column; column <= b.EndColumn; column++ {
				c := &g.Rows[row-r.Row][column-r.Column]
				if n, ok := c.Value.(float64); ok {
					c.Value, c.Type = f.show(n, b.key)
				}
			}
		}
	}
	return nil
}

// formatBlock is a block of cells with one number format.
type formatBlock struct {
	Address
	key int32
}

// formatBlocks splits a range by cell format.
func formatBlocks(ctx context.Context, r *Range) ([]formatBlock, error) {
	list, err := r.object.CallObject(ctx, "com.sun.star.sheet.XCellFormatRangesSupplier", "getCellFormatRanges")
	if err != nil {
		return nil, err
	}
	parts, err := indexed(ctx, list)
	if err != nil {
		return nil, err
	}
	b := r.object.Conn().NewBatch()
	addresses, keys := make([]*uno.Result, len(parts)), make([]*uno.Result, len(parts))
	for i, p := range parts {
		addresses[i] = b.Call(p, iAddressable, "getRangeAddress")
		keys[i] = b.Call(p, iProperties, "getPropertyValue", "NumberFormat")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	var out []formatBlock
	for i := range parts {
		a, _ := addresses[i].Value.(*uno.Struct)
		key, ok := keys[i].Value.(int32)
		if a != nil && ok {
			out = append(out, formatBlock{addressOf(a), key})
		}
	}
	return out, nil
}

// indexed returns all elements of an indexed collection.
func indexed(ctx context.Context, list *uno.Object) ([]*uno.Object, error) {
	n, err := list.Call(ctx, iIndexAccess, "getCount")
	if err != nil {
		return nil, err
	}
	b := list.Conn().NewBatch()
	got := make([]*uno.Result, n.(int32))
	for i := range got {
		got[i] = b.Call(list, iIndexAccess, "getByIndex", i)
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	out := make([]*uno.Object, len(got))
	for i := range got {
		out[i] = got[i].Object()
	}
	return out, nil
}

// errors marks the cells whose formula failed.
func (g *Grid) errors(ctx context.Context, r *Range, broken *uno.Object) error {
	if broken == nil {
		return nil
	}
	v, err := broken.Call(ctx, "com.sun.star.sheet.XSheetCellRanges", "getRangeAddresses")
	addresses, _ := v.([]*uno.Struct)
	if err != nil || len(addresses) == 0 {
		return err
	}
	type cellAt struct {
		cell *Cell
		got  *uno.Result
	}
	var cells []cellAt
	get := r.object.Conn().NewBatch()
	for _, s := range addresses {
		a := addressOf(s)
		for row := a.Row; row <= a.EndRow; row++ {
			for column := a.Column; column <= a.EndColumn; column++ {
				cells = append(cells, cellAt{
					&g.Rows[row-r.Row][column-r.Column],
					get.Call(r.object, iCellRange, "getCellByPosition", column-r.Column, row-r.Row),
				})
			}
		}
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	show := r.object.Conn().NewBatch()
	shown := make([]*uno.Result, len(cells))
	for i, c := range cells {
		shown[i] = show.Call(c.got.Object(), "com.sun.star.text.XTextRange", "getString")
	}
	if err := show.First(ctx); err != nil {
		return err
	}
	for i, c := range cells {
		c.cell.Error, _ = shown[i].Value.(string)
		c.cell.Value, c.cell.Type = nil, "error"
	}
	return nil
}

// Errors counts the cells that hold an error.
func (g *Grid) Errors() int {
	n := 0
	for _, row := range g.Rows {
		for i := range row {
			if row[i].Error != "" {
				n++
			}
		}
	}
	return n
}
