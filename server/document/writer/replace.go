package writer

import (
	"context"
	"strings"

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
	where Place
	// formatted: the runs' marks count, so the whole hit is written anew.
	formatted bool
	drop      bool // objects in what is replaced may go
}

// NewReplacer puts runs in place of, before or after each hit.
func NewReplacer(doc *document.Document, hits Hits, runs []content.Run, place Place, formatted bool) *Replacer {
	return &Replacer{doc: doc, hits: hits, runs: runs, where: place, formatted: formatted}
}

// DropObjects lets objects go that stand in what is replaced. It returns r.
func (r *Replacer) DropObjects(drop bool) *Replacer {
	r.drop = drop
	return r
}

// edit is one splice of one hit, with the cursor that makes it.
type edit struct {
	content.Splice
	hit    int
	cursor *uno.Object
	whole  bool // the hit as it is, whatever stands in it
}

// Edit returns the step of a plan.
func (r *Replacer) Edit() document.Edit { return document.Edit{Name: "replace text", Do: r.do} }

func (r *Replacer) do(ctx context.Context) error {
	if err := checkWritable(ctx, r.hits.Ranges); err != nil {
		return err
	}
	plain, err := plainDocument(ctx, r.doc)
	if err != nil {
		return err
	}
	if plain {
		if done, err := r.all(ctx); done || err != nil {
			return err
		}
	}
	maps, edits, err := r.place(ctx, plain)
	if err != nil || len(edits) == 0 {
		return err
	}
	if err := r.write(ctx, edits, maps); err != nil {
		return err
	}
	if r.formatted {
		return r.format(ctx, edits)
	}
	return nil
}

// all makes all edits at once, if that can be, in a document with nothing but
// text. Whether every hit is still there, the office's count tells then.
func (r *Replacer) all(ctx context.Context) (done bool, err error) {
	edits, err := r.splices(plainHits(r.hits))
	if err != nil {
		return false, err
	}
	s, ok := r.sweep(edits)
	if !ok {
		return false, nil
	}
	recording, err := Recording(ctx, r.doc)
	if err != nil || recording {
		return false, err
	}
	return true, r.replaceAll(ctx, s)
}

// place finds out what changes where. Reading what hits are made of takes long, so
// that is left out where a document has nothing that could stand in text unseen;
// when a text is then not where it should be, it is done after all.
func (r *Replacer) place(ctx context.Context, plain bool) (maps []hitMap, edits []edit, err error) {
	for {
		maps = plainHits(r.hits)
		if !plain {
			if maps, err = mapHits(ctx, r.hits); err != nil {
				return nil, nil, err
			}
		}
		edits, err = r.splices(maps)
		if err == nil && len(edits) > 0 {
			err = r.placeCursors(ctx, edits, maps)
		}
		if !plain || err == nil {
			return maps, edits, err
		}
		plain = false
	}
}

// write makes the edits, from the last to the first; those without bookmarks
// in one block.
func (r *Replacer) write(ctx context.Context, edits []edit, maps []hitMap) error {
	recording, err := Recording(ctx, r.doc)
	if err != nil {
		return err
	}
	b := r.doc.Conn().NewBatch()
	for i := len(edits) - 1; i >= 0; i-- {
		m := &maps[edits[i].hit]
		if !m.marked {
			putWithin(b, edits[i].cursor, m.stretch(edits[i]), edits[i].New, recording)
			continue
		}
		if err := b.First(ctx); err != nil {
			return err
		}
		b = r.doc.Conn().NewBatch()
		if err := replaceWithin(ctx, r.doc.Model(), edits[i].cursor, m.stretch(edits[i]), edits[i].New); err != nil {
			return err
		}
	}
	return b.First(ctx)
}

// splices are what changes in each hit. It refuses to write over what is no
// text, unless that may go.
func (r *Replacer) splices(maps []hitMap) ([]edit, error) {
	var out []edit
	text := content.Text(r.runs)
	for i, old := range r.hits.Texts {
		edits := []edit{{Splice: content.Splice{Old: old, New: text}, hit: i}}
		switch {
		case r.where == Before:
			edits[0].Splice = content.Splice{New: text}
		case r.where == After:
			edits[0].Splice = content.Splice{Offset: length(old), New: text}
		case maps[i].odd:
			edits[0].whole = true
		case !r.formatted:
			edits = nil
			for _, s := range content.Diff(old, text) {
				edits = append(edits, edit{Splice: s, hit: i})
			}
		}
		for _, e := range edits {
			if lost := maps[i].lost(e); len(lost) > 0 && !r.drop {
				return nil, document.Errorf(document.CodeObjectsInRange,
					"the text %q has %s in it, which would be lost; replace the text before and after it separately, or pass delete_objects", clip(e.Old), strings.Join(lost, ", ")).
					With("objects", lost)
			}
		}
		out = append(out, edits...)
	}
	return out, nil
}

// placeCursors puts a cursor over the old text of each splice and makes sure that it
// is really there: the user may have typed since the search.
func (r *Replacer) placeCursors(ctx context.Context, edits []edit, maps []hitMap) error {
	conn := r.doc.Conn()
	first := conn.NewBatch()
	n := len(r.hits.Ranges)
	texts, starts, ends := make([]*uno.Result, n), make([]*uno.Result, n), make([]*uno.Result, n)
	for i, hit := range r.hits.Ranges {
		texts[i] = first.Call(hit, iTextRange, "getText")
		starts[i] = first.Call(hit, iTextRange, "getStart")
		ends[i] = first.Call(hit, iTextRange, "getEnd")
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
		var moves []*uno.Result
		if edits[i].whole {
			third.Call(c, iTextCursor, "gotoRange", ends[edits[i].hit].Object(), true)
		} else {
			from, to := maps[edits[i].hit].steps(edits[i])
			moves = append(goRight(third, c, from, false), goRight(third, c, to-from, true)...)
		}
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
