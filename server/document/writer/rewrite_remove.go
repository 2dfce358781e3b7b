package writer

import (
	"context"
	"fmt"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// remove deletes what the new version has not, from the end on.
func (r *Rewriter) remove(ctx context.Context) error {
	if r.fills() {
		return nil
	}
	if r.stays(0) < 0 {
		return r.removeAll(ctx)
	}
	recording, err := Recording(ctx, r.doc)
	if err != nil {
		return err
	}
	behind := false // something stands behind
	for i := len(r.steps) - 1; i >= 0; i-- {
		s := r.steps[i]
		if s.New >= 0 {
			behind = true
			continue
		}
		at, table := r.at[s.Old], r.old[s.Old].Kind == content.Table
		switch {
		case !table && !behind:
			err = r.removeLast(ctx, s.Old)
		case !table && recording:
			err = removeRecorded(ctx, r.doc, r.body, at)
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
func (r *Rewriter) removeAll(ctx context.Context) error {
	for i, at := range r.at {
		if r.old[i].Kind == content.Table {
			if _, err := at.Call(ctx, "com.sun.star.lang.XComponent", "dispose"); err != nil {
				return fmt.Errorf("remove a table: %w", err)
			}
		}
	}
	cursor, err := r.body.CallObject(ctx, iSimpleText, "createTextCursor")
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
func (r *Rewriter) fills() bool {
	return len(r.at) == 1 && r.Removed == 1 && r.Changed+r.Kept == 0 && len(r.old[0].Runs) == 0
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
func (r *Rewriter) removeLast(ctx context.Context, n int) error {
	cursor, err := r.body.CallObject(ctx, iSimpleText, "createTextCursorByRange", r.at[n])
	if err != nil {
		return err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "collapseToEnd")
	b.Call(cursor, iParaCursor, "gotoEndOfParagraph", false)
	b.Call(cursor, iParaCursor, "gotoStartOfParagraph", true)
	if n > 0 && r.old[n-1].Kind != content.Table {
		b.Call(cursor, iTextCursor, "goLeft", int16(1), true)
	}
	b.Call(cursor, iTextRange, "setString", "")
	return b.First(ctx)
}
