package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Place says where new text goes in relation to a hit.
type Place string

// The places. Text before or after a hit takes the look of the character next
// to it.
const (
	Instead Place = "replace"
	Before  Place = "before"
	After   Place = "after"
)

// Replacer replaces the text of hits. Plain text changes only the words that
// differ; everything else keeps its formatting and what hangs on it.
type Replacer struct {
	doc   *document.Document
	hits  Hits
	runs  []content.Run
	place Place
	// formatted: the runs' marks count, so the whole hit is written anew.
	formatted bool
}

// NewReplacer puts runs in place of, before or after each hit.
func NewReplacer(doc *document.Document, hits Hits, runs []content.Run, place Place, formatted bool) *Replacer {
	return &Replacer{doc: doc, hits: hits, runs: runs, place: place, formatted: formatted}
}

// edit is one splice of one hit, with the cursor that makes it.
type edit struct {
	content.Splice
	hit    int
	cursor *uno.Object
	marked bool // bookmarks stand in the old text or at its ends
}

// Edit returns the step of a plan.
func (r *Replacer) Edit() document.Edit { return document.Edit{Name: "replace text", Do: r.do} }

func (r *Replacer) do(ctx context.Context) error {
	edits := r.splices()
	if len(edits) == 0 {
		return nil
	}
	if err := checkWritable(ctx, r.hits.Ranges); err != nil {
		return err
	}
	if err := r.placeCursors(ctx, edits); err != nil {
		return err
	}
	if err := r.checkObjects(ctx, edits); err != nil {
		return err
	}
	if err := r.write(ctx, edits); err != nil {
		return err
	}
	if r.formatted {
		return r.format(ctx, edits)
	}
	return nil
}

// write makes the edits, from the last to the first; those without bookmarks
// in one block.
func (r *Replacer) write(ctx context.Context, edits []edit) error {
	b := r.doc.Conn().NewBatch()
	for i := len(edits) - 1; i >= 0; i-- {
		if !edits[i].marked {
			b.Call(edits[i].cursor, iTextRange, "setString", edits[i].New)
			continue
		}
		if err := b.First(ctx); err != nil {
			return err
		}
		b = r.doc.Conn().NewBatch()
		if err := replaceText(ctx, r.doc.Model(), edits[i].cursor, edits[i].New); err != nil {
			return err
		}
	}
	return b.First(ctx)
}

func (r *Replacer) splices() []edit {
	var out []edit
	text := content.Text(r.runs)
	for i, old := range r.hits.Texts {
		switch {
		case r.place == Before:
			out = append(out, edit{Splice: content.Splice{New: text}, hit: i})
			continue
		case r.place == After:
			out = append(out, edit{Splice: content.Splice{Offset: length(old), New: text}, hit: i})
			continue
		case r.formatted:
			out = append(out, edit{Splice: content.Splice{Old: old, New: text}, hit: i})
			continue
		}
		for _, s := range content.Diff(old, text) {
			out = append(out, edit{Splice: s, hit: i})
		}
	}
	return out
}

// placeCursors puts a cursor over the old text of each splice and makes sure that it
// is really there: the user may have typed since the search.
func (r *Replacer) placeCursors(ctx context.Context, edits []edit) error {
	conn := r.doc.Conn()
	first := conn.NewBatch()
	texts, starts := make([]*uno.Result, len(r.hits.Ranges)), make([]*uno.Result, len(r.hits.Ranges))
	for i, hit := range r.hits.Ranges {
		texts[i] = first.Call(hit, iTextRange, "getText")
		starts[i] = first.Call(hit, iTextRange, "getStart")
	}
	if err := first.First(ctx); err != nil {
		return err
	}
	second := conn.NewBatch()
	cursors := make([]*uno.Result, len(edits))
	for i, e := range edits {
		cursors[i] = second.Call(texts[e.hit].Object(), iSimpleText, "createTextCursorByRange", starts[e.hit].Object())
	}
	if err := second.First(ctx); err != nil {
		return err
	}
	third := conn.NewBatch()
	type check struct {
		moves []*uno.Result
		text  *uno.Result
	}
	checks := make([]check, len(edits))
	for i := range edits {
		c := cursors[i].Object()
		edits[i].cursor = c
		moves := goRight(third, c, edits[i].Offset, false)
		moves = append(moves, goRight(third, c, length(edits[i].Old), true)...)
		checks[i] = check{moves, third.Call(c, iTextRange, "getString")}
	}
	if err := third.First(ctx); err != nil {
		return err
	}
	for i, c := range checks {
		if !moved(c.moves) || c.text.Value != edits[i].Old {
			return document.Errorf(codeDocumentChanged, "the text is not any more what was found there")
		}
	}
	return nil
}

// keepable are portions that a replacement of the text around them does not
// lose.
var keepable = map[string]bool{
	"Text": true, "SoftPageBreak": true, "Redline": true, "TextFieldStart": true,
	"Bookmark": true, "ReferenceMark": true, "DocumentIndexMark": true,
}

// checkObjects refuses to write over what is no text.
func (r *Replacer) checkObjects(ctx context.Context, edits []edit) error {
	for i, e := range edits {
		if e.Old == "" {
			continue
		}
		kinds, err := portionKinds(ctx, e.cursor)
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			edits[i].marked = edits[i].marked || kind == "Bookmark"
			if !keepable[kind] {
				return document.Errorf(document.CodeObjectsInRange,
					"the text %q has a %s in it, which would be lost; replace the text before and after it separately", clip(e.Old), kind)
			}
		}
	}
	return nil
}

// portionKinds lists the kinds of what a range holds, in order.
func portionKinds(ctx context.Context, r *uno.Object) ([]string, error) {
	paragraphs, err := portionsOf(ctx, []*uno.Object{r})
	if err != nil {
		return nil, err
	}
	var kinds []string
	for _, portions := range paragraphs[0] {
		if portions == nil {
			kinds = append(kinds, "table")
		}
		for _, p := range portions {
			kinds = append(kinds, p.kind)
		}
	}
	return kinds, nil
}

// clip shortens text for a message.
func clip(s string) string {
	runes := []rune(s)
	if len(runes) <= 60 {
		return s
	}
	return string(runes[:57]) + "…"
}

// format gives the text that was just written its marks.
func (r *Replacer) format(ctx context.Context, edits []edit) error {
	for _, e := range edits {
		home, err := e.cursor.CallObject(ctx, iTextRange, "getText")
		if err != nil {
			return err
		}
		start, err := e.cursor.CallObject(ctx, iTextRange, "getStart")
		if err != nil {
			return err
		}
		cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", start)
		if err != nil {
			return err
		}
		b := r.doc.Conn().NewBatch()
		for _, run := range r.runs {
			b.Call(cursor, iTextCursor, "collapseToEnd")
			goRight(b, cursor, length(run.Text), true)
			for _, p := range markProperties(run) {
				b.Call(cursor, iProperties, "setPropertyValue", p.Name, p.Value)
			}
		}
		if err := b.First(ctx); err != nil {
			return err
		}
	}
	return nil
}
