//go:build unix

package cases

import (
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// hang puts an object behind the first place of a text.
func hang(r *servertest.Rig, model *uno.Object, what, service string, set ...uno.Field) {
	thing := r.Object(model, iFactory, "createInstance", service)
	for _, p := range set {
		r.Do(thing, iProps, "setPropertyValue", p.Name, p.Value)
	}
	d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
	r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", what)
	found := r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d)
	home := r.Object(found, iRange, "getText")
	r.Do(home, iText, "insertTextContent", r.Object(found, iRange, "getEnd"), thing, false)
}

// The look of a picture or frame, which HTML does not show, stays when paragraphs
// around it are joined.
func TestJoinKeepsLooksOfFrames(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>one <b>two</b></p><p><b>three</b> four</p>"}})
	inText := field("AnchorType", uno.Enum{Type: "com.sun.star.text.TextContentAnchorType", Name: "AS_CHARACTER"})
	hang(r, model, "tw", "com.sun.star.text.TextFrame", inText)
	hang(r, model, "th", "com.sun.star.text.TextFrame", inText)
	before, looks := content(r, uid), styled(r, model)
	version := strings.Replace(before, "</p>\n<p>", " ", 1)
	r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{version}})
	equal(t, "content", content(r, uid), version)
	bold := 0
	for _, p := range elements(r, body(r, model)) {
		for _, e := range elements(r, p) {
			if r.Do(e, iProps, "getPropertyValue", "TextPortionType") == "Frame" && r.Do(e, iProps, "getPropertyValue", "CharWeight") == float32(150) {
				bold++
			}
		}
	}
	equal(t, "bold frames", bold, 2)
	undoOnce(r, model)
	equal(t, "after one undo", content(r, uid), before)
	equal(t, "looks after one undo", styled(r, model), looks)
}

// A table that a tracked deletion around it holds is not changed: no undo would bring
// the deletion back as one.
func TestTableInTrackedDeletion(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>one</p><table><tr><td>a1</td><td>b1</td></tr></table><p>two</p>"}})
	c := r.Object(body(r, model), iSimple, "createTextCursor")
	r.Do(c, "com.sun.star.text.XTextCursor", "gotoStart", false)
	r.Do(c, "com.sun.star.text.XTextCursor", "goRight", int16(2), false)
	r.Do(c, "com.sun.star.text.XTextCursor", "gotoEnd", true)
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
	r.Do(c, iRange, "setString", "")
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", false)
	before, undo, state := content(r, uid), undoTitles(r, model), r.State(model)
	version := strings.Replace(before, "<td></td><td></td>", "<td></td><td>new</td><td></td>", 1)
	if version == before {
		t.Fatalf("no table in %q", before)
	}
	a := r.Fails("VALIDATION_ERROR", "apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{version}})
	contains(t, "message", a.Text("message"), "tracked deletion")
	equal(t, "undo list", undoTitles(r, model), undo)
	equal(t, "document", r.State(model), state)
}

// What a new version says of looks, page breaks and places is so then, to the
// letter; nothing else is lost; and one undo brings back exactly what was there.
func TestRewriteExactly(t *testing.T) {
	r := servertest.New(t)
	newPage := field("BreakType", uno.Enum{Type: "com.sun.star.style.BreakType", Name: "PAGE_BEFORE"})
	inText := field("AnchorType", uno.Enum{Type: "com.sun.star.text.TextContentAnchorType", Name: "AS_CHARACTER"})
	footnote := func(model *uno.Object, behind string) { hang(r, model, behind, "com.sun.star.text.Footnote") }
	bookmark := func(model *uno.Object, behind string) { hang(r, model, behind, "com.sun.star.text.Bookmark") }
	const table = "<table><tr><td>cell</td><td></td></tr></table>"
	const note = `<span data-lo-object="footnote:1"></span>`
	for name, c := range map[string]struct {
		text  string
		make  func(model *uno.Object)
		edits []string // old, new, old, new …
		drops bool
	}{
		"before a note in a link": {
			text: `<p>one <a href="https://example.org/">liNK</a> two</p>`,
			make: func(m *uno.Object) { footnote(m, "li") }, edits: []string{"li</a>" + note, "li</a> new " + note},
		},
		"behind a note in a style": {
			text: `<p>one <span data-lo-style="Emphasis">styled</span> two</p>`,
			make: func(m *uno.Object) { footnote(m, "styled") }, edits: []string{note + " two", note + " new two"},
		},
		"bold behind a note": {
			text: `<p>one two</p>`,
			make: func(m *uno.Object) { footnote(m, "one") }, edits: []string{note + " two", note + "<b>new</b> two"},
		},
		"before bold text":   {text: `<p><b>one</b> two</p>`, edits: []string{"<b>one", "new <b>one"}},
		"a single bold sign": {text: `<p>one<b>,</b><i>two</i></p>`, edits: []string{"<b>,</b>", "<b>;</b>"}},
		"moved from before a page": {
			text: "<p>one</p><p>two</p><p>three</p><p>four</p>",
			make: func(m *uno.Object) { words(t, r, m, "three", newPage) }, edits: []string{"<p>two</p>\n", "", "<p>four</p>", "<p>two</p>\n<p>four</p>"},
		},
		"moved with its page": {
			text:  "<p>one</p><p>two</p><p>three</p><p>four</p>",
			make:  func(m *uno.Object) { words(t, r, m, "two", newPage) },
			edits: []string{`<p style="break-before:page">two</p>` + "\n", "", "<p>four</p>", `<p style="break-before:page">two</p>` + "\n<p>four</p>"},
		},
		"out of a list with its page": {
			text:  "<ul><li>one</li><li>two</li></ul><p>three</p>",
			make:  func(m *uno.Object) { words(t, r, m, "two", newPage) },
			edits: []string{"</li>\n" + `<li style="break-before:page">two</li></ul>`, `</li></ul><p style="break-before:page">two</p>`},
		},
		"out of a list without it": {
			text:  "<ul><li>one</li><li>two</li></ul><p>three</p>",
			make:  func(m *uno.Object) { words(t, r, m, "two", newPage) },
			edits: []string{"</li>\n" + `<li style="break-before:page">two</li></ul>`, `</li></ul><p>two</p>`},
		},
		"before the first page": {
			text: "<p>one</p><p>two</p>",
			make: func(m *uno.Object) { words(t, r, m, "one", newPage) }, edits: []string{"<p style", "<h1>new</h1>\n<p style"},
		},
		"no page begins in a cell": {
			text:  table + "<p>one</p>",
			make:  func(m *uno.Object) { words(t, r, m, "cell", newPage) },
			edits: []string{"<td>cell</td>", `<td><p data-lo-style="TableContents">cell</p>` + "\n<ul><li>new</li></ul></td>"},
		},
		"a word of a tracked insertion": {
			text: "<p>one two</p>",
			make: func(m *uno.Object) {
				r.Do(m, iProps, "setPropertyValue", "RecordChanges", true)
				r.Do(body(r, m), iSimple, "insertString", r.Object(body(r, m), iRange, "getEnd"), " inserted words here", false)
				r.Do(m, iProps, "setPropertyValue", "RecordChanges", false)
			},
			edits: []string{"words", "text"},
		},
		"a frame at the end of bold text": {
			text: "<p>one <b>two</b> three</p>",
			make: func(m *uno.Object) {
				hang(r, m, "tw", "com.sun.star.text.TextFrame", inText)
				words(t, r, m, "o three", field("CharWeight", float32(100)))
			},
			edits: []string{`<span data-lo-object="frame:Frame1"></span>`, ""}, drops: true,
		},
		"split at a bookmark": {
			text: "<p>one two three</p>",
			make: func(m *uno.Object) { bookmark(m, "one "); bookmark(m, "two") }, edits: []string{"one two three", "one</p>\n<p>two three"},
		},
		"a note moved to a bookmark": {
			text: "<p>one two three</p><p>four</p>",
			make: func(m *uno.Object) { bookmark(m, "one "); footnote(m, "four") }, edits: []string{note, "", "two", note + "two"},
		},
		"moved from before a table": {
			text:  "<p>one</p><p>two <b>bold</b></p>" + table + "<p>three</p>",
			make:  func(m *uno.Object) { bookmark(m, "two"); words(t, r, m, "two", field("CharColor", int32(0xff0000))) },
			edits: []string{"<p>two <b>bold</b></p>\n", "", "<p>three</p>", "<p>three</p>\n<p>two <b>bold</b></p>"},
		},
		"moved from between tables": {
			text: "<p>one</p>" + table + "<p>two</p>" + table + "<p>three</p>",
			make: func(m *uno.Object) { bookmark(m, "two") }, edits: []string{"<p>two</p>\n", "", "<p>one</p>", "<p>two</p>\n<p>one</p>"},
		},
		"the last moved": {
			text: "<p>one</p><p>two</p>" + `<p data-lo-style="Quotations">three</p>`,
			make: func(m *uno.Object) {
				bookmark(m, "three")
				words(t, r, m, "three", field("CharColor", int32(0xff0000)))
			},
			edits: []string{`<p data-lo-style="Quotations">three</p>`, "", "<p>one</p>", `<p data-lo-style="Quotations">three</p>` + "\n<p>one</p>"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			model, uid := r.Open("swriter")
			defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
			r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{c.text}})
			if c.make != nil {
				c.make(model)
			}
			before, had, undo, state := content(r, uid), things(r, model), undoTitles(r, model), r.State(model)
			version := before
			for i := 0; i < len(c.edits); i += 2 {
				if !strings.Contains(version, c.edits[i]) {
					t.Fatalf("%q is not in %q", c.edits[i], version)
				}
				version = strings.Replace(version, c.edits[i], c.edits[i+1], 1)
			}
			r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{version}, "delete_objects": c.drops})
			if now := content(r, uid); squeeze(now) != squeeze(version) {
				equal(t, "content", now, version)
			}
			if !c.drops {
				equal(t, "objects", things(r, model), had)
			}
			equal(t, "undo steps added", len(undoTitles(r, model))-len(undo), 1)
			undoOnce(r, model)
			equal(t, "after one undo", r.State(model), state)
		})
	}
}
