package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// fewHits is up to how many hits are replaced one by one, whatever they are.
const fewHits = 20

// sweep is a replacement that the office can make at all places at once.
type sweep struct {
	attempt
	with string
}

// sweep returns one for the edits if they are one word for another at every place
// that the search found, in a document with nothing else in its text.
func (r *Replacer) sweep(edits []edit) (sweep, bool) {
	h := r.hits
	if r.formatted || r.where != Instead || h.Changes || h.found.pattern == "" ||
		len(edits) <= fewHits || len(edits) != len(h.Ranges) || h.Count != len(h.Ranges) {
		return sweep{}, false
	}
	first, found := edits[0], h.Texts[0]
	whole, same := true, h.found.words
	for _, e := range edits {
		if e.New != first.New {
			return sweep{}, false
		}
		whole = whole && e.Old == h.Texts[e.hit]
		same = same && e.Splice == first.Splice && h.Texts[e.hit] == found
	}
	if strings.ContainsAny(first.New, "\\$&\n\t") { // which mean something there
		return sweep{}, false
	}
	if whole {
		return sweep{h.found, first.New}, true
	}
	if !same || first.Old == "" || overlaps(found) || strings.ContainsAny(found, "\n\t") {
		return sweep{}, false
	}
	text := []rune(found)
	// What stands around the word is looked at only, and so keeps its look.
	before, after := text[:first.Offset], text[first.Offset+length(first.Old):]
	pattern := "(?<=" + escapeRegex(string(before)) + ")" + escapeRegex(first.Old) + "(?=" + escapeRegex(string(after)) + ")"
	return sweep{attempt{pattern: pattern, regex: true, matchCase: true}, first.New}, true
}

// overlaps tells whether one occurrence of a text can begin inside another: a
// search goes on behind the first one, a look around does not.
func overlaps(s string) bool {
	for i := 1; i < len(s); i++ {
		if strings.HasPrefix(s, s[i:]) {
			return true
		}
	}
	return false
}

// replaceAll lets the office replace all that the search finds. It keeps looks.
func (r *Replacer) replaceAll(ctx context.Context, s sweep) error {
	const iReplaceable = "com.sun.star.util.XReplaceable"
	descriptor, err := r.doc.Model().CallObject(ctx, iReplaceable, "createReplaceDescriptor")
	if err != nil {
		return err
	}
	b := r.doc.Conn().NewBatch()
	b.Call(descriptor, "com.sun.star.util.XSearchDescriptor", "setSearchString", s.pattern)
	b.Call(descriptor, "com.sun.star.util.XReplaceDescriptor", "setReplaceString", s.with)
	b.Call(descriptor, iProperties, "setPropertyValue", "SearchRegularExpression", s.regex)
	b.Call(descriptor, iProperties, "setPropertyValue", "SearchCaseSensitive", s.matchCase)
	if err := b.First(ctx); err != nil {
		return err
	}
	n, err := r.doc.Model().Call(ctx, iReplaceable, "replaceAll", descriptor)
	if err != nil {
		return err
	}
	if count, _ := n.(int32); int(count) != len(r.hits.Ranges) {
		return document.Errorf(codeDocumentChanged, "%d places were found, but %d are there now", len(r.hits.Ranges), count)
	}
	return nil
}
