package calc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Address is a block of cells, counted from 0, both ends included.
type Address struct {
	Sheet             int
	Column, Row       int
	EndColumn, EndRow int
	SheetName         string
	nameNeeded        bool // the sheet must be named to find it again
	open              bool // written as whole columns or rows: ends where the used cells end
}

// Columns and Rows are the size of the block.
func (a Address) Columns() int { return a.EndColumn - a.Column + 1 }

// Rows is the number of rows.
func (a Address) Rows() int { return a.EndRow - a.Row + 1 }

// Cells is the number of cells.
func (a Address) Cells() int { return a.Columns() * a.Rows() }

// String writes the address as a client may give it back: B2:C5, with the
// sheet in front when there is more than one.
func (a Address) String() string {
	s := CellName(a.Column, a.Row)
	if a.Cells() > 1 {
		s += ":" + CellName(a.EndColumn, a.EndRow)
	}
	if a.nameNeeded {
		s = quoteSheet(a.SheetName) + "." + s
	}
	return s
}

func quoteSheet(name string) string {
	if regexp.MustCompile(`^[\pL_][\pL\pN_]*$`).MatchString(name) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", "''") + "'"
}

// CellName returns the name of a cell, counted from 0: CellName(27, 4) is AB5.
func CellName(column, row int) string { return columnName(column) + strconv.Itoa(row+1) }

func columnName(n int) string {
	name := ""
	for n++; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// reference is a reference as a client wrote it, taken apart.
type reference struct {
	sheet string // "" = the active one
	cells string // "B2:C5", or a name
}

var cellsPattern = regexp.MustCompile(`^\$?([A-Za-z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Za-z]{1,3})\$?([0-9]{1,7}))?$`)

// splitReference takes "Sheet.A1", "Sheet!A1" or "'My Sheet'.A1:B2" apart.
func splitReference(s string) (reference, error) {
	s = strings.TrimSpace(s)
	s = strings.TrimPrefix(s, "=")
	s = strings.TrimPrefix(s, "$")
	if strings.HasPrefix(s, "'") {
		name := ""
		rest := s[1:]
		for {
			i := strings.IndexByte(rest, '\'')
			if i < 0 {
				return reference{}, fmt.Errorf("the sheet name in %q has no closing quote", s)
			}
			name += rest[:i]
			rest = rest[i+1:]
			if !strings.HasPrefix(rest, "'") {
				break
			}
			name, rest = name+"'", rest[1:]
		}
		if rest == "" || rest[0] != '.' && rest[0] != '!' {
			return reference{}, fmt.Errorf("%q: a dot and an address are missing after the sheet name", s)
		}
		return reference{name, rest[1:]}, nil
	}
	if i := strings.LastIndexAny(s, "!."); i >= 0 {
		return reference{s[:i], s[i+1:]}, nil
	}
	return reference{"", s}, nil
}

var (
	columnsPattern = regexp.MustCompile(`^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$`)
	rowsPattern    = regexp.MustCompile(`^\$?([0-9]{1,7}):\$?([0-9]{1,7})$`)
)

// endless stands for the last column or row of a sheet, whichever that is.
const endless = 1 << 30

// position reads B2, B2:C5, B:C or 2:5; ok is false for what may be a name.
func (r reference) position() (a Address, ok bool) {
	if m := cellsPattern.FindStringSubmatch(r.cells); m != nil {
		a.Column, a.Row = columnNumber(m[1]), rowNumber(m[2])
		a.EndColumn, a.EndRow = a.Column, a.Row
		if m[3] != "" {
			a.EndColumn, a.EndRow = columnNumber(m[3]), rowNumber(m[4])
		}
	} else if m := columnsPattern.FindStringSubmatch(r.cells); m != nil {
		a = Address{Column: columnNumber(m[1]), EndColumn: columnNumber(m[2]), EndRow: endless, open: true}
	} else if m := rowsPattern.FindStringSubmatch(r.cells); m != nil {
		a = Address{Row: rowNumber(m[1]), EndRow: rowNumber(m[2]), EndColumn: endless, open: true}
	} else {
		return a, false
	}
	if a.EndColumn < a.Column {
		a.Column, a.EndColumn = a.EndColumn, a.Column
	}
	if a.EndRow < a.Row {
		a.Row, a.EndRow = a.EndRow, a.Row
	}
	return a, a.Row >= 0
}

func columnNumber(letters string) int {
	n := 0
	for _, c := range strings.ToUpper(letters) {
		n = n*26 + int(c-'A') + 1
	}
	return n - 1
}

func rowNumber(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n - 1
}

// Within reports whether all of a lies in b; both are of one sheet.
func (a Address) Within(b Address) bool {
	return a.Column >= b.Column && a.EndColumn <= b.EndColumn && a.Row >= b.Row && a.EndRow <= b.EndRow
}

// Meet returns the cells that a and b have in common; ok is false for none.
func (a Address) Meet(b Address) (c Address, ok bool) {
	c = a
	c.Column, c.EndColumn = max(a.Column, b.Column), min(a.EndColumn, b.EndColumn)
	c.Row, c.EndRow = max(a.Row, b.Row), min(a.EndRow, b.EndRow)
	return c, c.Column <= c.EndColumn && c.Row <= c.EndRow
}

// columnsOf and rowsOf return a part of a, counted from its first.
func (a Address) columnsOf(from, count int) Address {
	a.Column += from
	a.EndColumn = a.Column + count - 1
	return a
}

func (a Address) rowsOf(from, count int) Address {
	a.Row += from
	a.EndRow = a.Row + count - 1
	return a
}
