package calc

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// fillDown writes a column of formulas by filling down its first one.
// setFormulaArray takes time with the square of the number of formulas that are
// alike: 9 s for 8,000 and minutes for 50,000 (7.4); filling them down takes a
// fraction of a second.
type fillDown struct {
	head *uno.Object // what stands above the formulas, and the first of them
	body *uno.Object // the formulas
	rows int         // of head
}

// fillsDown prepares it for a block of one column with many formulas, or returns
// nil. Filling copies the format of the first cell, so all must have the same.
func (b *block) fillsDown(ctx context.Context) (*fillDown, error) {
	if !b.alike || b.Rows()-b.first < manyRows {
		return nil, nil
	}
	rows := b.first + 1
	get := b.object.Conn().NewBatch()
	head := get.Call(b.object, iCellRange, "getCellRangeByPosition", 0, 0, 0, rows-1)
	body := get.Call(b.object, iCellRange, "getCellRangeByPosition", 0, rows-1, 0, b.Rows()-1)
	if err := get.First(ctx); err != nil {
		return nil, err
	}
	formats, err := body.Object().CallObject(ctx, "com.sun.star.sheet.XUniqueCellFormatRangesSupplier", "getUniqueCellFormatRanges")
	if err != nil {
		return nil, err
	}
	n, err := formats.Call(ctx, iIndexAccess, "getCount")
	if err != nil || n != int32(1) {
		return nil, err
	}
	return &fillDown{head.Object(), body.Object(), rows}, nil
}

// write adds the calls to a batch.
func (f *fillDown) write(b *uno.Batch, data [][]string) {
	b.Call(f.head, iFormulas, "setFormulaArray", data[:f.rows])
	b.Call(f.body, "com.sun.star.sheet.XCellSeries", "fillAuto",
		uno.Enum{Type: "com.sun.star.sheet.FillDirection", Name: "TO_BOTTOM"}, int32(1))
}
