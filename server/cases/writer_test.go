//go:build unix

package cases

import (
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// A13: a word changes, everything else keeps its look.
func TestA13KeepFormattingWhenOneWordChanges(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.Do(body(r, model), iRange, "setString", "Hello world and more")
	words(t, r, model, "world", bold())
	words(t, r, model, "more", italic())
	before := portions(t, r, model)
	steps := len(undoTitles(r, model))

	a := r.OK("apply_document_content", props{"document_url": uid, "old_content": "Hello", "content": []string{"Hi"}})
	equal(t, "replaced_count", a.Int("replaced_count"), 1)
	equal(t, "text", text(r, model), "Hi world and more")
	contains(t, "edited_context", a.Text("edited_context"), "Hi world and more")
	equal(t, "portions", portions(t, r, model), []portion{
		{"Text", "Hi ", false, false}, {"Text", "world", true, false}, {"Text", " and ", false, false}, {"Text", "more", false, true},
	})
	equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
	undoOnce(r, model)
	equal(t, "after one undo", portions(t, r, model), before)
	r.OK("redo", props{"document_url": uid})
	equal(t, "after redo", text(r, model), "Hi world and more")
}

// A20: a document with tracked changes reads as if they were accepted.
func TestA20ReadWithTrackedChanges(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.Do(body(r, model), iRange, "setString", "Alpha beta gamma")
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "beta", "content": []string{"BETA"}, "case_sensitive": true})

	a := r.OK("get_document_content", props{"document_url": uid})
	equal(t, "content", a.Text("content"), "<p>Alpha BETA gamma</p>\n")
	kinds := map[string]string{}
	for _, c := range a["tracked_changes"].([]any) {
		change := c.(map[string]any)
		kinds[change["type"].(string)] = change["text"].(string)
		if change["date"] == nil {
			t.Errorf("a change has no date: %v", change)
		}
	}
	equal(t, "tracked changes", kinds, map[string]string{"deletion": "beta", "insertion": "BETA"})

	found := r.OK("apply_document_content", props{"document_url": uid, "old_content": "beta", "content": []string{"x"}, "case_sensitive": true, "dry_run": true})
	equal(t, "places of the deleted word", found.Int("count"), 0)
	r.Fails("TEXT_NOT_FOUND", "apply_document_content", props{"document_url": uid, "old_content": "beta", "content": []string{"x"}, "case_sensitive": true})
	equal(t, "still recording", r.Do(model, iProps, "getPropertyValue", "RecordChanges"), true)
}

// A18: new blocks have their own look, and what was there keeps its.
func TestA18InsertABlock(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	txt := body(r, model)
	r.Do(txt, iRange, "setString", "A quotation")
	words(t, r, model, "quotation", field("ParaStyleName", "Quotations"))
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{
		"<h2>Risks</h2><p>One <b>bold</b> word</p><ul><li>first</li><li>second</li></ul>",
	}})
	var styles []string
	for _, p := range elements(r, txt) {
		styles = append(styles, r.Do(p, iProps, "getPropertyValue", "ParaStyleName").(string)+": "+r.Do(p, iRange, "getString").(string))
	}
	equal(t, "paragraphs", styles, []string{
		"Quotations: A quotation", "Heading 2: Risks", "Standard: One bold word", "Standard: first", "Standard: second",
	})
	a := r.OK("get_document_content", props{"document_url": uid})
	equal(t, "content", a.Text("content"), "<p data-lo-style=\"Quotations\">A quotation</p>\n<h2>Risks</h2>\n<p>One <b>bold</b> word</p>\n<ul><li>first</li>\n<li>second</li></ul>\n")
	undoOnce(r, model)
	equal(t, "after one undo", text(r, model), "A quotation")
}
