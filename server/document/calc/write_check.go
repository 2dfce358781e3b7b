package calc

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
)

// maxWrite is how many cells one range of a call may have: about as many as
// LibreOffice writes in half a second, in which nobody else gets anything done.
const maxWrite = 100_000

// add checks whether rows may be written into a range of their size.
func (w *Writer) add(ctx context.Context, doc *document.Document, r *Range, rows [][]entry) error {
	if r.Cells() > maxWrite {
		return document.Errorf(document.CodeInvalidRange, "%s has %d cells; one call writes at most %d", r.Address, r.Cells(), maxWrite)
	}
	for _, row := range rows {
		for _, e := range row {
			if e.kind == "formula" {
				if err := checkLanguage(e.text); err != nil {
					return err
				}
			}
		}
	}
	made := block{Range: r, doc: doc, entries: rows}
	if err := made.check(ctx); err != nil {
		return err
	}
	w.blocks = append(w.blocks, made)
	return nil
}

// check looks at the cells that are to be written, in two round trips where
// nothing is special about them.
func (b *block) check(ctx context.Context) error {
	look := b.object.Conn().NewBatch()
	protection := askProtection(look, b.Range)
	formulas := look.Call(b.object, iFormulas, "getFormulaArray")
	cursor := look.Call(b.sheet, iSpreadsheet, "createCursorByRange", b.object)
	notes := look.Call(b.object, iQuery, "queryContentCells", int16(flagAnnotation))
	if err := look.First(ctx); err != nil {
		return err
	}
	if err := protection.check(); err != nil {
		return err
	}
	arrays, err := b.arraysAmong(ctx, formulas.Value)
	if err != nil {
		return err
	}
	if err := checkArrays(b.Range, arrays); err != nil {
		return err
	}
	look = b.object.Conn().NewBatch()
	merged := askMerges(look, b.Range, cursor.Object())
	areas := look.Call(notes.Object(), iRanges, "getRangeAddresses")
	if err := look.First(ctx); err != nil {
		return err
	}
	merges, err := merged.merges(ctx)
	if err != nil {
		return err
	}
	if err := checkCovered(b.Range, merges, func(row, column int) bool { return b.entries[row][column].kind != "empty" }); err != nil {
		return err
	}
	b.now, _ = formulas.Value.([][]string)
	return b.checkComments(addressesOf(areas.Value), arrays)
}
