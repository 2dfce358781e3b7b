package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

// charLook is what HTML says of a character's look.
type charLook struct {
	marks  content.Marks
	link   string
	unsure bool // it may have any look
}

func looksOf(s segment) []charLook {
	var out []charLook
	for _, r := range s.runs {
		for range length(r.Text) {
			out = append(out, charLook{marks: r.Marks, link: r.Link})
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
		now := inherited(was[n], is[n], n+1 < len(is), recording)
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
// Beside an object, at the beginning, and where a character that looked like none
// beside it was, there is no telling. ahead tells that an object follows.
func inherited(was, is segment, ahead, recording bool) []charLook {
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
		case s.Old == "" && (s.Offset == 0 || s.Offset == len(old) && ahead):
			look.unsure = true
		case s.Old == "":
			look = at(s.Offset - 1)
			if look.link != at(s.Offset).link {
				look.link = "" // that of a link does not spread
			}
		case (s.Offset == 0 || at(s.Offset-1) != look) && (s.Offset+1 >= len(old) || at(s.Offset+1) != look):
			look.unsure = true
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
		if err := setMarks(ctx, cursor, now, want); err != nil {
			return err
		}
	}
	return nil
}

// setMarks changes the look of a cursor's text.
func setMarks(ctx context.Context, cursor *uno.Object, now, want charLook) error {
	put := markProperties(content.Run{Marks: want.marks, Link: want.link})
	var gone []string
	for _, f := range markProperties(content.Run{Marks: now.marks, Link: now.link}) {
		gone = append(gone, f.Name)
	}
	values := map[string]any{}
	if now.unsure {
		gone = markNames
		have, err := properties(ctx, []*uno.Object{cursor}, markNames...)
		if err != nil {
			return err
		}
		for i, name := range markNames {
			values[name] = have[0][i]
		}
	}
	b := cursor.Conn().NewBatch()
	set := map[string]bool{}
	for _, f := range put {
		set[f.Name] = true
	}
	for _, name := range gone {
		if !set[name] {
			b.Call(cursor, iPropertyState, "setPropertyToDefault", name)
		}
	}
	for _, f := range put {
		if values[f.Name] != f.Value { // which would be recorded
			b.Call(cursor, iProperties, "setPropertyValue", f.Name, f.Value)
		}
	}
	return b.First(ctx)
}
