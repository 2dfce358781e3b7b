package calc

import (
	"context"
	"sort"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

const iShape = "com.sun.star.drawing.XShape"

// Seen is Find for something to look at: a sheet's name means all that is to be
// seen on it, charts and pictures too, and no reference the sheet that the user
// sees.
func Seen(ctx context.Context, doc *document.Document, ref string) (*Range, error) {
	r, err := seen(ctx, doc, ref)
	return r, document.Explain(err)
}

func seen(ctx context.Context, doc *document.Document, ref string) (*Range, error) {
	b, err := openBook(ctx, doc)
	if err != nil {
		return nil, err
	}
	if ref == "" {
		index, err := b.active(ctx)
		if err != nil {
			return nil, err
		}
		return b.seen(ctx, index)
	}
	for i, name := range b.names {
		if strings.EqualFold(name, ref) {
			return b.seen(ctx, i)
		}
	}
	return b.find(ctx, ref)
}

// Part is the range as a part of its document.
func (r *Range) Part() *document.Cells {
	return &document.Cells{
		Range: r.object, Sheet: r.Sheet,
		Column: r.Column, Row: r.Row, EndColumn: r.EndColumn, EndRow: r.EndRow,
	}
}

// seen is all that is to be seen on a sheet.
func (b *book) seen(ctx context.Context, index int) (*Range, error) {
	a, sheet, err := b.used(ctx, index)
	if err != nil {
		return nil, err
	}
	right, down, err := extentOfShapes(ctx, sheet)
	if err != nil {
		return nil, err
	}
	if right > 0 {
		column, row, err := cellAt(ctx, sheet, right, down)
		if err != nil {
			return nil, err
		}
		a.Column, a.Row = 0, 0
		a.EndColumn, a.EndRow = max(a.EndColumn, column), max(a.EndRow, row)
	}
	return rangeAt(ctx, sheet, a)
}

// Legible returns the beginning of a range that can still be read in a picture
// whose longer side has so many pixels: at half the size that it has on paper.
func Legible(ctx context.Context, r *Range, pixels int) (*Range, error) {
	part, err := legible(ctx, r, pixels)
	return part, document.Explain(err)
}

func legible(ctx context.Context, r *Range, pixels int) (*Range, error) {
	limit := int32(2 * pixels * 2540 / 96) // hundredths of a millimetre
	b := r.object.Conn().NewBatch()
	at := b.Call(r.object, iProperties, "getPropertyValue", "Position")
	size := b.Call(r.object, iProperties, "getPropertyValue", "Size")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	width, height := pair(size.Value, "Width", "Height")
	if width <= limit && height <= limit {
		return r, nil
	}
	x, y := pair(at.Value, "X", "Y")
	column, row, err := cellAt(ctx, r.sheet, x+min(limit, width)-1, y+min(limit, height)-1)
	if err != nil {
		return nil, err
	}
	a := r.Address
	a.EndColumn, a.EndRow = min(a.EndColumn, max(a.Column, column)), min(a.EndRow, max(a.Row, row))
	return rangeAt(ctx, r.sheet, a)
}

// pair reads two numbers of a struct.
func pair(v any, first, second string) (a, b int32) {
	if s, ok := v.(*uno.Struct); ok {
		a, _ = s.Get(first).(int32)
		b, _ = s.Get(second).(int32)
	}
	return a, b
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
		x, y := pair(at[i].Value, "X", "Y")
		width, height := pair(size[i].Value, "Width", "Height")
		right, down = max(right, x+width), max(down, y+height)
	}
	return right, down, nil
}

// cellAt finds the cell in which a position lies, in hundredths of a millimetre,
// by asking for a few dozen of them.
func cellAt(ctx context.Context, sheet *uno.Object, x, y int32) (column, row int, err error) {
	find := func(last int, behind func(i int) (bool, error)) int {
		return sort.Search(last, func(i int) bool {
			is, failed := behind(i + 1)
			if failed != nil {
				err = failed
			}
			return is || failed != nil
		})
	}
	start := func(column, row int) (x, y int32, err error) {
		cell, err := sheet.CallObject(ctx, iCellRange, "getCellByPosition", column, row)
		if err != nil {
			return 0, 0, err
		}
		v, err := cell.Call(ctx, iProperties, "getPropertyValue", "Position")
		x, y = pair(v, "X", "Y")
		return x, y, err
	}
	column = find(lastColumn, func(i int) (bool, error) { at, _, err := start(i, 0); return at > x, err })
	row = find(lastRow, func(i int) (bool, error) { _, at, err := start(0, i); return at > y, err })
	return column, row, err
}

// The last column and row that every LibreOffice has.
const (
	lastColumn = 1023
	lastRow    = 1<<20 - 1
)
