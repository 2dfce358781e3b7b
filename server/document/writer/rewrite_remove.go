package writer

import (
	"context"
	"fmt"
	"slices"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// remove deletes what the new version has not, from the end on.
func (p *passage) remove(ctx context.Context) error {
	if p.fills() {
		return nil
	}
	if p.stays(0) < 0 {
		return p.removeAll(ctx)
	}
	recording, err := Recording(ctx, p.doc)
	if err != nil {
		return err
	}
	behind := false // something stands behind
	for i := len(p.steps) - 1; i >= 0; i-- {
		s := p.steps[i]
		if s.New >= 0 {
			behind = true
			continue
		}
		at, table := p.at[s.Old], p.old[s.Old].Kind == content.Table
		switch {
		case !table && !behind:
			err = p.removeLast(ctx, s.Old)
		case !table && p.movesAway(s.Old) && p.old[s.Old+1].Kind != content.Table:
			err = removeCopied(ctx, p.home, at)
		case !table && recording:
			err = removeRecorded(ctx, p.doc, p.home, at)
		case table:
			_, err = at.Call(ctx, "com.sun.star.lang.XComponent", "dispose")
		default:
			err = removeParagraph(ctx, p.doc, p.home, at)
		}
		if err != nil {
			return fmt.Errorf("remove a paragraph: %w", err)
		}
	}
	return nil
}

// removeAll empties the body: tables first, which a selection of text need not
// hold, then everything between its ends.
func (p *passage) removeAll(ctx context.Context) error {
	for i, at := range p.at {
		if p.old[i].Kind == content.Table {
			if _, err := at.Call(ctx, "com.sun.star.lang.XComponent", "dispose"); err != nil {
				return fmt.Errorf("remove a table: %w", err)
			}
		}
	}
	cursor, err := p.home.CallObject(ctx, iSimpleText, "createTextCursor")
	if err != nil {
		return err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "gotoStart", false)
	b.Call(cursor, iTextCursor, "gotoEnd", true)
	if err := b.First(ctx); err != nil {
		return err
	}
	recording, err := Recording(ctx, p.doc)
	if err != nil {
		return err
	}
	if !recording {
		if err := plainFrames(ctx, cursor); err != nil {
			return err
		}
	}
	_, err = cursor.Call(ctx, iTextRange, "setString", "")
	return err
}

// fills tells that the document is empty but for the paragraph that it must
// have, which is filled instead of removed.
func (p *passage) fills() bool {
	return len(p.at) == 1 && p.stays(0) < 0 && p.old[0].Kind != content.Table && len(p.old[0].Runs) == 0
}

// removeRecorded removes a paragraph by its text and its end, which is recorded
// while changes are.
func removeRecorded(ctx context.Context, doc *document.Document, home, paragraph *uno.Object) error {
	return removeSpan(ctx, home, paragraph, func(cursor *uno.Object) error {
		return replaceText(ctx, doc.Model(), cursor, "")
	})
}

// removeParagraph removes a paragraph that is not the last of its text. The
// office can remove one as a whole, but then takes the notes of the next one
// along (7.4): so that is done only before a table, where nothing else works.
func removeParagraph(ctx context.Context, doc *document.Document, home, paragraph *uno.Object) error {
	cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", paragraph)
	if err != nil {
		return err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "collapseToEnd")
	b.Call(cursor, iParaCursor, "gotoEndOfParagraph", false)
	b.Call(cursor, iTextCursor, "goRight", int16(1), true)
	if err := b.First(ctx); err != nil {
		return err
	}
	both, err := enumerate(ctx, cursor)
	if err != nil {
		return err
	}
	table, err := both[len(both)-1].Has(ctx, iTextTable)
	if err != nil {
		return err
	}
	if table {
		// Its bookmarks go first: an undo would bring them back to another place.
		b := cursor.Conn().NewBatch()
		b.Call(cursor, iTextCursor, "collapseToStart")
		b.Call(cursor, iParaCursor, "gotoStartOfParagraph", false)
		b.Call(cursor, iParaCursor, "gotoEndOfParagraph", true)
		if err := b.First(ctx); err != nil {
			return err
		}
		if _, err := takeBookmarks(ctx, cursor); err != nil {
			return err
		}
		// The table gets its page break; an undo would leave that there, if it
		// were not set by itself before.
		page, err := pageOf(ctx, cursor)
		if err != nil {
			return err
		}
		if page[0] != any(noBreak) {
			if _, err := both[len(both)-1].Call(ctx, iProperties, "setPropertyValue", "BreakType", page[0]); err != nil {
				return err
			}
		}
		_, err = paragraph.Call(ctx, "com.sun.star.lang.XComponent", "dispose")
		return err
	}
	return removeRecorded(ctx, doc, home, paragraph)
}

// removeCopied removes a paragraph that was copied to be put elsewhere, with its
// bookmarks, which come with it.
func removeCopied(ctx context.Context, home, paragraph *uno.Object) error {
	return removeSpan(ctx, home, paragraph, func(cursor *uno.Object) error {
		if err := plainFrames(ctx, cursor); err != nil {
			return err
		}
		_, err := cursor.Call(ctx, iTextRange, "setString", "")
		return err
	})
}

// removeSpan lets remove take away a cursor over a paragraph and its end. The
// paragraph behind it keeps its page break, which would go otherwise.
func removeSpan(ctx context.Context, home, paragraph *uno.Object, remove func(cursor *uno.Object) error) error {
	cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", paragraph)
	if err != nil {
		return err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "collapseToEnd")
	b.Call(cursor, iParaCursor, "gotoStartOfParagraph", false)
	b.Call(cursor, iParaCursor, "gotoEndOfParagraph", true)
	b.Call(cursor, iTextCursor, "goRight", int16(1), true)
	behind := b.Call(cursor, iTextRange, "getEnd")
	if err := b.First(ctx); err != nil {
		return err
	}
	before, err := pageOf(ctx, behind.Object())
	if err != nil {
		return err
	}
	if err := remove(cursor); err != nil {
		return err
	}
	return restorePage(ctx, cursor, before)
}

// restorePage gives a paragraph the page properties that it had.
func restorePage(ctx context.Context, cursor *uno.Object, before []any) error {
	after, err := pageOf(ctx, cursor)
	if err != nil {
		return err
	}
	b := cursor.Conn().NewBatch()
	for i, name := range pageNames {
		switch {
		case after[i] == before[i]:
		case before[i] == nil || before[i] == "":
			b.Call(cursor, iPropertyState, "setPropertyToDefault", name)
		default:
			b.Call(cursor, iProperties, "setPropertyValue", name, before[i])
		}
	}
	return b.First(ctx)
}

// pageNames are the properties that say on what page a paragraph begins.
var pageNames = []string{"BreakType", "PageDescName", "PageNumberOffset"}

func pageOf(ctx context.Context, at *uno.Object) ([]any, error) {
	props, err := properties(ctx, []*uno.Object{at}, pageNames...)
	if err != nil {
		return nil, err
	}
	return props[0], nil
}

// removeLast removes the last paragraph of the body by joining it with the one
// before it. Behind a table it stays, empty: Writer needs it there.
func (p *passage) removeLast(ctx context.Context, n int) error {
	cursor, err := p.home.CallObject(ctx, iSimpleText, "createTextCursorByRange", p.at[n])
	if err != nil {
		return err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "collapseToEnd")
	b.Call(cursor, iParaCursor, "gotoEndOfParagraph", false)
	b.Call(cursor, iParaCursor, "gotoStartOfParagraph", true)
	if err := b.First(ctx); err != nil {
		return err
	}
	if p.movesAway(n) {
		if err := p.takeAlong(ctx, cursor); err != nil {
			return err
		}
	}
	joins := n > 0 && p.old[n-1].Kind != content.Table
	var page []any
	if joins {
		if _, err := cursor.Call(ctx, iTextCursor, "goLeft", int16(1), true); err != nil {
			return err
		}
		if page, err = pageOf(ctx, p.at[n-1]); err != nil {
			return err
		}
	}
	if err := replaceText(ctx, p.doc.Model(), cursor, ""); err != nil || !joins {
		return err
	}
	return restorePage(ctx, cursor, page)
}

// takeAlong removes the bookmarks of a paragraph that was copied: they come with the
// copy. What reaches over its ends stays.
func (p *passage) takeAlong(ctx context.Context, paragraph *uno.Object) error {
	held, err := takeBookmarks(ctx, paragraph)
	if err != nil {
		return err
	}
	held = slices.DeleteFunc(held, func(h heldBookmark) bool { return h.from == nil && h.to == nil })
	return putBookmarks(ctx, p.doc.Model(), paragraph, held)
}
