package writer

import (
	"context"
	"fmt"

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
		case !table && (recording || p.movesAway(s.Old)):
			err = removeRecorded(ctx, p.doc, p.home, at)
		default:
			_, err = at.Call(ctx, "com.sun.star.lang.XComponent", "dispose")
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
	b.Call(cursor, iTextRange, "setString", "")
	return b.First(ctx)
}

// fills tells that the document is empty but for the paragraph that it must
// have, which is filled instead of removed.
func (p *passage) fills() bool {
	return len(p.at) == 1 && p.stays(0) < 0 && p.old[0].Kind != content.Table && len(p.old[0].Runs) == 0
}

// removeRecorded removes a paragraph by its text and its end: while changes are
// recorded, the office does not remove one as a whole (7.4).
func removeRecorded(ctx context.Context, doc *document.Document, home, paragraph *uno.Object) error {
	cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", paragraph)
	if err != nil {
		return err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "collapseToEnd")
	b.Call(cursor, iParaCursor, "gotoStartOfParagraph", false)
	b.Call(cursor, iParaCursor, "gotoEndOfParagraph", true)
	b.Call(cursor, iTextCursor, "goRight", int16(1), true)
	if err := b.First(ctx); err != nil {
		return err
	}
	return replaceText(ctx, doc.Model(), cursor, "")
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
	if n > 0 && p.old[n-1].Kind != content.Table {
		b.Call(cursor, iTextCursor, "goLeft", int16(1), true)
	}
	b.Call(cursor, iTextRange, "setString", "")
	return b.First(ctx)
}
