package writer

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// pageProperties are the properties of the first paragraph that say on what
// page the document begins; they stay with whatever is first.
var pageProperties = []string{"PageDescName", "PageNumberOffset"}

// goFirst makes an empty paragraph before everything else.
func (a *Appender) goFirst(ctx context.Context) error {
	list, err := a.text.CallObject(ctx, iEnumAccess, "createEnumeration")
	if err != nil {
		return err
	}
	first, err := list.CallObject(ctx, iEnumeration, "nextElement")
	if err != nil {
		return err
	}
	table, err := first.Has(ctx, iTextTable)
	if err != nil {
		return err
	}
	if table {
		return a.goBeforeTable(ctx, first)
	}
	if a.cursor, err = a.text.CallObject(ctx, iSimpleText, "createTextCursorByRange", first); err != nil {
		return err
	}
	if _, err := a.cursor.Call(ctx, iTextCursor, "gotoStart", false); err != nil {
		return err
	}
	more, err := list.Call(ctx, iEnumeration, "hasMoreElements")
	if err != nil {
		return err
	}
	if a.fresh, err = emptyParagraph(ctx, a.cursor); err != nil || a.fresh && more != true {
		return err // the document is empty
	}
	a.after, a.fresh = first, true // an empty paragraph left at the end goes
	page, err := properties(ctx, []*uno.Object{first}, pageProperties...)
	if err != nil {
		return err
	}
	b := a.cursor.Conn().NewBatch()
	b.Call(a.text, iSimpleText, "insertControlCharacter", a.cursor, int16(paragraphBreak), false)
	b.Call(a.cursor, iTextCursor, "gotoStart", false)
	if err := b.First(ctx); err != nil {
		return err
	}
	if style, _ := page[0][0].(string); style != "" {
		a.page = page[0]
	}
	return nil
}

// goBeforeTable makes an empty paragraph before a table that begins the body.
func (a *Appender) goBeforeTable(ctx context.Context, table *uno.Object) error {
	paragraph, err := a.doc.Model().CallObject(ctx, iFactory, "createInstance", "com.sun.star.text.Paragraph")
	if err != nil {
		return err
	}
	if _, err := a.text.Call(ctx, "com.sun.star.text.XRelativeTextContentInsert", "insertTextContentBefore", paragraph, table); err != nil {
		return err
	}
	if a.cursor, err = a.text.CallObject(ctx, iSimpleText, "createTextCursor"); err != nil {
		return err
	}
	_, err = a.cursor.Call(ctx, iTextCursor, "gotoStart", false)
	a.after, a.fresh = table, true
	return err
}

// keepPage gives the page on which the document began to what is first now.
func (a *Appender) keepPage(ctx context.Context) error {
	cursor, err := a.text.CallObject(ctx, iSimpleText, "createTextCursor")
	if err != nil {
		return err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "gotoStart", false)
	b.Call(a.cursor, iTextCursor, "collapseToEnd")
	next := b.Call(a.text, iSimpleText, "createTextCursorByRange", a.cursor)
	if err := b.First(ctx); err != nil {
		return err
	}
	b = cursor.Conn().NewBatch()
	b.Call(next.Object(), iParaCursor, "gotoNextParagraph", false)
	now := b.Call(next.Object(), iProperties, "getPropertyValue", "PageDescName")
	if err := b.First(ctx); err != nil {
		return err
	}
	b = cursor.Conn().NewBatch()
	if now.Value == a.page[0] {
		b.Call(next.Object(), iProperties, "setPropertyValue", "PageDescName", "")
	}
	for i, name := range pageProperties {
		if a.page[i] != nil {
			b.Call(cursor, iProperties, "setPropertyValue", name, a.page[i])
		}
	}
	return b.First(ctx)
}
