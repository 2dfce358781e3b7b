package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// piece is a stretch of text of one look in a paragraph, as the office has it.
type piece struct {
	portion *uno.Object
	text    string
	segment int  // which text between objects it belongs to
	offset  int  // in that, in characters
	tracked bool // a tracked change inserted it
}

// zeroWidth are portions that take no place in a paragraph's text.
var zeroWidth = map[string]bool{
	"SoftPageBreak": true, "Redline": true, "Bookmark": true, "ReferenceMark": true, "DocumentIndexMark": true,
	"TextFieldStart": true, "TextFieldSeparator": true, "TextFieldEnd": true, "AnnotationEnd": true,
}

// layout is where the texts of a paragraph stand.
type layout struct {
	at      *uno.Object
	pieces  []piece
	objects []*uno.Object
	texts   []string // of segments
}

// layoutOf reads a paragraph.
func layoutOf(ctx context.Context, at *uno.Object) (layout, error) {
	l := layout{at: at, texts: []string{""}}
	lists, err := collect(ctx, []*uno.Object{at})
	if err != nil {
		return l, err
	}
	props, err := properties(ctx, lists[0], "TextPortionType", "RedlineType", "IsStart")
	if err != nil {
		return l, err
	}
	strs, err := stringsOf(ctx, lists[0])
	if err != nil {
		return l, err
	}
	marks := make([]portion, len(props))
	for i, p := range props {
		marks[i].kind, _ = p[0].(string)
		marks[i].text = strs[i]
		if marks[i].kind == "Redline" {
			marks[i].redline, _ = p[1].(string)
			marks[i].begins, _ = p[2].(bool)
		}
	}
	deleted, inserted := deletedPortions(marks), portionsWithin(marks, "Insert")
	for i, m := range marks {
		n := len(l.texts) - 1
		switch {
		case deleted[i] || zeroWidth[m.kind]:
		case m.kind == "Text":
			l.pieces = append(l.pieces, piece{lists[0][i], m.text, n, length(l.texts[n]), inserted[i]})
			l.texts[n] += m.text
		default:
			l.objects = append(l.objects, lists[0][i])
			l.texts = append(l.texts, "")
		}
	}
	return l, nil
}

// write replaces characters of a segment; the first piece concerned takes the
// new text, so that it has that look.
func (l layout) write(ctx context.Context, model *uno.Object, n, begin, end int, text string) error {
	var cut []piece
	for _, p := range l.pieces {
		if p.segment == n && p.offset < end && p.offset+length(p.text) > begin {
			cut = append(cut, p)
		}
	}
	if begin == end {
		cut = nil
		for _, p := range l.pieces {
			if p.segment == n && p.offset <= begin && begin <= p.offset+length(p.text) && (cut == nil || p.offset < begin) {
				cut = []piece{p}
			}
		}
		if cut == nil {
			return l.writeAt(ctx, n, text)
		}
	}
	for i := len(cut) - 1; i >= 0; i-- {
		p := cut[i]
		from, to := max(0, begin-p.offset), min(length(p.text), end-p.offset)
		put := ""
		if i == 0 {
			put = text
		}
		cursor, err := p.cursor(ctx, from, to)
		if err != nil {
			return err
		}
		old := stretchOf(from, to, length(p.text))
		old.tracked = p.tracked
		if err := replaceWithin(ctx, model, cursor, old, put); err != nil {
			return err
		}
	}
	return nil
}

// writeAt inserts text into a segment that has none: behind its object, or at
// the beginning of the paragraph.
func (l layout) writeAt(ctx context.Context, n int, text string) error {
	place, method := l.at, "getStart"
	if n > 0 {
		place, method = l.objects[n-1], "getEnd"
	}
	home, err := place.CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return err
	}
	end, err := place.CallObject(ctx, iTextRange, method)
	if err != nil {
		return err
	}
	_, err = home.Call(ctx, iSimpleText, "insertString", end, text, false)
	return err
}

// cursor returns a cursor over characters of a piece.
func (p piece) cursor(ctx context.Context, from, to int) (*uno.Object, error) {
	home, err := p.portion.CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return nil, err
	}
	start, err := p.portion.CallObject(ctx, iTextRange, "getStart")
	if err != nil {
		return nil, err
	}
	cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", start)
	if err != nil {
		return nil, err
	}
	b := cursor.Conn().NewBatch()
	moves := append(goRight(b, cursor, from, false), goRight(b, cursor, to-from, true)...)
	text := b.Call(cursor, iTextRange, "getString")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	if !moved(moves) || text.Value != string([]rune(p.text)[from:to]) {
		return nil, document.Errorf(codeDocumentChanged, "the text is not any more what was read")
	}
	return cursor, nil
}
