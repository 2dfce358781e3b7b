package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
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
	if a.fresh, err = emptyParagraph(ctx, a.doc.Conn().NewBatch(), a.cursor); err != nil || a.fresh && more != true {
		return err // the document is empty
	}
	if err := a.likeNeighbour(ctx, first); err != nil {
		return err
	}
	a.after, a.fresh = first, true // an empty paragraph left at the end goes
	page, err := properties(ctx, []*uno.Object{first}, append(pageProperties, "BreakType")...)
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
		return nil
	}
	if kind := page[0][len(pageProperties)]; kind != any(noBreak) {
		return a.giveBreak(ctx, kind)
	}
	return nil
}

// giveBreak gives a page break back to the paragraph that was first: splitting it
// there leaves that with the new one.
func (a *Appender) giveBreak(ctx context.Context, kind any) error {
	next, err := a.text.CallObject(ctx, iSimpleText, "createTextCursorByRange", a.cursor)
	if err != nil {
		return err
	}
	b := next.Conn().NewBatch()
	b.Call(a.cursor, iProperties, "setPropertyValue", "BreakType", noBreak)
	b.Call(next, iParaCursor, "gotoNextParagraph", false)
	b.Call(next, iProperties, "setPropertyValue", "BreakType", kind)
	return b.First(ctx)
}

// goBeforeTable makes an empty paragraph before a table that begins the body.
//
// What is recorded there makes a document that the office sometimes cannot save
// (7.4), so that is refused.
func (a *Appender) goBeforeTable(ctx context.Context, table *uno.Object) error {
	recording, err := Recording(ctx, a.doc)
	if err != nil {
		return err
	}
	if recording {
		return document.Errorf(document.CodeValidation, "the text begins with a table, before which LibreOffice cannot record an insertion; put the content elsewhere, or ask the user to pause recording")
	}
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

// goBehindTable makes an empty paragraph between a table and what follows it.
// The object that is inserted does not stand for that paragraph afterwards
// ("disposed or invalid" in 7.4), so a cursor goes there from behind.
func (a *Appender) goBehindTable(ctx context.Context) error {
	start, err := a.next.CallObject(ctx, iTextRange, "getStart")
	if err != nil {
		return err
	}
	if a.cursor, err = a.text.CallObject(ctx, iSimpleText, "createTextCursorByRange", start); err != nil {
		return err
	}
	a.fresh = true
	recording, err := Recording(ctx, a.doc)
	if err != nil {
		return err
	}
	if recording {
		return a.splitNext(ctx)
	}
	paragraph, err := a.doc.Model().CallObject(ctx, iFactory, "createInstance", "com.sun.star.text.Paragraph")
	if err != nil {
		return err
	}
	if _, err := a.text.Call(ctx, "com.sun.star.text.XRelativeTextContentInsert", "insertTextContentAfter", paragraph, a.after); err != nil {
		return err
	}
	_, err = a.cursor.Call(ctx, iParaCursor, "gotoPreviousParagraph", false)
	return err
}

// splitNext makes the paragraph behind a table by splitting the one that is
// there. A paragraph that is inserted while changes are recorded is noted as a
// change that begins in the table, and then the office cannot save the document
// (7.4 and 25.2).
func (a *Appender) splitNext(ctx context.Context) error {
	look, err := lookOf(ctx, a.cursor)
	if err != nil {
		return err
	}
	a.behind = look.page
	b := a.cursor.Conn().NewBatch()
	b.Call(a.text, iSimpleText, "insertControlCharacter", a.cursor, int16(paragraphBreak), false)
	b.Call(a.cursor, iTextCursor, "goLeft", int16(1), false)
	if len(look.page) > 0 { // both parts have it now
		b.Call(a.cursor, iProperties, "setPropertyValue", "PageDescName", "")
		b.Call(a.cursor, iProperties, "setPropertyValue", "BreakType", noBreak)
	}
	return b.First(ctx)
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
