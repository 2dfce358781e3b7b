package calc

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// fillBare puts something into the empty cells with comments, before they are
// written. Undoing a write into an empty cell takes away its comment (seen in
// 7.4), because it clears the cell of everything. Undoing a multiple operation
// clears it of all but its comment; so one is put there first.
//
// Such an operation fills the cells of a block but those of its first column,
// or first row, which are only looked at: the cell before or above is enough of
// a block. LibreOffice ignores it where it may not change all of the block.
func (b *block) fillBare(ctx context.Context) error {
	for _, way := range []struct {
		mode        string
		column, row int // of the block's first cell, from the one to fill
	}{{"COLUMN", -1, 0}, {"ROW", 0, -1}} {
		get := b.object.Conn().NewBatch()
		var blocks []*uno.Result
		var cells []Address
		for _, a := range b.bare {
			if a.Column+way.column >= 0 && a.Row+way.row >= 0 {
				cells = append(cells, a)
				blocks = append(blocks, get.Call(b.sheet, iCellRange, "getCellRangeByPosition", a.Column+way.column, a.Row+way.row, a.Column, a.Row))
			}
		}
		if err := get.First(ctx); err != nil {
			return err
		}
		fill := b.object.Conn().NewBatch()
		for i, c := range cells {
			formula := uno.NewStruct("com.sun.star.table.CellRangeAddress", "Sheet", int16(c.Sheet),
				"StartColumn", int32(c.Column), "EndColumn", int32(c.Column), "StartRow", int32(c.Row), "EndRow", int32(c.Row))
			input := uno.NewStruct("com.sun.star.table.CellAddress", "Sheet", int16(c.Sheet), "Column", int32(c.Column), "Row", int32(c.Row))
			fill.Call(blocks[i].Object(), "com.sun.star.sheet.XMultipleOperation", "setTableOperation",
				formula, uno.Enum{Type: "com.sun.star.sheet.TableOperationMode", Name: way.mode}, input, input)
		}
		now := fill.Call(b.object, iFormulas, "getFormulaArray")
		if err := fill.First(ctx); err != nil {
			return err
		}
		texts, _ := now.Value.([][]string)
		var left []Address
		for _, c := range b.bare {
			if texts[c.Row-b.Row][c.Column-b.Column] == "" {
				left = append(left, c)
			}
		}
		if b.bare = left; len(left) == 0 {
			return nil
		}
	}
	return commentWouldGo(CellName(b.bare[0].Column, b.bare[0].Row))
}

func commentWouldGo(cell string) error {
	return document.Errorf(document.CodeObjectsInRange, "%s is empty and has a comment, which LibreOffice would lose when the write is undone", cell).
		With("comments", []string{cell})
}
