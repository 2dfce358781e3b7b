package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// fewHits is up to how many hits are replaced one by one, whatever they are.
const fewHits = 20

// alike tells whether the edits are one word for another at every place that the
// search finds, in a document with nothing else in its text: then the office can
// make them all at once.
func (r *Replacer) alike(edits []edit, plain bool) bool {
	h := r.hits
	if !plain || r.formatted || r.where != Instead || h.Changes || h.found.pattern == "" ||
		len(edits) <= fewHits || len(edits) != len(h.Ranges) || h.Count != len(h.Ranges) {
		return false
	}
	for _, e := range edits {
		if e.Old != h.Texts[e.hit] || e.New != edits[0].New {
			return false
		}
	}
	return !strings.ContainsAny(edits[0].New, "\\$&\n\t") // which mean something there
}

// replaceAll lets the office replace all that the search finds. It keeps looks.
func (r *Replacer) replaceAll(ctx context.Context, with string) error {
	const iReplaceable = "com.sun.star.util.XReplaceable"
	descriptor, err := r.doc.Model().CallObject(ctx, iReplaceable, "createReplaceDescriptor")
	if err != nil {
		return err
	}
	b := r.doc.Conn().NewBatch()
	b.Call(descriptor, "com.sun.star.util.XSearchDescriptor", "setSearchString", r.hits.found.pattern)
	b.Call(descriptor, "com.sun.star.util.XReplaceDescriptor", "setReplaceString", with)
	b.Call(descriptor, iProperties, "setPropertyValue", "SearchRegularExpression", r.hits.found.regex)
	b.Call(descriptor, iProperties, "setPropertyValue", "SearchCaseSensitive", r.hits.found.matchCase)
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
