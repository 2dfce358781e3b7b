package writer

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// tables reads the tables among items and returns the texts of their cells.
func (f *flowReader) tables(ctx context.Context, items []*item) ([]*flow, error) {
	var cells []*flow
	for _, it := range items {
		if it.table == nil {
			continue
		}
		got, err := f.table(ctx, it.at, it.table, it.firstRow)
		if err != nil {
			return nil, err
		}
		cells = append(cells, got...)
	}
	return cells, nil
}

func (f *flowReader) table(ctx context.Context, at *uno.Object, t *tableItem, first int) ([]*flow, error) {
	b := f.doc.Conn().NewBatch()
	name := b.Call(at, iNamed, "getName")
	cells := b.Call(at, iTextTable, "getCellNames")
	rows := b.Call(at, iTextTable, "getRows")
	heads := b.Call(at, iProperties, "getPropertyValue", "HeaderRowCount")
	repeat := b.Call(at, iProperties, "getPropertyValue", "RepeatHeadline")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	t.name, _ = name.Value.(string)
	if n, _ := heads.Value.(int32); repeat.Value == true {
		t.heads = int(n)
	}
	names, _ := cells.Value.([]string)
	t.rows = gridOf(names)
	first = min(first, len(t.rows))
	last, n := first, 0
	for ; last < len(t.rows) && (f.maxCells == 0 || n == 0 || n+len(t.rows[last]) <= f.maxCells); last++ {
		n += len(t.rows[last])
	}
	t.more = len(t.rows) - last
	t.heads = max(0, t.heads-first)
	t.rows = t.rows[first:last]
	return f.cells(ctx, at, t, rows.Object(), first)
}

// gridOf makes a table of the names of its cells: "B3" is a cell of the third
// row, "B3.1.2" the first cell of the second row of what B3 was split into.
func gridOf(names []string) [][]*cellItem {
	var grid [][]*cellItem
	known := map[string]*cellItem{}
	for _, name := range names {
		top, rest, split := strings.Cut(name, ".")
		row, err := strconv.Atoi(strings.TrimLeft(top, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
		if err != nil || row < 1 {
			continue
		}
		c := known[top]
		if c == nil {
			c = &cellItem{name: top, col: 1, row: 1}
			known[top] = c
			grid = put(grid, row, c)
		}
		for split {
			var column, line string
			column, rest, _ = strings.Cut(rest, ".")
			line, rest, split = strings.Cut(rest, ".")
			row, err := strconv.Atoi(line)
			if err != nil || row < 1 {
				break
			}
			top += "." + column + "." + line
			inner := known[top]
			if inner == nil {
				inner = &cellItem{name: top, col: 1, row: 1}
				known[top] = inner
				if c.split == nil {
					c.split = &tableItem{}
				}
				c.split.rows = put(c.split.rows, row, inner)
			}
			c = inner
		}
	}
	return grid
}

// maxTableRows bounds what a cell's name may say.
const maxTableRows = 1 << 20

func put(grid [][]*cellItem, row int, c *cellItem) [][]*cellItem {
	row = min(row, maxTableRows)
	for len(grid) < row {
		grid = append(grid, nil)
	}
	grid[row-1] = append(grid[row-1], c)
	return grid
}

// leaves calls visit for each cell that was not split.
func leaves(rows [][]*cellItem, visit func(*cellItem)) {
	for _, row := range rows {
		for _, c := range row {
			if c.split != nil {
				leaves(c.split.rows, visit)
			} else {
				visit(c)
			}
		}
	}
}

// cells reads rows of a table, which begin with its row number first.
func (f *flowReader) cells(ctx context.Context, at *uno.Object, t *tableItem, lines *uno.Object, first int) ([]*flow, error) {
	b := f.doc.Conn().NewBatch()
	line := make([]*uno.Result, len(t.rows))
	for i := range line {
		line[i] = b.Call(lines, iIndexAccess, "getByIndex", first+i)
	}
	found := map[*cellItem]*uno.Result{}
	leaves(t.rows, func(c *cellItem) { found[c] = b.Call(at, iTextTable, "getCellByName", c.name) })
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = f.doc.Conn().NewBatch()
	ends := make([]*uno.Result, len(t.rows))
	for i := range ends {
		ends[i] = b.Call(line[i].Object(), iProperties, "getPropertyValue", "TableColumnSeparators")
	}
	spans := map[*cellItem]*uno.Result{}
	leaves(t.rows, func(c *cellItem) {
		c.at = found[c].Object()
		b.Ask(c.at, iEnumAccess) // for what is in them
		spans[c] = b.Call(c.at, iProperties, "getPropertyValue", "RowSpan")
	})
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	borders := make([][]int, len(t.rows))
	for i := range ends {
		borders[i] = bordersOf(ends[i].Value)
	}
	columns := allBorders(borders)
	var flows []*flow
	for i, row := range t.rows {
		kept := make([]*cellItem, 0, len(row))
		for j, c := range row {
			switch {
			case len(borders[i]) == len(row)-1:
				c.col = within(columns, borders[i], j)
			case widthOf(row) == len(columns)+1: // a row with split cells does not tell its borders
				c.col = widthOf(row[j : j+1])
			}
			if r := spans[c]; r != nil {
				if n, ok := r.Value.(int32); ok && n < 1 {
					continue // covered by the one above
				} else if ok {
					c.row = int(n)
				}
			}
			kept = append(kept, c)
		}
		t.rows[i] = kept
	}
	leaves(t.rows, func(c *cellItem) {
		c.flow.source = c.at
		flows = append(flows, &c.flow)
	})
	return flows, nil
}

// widthOf counts the columns of a row, with those of split cells.
func widthOf(row []*cellItem) int {
	n := 0
	for _, c := range row {
		widest := 1
		if c.split != nil {
			for _, r := range c.split.rows {
				widest = max(widest, widthOf(r))
			}
		}
		n += widest
	}
	return n
}

// bordersOf are the places of the borders between a row's cells, in parts of
// 10,000 of the table's width.
func bordersOf(v any) []int {
	list, _ := v.([]*uno.Struct)
	var out []int
	for _, s := range list {
		if n, ok := s.Get("Position").(int16); ok && s.Get("IsVisible") == true {
			out = append(out, int(n))
		}
	}
	return out
}

// sameBorder is up to which distance borders are one: LibreOffice's own export
// joins those within a twip or so of rounding.
const sameBorder = 20

// allBorders are the borders of all rows.
func allBorders(rows [][]int) []int {
	var all []int
	for _, r := range rows {
		all = append(all, r...)
	}
	slices.Sort(all)
	var out []int
	for _, n := range all {
		if len(out) == 0 || n-out[len(out)-1] > sameBorder {
			out = append(out, n)
		}
	}
	return out
}

// within counts the columns that cell i of a row with the given borders takes.
func within(columns, borders []int, i int) int {
	n := 1
	for _, c := range columns {
		if (i == 0 || c > borders[i-1]+sameBorder) && (i == len(borders) || c < borders[i]-sameBorder) {
			n++
		}
	}
	return n
}
