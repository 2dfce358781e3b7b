// Package calc reads and edits spreadsheets. Cells keep their types: text that
// looks like a number stays text, dates are ISO strings, formulas come with
// their results.
package calc

// UNO interfaces that this package uses by name.
const (
	iProperties   = "com.sun.star.beans.XPropertySet"
	iIndexAccess  = "com.sun.star.container.XIndexAccess"
	iNameAccess   = "com.sun.star.container.XNameAccess"
	iCellRange    = "com.sun.star.table.XCellRange"
	iData         = "com.sun.star.sheet.XCellRangeData"
	iFormulas     = "com.sun.star.sheet.XCellRangeFormula"
	iArrayFormula = "com.sun.star.sheet.XArrayFormulaRange"
	iAddressable  = "com.sun.star.sheet.XCellRangeAddressable"
	iRanges       = "com.sun.star.sheet.XSheetCellRanges"
	iMergeable    = "com.sun.star.util.XMergeable"
	iClear        = "com.sun.star.sheet.XSheetOperation"
	iQuery        = "com.sun.star.sheet.XCellRangesQuery"
	iStates       = "com.sun.star.beans.XPropertyState"
	iSheetRange   = "com.sun.star.sheet.XSheetCellRange"
	iSpreadsheet  = "com.sun.star.sheet.XSpreadsheet"
	iSheetCursor  = "com.sun.star.sheet.XSheetCellCursor"
)

// Values of com.sun.star.sheet.FormulaResult and CellFlags.
const (
	resultError = 4
	// contentFlags is VALUE, DATETIME, STRING and FORMULA: what cells hold,
	// without formats and comments.
	contentFlags = 1 | 2 | 4 | 16
)

// ambiguous is the com.sun.star.beans.PropertyState of what differs from cell to
// cell.
const ambiguous = "AMBIGUOUS_VALUE"
