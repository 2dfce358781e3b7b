//go:build unix

package cases

import (
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// Objects, and paragraphs with what hangs on them, stand where the new version
// of the document has them.
func TestRewriteMoves(t *testing.T) {
	r := servertest.New(t)
	for name, c := range map[string]struct {
		change func(string) string
	}{
		"a footnote to another paragraph": {func(s string) string { return move(s, "footnote", "Next") }},
		"a frame to another paragraph":    {func(s string) string { return move(s, "frame", "Next") }},
		"a field to another paragraph":    {func(s string) string { return move(s, "field", "Next") }},
		"a field in its paragraph":        {func(s string) string { return move(s, "field", "Figure") }},
		"two to a new paragraph": {func(s string) string {
			return move(move(strings.Replace(s, "</p>\n", "</p>\n<p>Quite new.</p>\n", 1), "field", "Quite"), "footnote", "new.")
		}},
		"to a cell":   {func(s string) string { return move(s, "footnote", "cell") }},
		"from a cell": {func(s string) string { return move(move(s, "footnote", "cell"), "footnote", "Last") }},
		"a paragraph with all": {func(s string) string {
			i := strings.Index(s, "</p>\n") + len("</p>\n")
			return strings.Replace(s[i:], "<table", s[:i]+"<table", 1)
		}},
		"its text changed, too": {func(s string) string {
			return move(strings.Replace(s, "caption", "legend", 1), "footnote", "Next")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			model, uid := laden(t, r)
			defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
			r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{
				`<table><tr><td>cell</td><td></td></tr></table><p data-lo-style="Quotations">Last one</p>`,
			}})
			words(t, r, model, "Next", field("ParaStyleName", "Signature"))
			words(t, r, model, "caption", field("CharColor", int32(0xff0000)))
			before, had, undo := content(r, uid), things(r, model), undoTitles(r, model)
			version := c.change(before)
			if version == before {
				t.Fatal("nothing changed")
			}
			r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{version}})
			equal(t, "content", content(r, uid), version)
			equal(t, "objects", things(r, model), had)
			equal(t, "undo steps added", len(undoTitles(r, model))-len(undo), 1)
			if name == "a paragraph with all" {
				contains(t, "styles", strings.Join(styled(r, model), "\n"), "Standard: Figure")
				red := 0
				for _, p := range elements(r, body(r, model)) {
					if list, err := p.CallObject(t.Context(), iEnumerate, "createEnumeration"); err == nil && list != nil {
						for _, e := range elements(r, p) {
							if r.Do(e, iProps, "getPropertyValue", "CharColor") == int32(0xff0000) {
								red++
							}
						}
					}
				}
				equal(t, "red words", red, 1)
			}
			undoOnce(r, model)
			equal(t, "after one undo", content(r, uid), before)
			equal(t, "objects after one undo", things(r, model), had)
		})
	}
}

// move puts the token of an object of a kind behind a word.
func move(html, kind, word string) string {
	i := strings.Index(html, `<span data-lo-object="`+kind)
	j := i + strings.Index(html[i:], "</span>") + len("</span>")
	token := html[i:j]
	return strings.Replace(html[:i]+html[j:], word, word+token, 1)
}
