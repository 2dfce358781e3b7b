package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// clear takes away what is replaced. The paragraphs at both ends of the span
// stay, unless nothing of the last is left.
func (p *Placer) clear(ctx context.Context, o *opening) error {
	if err := o.checkObjects(ctx, p.drop); err != nil {
		return err
	}
	if err := o.trim(ctx); err != nil {
		return err
	}
	if p.place != Instead {
		return nil
	}
	if !o.many && !o.left && !o.right && p.blocks[0].Kind == content.Table {
		// While changes are recorded the whole paragraph is removed at once, when
		// the table is there: after two steps, accepting them gives its style to
		// the paragraph behind it (7.4).
		if recording, err := Recording(ctx, p.doc); err != nil || recording {
			return err
		}
	}
	if !o.many {
		if err := replaceText(ctx, p.doc.Model(), o.span, ""); err != nil {
			return err
		}
		_, err := o.span.Call(ctx, iTextCursor, "collapseToEnd")
		return err
	}
	return o.clearMany(ctx)
}

// clearMany takes away a span over several paragraphs, without joining its ends:
// each keeps its look.
func (o *opening) clearMany(ctx context.Context) error {
	touched, err := enumerate(ctx, o.span)
	if err != nil {
		return err
	}
	recording, err := Recording(ctx, o.doc)
	if err != nil {
		return err
	}
	b := o.doc.Conn().NewBatch()
	start, end := b.Call(o.span, iTextRange, "getStart"), b.Call(o.span, iTextRange, "getEnd")
	if err := b.First(ctx); err != nil {
		return err
	}
	b = o.doc.Conn().NewBatch()
	head := b.Call(o.home, iSimpleText, "createTextCursorByRange", start.Object())
	tail := b.Call(o.home, iSimpleText, "createTextCursorByRange", end.Object())
	if err := b.First(ctx); err != nil {
		return err
	}
	if err := o.removeBetween(ctx, touched[1:len(touched)-1], recording); err != nil {
		return err
	}
	b = o.doc.Conn().NewBatch()
	b.Call(head.Object(), iParaCursor, "gotoEndOfParagraph", true)
	b.Call(tail.Object(), iParaCursor, "gotoStartOfParagraph", true)
	if err := b.First(ctx); err != nil {
		return err
	}
	for _, end := range []*uno.Object{head.Object(), tail.Object()} {
		if err := replaceText(ctx, o.doc.Model(), end, ""); err != nil {
			return err
		}
		if _, err := end.Call(ctx, iTextCursor, "collapseToEnd"); err != nil {
			return err
		}
	}
	o.span = head.Object()
	if o.right {
		return nil
	}
	return removeBehind(ctx, o.doc, o.home, tail.Object())
}

// removeBetween removes the paragraphs and tables between both ends. Where a
// deletion is recorded, each paragraph goes with the break behind it; or with
// the one before it, when the last paragraph goes, too, and has none behind it.
func (o *opening) removeBetween(ctx context.Context, elements []*uno.Object, recording bool) error {
	var paragraphs []*uno.Object
	for _, e := range elements {
		table, err := e.Has(ctx, iTextTable)
		if err != nil {
			return err
		}
		if !table {
			paragraphs = append(paragraphs, e)
			continue
		}
		if _, err := e.Call(ctx, "com.sun.star.lang.XComponent", "dispose"); err != nil {
			return err
		}
	}
	for i := len(paragraphs) - 1; i >= 0; i-- {
		remove := removeRecorded
		switch {
		case !recording:
			remove = removeParagraph
		case !o.right:
			remove = removeBehind
		}
		if err := remove(ctx, o.doc, o.home, paragraphs[i]); err != nil {
			return err
		}
	}
	return nil
}

// removeElement removes a whole paragraph or table.
func removeElement(ctx context.Context, doc *document.Document, home, element *uno.Object, recording bool) error {
	table, err := element.Has(ctx, iTextTable)
	if err != nil {
		return err
	}
	if recording && !table {
		return removeRecorded(ctx, doc, home, element)
	}
	if !table {
		return removeParagraph(ctx, doc, home, element)
	}
	_, err = element.Call(ctx, "com.sun.star.lang.XComponent", "dispose")
	return err
}

// removeBehind removes the end of the paragraph before a cursor's, and what the
// cursor's paragraph holds.
func removeBehind(ctx context.Context, doc *document.Document, home, at *uno.Object) error {
	cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", at)
	if err != nil {
		return err
	}
	b := at.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "collapseToEnd")
	b.Call(cursor, iParaCursor, "gotoEndOfParagraph", false)
	b.Call(cursor, iParaCursor, "gotoStartOfParagraph", true)
	b.Call(cursor, iTextCursor, "goLeft", int16(1), true)
	if err := b.First(ctx); err != nil {
		return err
	}
	return replaceText(ctx, doc.Model(), cursor, "")
}

// part makes room for blocks: the cursor of an appender stands where the first
// of them goes.
func (o *opening) part(ctx context.Context, a *Appender) error {
	c := o.span
	b := c.Conn().NewBatch()
	switch {
	case !o.left && (!o.right || o.many):
		if a.blocks[0].Kind == content.Table {
			return o.partFilled(ctx, a)
		}
		a.fresh, a.taken = true, &o.look
		return nil
	case !o.left:
		a.fresh, a.keep = true, o.look.page
	case !o.right || o.many:
		return nil
	}
	b.Call(a.text, iSimpleText, "insertControlCharacter", c, int16(paragraphBreak), false)
	b.Call(c, iTextCursor, "goLeft", int16(1), false)
	return b.First(ctx)
}

// partFilled makes room for a table in place of a paragraph. While changes are
// recorded the paragraph still holds its deleted text: then it is removed after
// the table was written, which records that, too.
func (o *opening) partFilled(ctx context.Context, a *Appender) error {
	a.fresh, a.taken = true, &o.look
	c := o.span
	b := c.Conn().NewBatch()
	begins := b.Call(c, iParaCursor, "isStartOfParagraph")
	ends := b.Call(c, iParaCursor, "isEndOfParagraph")
	if err := b.First(ctx); err != nil {
		return err
	}
	if begins.Value == true && ends.Value == true {
		return nil
	}
	rest, err := a.text.CallObject(ctx, iSimpleText, "createTextCursorByRange", c)
	if err != nil {
		return err
	}
	if _, err := rest.Call(ctx, iTextCursor, "collapseToEnd"); err != nil {
		return err
	}
	b = c.Conn().NewBatch()
	b.Call(c, iParaCursor, "gotoStartOfParagraph", false)
	b.Call(a.text, iSimpleText, "insertControlCharacter", c, int16(paragraphBreak), false)
	b.Call(c, iTextCursor, "goLeft", int16(1), false)
	o.rest = rest
	return b.First(ctx)
}

// finish removes what part left over.
func (o *opening) finish(ctx context.Context, a *Appender) error {
	if o.rest == nil {
		return nil
	}
	ahead, err := a.text.CallObject(ctx, iSimpleText, "createTextCursorByRange", o.rest)
	if err != nil {
		return err
	}
	follows, err := ahead.Call(ctx, iParaCursor, "gotoNextParagraph", false)
	switch {
	case err != nil:
		return err
	case follows == true:
		return removeRecorded(ctx, o.doc, a.text, o.rest)
	case a.blocks[len(a.blocks)-1].Kind != content.Table:
		return removeBehind(ctx, o.doc, a.text, o.rest)
	}
	b := o.rest.Conn().NewBatch()
	b.Call(o.rest, iParaCursor, "gotoStartOfParagraph", false)
	b.Call(o.rest, iParaCursor, "gotoEndOfParagraph", true)
	b.Call(o.rest, iTextRange, "setString", "")
	return b.First(ctx)
}

// trim takes away a blank before and behind what is replaced: at the end and at
// the beginning of a paragraph it means nothing.
func (o *opening) trim(ctx context.Context) error {
	b := o.span.Conn().NewBatch()
	start, end := b.Call(o.span, iTextRange, "getStart"), b.Call(o.span, iTextRange, "getEnd")
	if err := b.First(ctx); err != nil {
		return err
	}
	if o.left {
		if err := trim(ctx, o.home, start.Object(), "goLeft"); err != nil {
			return err
		}
	}
	if o.right {
		return trim(ctx, o.home, end.Object(), "goRight")
	}
	return nil
}

func trim(ctx context.Context, home, at *uno.Object, method string) error {
	cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", at)
	if err != nil {
		return err
	}
	b := at.Conn().NewBatch()
	b.Call(cursor, iTextCursor, method, int16(1), true)
	text := b.Call(cursor, iTextRange, "getString")
	if err := b.First(ctx); err != nil || text.Value != " " {
		return err
	}
	_, err = cursor.Call(ctx, iTextRange, "setString", "")
	return err
}
