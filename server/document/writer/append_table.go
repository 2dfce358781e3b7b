package writer

import (
	"context"
	"strconv"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

// table inserts a table. Writer keeps a paragraph behind it, which the next
// block fills.
func (a *Appender) table(ctx context.Context, blk *content.Block) error {
	rows, columns := len(blk.Rows), 0
	for _, r := range blk.Rows {
		columns = max(columns, len(r.Cells))
	}
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
	data := make([][]any, rows)
	for i, r := range blk.Rows {
		data[i] = make([]any, columns)
		for j := range data[i] {
			data[i][j] = ""
			if j < len(r.Cells) {
				data[i][j] = cellText(&r.Cells[j])
			}
		}
	}
	b := a.doc.Conn().NewBatch()
	resetLook(b, a.cursor)
	b.Call(a.cursor, iProperties, "setPropertyValue", "ParaStyleName", a.styles.Body)
	head := blk.Rows[0].Header
	b.Call(table, iProperties, "setPropertyValue", "RepeatHeadline", head)
	b.Call(a.text, iText, "insertTextContent", a.cursor, table, false)
	b.Call(table, "com.sun.star.sheet.XCellRangeData", "setDataArray", data)
	if a.after == nil {
		b.Call(a.cursor, iTextCursor, "gotoEnd", false)
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	a.fresh = true
	return a.cells(ctx, table, blk)
}

func cellText(c *content.Cell) string {
	text := content.Plain(c.Blocks)
	if n := len(text); n > 0 {
		text = text[:n-1]
	}
	return text
}

// cells formats the cells of a new table: heads and marks.
func (a *Appender) cells(ctx context.Context, table *uno.Object, blk *content.Block) error {
	type job struct {
		cell *content.Cell
		head bool
		got  *uno.Result
	}
	var jobs []job
	get := a.doc.Conn().NewBatch()
	for i := range blk.Rows {
		for j := range blk.Rows[i].Cells {
			cell := &blk.Rows[i].Cells[j]
			marked := len(cell.Blocks) == 1 && anyMarks(cell.Blocks[0].Runs)
			if blk.Rows[i].Header || marked {
				jobs = append(jobs, job{cell, blk.Rows[i].Header, get.Call(table, iTextTable, "getCellByName", cellName(i, j))})
			}
		}
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	make1 := a.doc.Conn().NewBatch()
	cursors := make([]*uno.Result, len(jobs))
	for i, j := range jobs {
		cursors[i] = make1.Call(j.got.Object(), iSimpleText, "createTextCursor")
	}
	if err := make1.First(ctx); err != nil {
		return err
	}
	b := a.doc.Conn().NewBatch()
	for i, j := range jobs {
		c := cursors[i].Object()
		if j.head {
			b.Call(c, iProperties, "setPropertyValue", "ParaStyleName", "Table Heading")
		}
		if len(j.cell.Blocks) != 1 {
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
	return b.First(ctx)
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
