//go:build unix

package cases

import (
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// outline lists what a text is made of: paragraphs as "style: text" (with the
// list level before it), tables as "table" and the texts of their cells.
func outline(r *servertest.Rig, text *uno.Object) []string {
	var out []string
	for _, p := range elements(r, text) {
		if r.Do(p, "com.sun.star.lang.XServiceInfo", "supportsService", "com.sun.star.text.TextTable") == true {
			line := "table"
			for _, name := range r.Do(p, "com.sun.star.text.XTextTable", "getCellNames").([]string) {
				cell := r.Object(p, "com.sun.star.text.XTextTable", "getCellByName", name)
				line += " " + name + "=" + strings.Join(outline(r, cell), "/")
			}
			out = append(out, line)
			continue
		}
		line := r.Do(p, iProps, "getPropertyValue", "ParaStyleName").(string) + ": " + r.Do(p, iRange, "getString").(string)
		if list, _ := r.Do(p, iProps, "getPropertyValue", "NumberingStyleName").(string); list != "" && list != "Outline" {
			line = fmt.Sprintf("%d %s", r.Do(p, iProps, "getPropertyValue", "NumberingLevel").(int16)+1, line)
		}
		out = append(out, line)
	}
	return out
}

// Paragraphs, lists and tables written at a place that was found: the paragraph
// there is split cleanly, and one undo takes it all back.
func TestBlocksAtAHit(t *testing.T) {
	const three = `<p data-lo-style="Quotations">First one here.</p><p data-lo-style="Quotations">Alpha needle omega</p><p>Last.</p>`
	const first, last = "Quotations: First one here.", "Standard: Last."
	r := servertest.New(t)
	for name, c := range map[string]struct {
		before, old, position string
		content               string
		want                  []string
	}{
		"middle":         {three, "needle", "replace", "<h2>H</h2><p>x</p>", []string{first, "Quotations: Alpha", "Heading 2: H", "Quotations: x", "Quotations: omega", last}},
		"start":          {three, "Alpha", "replace", "<p>x</p><p>y</p>", []string{first, "Quotations: x", "Quotations: y", "Quotations: needle omega", last}},
		"end":            {three, "omega", "replace", "<h3>x</h3>", []string{first, "Quotations: Alpha needle", "Heading 3: x", last}},
		"whole":          {three, "Alpha needle omega", "replace", "<h1>x</h1><p>y</p>", []string{first, "Heading 1: x", "Quotations: y", last}},
		"whole as it is": {three, "Alpha needle omega", "replace", "<p>x</p><p><b>y</b></p>", []string{first, "Quotations: x", "Quotations: y", last}},
		"last paragraph": {three, "Last.", "replace", "<p>x</p><ul><li>y</li></ul>", []string{first, "Quotations: Alpha needle omega", "Standard: x", "1 Standard: y"}},
		"before":         {three, "Alpha", "before", "<p>x</p>", []string{first, "Quotations: x", "Quotations: Alpha needle omega", last}},
		"after":          {three, "omega", "after", "<p>x</p>", []string{first, "Quotations: Alpha needle omega", "Quotations: x", last}},
		"after, inside":  {three, "Alpha", "after", "<p>x</p>", []string{first, "Quotations: Alpha", "Quotations: x", "Quotations: needle omega", last}},
		"plain":          {three, "needle", "replace", "one\n\ntwo", []string{first, "Quotations: Alpha one", "Quotations: two omega", last}},
		"plain, heading": {"<h1>Alpha needle</h1><p>x</p>", "needle", "replace", "one\n\ntwo", []string{"Heading 1: Alpha", "Standard: one", "Standard: two", "Standard: x"}},
		"table":          {three, "needle", "replace", "<table><tr><td>a</td><td>b</td></tr></table>", []string{first, "Quotations: Alpha", "table A1=Table Contents: a B1=Table Contents: b", "Quotations: omega", last}},
		"table, whole":   {three, "Alpha needle omega", "replace", "<table><tr><td>a</td></tr></table>", []string{first, "table A1=Table Contents: a", last}},
		"table, last":    {three, "Last.", "replace", "<table><tr><td>a</td></tr></table>", []string{first, "Quotations: Alpha needle omega", "table A1=Table Contents: a", "Standard: "}},
		"table, after":   {three, "omega", "after", "<table><tr><td>a</td></tr></table><p>x</p>", []string{first, "Quotations: Alpha needle omega", "table A1=Table Contents: a", "Quotations: x", last}},
		"rich table": {three, "Last.", "replace", "<table><tr><th>h</th><th colspan=2>i</th></tr><tr><td rowspan=2><p>a</p><ul><li>b</li></ul></td><td>c</td><td>d</td></tr><tr><td>e</td><td><b>f</b></td></tr></table><p>x</p>", []string{
			first, "Quotations: Alpha needle omega",
			"table A1=Table Heading: h B1=Table Heading: i A2=Table Contents: a/1 Table Contents: b B2=Table Contents: c C2=Table Contents: d B3=Table Contents: e C3=Table Contents: f",
			"Standard: x",
		}},
		"list item":     {"<ol><li>one</li><li>two needle</li><li>three</li></ol>", "two needle", "replace", "<ol><li>a</li><li>b</li></ol>", []string{"1 Standard: one", "1 Standard: a", "1 Standard: b", "1 Standard: three"}},
		"list, a level": {"<ol><li>one</li><li>two</li></ol>", "one", "after", "<ol><li>a<ol><li>b</li></ol></li></ol>", []string{"1 Standard: one", "1 Standard: a", "2 Standard: b", "1 Standard: two"}},
		"out of a list": {"<ul><li>one</li><li>two</li></ul>", "one", "replace", "<p>a</p>", []string{"Standard: a", "1 Standard: two"}},
		"a cell":        {"<table><tr><td>one needle two</td><td>x</td></tr></table>", "needle", "replace", "<p>a</p><ul><li>b</li></ul>", []string{"table A1=Table Contents: one/Table Contents: a/1 Table Contents: b/Table Contents: two B1=Table Contents: x", "Standard: "}},
		"a whole cell":  {"<table><tr><td>needle</td><td>x</td></tr></table>", "needle", "replace", "<p>a</p><p>b</p>", []string{"table A1=Table Contents: a/Table Contents: b B1=Table Contents: x", "Standard: "}},
		"table in a cell": {"<table><tr><td>needle</td></tr></table>", "needle", "replace", "<table><tr><td>a</td></tr></table>", []string{
			"table A1=table A1=Table Contents: a/Table Contents: ", "Standard: ",
		}},
	} {
		for _, recording := range []bool{false, true} {
			t.Run(name+map[bool]string{true: " while recording"}[recording], func(t *testing.T) {
				model, uid := r.Open("swriter")
				defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
				r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{c.before}})
				r.Do(model, iProps, "setPropertyValue", "RecordChanges", recording)
				before, html, steps := outline(r, body(r, model)), content(r, uid), len(undoTitles(r, model))
				r.OK("apply_document_content", props{"document_url": uid, "old_content": c.old, "position": c.position, "content": []string{c.content}})
				equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
				if recording { // as it is once the changes are accepted
					r.OK("manage_tracked_changes", props{"document_url": uid, "action": "accept_all"})
				}
				equal(t, "paragraphs", outline(r, body(r, model)), c.want)
				if recording {
					undoOnce(r, model)
				}
				undoOnce(r, model)
				equal(t, "after one undo", outline(r, body(r, model)), before)
				equal(t, "content after one undo", content(r, uid), html)
			})
		}
	}
}

// The same in each place where a document has text.
func TestBlocksEverywhere(t *testing.T) {
	r := servertest.New(t)
	model, uid := everywhere(t, r)
	where := r.OK("search_in_document", props{"document_url": uid, "pattern": "needle"})["matches"].([]any)
	before := spots(r.OK("search_in_document", props{"document_url": uid, "pattern": "needle"}), "matches")
	html, undo := content(r, uid), undoTitles(r, model)
	written := 0
	for _, m := range where {
		m := m.(map[string]any)
		around := m["context"].(string)
		if m["kind"] == "shape" || m["kind"] == "comment" {
			continue
		}
		i := strings.Index(around, "needle")
		around = around[max(0, i-7):min(len(around), i+len("needle")+4)]
		edit := props{"document_url": uid, "old_content": around, "content": []string{"<p>pin one</p><ul><li>pin two</li></ul>"}}
		a := r.OK("apply_document_content", edit)
		contains(t, "edited_context", a.Text("edited_context"), "pin")
		pins := r.OK("search_in_document", props{"document_url": uid, "pattern": "pin (one|two)", "regex": true})["matches"].([]any)
		equal(t, fmt.Sprintf("pins in %v", m["location"]), len(pins), 2)
		for _, p := range pins {
			equal(t, "location", p.(map[string]any)["location"], m["location"])
			equal(t, "context", len(p.(map[string]any)["context"].(string)), len("pin one"))
		}
		undoOnce(r, model)
		equal(t, "after one undo", spots(r.OK("search_in_document", props{"document_url": uid, "pattern": "needle"}), "matches"), before)

		edit["content"] = []string{"<table><tr><td>pin</td></tr></table>"}
		if m["kind"] == "footnote" || m["kind"] == "endnote" {
			contains(t, "message", r.Fails("VALIDATION_ERROR", "apply_document_content", edit).Text("message"), "no tables")
		} else {
			r.OK("apply_document_content", edit)
			undoOnce(r, model)
		}
		equal(t, "after one undo", spots(r.OK("search_in_document", props{"document_url": uid, "pattern": "needle"}), "matches"), before)
		equal(t, "undo list", undoTitles(r, model), undo)
		written++
	}
	equal(t, "places", written, 7)

	edit := props{"document_url": uid, "old_content": "pin", "content": []string{"<p>new</p>"}, "all_matches": true}
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "needle", "content": []string{"pin pin"}, "all_matches": true})
	equal(t, "replaced", r.OK("apply_document_content", edit).Int("replaced_count"), 14)
	equal(t, "new ones", r.OK("search_in_document", props{"document_url": uid, "pattern": "^new$", "regex": true}).Int("count"), 14)
	undoOnce(r, model)
	undoOnce(r, model)
	equal(t, "after two undos", content(r, uid), html)
}

// Objects in what is replaced are kept, or the call is refused naming them.
func TestBlocksOverObjects(t *testing.T) {
	r := servertest.New(t)
	model, uid := laden(t, r)
	before, had, undo := content(r, uid), things(r, model), undoTitles(r, model)
	whole := func(content string, more ...any) props {
		p := props{"document_url": uid, "target": "selection", "content": []string{content}}
		if len(more) > 0 {
			p["delete_objects"] = true
		}
		return p
	}
	selectAll := func() {
		all := r.Object(body(r, model), iSimple, "createTextCursor")
		r.Do(all, iCursor, "gotoStart", false)
		r.Do(all, iCursor, "gotoEnd", true)
		selectObject(t, r, model, all)
	}
	for _, with := range []string{"plain", "<p>a</p><p>b</p>", "one\n\ntwo"} {
		selectAll()
		a := r.Fails("OBJECTS_IN_RANGE", "apply_document_content", whole(strings.ReplaceAll(with, "\\n", "\n")))
		contains(t, "message", a.Text("message"), "footnote")
		equal(t, "undo list", undoTitles(r, model), undo)
		r.OK("apply_document_content", whole(strings.ReplaceAll(with, "\\n", "\n"), true))
		left := things(r, model)
		equal(t, "objects", left[:3], []int{0, 0, 0})
		undoOnce(r, model)
		equal(t, "after one undo", content(r, uid), before)
		equal(t, "objects after one undo", things(r, model), had)
	}
	// Beside them nothing is refused, and nothing lost.
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "text", "content": []string{"<h2>x</h2><p>y</p>"}})
	equal(t, "objects", things(r, model), had)
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "Figure", "position": "before", "content": []string{"<p>y</p>"}})
	equal(t, "objects", things(r, model), had)
	undoOnce(r, model)
	undoOnce(r, model)
	equal(t, "after two undos", content(r, uid), before)
}

// A selection over several paragraphs, replaced by others: both ends keep their looks.
func TestBlocksOverParagraphs(t *testing.T) {
	const four = `<h1>Title here</h1><p data-lo-style="Quotations">Quoted</p><table><tr><td>t</td></tr></table><p>Plain one</p><p data-lo-style="Signature">Signed last</p>`
	r := servertest.New(t)
	for name, c := range map[string]struct {
		from, to, content string
		want              []string
	}{
		"parts":      {"here", "Signed", "<p>x</p><ul><li>y</li></ul>", []string{"Heading 1: Title", "Standard: x", "1 Standard: y", "Signature: last"}},
		"whole":      {"Title", "Quoted", "<p>x</p>", []string{"Standard: x", "table A1=Table Contents: t", "Standard: Plain one", "Signature: Signed last"}},
		"to end":     {"one", "last", "<h2>x</h2>", []string{"Heading 1: Title here", "Quotations: Quoted", "table A1=Table Contents: t", "Standard: Plain", "Heading 2: x"}},
		"all":        {"Title", "last", "<h2>x</h2><p>y</p>", []string{"Heading 2: x", "Standard: y"}},
		"from whole": {"Plain", "Signed", "<p>x</p>", []string{"Heading 1: Title here", "Quotations: Quoted", "table A1=Table Contents: t", "Standard: x", "Signature: last"}},
	} {
		for _, recording := range []bool{false, true} {
			t.Run(name+map[bool]string{true: " while recording"}[recording], func(t *testing.T) {
				model, uid := r.Open("swriter")
				defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
				r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{four}})
				before, html, steps := outline(r, body(r, model)), content(r, uid), len(undoTitles(r, model))
				r.Do(model, iProps, "setPropertyValue", "RecordChanges", recording)
				selectText(t, r, model, c.from)
				view := r.Object(model, "com.sun.star.frame.XModel", "getCurrentController")
				first := r.Object(r.Object(view, "com.sun.star.view.XSelectionSupplier", "getSelection"), "com.sun.star.container.XIndexAccess", "getByIndex", 0)
				selectText(t, r, model, c.to)
				last := r.Object(r.Object(view, "com.sun.star.view.XSelectionSupplier", "getSelection"), "com.sun.star.container.XIndexAccess", "getByIndex", 0)
				span := r.Object(body(r, model), iSimple, "createTextCursorByRange", r.Object(first, iRange, "getStart"))
				r.Do(span, iCursor, "gotoRange", r.Object(last, iRange, "getEnd"), true)
				selectObject(t, r, model, span)
				r.OK("apply_document_content", props{"document_url": uid, "target": "selection", "content": []string{c.content}, "delete_objects": true})
				equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
				undoOnce(r, model)
				equal(t, "after one undo", outline(r, body(r, model)), before)
				equal(t, "content after one undo", content(r, uid), html)
				r.OK("redo", props{"document_url": uid})
				if recording {
					r.OK("manage_tracked_changes", props{"document_url": uid, "action": "accept_all"})
				}
				equal(t, "paragraphs", outline(r, body(r, model)), c.want)
			})
		}
	}
}

// A list goes on in its own way behind a list of the other kind inside it.
func TestListGoesOnBehindAnInnerList(t *testing.T) {
	r := servertest.New(t)
	_, uid := r.Open("swriter")
	for _, list := range []string{
		"<ol><li>first<ul><li>inner</li></ul></li><li>second</li></ol>",
		"<ul><li>one<ol><li>inner</li></ol></li><li>two</li></ul>",
	} {
		r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{list}})
		contains(t, "content", strings.ReplaceAll(content(r, uid), "\n", ""), list)
	}
}
