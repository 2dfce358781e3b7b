//go:build unix

package cases

import (
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

const looksText = "<p>one <b>bold</b> word</p><p><b>all bold</b></p><p>plain</p>"

// A25: styles are found by every name that people have for them.
func TestA25StyleNames(t *testing.T) { inBothLanguages(t, styleNames) }

func styleNames(t *testing.T, r *servertest.Rig) {
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{looksText}})
	families := r.Object(model, "com.sun.star.style.XStyleFamiliesSupplier", "getStyleFamilies")
	for family, service := range map[string]string{"ParagraphStyles": "com.sun.star.style.ParagraphStyle"} {
		style := r.Object(model, iFactory, "createInstance", service)
		r.Do(r.Object(families, "com.sun.star.container.XNameAccess", "getByName", family), "com.sun.star.container.XNameContainer", "insertByName", "Mein Absatz", style)
	}
	before, steps := styled(r, model), len(undoTitles(r, model))
	for name, want := range map[string]string{
		"Heading 1": "Heading 1", "Überschrift 1": "Heading 1", "Heading_20_1": "Heading 1", "Heading1": "Heading 1", "heading 1": "Heading 1", "h2": "Heading 2",
		"Mein Absatz": "Mein Absatz", "MeinAbsatz": "Mein Absatz", "Default Paragraph Style": "Standard",
		"Body Text": "Text body", "Textkörper": "Text body", "quote": "Quotations", "Zitat": "Quotations", "Block Quotation": "Quotations", "Titel": "Title",
	} {
		t.Run(name, func(t *testing.T) {
			a := r.OK("apply_style", props{"document_url": uid, "style": name, "target": "search", "old_content": "plain"})
			equal(t, "style_name", a.Text("style_name"), want)
			equal(t, "paragraphs", styled(r, model), []string{before[0], before[1], want + ": plain"})
			equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
			undoOnce(r, model)
			equal(t, "after one undo", styled(r, model), before)
		})
	}
	undo := undoTitles(r, model)
	a := r.Fails("UNKNOWN_STYLE", "apply_style", props{"document_url": uid, "style": "Heding 1", "target": "search", "old_content": "plain"})
	contains(t, "message", a.Text("message"), `"Heading 1"`)
	r.Fails("TEXT_NOT_FOUND", "apply_style", props{"document_url": uid, "style": "Title", "target": "search", "old_content": "nowhere"})
	a = r.Fails("OUT_OF_RANGE", "apply_style", props{"document_url": uid, "style": "Title", "target": "search", "old_content": "plain", "occurrence": 3})
	equal(t, "count", a["details"].(map[string]any)["count"], any(1.0))
	equal(t, "paragraphs", styled(r, model), before)
	equal(t, "undo list", undoTitles(r, model), undo)
}

// A paragraph style leaves what is set on characters.
func TestStyleKeepsLooks(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{looksText}})
	before, look := styled(r, model), portions(t, r, model)
	for _, recording := range []bool{false, true} {
		r.Do(model, iProps, "setPropertyValue", "RecordChanges", recording)
		steps := len(undoTitles(r, model))
		r.OK("apply_style", props{"document_url": uid, "style": "Quotations", "target": "full_document"})
		equal(t, "paragraphs", styled(r, model), []string{"Quotations: one bold word", "Quotations: all bold", "Quotations: plain"})
		equal(t, "looks", textPortions(portions(t, r, model)), textPortions(look))
		equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
		undoOnce(r, model)
		equal(t, "after one undo", styled(r, model), before)
		equal(t, "looks after one undo", portions(t, r, model), look)
	}
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", false)
	r.OK("apply_style", props{"document_url": uid, "style": "code", "family": "CharacterStyles", "old_content": "word"})
	a := r.OK("get_document_content", props{"document_url": uid})
	contains(t, "content", a.Text("content"), `<span data-lo-style="SourceText">word</span>`)
	r.OK("apply_style", props{"document_url": uid, "style": "No Character Style", "family": "CharacterStyles", "old_content": "word"})
	a = r.OK("get_document_content", props{"document_url": uid})
	contains(t, "content", a.Text("content"), "</b> word</p>")
	undoOnce(r, model)
	undoOnce(r, model)
	equal(t, "after two undos", portions(t, r, model), look)
}

func textPortions(all []portion) []portion {
	var out []portion
	for _, p := range all {
		if p.Kind == "Text" {
			out = append(out, p)
		}
	}
	return out
}

// A15: what is selected is no text, or nothing.
func TestA15SelectionForStyles(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>first</p><p>second</p>"}})
	selectText(t, r, model, "second")
	r.OK("apply_style", props{"document_url": uid, "style": "Title"})
	equal(t, "paragraphs", styled(r, model), []string{"Standard: first", "Title: second"})
	undoOnce(r, model)
	frame := r.Object(model, iFactory, "createInstance", "com.sun.star.text.TextFrame")
	r.Do(body(r, model), iText, "insertTextContent", r.Object(body(r, model), iRange, "getEnd"), frame, false)
	selectObject(t, r, model, frame)
	before, undo := styled(r, model), undoTitles(r, model)
	a := r.Fails("NO_TEXT_SELECTION", "apply_style", props{"document_url": uid, "style": "Title"})
	contains(t, "message", a.Text("message"), "text box")
	equal(t, "paragraphs", styled(r, model), before)
	equal(t, "undo list", undoTitles(r, model), undo)
}

// selectText selects the first place where a text stands.
func selectText(t *testing.T, r *servertest.Rig, model *uno.Object, what string) {
	t.Helper()
	d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
	r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", what)
	selectObject(t, r, model, r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d))
}

func selectObject(t *testing.T, r *servertest.Rig, model, what *uno.Object) {
	t.Helper()
	view := r.Object(model, "com.sun.star.frame.XModel", "getCurrentController")
	if r.Do(view, "com.sun.star.view.XSelectionSupplier", "select", what) != true {
		t.Fatal("nothing was selected")
	}
}
