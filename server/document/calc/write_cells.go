package calc

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// flagAnnotation is ANNOTATION of com.sun.star.sheet.CellFlags.
const flagAnnotation = 8

// placeholder stands in a cell until its text is written: undoing a text that
// was written into an empty cell would take away the comment as well.
const placeholder = "x"

// checkComments finds out whether cells of the block have comments, which asks
// for writeCells, and refuses what cannot be taken back even so: a write into A1
// while that is empty (see fillBare), and array formulas, which are not written
// cell by cell.
func (b *block) checkComments(commented, arrays []Address) error {
	if len(commented) == 0 {
		return nil
	}
	b.byCell = true
	for _, a := range commented {
		for n := range a.Cells() {
			row, column := a.Row+n/a.Columns(), a.Column+n%a.Columns()
			if b.now[row-b.Row][column-b.Column] != "" || b.entries[row-b.Row][column-b.Column].kind == "empty" {
				continue
			}
			if row == 0 && column == 0 {
				return commentWouldGo(CellName(column, row))
			}
			b.bare = append(b.bare, Address{Sheet: a.Sheet, Column: column, EndColumn: column, Row: row, EndRow: row})
		}
	}
	if len(arrays) > 0 {
		return document.Errorf(document.CodeObjectsInRange,
			"%s has comments and an array formula (%s), which cannot be written so that it can be taken back", b.Address, arrays[0])
	}
	return nil
}

// writeCells writes cell by cell. Undoing what writeArray does would take away
// the comments of the cells (seen in 7.4); undoing a single cell keeps its
// comment, and empties it when it was empty.
func (b *block) writeCells(ctx context.Context, data [][]string) error {
	get := b.object.Conn().NewBatch()
	var cells []*uno.Result
	for i, row := range data {
		for j := range row {
			cells = append(cells, get.Call(b.object, iCellRange, "getCellByPosition", j, i))
		}
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	f, err := readFormats(ctx, b.doc)
	if err != nil {
		return err
	}
	textual, err := f.settings.Call(ctx, "com.sun.star.util.XNumberFormatTypes", "getStandardFormat", int16(formatText), uno.NewStruct("com.sun.star.lang.Locale"))
	if err != nil {
		return err
	}
	if err := b.fillBare(ctx); err != nil {
		return err
	}
	set := b.object.Conn().NewBatch()
	for i, row := range data {
		for j, text := range row {
			switch {
			case text == "" && b.now[i][j] == "" && b.entries[i][j].kind == "empty":
				continue
			case b.entries[i][j].kind == "text" && text == "":
				text = placeholder // writeTexts comes
				// The text would get this format unasked, and undo would not take it away.
				set.Call(cells[i*len(row)+j].Object(), iProperties, "setPropertyValue", "NumberFormat", textual)
			}
			set.Call(cells[i*len(row)+j].Object(), "com.sun.star.table.XCell", "setFormula", text)
		}
	}
	now := set.Call(b.object, iData, "getDataArray")
	if err := set.First(ctx); err != nil {
		return err
	}
	return b.writeNumbers(ctx, data, now.Value)
}
