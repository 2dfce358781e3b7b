package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// nearbyMax is how much of the text around an edit is shown, in characters.
const nearbyMax = 700

// Nearby returns the paragraphs that a range touches and one on each side, the
// middle cut out if that is long. Text that a tracked change has deleted is left
// out.
func Nearby(ctx context.Context, doc *document.Document, r *uno.Object) (string, error) {
	redlines, err := doc.Member(ctx, document.Redlines)
	if err != nil {
		return "", err
	}
	b := r.Conn().NewBatch()
	home := b.Call(r, iTextRange, "getText")
	changed := b.Call(redlines, iElementAccess, "hasElements")
	if err := b.First(ctx); err != nil {
		return "", err
	}
	b = r.Conn().NewBatch()
	from := b.Call(home.Object(), iSimpleText, "createTextCursorByRange", r)
	to := b.Call(home.Object(), iSimpleText, "createTextCursorByRange", r)
	if err := b.First(ctx); err != nil {
		return "", err
	}
	b = r.Conn().NewBatch()
	b.Call(from.Object(), iTextCursor, "collapseToStart")
	b.Call(to.Object(), iTextCursor, "collapseToEnd")
	b.Call(from.Object(), iParaCursor, "gotoStartOfParagraph", false)
	b.Call(from.Object(), iParaCursor, "gotoPreviousParagraph", false)
	b.Call(to.Object(), iParaCursor, "gotoNextParagraph", false)
	b.Call(to.Object(), iParaCursor, "gotoEndOfParagraph", false)
	b.Call(from.Object(), iTextCursor, "gotoRange", to.Object(), true)
	all := b.Call(from.Object(), iTextRange, "getString")
	if err := b.First(ctx); err != nil {
		return "", err
	}
	text, _ := all.Value.(string)
	if changed.Value == true {
		seen, err := visible(ctx, []*uno.Object{from.Object()})
		if err != nil {
			return "", err
		}
		text = seen[0]
	}
	return middleCut(strings.TrimSpace(text)), nil
}

func middleCut(s string) string {
	const mark = " [...] "
	runes := []rune(s)
	if len(runes) <= nearbyMax {
		return s
	}
	keep := (nearbyMax - len(mark)) / 2
	return string(runes[:keep]) + mark + string(runes[len(runes)-keep:])
}
