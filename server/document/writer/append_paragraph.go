package writer

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// resetLook takes direct formatting away from a cursor's paragraph. Setting a
// list to its default does not take the paragraph out of it (7.4); no list does,
// and the default takes that away again.
func resetLook(b *uno.Batch, cursor *uno.Object) {
	b.Call(cursor, iProperties, "setPropertyValue", "NumberingStyleName", "")
	b.Call(cursor, iMultiStates, "setAllPropertiesToDefault")
	b.Call(cursor, iPropertyState, "setPropertyToDefault", "NumberingStyleName")
}

// paragraph adds the calls that write one paragraph. The cursor ends up at its
// end. A new paragraph inherits the look of the one before it, so that is reset
// first. A paragraph that the block takes over keeps what the block says nothing
// about.
func (a *Appender) paragraph(b *uno.Batch, blk *content.Block) {
	c := a.cursor
	if !a.fresh {
		b.Call(a.text, iSimpleText, "insertControlCharacter", c, int16(paragraphBreak), false)
	}
	a.fresh = false
	taken := a.taken
	a.taken = nil
	set := func(name string, value any) { b.Call(c, iProperties, "setPropertyValue", name, value) }
	if taken != nil && blk.Kind == content.Paragraph && blk.Style == "" && !taken.heading && !taken.list {
		a.write1(b, blk)
		a.setAlign(b, blk)
		return
	}
	if taken != nil {
		a.keep = taken.page
	}
	resetLook(b, c)
	set("ParaStyleName", a.styles.ofBlock(blk))
	if blk.Kind == content.ListItem {
		a.item(b, blk)
	}
	for _, p := range a.keep {
		set(p.Name, p.Value)
	}
	a.keep = nil
	a.setAlign(b, blk)
	a.write1(b, blk)
	a.setFont(b, blk)
}

func (a *Appender) setAlign(b *uno.Batch, blk *content.Block) {
	if adjust, ok := adjustments[blk.Align]; ok {
		b.Call(a.cursor, iProperties, "setPropertyValue", "ParaAdjust", adjust)
	}
	a.setFlow(b, blk)
}

// item puts the cursor's paragraph into a list: into the one around, if that
// looks as the item shall.
func (a *Appender) item(b *uno.Batch, blk *content.Block) {
	set := func(name string, value any) { b.Call(a.cursor, iProperties, "setPropertyValue", name, value) }
	if l := a.list; l != nil && l.numbered(l.level+blk.Level-1) == blk.Ordered {
		set("ParaStyleName", l.style)
		set("NumberingStyleName", l.listStyle)
		if l.listID != "" {
			set("ListId", l.listID)
		}
		set("NumberingLevel", int16(l.level+blk.Level-2))
		return
	}
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

// write1 writes a block's text with its marks at the end of the cursor's
// paragraph.
func (a *Appender) write1(b *uno.Batch, blk *content.Block) {
	c := a.cursor
	text := content.Text(blk.Runs)
	if text == "" {
		return
	}
	b.Call(a.text, iSimpleText, "insertString", c, text, false)
	marked := anyMarks(blk.Runs)
	spreads := !a.plain // the look of what is before
	a.plain = !marked
	if !marked && !spreads {
		return
	}
	b.Call(c, iParaCursor, "gotoEndOfParagraph", false)
	goLeft(b, c, length(text), true)
	if spreads {
		b.Call(c, iMultiStates, "setPropertiesToDefault", markNames)
	}
	b.Call(c, iTextCursor, "collapseToStart")
	for _, r := range blk.Runs {
		b.Call(c, iTextCursor, "collapseToEnd")
		goRight(b, c, length(r.Text), true)
		for _, p := range markProperties(r) {
			b.Call(c, iProperties, "setPropertyValue", p.Name, p.Value)
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

// dropEmpty removes the paragraph that stands behind a table written last. At
// the end of a text it stays: Writer needs it there.
func (a *Appender) dropEmpty(ctx context.Context) error {
	ahead, err := a.text.CallObject(ctx, iSimpleText, "createTextCursorByRange", a.cursor)
	if err != nil {
		return err
	}
	follows, err := ahead.Call(ctx, iParaCursor, "gotoNextParagraph", false)
	if err != nil || follows != true {
		return err
	}
	paragraphs, err := enumerate(ctx, a.cursor)
	if err != nil || len(paragraphs) != 1 {
		return err
	}
	recording, err := Recording(ctx, a.doc)
	if err != nil {
		return err
	}
	if _, err := a.cursor.Call(ctx, iTextCursor, "goLeft", int16(1), false); err != nil {
		return err
	}
	return removeElement(ctx, a.doc, a.text, paragraphs[0], recording)
}

// keepingBookmarks writes behind a paragraph whose bookmarks stay with it: one at
// its end would go on to the next, and be lost with an undo.
func (a *Appender) keepingBookmarks(ctx context.Context) error {
	marks, err := a.doc.Member(ctx, document.Bookmarks)
	if err != nil {
		return err
	}
	n, err := marks.Call(ctx, iIndexAccess, "getCount")
	if err != nil || n == int32(0) {
		return errors.Join(err, a.write(ctx))
	}
	cursors := make([]*uno.Result, 2)
	b := a.doc.Conn().NewBatch()
	for i := range cursors {
		cursors[i] = b.Call(a.text, iSimpleText, "createTextCursorByRange", a.cursor)
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	begin, last := cursors[0].Object(), cursors[1].Object()
	b = a.doc.Conn().NewBatch()
	b.Call(begin, iParaCursor, "gotoStartOfParagraph", false)
	some := b.Call(last, iTextCursor, "goLeft", int16(1), true)
	if err := b.First(ctx); err != nil || some.Value != true {
		return errors.Join(err, a.write(ctx))
	}
	held, err := takeBookmarks(ctx, last)
	if err != nil {
		return err
	}
	if err := a.write(ctx); err != nil || len(held) == 0 {
		return err
	}
	b = a.doc.Conn().NewBatch()
	b.Call(begin, iParaCursor, "gotoEndOfParagraph", false)
	b.Call(begin, iTextCursor, "goLeft", int16(1), true)
	if err := b.First(ctx); err != nil {
		return err
	}
	return putBookmarks(ctx, a.doc.Model(), begin, held)
}
