package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

// charLook is what HTML says of a character's look.
type charLook struct {
	marks content.Marks
	link  string
}

func looksOf(s segment) []charLook {
	var out []charLook
	for _, r := range s.runs {
		for range length(r.Text) {
			out = append(out, charLook{r.Marks, r.Link})
		}
	}
	return out
}

// remark gives characters the marks of the new version where those differ from
// what they have after the text was changed.
func (r *Rewriter) remark(ctx context.Context, at *uno.Object, was, is []segment) error {
	recording, err := Recording(ctx, r.doc)
	if err != nil {
		return err
	}
	var l layout
	read := false
	for n := range is {
		now := inherited(was[n], is[n], recording)
		want := looksOf(is[n])
		for from := 0; from < len(want); {
			to := from + 1
			for to < len(want) && want[to] == want[from] && now[to] == now[from] {
				to++
			}
			if want[from] != now[from] {
				if !read {
					if l, err = layoutOf(ctx, at); err != nil {
						return err
					}
					read = true
				}
				if err := l.mark(ctx, n, from, to, now[from], want[from], is[n].text); err != nil {
					return err
				}
			}
			from = to
		}
	}
	return nil
}

// inherited is the look that each character of a segment has after its words
// were changed: new text takes that of what it replaces, or of what is before it.
func inherited(was, is segment, recording bool) []charLook {
	old := looksOf(was)
	at := func(i int) charLook {
		if i >= 0 && i < len(old) {
			return old[i]
		}
		return charLook{}
	}
	var out []charLook
	done := 0
	for _, s := range content.Diff(was.text, is.text) {
		out = append(out, old[done:s.Offset]...)
		look := at(s.Offset)
		switch {
		case s.Old == "" && (s.Offset > 0 || len(old) == 0):
			look = at(s.Offset - 1)
			if look.link != at(s.Offset).link {
				look.link = "" // that of a link does not spread
			}
		case recording:
			look.link = ""
		}
		for range length(s.New) {
			out = append(out, look)
		}
		done = s.Offset + length(s.Old)
	}
	return append(out, old[done:]...)
}

// mark changes the look of characters from to to of a segment whose text is
// text.
func (l layout) mark(ctx context.Context, n, from, to int, now, want charLook, text string) error {
	places := rawPlaces(l.texts[n], text)
	begin, end := places[from], places[to-1]+1
	for _, p := range l.pieces {
		if p.segment != n || p.offset >= end || p.offset+length(p.text) <= begin {
			continue
		}
		cursor, err := p.cursor(ctx, max(0, begin-p.offset), min(length(p.text), end-p.offset))
		if err != nil {
			return err
		}
		b := cursor.Conn().NewBatch()
		set := map[string]bool{}
		put := markProperties(content.Run{Marks: want.marks, Link: want.link})
		for _, f := range put {
			set[f.Name] = true
		}
		for _, f := range markProperties(content.Run{Marks: now.marks, Link: now.link}) {
			if !set[f.Name] {
				b.Call(cursor, "com.sun.star.beans.XPropertyState", "setPropertyToDefault", f.Name)
			}
		}
		for _, f := range put {
			b.Call(cursor, iProperties, "setPropertyValue", f.Name, f.Value)
		}
		if err := b.First(ctx); err != nil {
			return err
		}
	}
	return nil
}
