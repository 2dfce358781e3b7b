package calc

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// checkWritable refuses what the office itself would do without a word: to
// change protected cells, and to cut through array formulas.
func checkWritable(ctx context.Context, r *Range) error {
	if err := checkProtection(ctx, r); err != nil {
		return err
	}
	arrays, err := arraysIn(ctx, r)
	if err != nil {
		return err
	}
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

func checkProtection(ctx context.Context, r *Range) error {
	protected, err := r.sheet.Call(ctx, "com.sun.star.util.XProtectable", "isProtected")
	if err != nil || protected != true {
		return err
	}
	b := r.object.Conn().NewBatch()
	lock := b.Call(r.object, iProperties, "getPropertyValue", "CellProtection")
	state := b.Call(r.object, "com.sun.star.beans.XPropertyState", "getPropertyState", "CellProtection")
	if err := b.First(ctx); err != nil {
		return err
	}
	mixed, _ := state.Value.(uno.Enum)
	if p, ok := lock.Value.(*uno.Struct); ok && p.Get("IsLocked") == false && mixed.Name != "AMBIGUOUS_VALUE" {
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
	rows, _ := v.([][]string)
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
	cursor, err := r.sheet.CallObject(ctx, "com.sun.star.sheet.XSpreadsheet", "createCursorByRange", part.object)
	if err != nil {
		return a, err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, "com.sun.star.sheet.XSheetCellCursor", method)
	got := b.Call(cursor, iAddressable, "getRangeAddress")
	if err := b.First(ctx); err != nil {
		return a, err
	}
	grown := addressOf(got.Value.(*uno.Struct))
	grown.SheetName, grown.nameNeeded = a.SheetName, a.nameNeeded
	return grown, nil
}

// mergesIn returns the merged cells that have a part in a range.
func mergesIn(ctx context.Context, r *Range) ([]Address, error) {
	grown, err := r.grow(ctx, r.Address, "collapseToMergedArea")
	if err != nil {
		return nil, err
	}
	all, err := Part(ctx, r, grown)
	if err != nil {
		return nil, err
	}
	merged, err := all.object.Call(ctx, iMergeable, "getIsMerged")
	if err != nil || merged != true {
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
func checkCovered(ctx context.Context, r *Range, filled func(row, column int) bool) error {
	merges, err := mergesIn(ctx, r)
	if err != nil {
		return err
	}
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
