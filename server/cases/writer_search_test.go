//go:build unix

package cases

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

const iFactory = "com.sun.star.lang.XMultiServiceFactory"

// everywhere makes a document with the text needle once in each place where a
// document can have text.
func everywhere(t *testing.T, r *servertest.Rig) (*uno.Object, string) {
	t.Helper()
	model, uid := r.Open("swriter")
	txt := body(r, model)
	r.Do(txt, iRange, "setString", "A needle in the body. Note here. End here.")
	make := func(service string) *uno.Object { return r.Object(model, iFactory, "createInstance", service) }
	at := func(what string) *uno.Object {
		d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
		r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", what)
		return r.Object(r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d), iRange, "getEnd")
	}
	note := make("com.sun.star.text.Footnote")
	r.Do(txt, iText, "insertTextContent", at("Note"), note, false)
	r.Do(note, iRange, "setString", "a needle below")
	note = make("com.sun.star.text.Endnote")
	r.Do(txt, iText, "insertTextContent", at("End"), note, false)
	r.Do(note, iRange, "setString", "a needle at the end")

	comment := make("com.sun.star.text.textfield.Annotation")
	r.Do(comment, iProps, "setPropertyValue", "Author", "Erika")
	r.Do(comment, iProps, "setPropertyValue", "Content", "the needle, really?")
	r.Do(txt, iText, "insertTextContent", at("body"), comment, false)

	table := make("com.sun.star.text.TextTable")
	r.Do(table, "com.sun.star.text.XTextTable", "initialize", 2, 2)
	r.Do(txt, iText, "insertTextContent", r.Object(txt, iRange, "getEnd"), table, false)
	r.Do(table, "com.sun.star.container.XNamed", "setName", "T")
	r.Do(r.Object(table, "com.sun.star.text.XTextTable", "getCellByName", "B2"), iRange, "setString", "cell needle")

	frame := make("com.sun.star.text.TextFrame")
	r.Do(txt, iText, "insertTextContent", r.Object(txt, iRange, "getEnd"), frame, false)
	r.Do(frame, "com.sun.star.container.XNamed", "setName", "F")
	r.Do(r.Object(frame, "com.sun.star.text.XTextFrame", "getText"), iRange, "setString", "framed needle")

	shape := make("com.sun.star.drawing.RectangleShape")
	r.Do(shape, "com.sun.star.drawing.XShape", "setSize", uno.NewStruct("com.sun.star.awt.Size", "Width", 3000, "Height", 2000))
	page := r.Object(model, "com.sun.star.drawing.XDrawPageSupplier", "getDrawPage")
	r.Do(page, "com.sun.star.drawing.XShapes", "add", shape)
	r.Do(shape, "com.sun.star.container.XNamed", "setName", "S")
	r.Do(shape, iRange, "setString", "drawn needle")

	families := r.Object(model, "com.sun.star.style.XStyleFamiliesSupplier", "getStyleFamilies")
	pages := r.Object(families, "com.sun.star.container.XNameAccess", "getByName", "PageStyles")
	style := r.Object(pages, "com.sun.star.container.XNameAccess", "getByName", "Standard")
	for _, part := range []string{"Header", "Footer"} {
		r.Do(style, iProps, "setPropertyValue", part+"IsOn", true)
		r.Do(r.Object(style, iProps, "getPropertyValue", part+"Text"), iRange, "setString", part+" needle")
	}
	return model, uid
}

// A16: text is found wherever a reader sees it, and an edit says what it does
// not reach.
func TestA16SearchEverywhere(t *testing.T) {
	r := servertest.New(t)
	model, uid := everywhere(t, r)
	undo := undoTitles(r, model)
	r.Do(model, "com.sun.star.util.XModifiable", "setModified", false)
	want := map[string]string{
		"body: body":               "A needle in the body. Note1 here. Endi here.",
		"table: table 'T' cell B2": "cell needle",
		"frame: text box 'F'":      "framed needle",
		"shape: shape 'S'":         "drawn needle",
		"header: header (page style 'Default Page Style')": "Header needle",
		"footer: footer (page style 'Default Page Style')": "Footer needle",
		"footnote: footnote 1":                             "a needle below",
		"endnote: endnote 1":                               "a needle at the end",
		"comment: comment by 'Erika'":                      "the needle, really?",
	}
	a := r.OK("search_in_document", props{"document_url": uid, "pattern": "NEEDLE"})
	equal(t, "count", a.Int("count"), len(want))
	equal(t, "matches", spots(a, "matches"), want)
	equal(t, "modified", r.Do(model, "com.sun.star.util.XModifiable", "isModified"), false)
	equal(t, "undo list", undoTitles(r, model), undo)
	a = r.OK("search_in_document", props{"document_url": uid, "pattern": "NEEDLE", "case_sensitive": true})
	equal(t, "count of another case", a.Int("count"), 0)
	a = r.OK("search_in_document", props{"document_url": uid, "pattern": "needle", "max_results": 3})
	equal(t, "bounded", []any{a.Int("count"), a.Int("returned"), a["truncated"]}, []any{9, 3, true})

	apart := map[string]string{"shape: shape 'S'": "drawn needle", "comment: comment by 'Erika'": "the needle, really?"}
	edit := props{"document_url": uid, "old_content": "needle", "content": []string{"pin"}, "all_matches": true}
	edit["dry_run"] = true
	a = r.OK("apply_document_content", edit)
	equal(t, "would replace", a.Int("count"), 7)
	delete(edit, "dry_run")
	a = r.OK("apply_document_content", edit)
	equal(t, "replaced", a.Int("replaced_count"), 7)
	equal(t, "not reached", spots(a, "not_reached"), apart)
	equal(t, "pins", r.OK("search_in_document", props{"document_url": uid, "pattern": "pin"}).Int("count"), 7)
	a = r.Fails("TEXT_NOT_FOUND", "apply_document_content", edit)
	contains(t, "message", a.Text("message"), "shapes or comments")
	undoOnce(r, model)
	equal(t, "after one undo", spots(r.OK("search_in_document", props{"document_url": uid, "pattern": "needle"}), "matches"), want)
}

// spots is a list of matches by kind and location.
func spots(a servertest.Answer, list string) map[string]string {
	out := map[string]string{}
	found, _ := a[list].([]any)
	for _, m := range found {
		m := m.(map[string]any)
		out[fmt.Sprintf("%v: %v", m["kind"], m["location"])] = m["context"].(string)
	}
	return out
}

func TestSearchPatterns(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.Do(body(r, model), iRange, "setString", "A needle here. Needles are sharp.\nhit hit hit\nwide\u00a0blank\u202fand\u3000\u3000more")
	for name, c := range map[string]struct {
		args  props
		texts []string
	}{
		"ignoring case": {props{"pattern": "needle"}, []string{"needle", "Needle"}},
		"minding case":  {props{"pattern": "needle", "case_sensitive": true}, []string{"needle"}},
		"regex":         {props{"pattern": `Needles? are \w+`, "regex": true}, []string{"Needles are sharp"}},
		"literal":       {props{"pattern": "([a-"}, nil},
		"empty match":   {props{"pattern": "q*", "regex": true}, nil},
		"repeated":      {props{"pattern": "hit"}, []string{"hit", "hit", "hit"}},
		"any blank":     {props{"pattern": "wide blank and more"}, []string{"wide\u00a0blank\u202fand\u3000\u3000more"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.args["document_url"] = uid
			a := r.OK("search_in_document", c.args)
			var texts []string
			for _, m := range a["matches"].([]any) {
				texts = append(texts, m.(map[string]any)["text"].(string))
			}
			equal(t, "texts", texts, c.texts)
		})
	}
	a := r.Fails("INVALID_REGEX", "search_in_document", props{"document_url": uid, "pattern": "([a-", "regex": true})
	equal(t, "count", a["details"].(map[string]any)["count"], any(0.0))
}

// Deleted text is neither found nor shown around what is found.
func TestSearchWithTrackedChanges(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.Do(body(r, model), iRange, "setString", "Pay within ten days of receipt")
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
	a := r.OK("apply_document_content", props{"document_url": uid, "old_content": "ten days", "content": []string{"14 days"}})
	equal(t, "edited_context", a.Text("edited_context"), "Pay within 14 days of receipt")
	a = r.OK("search_in_document", props{"document_url": uid, "pattern": "days"})
	equal(t, "matches", spots(a, "matches"), map[string]string{"body: body": "Pay within 14 days of receipt"})
	equal(t, "deleted", r.OK("search_in_document", props{"document_url": uid, "pattern": "ten"}).Int("count"), 0)
}

func TestSearchIsQuick(t *testing.T) {
	r := servertest.New(t)
	_, uid := r.Open("swriter")
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "Paragraph %d has some words in it, as paragraphs have.\n\n", i)
	}
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{b.String()}})
	best := time.Hour
	for range 5 {
		start := time.Now()
		equal(t, "count", r.OK("search_in_document", props{"document_url": uid, "pattern": "words"}).Int("count"), 2000)
		best = min(best, time.Since(start))
	}
	t.Logf("2000 hits: %v", best)
	for range 5 {
		start := time.Now()
		r.OK("search_in_document", props{"document_url": uid, "pattern": "Paragraph 1999"})
		best = min(best, time.Since(start))
	}
	t.Logf("1 hit: %v", best)
	if best > 500*time.Millisecond {
		t.Errorf("a search took %v", best)
	}
}
