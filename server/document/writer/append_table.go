package writer

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

const iTableCursor = "com.sun.star.text.XTextTableCursor"

// table inserts a table. Writer keeps a paragraph behind it, which the next
// block fills.
func (a *Appender) table(ctx context.Context, blk *content.Block) error {
	grid, columns := content.Grid(blk)
	rows := len(blk.Rows)
	if rows == 0 || columns == 0 {
		return nil
	}
	table, err := a.doc.Model().CallObject(ctx, iFactory, "createInstance", "com.sun.star.text.TextTable")
	if err != nil {
		return err
	}
	if _, err := table.Call(ctx, iTextTable, "initialize", rows, columns); err != nil {
		return err
	}
	if !a.fresh {
		if _, err := a.text.Call(ctx, iSimpleText, "insertControlCharacter", a.cursor, int16(paragraphBreak), false); err != nil {
			return err
		}
	}
	keep := a.keep
	if a.taken != nil {
		keep = a.taken.page
	}
	a.keep, a.taken = nil, nil
	b := a.doc.Conn().NewBatch()
	resetLook(b, a.cursor)
	b.Call(a.cursor, iProperties, "setPropertyValue", "ParaStyleName", a.styles.Body)
	b.Call(table, iProperties, "setPropertyValue", "RepeatHeadline", blk.Rows[0].Header)
	b.Call(a.text, iText, "insertTextContent", a.cursor, table, false)
	b.Call(table, "com.sun.star.sheet.XCellRangeData", "setDataArray", cellTexts(grid, rows, columns))
	for _, p := range keep {
		b.Call(table, iProperties, "setPropertyValue", p.Name, p.Value)
	}
	if a.after == nil && !a.inside {
		b.Call(a.cursor, iTextCursor, "gotoEnd", false)
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	a.fresh = true
	if a.named && blk.Name != "" {
		if err := rename(ctx, table, blk.Name); err != nil {
			return err
		}
	}
	if err := a.cells(ctx, table, blk, grid); err != nil {
		return err
	}
	return merge(ctx, table, grid)
}

// rename gives a table a name; the office refuses the one that it has.
func rename(ctx context.Context, table *uno.Object, name string) error {
	now, err := table.Call(ctx, iNamed, "getName")
	if err != nil || now == name {
		return err
	}
	_, err = table.Call(ctx, iNamed, "setName", name)
	return err
}

// cellTexts are the texts of a table's cells as the office takes them all at
// once; those with more than one paragraph are written later.
func cellTexts(grid []content.GridCell, rows, columns int) [][]any {
	data := make([][]any, rows)
	for i := range data {
		data[i] = make([]any, columns)
		for j := range data[i] {
			data[i][j] = ""
		}
	}
	for _, g := range grid {
		if !rich(g.Cell) {
			data[g.Row][g.Column] = strings.TrimSuffix(content.Plain(g.Cell.Blocks), "\n")
		}
	}
	return data
}

// rich tells whether a cell holds more than one plain paragraph.
func rich(c *content.Cell) bool {
	if len(c.Blocks) != 1 {
		return len(c.Blocks) > 1
	}
	b := &c.Blocks[0]
	return b.Kind != content.Paragraph || b.Style != "" || b.Align != ""
}

// cells formats the cells of a new table: heads, marks, and what is more than a
// paragraph.
func (a *Appender) cells(ctx context.Context, table *uno.Object, blk *content.Block, grid []content.GridCell) error {
	type job struct {
		cell *content.Cell
		head bool
		got  *uno.Result
	}
	var jobs []job
	get := a.doc.Conn().NewBatch()
	for _, g := range grid {
		head := blk.Rows[g.Row].Header
		marked := len(g.Cell.Blocks) == 1 && anyMarks(g.Cell.Blocks[0].Runs)
		if head || marked || rich(g.Cell) {
			jobs = append(jobs, job{g.Cell, head, get.Call(table, iTextTable, "getCellByName", cellName(g.Row, g.Column))})
		}
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	begin := a.doc.Conn().NewBatch()
	cursors := make([]*uno.Result, len(jobs))
	for i, j := range jobs {
		cursors[i] = begin.Call(j.got.Object(), iSimpleText, "createTextCursor")
	}
	if err := begin.First(ctx); err != nil {
		return err
	}
	style, bold := "", false
	if slices.ContainsFunc(blk.Rows, func(r content.Row) bool { return r.Header }) {
		var err error
		if style, bold, err = a.headStyle(ctx); err != nil {
			return err
		}
	}
	b := a.doc.Conn().NewBatch()
	for i, j := range jobs {
		c := cursors[i].Object()
		if j.head {
			b.Call(c, iProperties, "setPropertyValue", "ParaStyleName", style)
		}
		if j.head && bold {
			b.Call(c, iTextCursor, "gotoEnd", true)
			for _, p := range markProperties(content.Run{Marks: content.Marks{Bold: true}}) {
				b.Call(c, iProperties, "setPropertyValue", p.Name, p.Value)
			}
		}
		if len(j.cell.Blocks) != 1 || rich(j.cell) {
			continue
		}
		b.Call(c, iTextCursor, "gotoStart", false)
		for _, r := range j.cell.Blocks[0].Runs {
			b.Call(c, iTextCursor, "collapseToEnd")
			goRight(b, c, length(r.Text), true)
			for _, p := range markProperties(r) {
				b.Call(c, iProperties, "setPropertyValue", p.Name, p.Value)
			}
		}
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	for i, j := range jobs {
		if rich(j.cell) {
			if err := a.fillCell(ctx, j.got.Object(), cursors[i].Object(), j.cell, j.head); err != nil {
				return err
			}
		}
	}
	return nil
}

// The styles that text in tables has.
const (
	tableContents = "Table Contents"
	tableHeading  = "Table Heading"
)

// fillCell writes paragraphs, lists and tables into an empty cell.
func (a *Appender) fillCell(ctx context.Context, text, cursor *uno.Object, cell *content.Cell, head bool) error {
	inner := &Appender{doc: a.doc, styles: a.styles, blocks: cell.Blocks, text: text, cursor: cursor, inside: true, fresh: true}
	inner.styles.Body = tableContents
	if head {
		inner.styles.Body = a.head
	}
	inner.taken = &paragraphLook{style: inner.styles.Body}
	return inner.write(ctx)
}

// merge joins cells that span others: from the last to the first, because a
// merge gives the cells behind it in its row other names.
func merge(ctx context.Context, table *uno.Object, grid []content.GridCell) error {
	for i := len(grid) - 1; i >= 0; i-- {
		g := grid[i]
		if g.Cell.ColSpan <= 1 && g.Cell.RowSpan <= 1 {
			continue
		}
		cursor, err := table.CallObject(ctx, iTextTable, "createCursorByCellName", cellName(g.Row, g.Column))
		if err != nil {
			return err
		}
		b := table.Conn().NewBatch()
		if right := g.Cell.ColSpan - 1; right > 0 {
			b.Call(cursor, iTableCursor, "goRight", int16(right), true)
		}
		if down := g.Cell.RowSpan - 1; down > 0 {
			b.Call(cursor, iTableCursor, "goDown", int16(down), true)
		}
		b.Call(cursor, iTableCursor, "mergeRange")
		if err := b.First(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cellName is the name of a cell of a Writer table: A1 … Z1, then a1 … z1,
// then AA1 (its own base-52 numbering).
func cellName(row, column int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	name := ""
	for n := column; ; n = n/len(letters) - 1 {
		name = string(letters[n%len(letters)]) + name
		if n < len(letters) {
			break
		}
	}
	return name + strconv.Itoa(row+1)
}
