//go:build unix

package cases

import (
	"context"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// A19: one call adds a sentence under a heading of the open document.
func TestA19UnderAHeading(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{report}})
	before := styled(r, model)
	steps := len(undoTitles(r, model))

	a := r.OK("insert_under_heading", props{"document_url": uid, "heading": "methods", "content": []string{"Then it was cooled."}})
	contains(t, "edited_context", a.Text("edited_context"), "How it was done.\nThen it was cooled.\nResults")
	equal(t, "document", a["document"].(map[string]any)["uid"], any(uid))
	equal(t, "heading", a.Text("heading"), "Methods")
	equal(t, "paragraphs", styled(r, model), insert(before, 10, "Standard: Then it was cooled."))
	equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
	undoOnce(r, model)
	equal(t, "after one undo", styled(r, model), before)

	for name, c := range map[string]struct {
		heading, content string
		want             []string
	}{
		"before a sub-heading":   {"Intro", "New", insert(before, 4, "Standard: New")},
		"behind a table":         {"Scope", "<p>One</p><p>Two</p>", insert(before, 8, "Standard: One", "Standard: Two")},
		"by locator":             {"heading:1.1", "New", insert(before, 6, "Standard: New")},
		"heading without text":   {"Results", "New", append(append([]string{}, before...), "Standard: New")},
		"a list":                 {"Aim", "<ul><li>x</li></ul>", insert(before, 6, "Standard: x")},
		"a table":                {"Methods", "<table><tr><td>t</td></tr></table>", insert(before, 10, "table")},
		"a table behind a table": {"Scope", "<table><tr><td>t</td></tr></table><p>End</p>", insert(before, 8, "table", "Standard: End")},
		"a heading":              {"Aim", "<h3>Deeper</h3><p>New</p>", insert(before, 6, "Heading 3: Deeper", "Standard: New")},
		"text of an object":      {"Aim", `<p>See <span data-lo-object="field:1">page 3</span></p>`, insert(before, 6, "Standard: See page 3")},
	} {
		t.Run(name, func(t *testing.T) {
			r.OK("insert_under_heading", props{"document_url": uid, "heading": c.heading, "content": []string{c.content}})
			equal(t, "paragraphs", styled(r, model), c.want)
			undoOnce(r, model)
			equal(t, "after one undo", styled(r, model), before)
		})
	}

	undo := undoTitles(r, model)
	a = r.Fails("TEXT_NOT_FOUND", "insert_under_heading", props{"document_url": uid, "heading": "Conclusions", "content": []string{"x"}})
	equal(t, "headings named", len(a["details"].(map[string]any)["headings"].([]any)), 5)
	r.Fails("VALIDATION_ERROR", "insert_under_heading", props{"document_url": uid, "heading": "e", "content": []string{"x"}})
	equal(t, "undo list", undoTitles(r, model), undo)
	equal(t, "paragraphs", styled(r, model), before)
}

// A blank line before the next heading stays there.
func TestUnderAHeadingKeepsDistance(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<h1>A</h1><p>text</p><p></p><h1>B</h1><p>x</p><p></p>"}})
	before := styled(r, model)
	r.OK("insert_under_heading", props{"document_url": uid, "heading": "A", "content": []string{"new"}})
	equal(t, "paragraphs", styled(r, model), insert(before, 2, "Standard: new"))
	undoOnce(r, model)
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
	r.OK("insert_under_heading", props{"document_url": uid, "heading": "A", "content": []string{"new"}})
	a := r.OK("get_document_content", props{"document_url": uid})
	contains(t, "content", a.Text("content"), "<p>text</p>\n<p>new</p>\n")
	undoOnce(r, model)
	equal(t, "after one undo while recording", styled(r, model), before)
}

// styled lists a document's paragraphs with their styles.
func styled(r *servertest.Rig, model *uno.Object) []string {
	var out []string
	for _, p := range elements(r, body(r, model)) {
		style, err := p.Call(context.Background(), iProps, "getPropertyValue", "ParaStyleName")
		if err != nil {
			out = append(out, "table")
			continue
		}
		out = append(out, style.(string)+": "+r.Do(p, iRange, "getString").(string))
	}
	return out
}

// insert puts lines into a list.
func insert(list []string, at int, lines ...string) []string {
	out := append([]string{}, list[:at]...)
	return append(append(out, lines...), list[at:]...)
}

// Protected sections and cells are refused, with nothing changed.
func TestProtectedText(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<h1>A</h1><p>locked word</p><h1>B</h1><p>x</p>"}})
	txt := body(r, model)
	section := r.Object(model, iFactory, "createInstance", "com.sun.star.text.TextSection")
	cursor := r.Object(txt, iSimple, "createTextCursorByRange", elements(r, txt)[1])
	r.Do(txt, iText, "insertTextContent", cursor, section, true)
	r.Do(section, iProps, "setPropertyValue", "IsProtected", true)
	before, undo := styled(r, model), undoTitles(r, model)
	r.Fails("PROTECTED", "apply_document_content", props{"document_url": uid, "old_content": "locked", "content": []string{"x"}})
	r.Fails("PROTECTED", "insert_under_heading", props{"document_url": uid, "heading": "A", "content": []string{"x"}})
	equal(t, "paragraphs", styled(r, model), before)
	equal(t, "undo list", undoTitles(r, model), undo)
}
