package content

// GridCell is a cell of a table with the place of its upper left corner,
// counting the cells that others cover.
type GridCell struct {
	Row, Column int
	Cell        *Cell
}

// Grid lays a table's cells out as a browser does, and returns the number of its
// columns. A cell that would reach below the last row ends there.
func Grid(b *Block) (cells []GridCell, columns int) {
	var below []int // for each column, how many rows a cell above still covers
	for i := range b.Rows {
		column := 0
		next := make([]int, len(below))
		for j := range below {
			next[j] = max(0, below[j]-1)
		}
		for j := range b.Rows[i].Cells {
			c := &b.Rows[i].Cells[j]
			for column < len(below) && below[column] > 0 {
				column++
			}
			cells = append(cells, GridCell{i, column, c})
			for n := 0; n < max(1, c.ColSpan); n++ {
				for len(below) <= column {
					below, next = append(below, 0), append(next, 0)
				}
				next[column] = max(next[column], min(max(1, c.RowSpan), len(b.Rows)-i)-1)
				column++
			}
		}
		columns = max(columns, column)
		below = next
	}
	return cells, max(columns, len(below))
}
