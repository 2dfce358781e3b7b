package calc

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Range is a block of cells of one sheet.
type Range struct {
	Address
	object *uno.Object
	sheet  *uno.Object
}

// book is a spreadsheet document's sheets.
type book struct {
	doc    *document.Document
	sheets *uno.Object
	names  []string
}

func openBook(ctx context.Context, doc *document.Document) (*book, error) {
	sheets, err := doc.Member(ctx, document.Sheets)
	if err != nil {
		return nil, err
	}
	v, err := sheets.Call(ctx, iNameAccess, "getElementNames")
	names, _ := v.([]string)
	return &book{doc, sheets, names}, err
}

// Find resolves a reference: a cell, a block or a named range, on the sheet it
// names or else on the active one.
func Find(ctx context.Context, doc *document.Document, ref string) (*Range, error) {
	b, err := openBook(ctx, doc)
	if err != nil {
		return nil, document.Explain(err)
	}
	r, err := b.find(ctx, ref)
	return r, document.Explain(err)
}

func (b *book) find(ctx context.Context, ref string) (*Range, error) {
	parts, err := splitReference(ref)
	if err != nil {
		return nil, document.Errorf(document.CodeInvalidRange, "%w", err).With("range", ref)
	}
	position, plain := parts.position()
	if !plain {
		return b.named(ctx, parts, ref)
	}
	index, err := b.sheetIndex(ctx, parts.sheet)
	if err != nil {
		return nil, err
	}
	position.Sheet = index
	return b.at(ctx, position, ref)
}

// sheet returns a sheet's object.
func (b *book) sheet(ctx context.Context, index int) (*uno.Object, error) {
	return b.sheets.CallObject(ctx, iIndexAccess, "getByIndex", index)
}

// used returns the block of a sheet in which anything stands; of an empty
// sheet, A1.
func (b *book) used(ctx context.Context, index int) (Address, *uno.Object, error) {
	sheet, err := b.sheet(ctx, index)
	if err != nil {
		return Address{}, nil, err
	}
	cursor, err := sheet.CallObject(ctx, iSpreadsheet, "createCursor")
	if err != nil {
		return Address{}, nil, err
	}
	w := cursor.Conn().NewBatch()
	w.Call(cursor, "com.sun.star.sheet.XUsedAreaCursor", "gotoStartOfUsedArea", false)
	w.Call(cursor, "com.sun.star.sheet.XUsedAreaCursor", "gotoEndOfUsedArea", true)
	got := w.Call(cursor, iAddressable, "getRangeAddress")
	if err := w.First(ctx); err != nil {
		return Address{}, nil, err
	}
	a := addressOf(got.Value.(*uno.Struct))
	a.SheetName, a.nameNeeded = b.names[index], len(b.names) > 1
	return a, sheet, nil
}

// at makes the range at a position. Whole columns and rows end where the used
// cells end.
func (b *book) at(ctx context.Context, a Address, ref string) (*Range, error) {
	a.SheetName, a.nameNeeded = b.names[a.Sheet], len(b.names) > 1
	var sheet *uno.Object
	var err error
	if a.open {
		var used Address
		if used, sheet, err = b.used(ctx, a.Sheet); err != nil {
			return nil, err
		}
		a.EndRow, a.EndColumn = min(a.EndRow, max(used.EndRow, a.Row)), min(a.EndColumn, max(used.EndColumn, a.Column))
		a.open = false
	} else if sheet, err = b.sheet(ctx, a.Sheet); err != nil {
		return nil, err
	}
	r, err := rangeAt(ctx, sheet, a)
	if uno.IsException(err, "com.sun.star.lang.IndexOutOfBoundsException") {
		return nil, document.Errorf(document.CodeInvalidRange, "%q lies outside the sheet", ref).With("range", ref)
	}
	return r, err
}

func (b *book) sheetIndex(ctx context.Context, name string) (int, error) {
	if name == "" {
		return b.active(ctx)
	}
	for i, n := range b.names {
		if strings.EqualFold(n, name) {
			return i, nil
		}
	}
	return 0, document.Errorf(document.CodeUnknownSheet, "there is no sheet %q; the sheets are %s", name, quoted(b.names)).
		With("sheet", name).With("available", b.names)
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(out, ", ")
}

// active returns the index of the sheet that the user sees; of a document
// without a window, the first. Controllers belong to the main thread.
func (b *book) active(ctx context.Context) (index int, err error) {
	if len(b.names) == 1 {
		return 0, nil
	}
	err = b.doc.Conn().Main(ctx, func(ctx context.Context) error {
		controller, err := b.doc.Model().CallObject(ctx, "com.sun.star.frame.XModel", "getCurrentController")
		if err != nil || controller == nil {
			return err
		}
		sheet, err := controller.CallObject(ctx, "com.sun.star.sheet.XSpreadsheetView", "getActiveSheet")
		if err != nil || sheet == nil {
			return err
		}
		v, err := sheet.Call(ctx, iAddressable, "getRangeAddress")
		if a, ok := v.(*uno.Struct); ok {
			index = addressOf(a).Sheet
		}
		return err
	})
	return index, err
}

// addressOf reads a com.sun.star.table.CellRangeAddress.
func addressOf(s *uno.Struct) Address {
	number := func(name string) int {
		switch v := s.Get(name).(type) {
		case int16:
			return int(v)
		case int32:
			return int(v)
		}
		return 0
	}
	return Address{
		Sheet: number("Sheet"), Column: number("StartColumn"), Row: number("StartRow"),
		EndColumn: number("EndColumn"), EndRow: number("EndRow"),
	}
}

// named finds a named range, that of the sheet first.
func (b *book) named(ctx context.Context, r reference, ref string) (*Range, error) {
	holders := []*uno.Object{b.doc.Model()}
	if r.sheet != "" {
		index, err := b.sheetIndex(ctx, r.sheet)
		if err != nil {
			return nil, err
		}
		sheet, err := b.sheets.CallObject(ctx, iIndexAccess, "getByIndex", index)
		if err != nil {
			return nil, err
		}
		holders = []*uno.Object{sheet, b.doc.Model()}
	} else if index, err := b.active(ctx); err == nil {
		if sheet, err := b.sheet(ctx, index); err == nil {
			holders = append(holders, sheet)
		}
	}
	for _, h := range holders {
		v, err := h.Call(ctx, iProperties, "getPropertyValue", "NamedRanges")
		names, _ := v.(*uno.Object)
		if err != nil || names == nil {
			return nil, err
		}
		name, err := names.CallObject(ctx, iNameAccess, "getByName", r.cells)
		if uno.IsException(err, "com.sun.star.container.NoSuchElementException") {
			continue
		}
		if err != nil {
			return nil, err
		}
		cells, err := name.CallObject(ctx, "com.sun.star.sheet.XCellRangeReferrer", "getReferredCells")
		if err != nil {
			return nil, err
		}
		if cells == nil {
			return nil, document.Errorf(document.CodeInvalidRange, "the name %q does not stand for cells", r.cells)
		}
		address, err := cells.Call(ctx, iAddressable, "getRangeAddress")
		if err != nil {
			return nil, err
		}
		return b.at(ctx, addressOf(address.(*uno.Struct)), ref)
	}
	if r.sheet == "" {
		for i, name := range b.names {
			if strings.EqualFold(name, r.cells) {
				a, sheet, err := b.used(ctx, i)
				if err != nil {
					return nil, err
				}
				return rangeAt(ctx, sheet, a)
			}
		}
	}
	return nil, document.Errorf(document.CodeInvalidRange,
		"%q is neither an address such as B2, Sheet1.A1:C10 or A:C nor a named range nor a sheet", ref).With("range", ref).With("sheets", b.names)
}

// rangeInterfaces are what ranges are used by. All are asked for at once: one
// after the other each would cost a round trip.
var rangeInterfaces = []string{iData, iFormulas, iQuery, iProperties, iStates, iSheetRange, iArrayFormula, iClear}

// rangeAt makes the range at a position that lies in the sheet.
func rangeAt(ctx context.Context, sheet *uno.Object, a Address) (*Range, error) {
	o, err := sheet.CallObject(ctx, iCellRange, "getCellRangeByPosition", a.Column, a.Row, a.EndColumn, a.EndRow)
	if err != nil {
		return nil, err
	}
	b := o.Conn().NewBatch()
	b.Ask(o, rangeInterfaces...)
	return &Range{a, o, sheet}, b.Run(ctx)
}

// Part returns a part of a range.
func Part(ctx context.Context, r *Range, a Address) (*Range, error) {
	if a == r.Address {
		return r, nil
	}
	part, err := rangeAt(ctx, r.sheet, a)
	return part, document.Explain(err)
}

// Head returns the first whole rows of a range that have about room cells, at
// least one row.
func (a Address) Head(room int) Address {
	return a.rowsOf(0, min(a.Rows(), max(1, room/a.Columns())))
}

// Rest returns what is left of a when the cells before the one at row and
// column, counted from the first, have been dealt with: the rest of that row,
// if it was begun, and the rows below.
func (a Address) Rest(row, column int) []Address {
	var out []Address
	if column > 0 {
		out = append(out, a.rowsOf(row, 1).columnsOf(column, a.Columns()-column))
		row++
	}
	if row < a.Rows() {
		out = append(out, a.rowsOf(row, a.Rows()-row))
	}
	return out
}

// namedRanges lists the names that a document or a sheet gives to cells.
func namedRanges(ctx context.Context, holder *uno.Object) ([]string, error) {
	v, err := holder.Call(ctx, iProperties, "getPropertyValue", "NamedRanges")
	list, _ := v.(*uno.Object)
	if err != nil || list == nil {
		return nil, err
	}
	v, err = list.Call(ctx, iNameAccess, "getElementNames")
	names, _ := v.([]string)
	return names, err
}
