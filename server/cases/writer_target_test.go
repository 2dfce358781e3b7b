//go:build unix

package cases

import (
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

func TestContentAtTheBeginning(t *testing.T) {
	for name, c := range map[string]struct {
		before, content string
		want            []string // styles and texts at the beginning, instead of what is there
	}{
		"empty document": {"", "<h1>T</h1><p>x</p>", []string{"Heading 1: T", "Standard: x"}},
		"text":           {"<h2>Old</h2><p>old</p>", "<h1>T</h1><p>x</p>", []string{"Heading 1: T", "Standard: x", "Heading 2: Old", "Standard: old"}},
		"plain":          {"<p>old</p>", "new", []string{"Standard: new", "Standard: old"}},
		"table":          {"<table><tr><td>t</td></tr></table><p>old</p>", "new", []string{"Standard: new", "table", "Standard: old"}},
		"a table":        {"<h2>Old</h2>", "<table><tr><td>t</td></tr></table>", []string{"table", "Heading 2: Old"}},
		"before a list":  {"<ul><li>one</li></ul>", "<p>x</p>", []string{"Standard: x", "Standard: one"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			model, uid := r.Open("swriter")
			if c.before != "" {
				r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{c.before}})
			}
			page := ""
			if name == "text" {
				page = "First Page"
				r.Do(elements(r, body(r, model))[0], iProps, "setPropertyValue", "PageDescName", page)
			}
			before, html, steps := styled(r, model), content(r, uid), len(undoTitles(r, model))
			r.OK("apply_document_content", props{"document_url": uid, "target": "beginning", "content": []string{c.content}})
			equal(t, "paragraphs", styled(r, model), c.want)
			if page != "" {
				all := elements(r, body(r, model))
				equal(t, "page of the first", r.Do(all[0], iProps, "getPropertyValue", "PageDescName"), any(page))
				equal(t, "page of the one that was first", r.Do(all[2], iProps, "getPropertyValue", "PageDescName"), nil)
			}
			equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
			undoOnce(r, model)
			equal(t, "after one undo", styled(r, model), before)
			equal(t, "content after one undo", content(r, uid), html)
			if page != "" {
				equal(t, "page after one undo", r.Do(elements(r, body(r, model))[0], iProps, "getPropertyValue", "PageDescName"), any(page))
			}
		})
	}
}

func content(r *servertest.Rig, uid string) string {
	return r.OK("get_document_content", props{"document_url": uid}).Text("content")
}

// A15: "replace the selection" needs selected text.
func TestA15ReplaceTheSelection(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>first <b>bold</b> words</p><table><tr><td>cell text</td><td>more</td></tr></table><p>last</p>"}})
	before := content(r, uid)
	edit := props{"document_url": uid, "target": "selection", "content": []string{"NEW"}}
	for selected, want := range map[string]string{
		"bold":      "<p>first <b>NEW</b> words</p>",
		"cell text": "<td>NEW</td>",
		"last":      "<p>NEW</p>",
	} {
		selectText(t, r, model, selected)
		steps := len(undoTitles(r, model))
		a := r.OK("apply_document_content", edit)
		contains(t, "edited_context", a.Text("edited_context"), "NEW")
		contains(t, "content", content(r, uid), want)
		equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
		undoOnce(r, model)
		equal(t, "after one undo", content(r, uid), before)
	}
	frame := r.Object(model, iFactory, "createInstance", "com.sun.star.text.TextFrame")
	r.Do(body(r, model), iText, "insertTextContent", r.Object(body(r, model), iRange, "getEnd"), frame, false)
	tables := r.Object(model, "com.sun.star.text.XTextTablesSupplier", "getTextTables")
	table := r.Object(r.Object(tables, "com.sun.star.container.XIndexAccess", "getByIndex", 0), "com.sun.star.text.XTextTable", "createCursorByCellName", "A1")
	r.Do(table, "com.sun.star.text.XTextTableCursor", "gotoCellByName", "B1", true)
	nothing := r.Object(body(r, model), iRange, "getStart")
	before, undo := content(r, uid), undoTitles(r, model)
	for name, what := range map[string]*uno.Object{"text box": frame, "table cells": table, "cursor": nothing} {
		selectObject(t, r, model, what)
		a := r.Fails("NO_TEXT_SELECTION", "apply_document_content", edit)
		contains(t, "message", a.Text("message"), name)
		equal(t, "content", content(r, uid), before)
		equal(t, "undo list", undoTitles(r, model), undo)
	}
}
