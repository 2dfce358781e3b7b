package writer

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// heldBookmark is a bookmark that was taken out of a text that is replaced.
type heldBookmark struct {
	name  string
	spans bool        // it held some of the text
	begin bool        // it began at the beginning
	from  *uno.Object // where it begins, if that is before the text
	to    *uno.Object // where it ends, if that is behind the text
}

// replaceText replaces the text of a cursor. Bookmarks in it and at its ends
// stay: the office would lose them with the text, or with an undo (7.4).
func replaceText(ctx context.Context, model, cursor *uno.Object, text string) error {
	return replaceWithin(ctx, model, cursor, stretch{}, text)
}

// replaceWithin is replaceText for text that is stretch of one look.
func replaceWithin(ctx context.Context, model, cursor *uno.Object, old stretch, text string) error {
	held, err := takeBookmarks(ctx, cursor)
	if err != nil {
		return err
	}
	recording, err := model.Call(ctx, iProperties, "getPropertyValue", "RecordChanges")
	if err != nil {
		return err
	}
	if text == "" && recording != true && old.length == 0 {
		if err := plainFrames(ctx, cursor); err != nil {
			return err
		}
	}
	b := cursor.Conn().NewBatch()
	putWithin(b, cursor, old, text, recording == true)
	if err := b.First(ctx); err != nil {
		return err
	}
	return putBookmarks(ctx, model, cursor, held)
}

// putText adds the calls that replace a cursor's text; the cursor spans the new
// one then. While changes are recorded the new text goes behind the deleted one,
// whose look it takes: on its own, 25.2 puts it before.
func putText(b *uno.Batch, cursor *uno.Object, text string, recording bool) {
	if !recording || text == "" {
		b.Call(cursor, iTextRange, "setString", text)
		return
	}
	b.Call(cursor, iTextRange, "setString", "")
	b.Call(cursor, iTextCursor, "collapseToEnd")
	b.Call(cursor, iTextRange, "setString", text)
}

// stretch is text of one look that is replaced: how many characters, and behind
// how many of them new text has that look for sure. At its beginning a look does
// not spread to what is put there, and that of a link does not at its end.
type stretch struct {
	length, inside int
	tracked        bool // a tracked change inserted it
}

// stretchOf is a part of a text of one look that has length characters.
func stretchOf(from, to, length int) stretch {
	switch n := to - from; {
	case n > 1 || n == 1 && from == 0 && length > 1:
		return stretch{length: n, inside: 1}
	case n == 1 && from > 0:
		return stretch{length: n}
	}
	return stretch{}
}

// putWithin is putText for a stretch of one look: the new text goes inside it,
// then the old one goes. In a tracked insertion what is put parts that, and no undo
// joins the parts; so there as much as possible goes first, and comes back between
// them last.
func putWithin(b *uno.Batch, cursor *uno.Object, old stretch, text string, recording bool) {
	if old.length == 0 || recording || text == "" || old.tracked && old.length == 1 {
		putText(b, cursor, text, recording)
		return
	}
	b.Call(cursor, iTextCursor, "collapseToStart")
	goRight(b, cursor, old.inside, false)
	rest := old.length - old.inside
	if old.tracked {
		goRight(b, cursor, rest, true)
		b.Call(cursor, iTextRange, "setString", "")
		rest = 0
	}
	b.Call(cursor, iTextRange, "setString", text)
	if rest > 0 {
		b.Call(cursor, iTextCursor, "collapseToEnd")
		goRight(b, cursor, rest, true)
		b.Call(cursor, iTextRange, "setString", "")
	} else {
		b.Call(cursor, iTextCursor, "collapseToEnd")
	}
	goLeft(b, cursor, length(text), false)
	if old.inside > 0 {
		goLeft(b, cursor, old.inside, true)
		b.Call(cursor, iTextRange, "setString", "")
	}
	goRight(b, cursor, length(text), true)
}

// takeBookmarks removes the bookmarks that begin or end in a cursor's text.
func takeBookmarks(ctx context.Context, cursor *uno.Object) ([]heldBookmark, error) {
	marks, err := bookmarksIn(ctx, cursor)
	if err != nil || len(marks) == 0 {
		return nil, err
	}
	home, err := cursor.CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return nil, err
	}
	b := cursor.Conn().NewBatch()
	names, anchors := make([]*uno.Result, len(marks)), make([]*uno.Result, len(marks))
	for i, m := range marks {
		names[i] = b.Call(m, iNamed, "getName")
		anchors[i] = b.Call(m, iTextContent, "getAnchor")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = cursor.Conn().NewBatch()
	type place struct{ starts, ends, text, from, to *uno.Result }
	places := make([]place, len(marks))
	for i := range marks {
		a := anchors[i].Object()
		places[i] = place{
			b.Call(home, iRangeCompare, "compareRegionStarts", cursor, a),
			b.Call(home, iRangeCompare, "compareRegionEnds", cursor, a),
			b.Call(a, iTextRange, "getString"),
			b.Call(a, iTextRange, "getStart"),
			b.Call(a, iTextRange, "getEnd"),
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = cursor.Conn().NewBatch()
	before := make([]*uno.Result, len(marks)) // 0: it ends where the text begins
	for i := range marks {
		before[i] = b.Call(home, iRangeCompare, "compareRegionStarts", cursor, places[i].to.Object())
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	var held []heldBookmark
	seen := map[string]bool{}
	b = cursor.Conn().NewBatch()
	for i, m := range marks {
		name, _ := names[i].Value.(string)
		starts, _ := places[i].starts.Value.(int16)
		ends, _ := places[i].ends.Value.(int16)
		around := starts < 0 && ends > 0
		if seen[name] || around || starts < 0 && before[i].Value == int16(0) {
			continue
		}
		seen[name] = true
		h := heldBookmark{name: name, spans: places[i].text.Value != "", begin: starts == 0}
		if starts < 0 {
			h.from = places[i].from.Object()
		}
		if ends > 0 {
			h.to = places[i].to.Object()
		}
		held = append(held, h)
		b.Call(home, iText, "removeTextContent", m)
	}
	return held, b.First(ctx)
}

// bookmarksIn lists the bookmarks that begin or end in a cursor's text.
func bookmarksIn(ctx context.Context, cursor *uno.Object) ([]*uno.Object, error) {
	paragraphs, err := enumerate(ctx, cursor)
	if err != nil {
		return nil, err
	}
	lists, err := collect(ctx, paragraphs)
	if err != nil {
		return nil, err
	}
	var portions []*uno.Object
	for _, l := range lists {
		portions = append(portions, l...)
	}
	kinds, err := properties(ctx, portions, "TextPortionType", "Bookmark")
	var out []*uno.Object
	for _, k := range kinds {
		if mark, _ := k[1].(*uno.Object); mark != nil && k[0] == "Bookmark" {
			out = append(out, mark)
		}
	}
	return out, err
}

// putBookmarks makes bookmarks again, on the text that was written: those that
// held text span it, those at the beginning stand there, others at the end.
func putBookmarks(ctx context.Context, model, cursor *uno.Object, held []heldBookmark) error {
	if len(held) == 0 {
		return nil
	}
	home, err := cursor.CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return err
	}
	for _, h := range held {
		mark, err := model.CallObject(ctx, iFactory, "createInstance", "com.sun.star.text.Bookmark")
		if err != nil {
			return err
		}
		at, err := h.place(ctx, home, cursor)
		if err != nil {
			return err
		}
		b := cursor.Conn().NewBatch()
		b.Call(mark, iNamed, "setName", h.name)
		b.Call(home, iText, "insertTextContent", at, mark, h.spans)
		if err := b.First(ctx); err != nil {
			return err
		}
	}
	return nil
}

// place returns where a bookmark goes after the text of a cursor was replaced.
func (h heldBookmark) place(ctx context.Context, home, cursor *uno.Object) (*uno.Object, error) {
	b := cursor.Conn().NewBatch()
	start, end := b.Call(cursor, iTextRange, "getStart"), b.Call(cursor, iTextRange, "getEnd")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	from, to := start.Object(), end.Object()
	switch {
	case h.from != nil:
		from = h.from
	case h.to != nil:
		if to = h.to; !h.begin {
			from = end.Object()
		}
	case !h.spans && h.begin:
		return from, nil
	case !h.spans:
		return to, nil
	}
	span, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", from)
	if err != nil {
		return nil, err
	}
	_, err = span.Call(ctx, iTextCursor, "gotoRange", to, true)
	return span, err
}
