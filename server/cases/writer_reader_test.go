//go:build unix

package cases

import (
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// A12: text is found as the reader sees it, whatever its looks split it into and
// however much it looks like markup.
func TestA12FindWhatTheReaderSees(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.Do(body(r, model), iRange, "setString", "load [@ana2022; @ben2017] and <delete this>")
	words(t, r, model, "load", bold())
	words(t, r, model, "@ben2017", field("HyperLinkURL", "https://example.org/ben"))
	before, steps := portions(t, r, model), len(undoTitles(r, model))

	a := r.OK("apply_document_content", props{"document_url": uid, "old_content": "[@ana2022; @ben2017]", "content": []string{"[1]"}})
	equal(t, "replaced_count", a.Int("replaced_count"), 1)
	equal(t, "text", text(r, model), "load [1] and <delete this>")
	a = r.OK("apply_document_content", props{"document_url": uid, "old_content": "<delete this>", "content": []string{""}})
	equal(t, "replaced_count", a.Int("replaced_count"), 1)
	equal(t, "content", content(r, uid), "<p><b>load</b> [1] and </p>\n")
	equal(t, "undo steps added", len(undoTitles(r, model))-steps, 2)
	undoOnce(r, model)
	undoOnce(r, model)
	equal(t, "after two undos", portions(t, r, model), before)
	for _, literal := range []string{"<delete this>", "a < b & c > d", "**bold** _x_ # y", "$100 is a lot, $200 more"} {
		r.OK("apply_document_content", props{"document_url": uid, "old_content": "load", "content": []string{literal}})
		equal(t, "text", text(r, model), literal+" [@ana2022; @ben2017] and <delete this>")
		undoOnce(r, model)
	}
}

// A17: what was found is what is written to, behind tables and emojis, too.
func TestA17WriteWhatWasFound(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{
		"<table><tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td><td>6</td></tr><tr><td>7</td><td>8</td><td>9</td></tr></table>" +
			"<p>smile 😀 first</p><h1>Summary</h1><p>One 😀 of two.</p><p>Two of two.</p>",
	}})
	before, html := outline(r, body(r, model)), content(r, uid)
	found := r.OK("search_in_document", props{"document_url": uid, "pattern": "Summary"})["matches"].([]any)[0].(map[string]any)
	equal(t, "found", found["text"], any("Summary"))
	want := append([]string{}, before...)
	for n, with := range []string{"Conclusion", "<h1>Conclusion</h1>"} {
		r.OK("apply_document_content", props{"document_url": uid, "old_content": "Summary", "content": []string{with}})
		want[2] = "Heading 1: Conclusion"
		equal(t, "paragraphs", outline(r, body(r, model)), want)
		undoOnce(r, model)
		equal(t, "after one undo", content(r, uid), html)
		if n > 0 {
			continue
		}
		selectText(t, r, model, "Summary") // and the user takes away what is before it
		first := elements(r, body(r, model))[1]
		r.Do(first, "com.sun.star.lang.XComponent", "dispose")
		r.OK("apply_document_content", props{"document_url": uid, "target": "selection", "content": []string{"Conclusion"}})
		equal(t, "paragraphs", outline(r, body(r, model)), append([]string{want[0]}, want[2:]...))
		undoOnce(r, model)
		undoOnce(r, model)
		equal(t, "after two undos", content(r, uid), html)
	}
}

// Many places at once: each keeps its look, and one undo takes all back.
func TestReplaceAllKeepsLooks(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	var s strings.Builder
	for range 15 {
		s.WriteString(`<p>some words, <b>some more</b> and <a href="https://example.org/">some</a> &amp; SOME</p><table><tr><td><i>awesome some</i></td></tr></table>`)
	}
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{s.String()}})
	before, steps := content(r, uid), len(undoTitles(r, model))
	for _, recording := range []bool{false, true} {
		r.Do(model, iProps, "setPropertyValue", "RecordChanges", recording)
		a := r.OK("apply_document_content", props{"document_url": uid, "old_content": "some", "content": []string{"many"}, "all_matches": true, "case_sensitive": true})
		equal(t, "replaced", a.Int("replaced_count"), 75)
		if !recording {
			equal(t, "content", content(r, uid), strings.ReplaceAll(before, "some", "many"))
		}
		equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
		undoOnce(r, model)
		equal(t, "after one undo", content(r, uid), before)
	}
}

// One word of several at many places: the words around it keep their looks, and
// so does what only looks alike.
func TestReplaceOneWordAtManyPlaces(t *testing.T) {
	r := servertest.New(t)
	_, uid := r.Open("swriter")
	var s strings.Builder
	for i := range 30 {
		fmt.Fprintf(&s, `<p>(%d) <i>ten</i> days and <b>five</b> nights; ten weeks; Ten days and five nights in capitals</p>`, i)
	}
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{s.String()}})
	before := content(r, uid)
	edit := props{"document_url": uid, "all_matches": true, "case_sensitive": true}
	for _, step := range []struct{ from, to, in, out string }{
		{"ten days and five nights", "ten days and six nights", "<b>five</b> nights;", "<b>six</b> nights;"},
		{"ten days and six nights", "ten hours and six nights", "</i> days and <b>six", "</i> hours and <b>six"},
		{"ten hours and six nights", "two hours and six nights", "<i>ten</i>", "<i>two</i>"},
	} {
		edit["old_content"], edit["content"] = step.from, []string{step.to}
		equal(t, "replaced", r.OK("apply_document_content", edit).Int("replaced_count"), 30)
		before = strings.ReplaceAll(before, step.in, step.out)
		equal(t, step.to, content(r, uid), before)
	}
	edit["old_content"], edit["content"] = "n h n", []string{"n k n"} // nothing like it
	r.Fails("TEXT_NOT_FOUND", "apply_document_content", edit)
}

// A text that can begin inside itself is found where the search finds it.
func TestReplaceWordsThatOverlap(t *testing.T) {
	r := servertest.New(t)
	_, uid := r.Open("swriter")
	one := "<p>" + strings.Repeat("on and ", 3) + "on</p>"
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{strings.Repeat(one, 15)}})
	a := r.OK("apply_document_content", props{"document_url": uid, "old_content": "on and on", "content": []string{"on or on"}, "all_matches": true})
	equal(t, "replaced", a.Int("replaced_count"), 30)
	contains(t, "content", content(r, uid), "on or on and on or on")
}
