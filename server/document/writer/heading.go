package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// locatorPrefix begins a locator of a heading: "heading:1.2".
const locatorPrefix = "heading:"

// Heading finds a heading by its locator or its text. Of texts the whole one
// goes before its beginning, and that before a part of it; upper and lower case
// are not told apart.
func (o *Outline) Heading(ref string) (*Heading, error) {
	ref = strings.TrimSpace(ref)
	path, byPath := strings.CutPrefix(ref, locatorPrefix)
	want := headingKey(ref)
	for _, fits := range []func(h *Heading) bool{
		func(h *Heading) bool { return byPath && h.Path == path },
		func(h *Heading) bool { return headingKey(h.Text) == want },
		func(h *Heading) bool { return strings.HasPrefix(headingKey(h.Text), want) },
		func(h *Heading) bool { return strings.Contains(headingKey(h.Text), want) },
	} {
		var found []*Heading
		for _, h := range o.All {
			if fits(h) {
				found = append(found, h)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return nil, document.Errorf(document.CodeValidation, "%d headings read %q; pass the locator of the one that is meant", len(found), ref).
				With("headings", headingList(found))
		}
		if want == "" {
			break
		}
	}
	return nil, document.Errorf(document.CodeTextNotFound, "the document has no heading %q", ref).With("headings", headingList(o.All))
}

func headingKey(s string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(s, isBlank), " "))
}

// maxListed is how many headings an error names.
const maxListed = 30

func headingList(headings []*Heading) []map[string]string {
	out := []map[string]string{}
	for _, h := range headings[:min(maxListed, len(headings))] {
		out = append(out, map[string]string{"text": h.Text, "locator": locatorPrefix + h.Path})
	}
	return out
}

// Under makes blocks follow the own text of a heading: its last paragraph or
// table before the next heading. Empty paragraphs that keep a distance to the
// next heading stay behind them; at the end of the document they are used up.
func (o *Outline) Under(ctx context.Context, h *Heading, blocks *Appender) error {
	last, err := lastFilled(ctx, h)
	if err != nil {
		return document.Explain(err)
	}
	if last < len(h.body)-1 && h == o.All[len(o.All)-1] {
		return nil // at the end of the body, in its empty last paragraph
	}
	if last < 0 {
		blocks.After(h.text, nil)
		return nil
	}
	next := o.following(h)
	if last < len(h.body)-1 {
		next = h.body[last+1]
	}
	blocks.After(h.body[last], next)
	return nil
}

// following returns the paragraph of the next heading.
func (o *Outline) following(h *Heading) *uno.Object {
	for i, other := range o.All {
		if other == h && i+1 < len(o.All) {
			return o.All[i+1].text
		}
	}
	return nil
}

// lastFilled is the index of the last element under a heading that is no empty
// paragraph, -1 for none.
func lastFilled(ctx context.Context, h *Heading) (int, error) {
	for n := len(h.body) - 1; n >= 0; n-- {
		portions, err := paragraphPortions(ctx, h.body[n:n+1])
		if err != nil || portions[0] == nil { // a table
			return n, err
		}
		for _, p := range portions[0] {
			if p.kind != "Text" || p.text != "" {
				return n, nil
			}
		}
	}
	return -1, nil
}

// Unchanged makes sure that the heading still reads as it was read: the user
// may have typed since.
func (h *Heading) Unchanged(doc *document.Document) document.Edit {
	return document.Edit{Name: "find the heading", Do: func(ctx context.Context) error {
		texts, err := textsOf(ctx, doc, []*uno.Object{h.text})
		if err != nil {
			return err
		}
		if headingKey(texts[0]) != headingKey(h.Text) {
			return document.Errorf(codeDocumentChanged, "the heading %q is not any more where it was found", h.Text)
		}
		return nil
	}}
}
