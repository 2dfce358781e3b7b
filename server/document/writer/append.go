package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Appender writes blocks behind a paragraph of the body, its last one unless
// told otherwise. The paragraphs that are there stay as they are; an empty last
// one is used up first, so that no empty line is left between.
type Appender struct {
	doc    *document.Document
	styles Styles
	blocks []content.Block
	after  *uno.Object // paragraph or table; nil = at the end of the body
	next   *uno.Object // the paragraph that follows it, if it is a table
	first  bool        // before everything else instead

	text   *uno.Object // that the blocks go into
	cursor *uno.Object
	fresh  bool  // the cursor stands in an empty paragraph that is ours to fill
	page   []any // on what page the document began, if that must be kept

	plain  bool           // what was written last has no marks, so none spread
	inside bool           // the cursor was put somewhere; what follows it stays
	taken  *paragraphLook // of the paragraph that the first block becomes
	keep   []uno.Field    // page properties of the paragraph that comes first
	list   *paragraphLook // of the list that new items belong to
	font   []uno.Field    // of the text beside, for plain paragraphs
	head   string         // style of head cells, once it is known
	named  bool           // tables get the names that the blocks have
	behind []uno.Field    // page properties of the paragraph in next, to be set again
}

// NewAppender appends blocks, whose style names are those of Styles.
func NewAppender(doc *document.Document, styles Styles, blocks []content.Block) *Appender {
	return &Appender{doc: doc, styles: styles, blocks: blocks}
}

// After makes the blocks follow a paragraph or table of the body. Behind a
// table the paragraph that follows it is needed.
func (a *Appender) After(element, next *uno.Object) *Appender {
	a.after, a.next = element, next
	return a
}

// First makes the blocks come before everything else in the body.
func (a *Appender) First() *Appender {
	a.first = true
	return a
}

// Last returns a range in the last paragraph written.
func (a *Appender) Last() *uno.Object { return a.cursor }

// Edit returns the step of a plan.
func (a *Appender) Edit() document.Edit { return document.Edit{Name: "append", Do: a.do} }

func (a *Appender) do(ctx context.Context) (err error) {
	if a.text == nil {
		if a.text, err = a.doc.Member(ctx, document.Body); err != nil {
			return err
		}
	}
	if err := setUpLists(ctx, a.doc, a.styles, a.blocks); err != nil {
		return err
	}
	if err := a.goThere(ctx); err != nil {
		return err
	}
	if err := checkWritable(ctx, []*uno.Object{a.cursor}); err != nil {
		return err
	}
	if a.fresh {
		return a.write(ctx)
	}
	return a.keepingBookmarks(ctx)
}

// write writes the blocks at the cursor.
func (a *Appender) write(ctx context.Context) error {
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
	if err := b.First(ctx); err != nil {
		return err
	}
	if (a.after != nil || a.inside) && a.fresh {
		if err := a.dropEmpty(ctx); err != nil {
			return err
		}
	}
	if len(a.behind) > 0 {
		b := a.doc.Conn().NewBatch()
		for _, f := range a.behind {
			b.Call(a.next, iProperties, "setPropertyValue", f.Name, f.Value)
		}
		if err := b.First(ctx); err != nil {
			return err
		}
	}
	if a.page != nil {
		return a.keepPage(ctx)
	}
	return nil
}

// goThere puts the cursor where the first block goes.
func (a *Appender) goThere(ctx context.Context) (err error) {
	if a.first {
		return a.goFirst(ctx)
	}
	if a.after == nil {
		if a.cursor, err = a.text.CallObject(ctx, iSimpleText, "createTextCursor"); err != nil {
			return err
		}
		b := a.doc.Conn().NewBatch()
		b.Ask(a.cursor, cursorInterfaces...)
		b.Call(a.cursor, iTextCursor, "gotoEnd", false)
		if a.fresh, err = emptyParagraph(ctx, b, a.cursor); err != nil || a.fresh {
			return err
		}
		return a.likeNeighbour(ctx, a.cursor)
	}
	table, err := a.after.Has(ctx, iTextTable)
	if err != nil {
		return err
	}
	if table {
		return a.goBehindTable(ctx)
	}
	end, err := a.after.CallObject(ctx, iTextRange, "getEnd")
	if err != nil {
		return err
	}
	if a.cursor, err = a.text.CallObject(ctx, iSimpleText, "createTextCursorByRange", end); err != nil {
		return err
	}
	return a.likeNeighbour(ctx, end)
}

// emptyParagraph runs b and tells whether the paragraph in which the cursor then
// is holds nothing at all. It leaves the cursor collapsed where it was.
func emptyParagraph(ctx context.Context, b *uno.Batch, cursor *uno.Object) (bool, error) {
	atStart := b.Call(cursor, iParaCursor, "isStartOfParagraph")
	atEnd := b.Call(cursor, iParaCursor, "isEndOfParagraph")
	if err := b.First(ctx); err != nil {
		return false, err
	}
	if atStart.Value != true || atEnd.Value != true {
		return false, nil
	}
	paragraphs, err := portionsOf(ctx, []*uno.Object{cursor})
	if err != nil {
		return false, err
	}
	for _, portions := range paragraphs[0] {
		for _, p := range portions {
			if p.kind != "Text" {
				return false, nil
			}
		}
	}
	return true, nil
}
