package calc

import (
	"context"
	"fmt"
	"slices"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Grid is a block of cells as it is read, row by row.
type Grid struct {
	Range Address
	Rows  [][]Cell
}

// Read returns the cells of a range. Its cost is a handful of round trips,
// however many cells there are. With shown, cells tell the text that the user
// sees where it says more than the value; that costs two calls for each such
// cell, sent together.
func Read(ctx context.Context, doc *document.Document, r *Range, shown bool) (*Grid, error) {
	g, err := read(ctx, doc, r, shown)
	return g, document.Explain(err)
}

func read(ctx context.Context, doc *document.Document, r *Range, shown bool) (*Grid, error) {
	b := doc.Conn().NewBatch()
	data := b.Call(r.object, iData, "getDataArray")
	formulas := b.Call(r.object, iFormulas, "getFormulaArray")
	broken := b.Call(r.object, iQuery, "queryFormulaCells", int32(resultError))
	format := askFormat(b, r)
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	values, _ := data.Value.([][]any)
	texts, _ := formulas.Value.([][]string)
	g := &Grid{Range: r.Address, Rows: make([][]Cell, len(values))}
	numbers, computed := false, false
	for i := range values {
		g.Rows[i] = make([]Cell, len(values[i]))
		for j, v := range values[i] {
			c := &g.Rows[i][j]
			c.Address = CellName(r.Column+j, r.Row+i)
			if f := texts[i][j]; f != v && (len(f) > 1 && f[0] == '=' || len(f) > 3 && f[0] == '{' && f[1] == '=') {
				c.Formula, computed = f, true
			}
			numbers = c.fill(v) || numbers
		}
	}
	if numbers {
		if err := g.format(ctx, doc, format); err != nil {
			return nil, err
		}
	}
	if computed {
		if err := g.errors(ctx, broken.Object()); err != nil {
			return nil, err
		}
	}
	return g, g.show(ctx, r, shown)
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
func (g *Grid) format(ctx context.Context, doc *document.Document, asked formatAsked) error {
	blocks, err := asked.blocks(ctx)
	if err != nil {
		return err
	}
	blocks = slices.DeleteFunc(blocks, func(b formatBlock) bool { return general(b.key) })
	if len(blocks) == 0 {
		return nil
	}
	f, err := meaningOf(ctx, doc, blocks)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		for row := b.Row; row <= b.EndRow; row++ {
			for column := b.Column; column <= b.EndColumn; column++ {
				c := &g.Rows[row-g.Range.Row][column-g.Range.Column]
				if n, ok := c.Value.(float64); ok {
					c.Value, c.Type = f.show(n, b.key)
					c.formatted = true
				}
			}
		}
	}
	return nil
}

// errors marks the cells whose formula failed.
func (g *Grid) errors(ctx context.Context, broken *uno.Object) error {
	areas, err := areasOf(ctx, broken)
	if err != nil {
		return err
	}
	for _, a := range areas {
		for row := a.Row; row <= a.EndRow; row++ {
			for column := a.Column; column <= a.EndColumn; column++ {
				c := &g.Rows[row-g.Range.Row][column-g.Range.Column]
				c.Value, c.Type = nil, "error"
			}
		}
	}
	return nil
}

// show asks for the text of cells that show something else than their value:
// always of errors, of formatted numbers with all set.
func (g *Grid) show(ctx context.Context, r *Range, all bool) error {
	var cells []*Cell
	var got, shown, tokens []*uno.Result
	get := r.object.Conn().NewBatch()
	for i := range g.Rows {
		for j := range g.Rows[i] {
			if c := &g.Rows[i][j]; c.Type == "error" || all && c.formatted {
				cells = append(cells, c)
				got = append(got, get.Call(r.object, iCellRange, "getCellByPosition", j, i))
			}
		}
	}
	if len(cells) == 0 {
		return nil
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	ask := r.object.Conn().NewBatch()
	for i := range cells {
		shown = append(shown, ask.Call(got[i].Object(), "com.sun.star.text.XTextRange", "getString"))
		tokens = append(tokens, nil)
		if cells[i].Type == "error" {
			tokens[i] = ask.Call(got[i].Object(), "com.sun.star.sheet.XFormulaTokens", "getTokens")
		}
	}
	if err := ask.First(ctx); err != nil {
		return err
	}
	for i, c := range cells {
		text, _ := shown[i].Value.(string)
		if c.Type != "error" {
			if text != fmt.Sprint(c.Value) {
				c.Shown = text
			}
			continue
		}
		c.Error = text
		if text == "#NAME?" {
			list, _ := tokens[i].Value.([]*uno.Struct)
			c.unknown = unknownNames(list)
		}
	}
	return nil
}

// unknownNames finds the names in a formula that the office does not know: what
// is text in a token but no constant. The office keeps them in small letters.
func unknownNames(tokens []*uno.Struct) []string {
	var out []string
	for _, t := range tokens {
		name, ok := t.Get("Data").(string)
		if op, _ := t.Get("OpCode").(int32); ok && op != 0 && name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Trouble is what is wrong in cells that were read.
type Trouble struct {
	Errors  int      // cells that hold an error
	Unknown []string // names that the office does not know
}

// Trouble sums up the errors.
func (g *Grid) Trouble() Trouble {
	var t Trouble
	for _, row := range g.Rows {
		for i := range row {
			if row[i].Type == "error" {
				t.Errors++
			}
			for _, name := range row[i].unknown {
				if !slices.Contains(t.Unknown, name) {
					t.Unknown = append(t.Unknown, name)
				}
			}
		}
	}
	return t
}
