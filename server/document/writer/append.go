package writer

import (
	"context"
	"strconv"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Appender writes blocks behind the last paragraph of the body. The paragraphs
// that are there stay as they are; an empty last one is used up first, so that
// no empty line is left between.
type Appender struct {
	doc    *document.Document
	styles Styles
	blocks []content.Block

	text   *uno.Object
	cursor *uno.Object
	fresh  bool // the cursor stands in an empty paragraph that is ours to fill
}

// NewAppender appends blocks, whose style names are those of Styles.
func NewAppender(doc *document.Document, styles Styles, blocks []content.Block) *Appender {
	return &Appender{doc: doc, styles: styles, blocks: blocks}
}

// Edit returns the step of a plan.
func (a *Appender) Edit() document.Edit { return document.Edit{Name: "append", Do: a.do} }

func (a *Appender) do(ctx context.Context) (err error) {
	if a.text, err = a.doc.Model().CallObject(ctx, iTextDocument, "getText"); err != nil {
		return err
	}
	if a.cursor, err = a.text.CallObject(ctx, iSimpleText, "createTextCursor"); err != nil {
		return err
	}
	if _, err = a.cursor.Call(ctx, iTextCursor, "gotoEnd", false); err != nil {
		return err
	}
	if a.fresh, err = emptyParagraph(ctx, a.cursor); err != nil {
		return err
	}
	b := a.doc.Conn().NewBatch()
	for i := range a.blocks {
		if a.blocks[i].Kind != content.Table {
			a.paragraph(b, &a.blocks[i])
			continue
		}
		if err := b.First(ctx); err != nil {
			return err
		}
		if err := a.table(ctx, &a.blocks[i]); err != nil {
			return err
		}
		b = a.doc.Conn().NewBatch()
	}
	return b.First(ctx)
}

// emptyParagraph tells whether a cursor's paragraph holds nothing at all. It
// leaves the cursor collapsed where it was.
func emptyParagraph(ctx context.Context, cursor *uno.Object) (bool, error) {
	b := cursor.Conn().NewBatch()
	atStart := b.Call(cursor, iParaCursor, "isStartOfParagraph")
	atEnd := b.Call(cursor, iParaCursor, "isEndOfParagraph")
	if err := b.First(ctx); err != nil {
		return false, err
	}
	if atStart.Value != true || atEnd.Value != true {
		return false, nil
	}
	kinds, err := portionKinds(ctx, cursor)
	if err != nil {
		return false, err
	}
	for _, kind := range kinds {
		if kind != "Text" {
			return false, nil
		}
	}
	return true, nil
}

// resetLook takes direct formatting away from a cursor's paragraph. The list
// that it belongs to is not part of "all properties".
func resetLook(b *uno.Batch, cursor *uno.Object) {
	b.Call(cursor, "com.sun.star.beans.XMultiPropertyStates", "setAllPropertiesToDefault")
	for _, name := range []string{"NumberingRules", "NumberingStyleName"} { // 7.4 heeds the first, 25.2 the second
		b.Call(cursor, "com.sun.star.beans.XPropertyState", "setPropertyToDefault", name)
	}
}

// paragraph adds the calls that write one paragraph. The cursor ends up at its
// end. A new paragraph inherits the look of the one before it, so that is reset
// first.
func (a *Appender) paragraph(b *uno.Batch, blk *content.Block) {
	c := a.cursor
	if !a.fresh {
		b.Call(a.text, iSimpleText, "insertControlCharacter", c, int16(paragraphBreak), false)
	}
	a.fresh = false
	resetLook(b, c)
	set := func(name string, value any) { b.Call(c, iProperties, "setPropertyValue", name, value) }
	set("ParaStyleName", a.styles.ofBlock(blk))
	switch {
	case blk.Kind == content.ListItem:
		list := a.styles.Bullets
		if blk.Ordered {
			list = a.styles.Numbers
		}
		set("NumberingStyleName", list)
		set("NumberingLevel", int16(blk.Level-1))
		if blk.Start && blk.Ordered && blk.Level == 1 {
			set("ParaIsNumberingRestart", true)
		}
	}
	if adjust, ok := adjustments[blk.Align]; ok {
		set("ParaAdjust", adjust)
	}
	text := content.Text(blk.Runs)
	if text == "" {
		return
	}
	b.Call(a.text, iSimpleText, "insertString", c, text, false)
	if !anyMarks(blk.Runs) {
		return
	}
	b.Call(c, iParaCursor, "gotoStartOfParagraph", false)
	for _, r := range blk.Runs {
		b.Call(c, iTextCursor, "collapseToEnd")
		goRight(b, c, length(r.Text), true)
		for _, p := range markProperties(r) {
			set(p.Name, p.Value)
		}
	}
	b.Call(c, iTextCursor, "collapseToEnd")
}

var adjustments = map[string]uno.Enum{
	"center":  {Type: "com.sun.star.style.ParagraphAdjust", Name: "CENTER"},
	"right":   {Type: "com.sun.star.style.ParagraphAdjust", Name: "RIGHT"},
	"justify": {Type: "com.sun.star.style.ParagraphAdjust", Name: "BLOCK"},
}

func anyMarks(runs []content.Run) bool {
	for _, r := range runs {
		if r.Marks != (content.Marks{}) || r.Link != "" {
			return true
		}
	}
	return false
}

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
	if _, err := table.Call(ctx, "com.sun.star.text.XTextTable", "initialize", rows, columns); err != nil {
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
	b.Call(a.cursor, iTextCursor, "gotoEnd", false)
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
				jobs = append(jobs, job{cell, blk.Rows[i].Header, get.Call(table, "com.sun.star.text.XTextTable", "getCellByName", cellName(i, j))})
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
