package calc

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// checkArrays refuses to cut through array formulas, which the office itself
// would do without a word.
func checkArrays(r *Range, arrays []Address) error {
	for _, a := range arrays {
		if !a.Within(r.Address) {
			a.SheetName, a.nameNeeded = r.SheetName, r.nameNeeded
			return document.Errorf(document.CodeProtected,
				"%s is part of the array formula in %s, which can only be changed as a whole", common(a, r.Address), a).With("array", a.String())
		}
	}
	return nil
}

// common names the cells of r that lie in a.
func common(a, r Address) Address {
	c, _ := r.Meet(a)
	return c
}

// checkProtection refuses to change protected cells, which the office itself
// leaves as they are without a word.
func checkProtection(ctx context.Context, r *Range) error {
	b := r.object.Conn().NewBatch()
	asked := askProtection(b, r)
	if err := b.First(ctx); err != nil {
		return err
	}
	return asked.check()
}

// protectionAsked is the question whether a range is protected, as a part of a
// batch.
type protectionAsked struct {
	of                *Range
	sheet, locks, mix *uno.Result
}

func askProtection(b *uno.Batch, r *Range) protectionAsked {
	return protectionAsked{
		of:    r,
		sheet: b.Call(r.sheet, "com.sun.star.util.XProtectable", "isProtected"),
		locks: b.Call(r.object, iProperties, "getPropertyValue", "CellProtection"),
		mix:   b.Call(r.object, iStates, "getPropertyState", "CellProtection"),
	}
}

// check is the answer, once the batch has run.
func (a protectionAsked) check() error {
	if a.sheet.Value != true {
		return nil
	}
	r := a.of
	mixed, _ := a.mix.Value.(uno.Enum)
	if p, ok := a.locks.Value.(*uno.Struct); ok && p.Get("IsLocked") == false && mixed.Name != ambiguous {
		return nil
	}
	return document.Errorf(document.CodeProtected, "%s is on the protected sheet %q", r.Address, r.SheetName)
}

// arraysIn returns the array formulas that have cells in a range.
func arraysIn(ctx context.Context, r *Range) ([]Address, error) {
	v, err := r.object.Call(ctx, iFormulas, "getFormulaArray")
	if err != nil {
		return nil, err
	}
	return r.arraysAmong(ctx, v)
}

// arraysAmong is arraysIn with what getFormulaArray has said.
func (r *Range) arraysAmong(ctx context.Context, formulas any) ([]Address, error) {
	rows, _ := formulas.([][]string)
	var found []Address
	for i, row := range rows {
		for j, f := range row {
			cell := r.rowsOf(i, 1).columnsOf(j, 1)
			if !strings.HasPrefix(f, "{=") || inside(cell, found) {
				continue
			}
			a, err := r.grow(ctx, cell, "collapseToCurrentArray")
			if err != nil {
				return nil, err
			}
			found = append(found, a)
		}
	}
	return found, nil
}

func inside(a Address, list []Address) bool {
	for _, b := range list {
		if a.Within(b) {
			return true
		}
	}
	return false
}

// grow lets a cursor over cells of the sheet of r grow by one of the methods of
// com.sun.star.sheet.XSheetCellCursor.
func (r *Range) grow(ctx context.Context, a Address, method string) (Address, error) {
	part, err := Part(ctx, r, a)
	if err != nil {
		return a, err
	}
	cursor, err := r.sheet.CallObject(ctx, iSpreadsheet, "createCursorByRange", part.object)
	if err != nil {
		return a, err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iSheetCursor, method)
	got := b.Call(cursor, iAddressable, "getRangeAddress")
	if err := b.First(ctx); err != nil {
		return a, err
	}
	return r.grown(got), nil
}

// grown is an address that the office has told.
func (r *Range) grown(got *uno.Result) Address {
	a := addressOf(got.Value.(*uno.Struct))
	a.SheetName, a.nameNeeded = r.SheetName, r.nameNeeded
	return a
}

// mergesIn returns the merged cells that have a part in a range.
func mergesIn(ctx context.Context, r *Range) ([]Address, error) {
	cursor, err := r.sheet.CallObject(ctx, iSpreadsheet, "createCursorByRange", r.object)
	if err != nil {
		return nil, err
	}
	b := cursor.Conn().NewBatch()
	asked := askMerges(b, r, cursor)
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	return asked.merges(ctx)
}

// mergesAsked is the question for the merged cells of a range, as a part of a
// batch.
type mergesAsked struct {
	of          *Range
	area, there *uno.Result
}

// askMerges lets a cursor over the range grow by the merged cells that reach
// into it.
func askMerges(b *uno.Batch, r *Range, cursor *uno.Object) mergesAsked {
	b.Call(cursor, iSheetCursor, "collapseToMergedArea")
	return mergesAsked{
		of:    r,
		area:  b.Call(cursor, iAddressable, "getRangeAddress"),
		there: b.Call(cursor, iMergeable, "getIsMerged"),
	}
}

// merges is the answer, once the batch has run.
func (a mergesAsked) merges(ctx context.Context) ([]Address, error) {
	if a.there.Value != true {
		return nil, nil
	}
	r := a.of
	all, err := Part(ctx, r, r.grown(a.area))
	if err != nil {
		return nil, err
	}
	list, err := all.object.CallObject(ctx, "com.sun.star.sheet.XCellFormatRangesSupplier", "getCellFormatRanges")
	if err != nil {
		return nil, err
	}
	blocks, err := indexed(ctx, list)
	if err != nil {
		return nil, err
	}
	b := r.object.Conn().NewBatch()
	begins, addresses := make([]*uno.Result, len(blocks)), make([]*uno.Result, len(blocks))
	for i, block := range blocks {
		begins[i] = b.Call(block, iMergeable, "getIsMerged")
		addresses[i] = b.Call(block, iAddressable, "getRangeAddress")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	var out []Address
	for i := range blocks {
		if begins[i].Value != true {
			continue
		}
		// Cells of one look are one block, so it may begin several merges.
		a := addressOf(addresses[i].Value.(*uno.Struct))
		for n := range a.Cells() {
			cell := a.rowsOf(n/a.Columns(), 1).columnsOf(n%a.Columns(), 1)
			cell.SheetName, cell.nameNeeded = r.SheetName, r.nameNeeded
			area, err := r.grow(ctx, cell, "collapseToMergedArea")
			if err != nil {
				return nil, err
			}
			if _, meets := area.Meet(r.Address); meets && area.Cells() > 1 {
				out = append(out, area)
			}
		}
	}
	return out, nil
}

// checkCovered refuses to write into cells that a merge covers: nobody would
// see what they hold. filled tells whether something is to be written into a
// cell, counted from the first of the range.
func checkCovered(r *Range, merges []Address, filled func(row, column int) bool) error {
	for _, m := range merges {
		part, _ := m.Meet(r.Address)
		for n := range part.Cells() {
			row, column := part.Row+n/part.Columns(), part.Column+n%part.Columns()
			if row == m.Row && column == m.Column || !filled(row-r.Row, column-r.Column) {
				continue
			}
			return document.Errorf(document.CodeProtected,
				"%s is covered by the merged cells %s, so nobody would see what is written there; write into %s instead",
				CellName(column, row), m, CellName(m.Column, m.Row)).With("merged", m.String())
		}
	}
	return nil
}
