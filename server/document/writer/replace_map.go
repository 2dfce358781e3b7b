package writer

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// hitMap tells where the characters of a hit's text stand in the document. A
// cursor makes one step over a field, whatever it shows, and over what shows
// nothing.
type hitMap struct {
	// before and after are the steps from the hit's start to each character, and
	// to its end: before and behind objects there that show nothing.
	before, after []int
	objects       []objectSpan
	marked        bool         // it has bookmarks
	texts         []objectSpan // stretches of text of one look, without names
	odd           bool         // a table stands in it, so there is no telling
}

// objectSpan is an object with the characters of the text that it shows.
type objectSpan struct {
	from, to int
	name     string
	tracked  bool // text that a tracked change inserted
}

// keepable are portions that a replacement of the text around them does not
// lose.
var keepable = map[string]bool{
	"Text": true, "SoftPageBreak": true, "Redline": true, "TextFieldStart": true,
	"Bookmark": true, "ReferenceMark": true, "DocumentIndexMark": true,
}

// plainDocument tells that a document has no notes, fields, comments and bookmarks,
// which could stand in text that looks like nothing else.
func plainDocument(ctx context.Context, doc *document.Document) (bool, error) {
	counted, err := doc.Members(ctx, document.Footnotes, document.Endnotes, document.Bookmarks, document.TextFields)
	if err != nil {
		return false, err
	}
	b := doc.Conn().NewBatch()
	var filled []*uno.Result
	for _, c := range counted[:3] {
		filled = append(filled, b.Call(c, iElementAccess, "hasElements"))
	}
	fields := b.Call(counted[3], iEnumAccess, "createEnumeration") // of which it always says that there are some
	if err := b.First(ctx); err != nil {
		return false, err
	}
	more, err := fields.Object().Call(ctx, iEnumeration, "hasMoreElements")
	if err != nil || more != false {
		return false, err
	}
	for _, f := range filled {
		if f.Value != false {
			return false, nil
		}
	}
	return true, nil
}

// plainHits are the maps of hits that are nothing but text.
func plainHits(hits Hits) []hitMap {
	out := make([]hitMap, len(hits.Texts))
	for i, text := range hits.Texts {
		n := length(text)
		for k := range n + 1 {
			out[i].before = append(out[i].before, k)
		}
		out[i].after = out[i].before
		// How its look is spread is not known; inside a word it is the same.
		out[i].texts = []objectSpan{{from: 0, to: n}}
	}
	return out
}

// mapHits reads what hits are made of.
func mapHits(ctx context.Context, hits Hits) ([]hitMap, error) {
	out := make([]hitMap, len(hits.Ranges))
	var filled []*uno.Object // a range without text has the portions of its whole paragraph
	var of []int
	for i, text := range hits.Texts {
		out[i].before, out[i].after = []int{0}, []int{0}
		if text != "" {
			filled, of = append(filled, hits.Ranges[i]), append(of, i)
		}
	}
	all, err := portionsOf(ctx, filled)
	if err != nil {
		return nil, err
	}
	for n, paragraphs := range all {
		out[of[n]] = mapHit(paragraphs, hits.Texts[of[n]])
	}
	return out, nil
}

func mapHit(paragraphs [][]portion, text string) hitMap {
	m := hitMap{before: []int{0}, after: []int{0}}
	shown, steps := "", 0
	show := func(s string) {
		shown += s
		for range length(s) {
			steps++
			m.before, m.after = append(m.before, steps), append(m.after, steps)
		}
	}
	for i, portions := range paragraphs {
		if i > 0 {
			show("\n")
		}
		if portions == nil {
			m.odd = true
			m.objects = append(m.objects, objectSpan{name: "a table"})
		}
		inserted := portionsWithin(portions, "Insert")
		for i, p := range portions {
			switch {
			case p.kind == "Text":
				at := len(m.before) - 1
				m.texts = append(m.texts, objectSpan{from: at, to: at + length(p.text), tracked: inserted[i]})
				show(p.text)
			case zeroWidth[p.kind] || keepable[p.kind]:
				m.marked = m.marked || p.kind == "Bookmark"
			default:
				at := len(m.after) - 1
				m.objects = append(m.objects, objectSpan{from: at, to: at + length(p.text), name: objectName(p)})
				shown += p.text
				steps++
				for range length(p.text) {
					m.before, m.after = append(m.before, steps), append(m.after, steps)
				}
				m.after[len(m.after)-1] = steps
			}
		}
	}
	m.odd = m.odd || shown != text
	return m
}

// steps are how far from the hit's start an edit's text begins and ends. What
// shows nothing at its ends stays outside.
func (m *hitMap) steps(e edit) (from, to int) {
	if e.Old == "" {
		at := min(e.Offset, len(m.before)-1)
		return m.before[at], m.before[at]
	}
	from = m.after[e.Offset]
	return from, max(from, m.before[e.Offset+length(e.Old)])
}

// stretch tells how an edit's old text lies in text of one look.
func (m *hitMap) stretch(e edit) stretch {
	end := e.Offset + length(e.Old)
	for _, t := range m.texts {
		if !e.whole && t.from <= e.Offset && end <= t.to {
			s := stretchOf(e.Offset-t.from, end-t.from, t.to-t.from)
			s.tracked = t.tracked
			return s
		}
	}
	return stretch{}
}

// lost names the objects that an edit would take away.
func (m *hitMap) lost(e edit) []string {
	var out []string
	from, to := e.Offset, e.Offset+length(e.Old)
	for _, o := range m.objects {
		inside := o.from < to && o.to > from
		if o.from == o.to {
			inside = from < o.from && o.from < to
		}
		if e.Old != "" && (e.whole || inside) {
			out = append(out, o.name)
		}
	}
	return out
}

// objectsAmong names what is no text among portions, by paragraph.
func objectsAmong(paragraphs [][]portion) []string {
	var out []string
	for _, portions := range paragraphs {
		if portions == nil {
			out = append(out, "a table")
		}
		deleted := deletedPortions(portions)
		for i, p := range portions {
			if !deleted[i] && !keepable[p.kind] && !zeroWidth[p.kind] {
				out = append(out, objectName(p))
			}
		}
	}
	return out
}

func objectName(p portion) string {
	name := objectWords[p.kind]
	if name == "" {
		name = strings.ToLower(p.kind)
	}
	if p.text != "" {
		name = fmt.Sprintf("%s %q", name, clip(p.text))
	}
	return name
}

// objectWords are names for portions that are objects, as tokens in HTML have
// them.
var objectWords = map[string]string{
	"Footnote": "footnote", "Endnote": "endnote", "Annotation": "comment", "TextField": "field", "Frame": "picture or frame",
	"InContentMetadata": "field", "ContentControl": "field",
}
