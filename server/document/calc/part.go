package calc

import (
	"context"
	"sort"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

const iShape = "com.sun.star.drawing.XShape"

// PartOf resolves a reference to the part of a document that it means, and
// gives its address. A sheet's name means all that is to be seen on it, charts
// and pictures too.
func PartOf(ctx context.Context, doc *document.Document, ref string) (*document.Cells, string, error) {
	b, err := openBook(ctx, doc)
	if err != nil {
		return nil, "", document.Explain(err)
	}
	for i, name := range b.names {
		if strings.EqualFold(name, ref) {
			return b.part(ctx, i)
		}
	}
	r, err := b.find(ctx, ref)
	if err != nil {
		return nil, "", document.Explain(err)
	}
	return r.part(), r.String(), nil
}

// ShownPart is PartOf for the sheet that the user sees.
func ShownPart(ctx context.Context, doc *document.Document) (*document.Cells, string, error) {
	b, err := openBook(ctx, doc)
	if err != nil {
		return nil, "", document.Explain(err)
	}
	index, err := b.active(ctx)
	if err != nil {
		return nil, "", document.Explain(err)
	}
	return b.part(ctx, index)
}

func (r *Range) part() *document.Cells {
	return &document.Cells{
		Range: r.object, Sheet: r.Sheet,
		Column: r.Column, Row: r.Row, EndColumn: r.EndColumn, EndRow: r.EndRow,
	}
}

// part is all that is to be seen on a sheet.
func (b *book) part(ctx context.Context, index int) (*document.Cells, string, error) {
	a, sheet, err := b.used(ctx, index)
	if err != nil {
		return nil, "", document.Explain(err)
	}
	right, down, err := extentOfShapes(ctx, sheet)
	if err == nil && right > 0 {
		var column, row int
		if column, err = cellAt(ctx, sheet, "X", right); err == nil {
			row, err = cellAt(ctx, sheet, "Y", down)
		}
		a.Column, a.Row = 0, 0
		a.EndColumn, a.EndRow = max(a.EndColumn, column), max(a.EndRow, row)
	}
	if err != nil {
		return nil, "", document.Explain(err)
	}
	r, err := rangeAt(ctx, sheet, a)
	if err != nil {
		return nil, "", document.Explain(err)
	}
	return r.part(), r.String(), nil
}

// extentOfShapes tells how far what lies over the cells reaches, in hundredths
// of a millimetre; 0 without any.
func extentOfShapes(ctx context.Context, sheet *uno.Object) (right, down int32, err error) {
	page, err := sheet.CallObject(ctx, "com.sun.star.drawing.XDrawPageSupplier", "getDrawPage")
	if err != nil {
		return 0, 0, err
	}
	count, err := page.Call(ctx, iIndexAccess, "getCount")
	if n, _ := count.(int32); err != nil || n == 0 {
		return 0, 0, err
	}
	get := page.Conn().NewBatch()
	shapes := make([]*uno.Result, count.(int32))
	for i := range shapes {
		shapes[i] = get.Call(page, iIndexAccess, "getByIndex", i)
	}
	if err := get.First(ctx); err != nil {
		return 0, 0, err
	}
	w := page.Conn().NewBatch()
	var at, size []*uno.Result
	for _, s := range shapes {
		at = append(at, w.Call(s.Object(), iShape, "getPosition"))
		size = append(size, w.Call(s.Object(), iShape, "getSize"))
	}
	if err := w.First(ctx); err != nil {
		return 0, 0, err
	}
	for i := range at {
		p, _ := at[i].Value.(*uno.Struct)
		s, _ := size[i].Value.(*uno.Struct)
		if p == nil || s == nil {
			continue
		}
		x, _ := p.Get("X").(int32)
		y, _ := p.Get("Y").(int32)
		width, _ := s.Get("Width").(int32)
		height, _ := s.Get("Height").(int32)
		right, down = max(right, x+width), max(down, y+height)
	}
	return right, down, nil
}

// cellAt finds the column (axis X) or row (axis Y) in which a position lies, by
// asking for about a dozen of them.
func cellAt(ctx context.Context, sheet *uno.Object, axis string, position int32) (int, error) {
	last := 1023 // as many columns as every LibreOffice has
	if axis == "Y" {
		last = 1<<20 - 1
	}
	var failed error
	behind := sort.Search(last, func(i int) bool {
		column, row := i+1, 0
		if axis == "Y" {
			column, row = 0, i+1
		}
		cell, err := sheet.CallObject(ctx, iCellRange, "getCellByPosition", column, row)
		if err != nil {
			failed = err
			return true
		}
		v, err := cell.Call(ctx, iProperties, "getPropertyValue", "Position")
		if err != nil {
			failed = err
			return true
		}
		s, _ := v.(*uno.Struct)
		at, _ := s.Get(axis).(int32)
		return at >= position
	})
	return behind, failed
}
