//go:build unix

package cases

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

const wholeText = "<h1>Title</h1>\n<p>First <b>bold</b> paragraph of text.</p>\n<p>Second paragraph,  with &amp; blanks.</p>\n" +
	"<ul><li>one</li>\n<li>two<ul><li>deep</li></ul>\n</li></ul>\n<table>\n<tr><td>a1</td><td>b1</td></tr>\n<tr><td>a2</td><td></td></tr>\n</table>\n<p>Last words.</p>\n"

// A whole document written back changes only what differs, and all of it comes
// back with one undo.
func TestRewrite(t *testing.T) {
	r := servertest.New(t)
	for name, change := range map[string][]string{ // old, new, old, new …
		"a word":           {"Second paragraph", "Another paragraph"},
		"a bold word":      {"<b>bold</b>", "<b>strong</b>"},
		"bold off":         {"<b>bold</b>", "bold"},
		"bold on":          {"Last words", "Last <b>words</b>"},
		"italic beside":    {"of text", "<i>of text</i>"},
		"a link":           {"Last words", `Last <a href="https://example.org/">words</a>`},
		"a paragraph":      {"<p>Last words.</p>", "<p>New before.</p>\n<p>Last words.</p>"},
		"one at the end":   {"<p>Last words.</p>", "<p>Last words.</p>\n<p>More.</p>"},
		"one at the start": {"<h1>Title</h1>", "<p>Before.</p>\n<h1>Title</h1>"},
		"one less":         {"<p>First <b>bold</b> paragraph of text.</p>\n", ""},
		"first gone":       {"<h1>Title</h1>\n", ""},
		"an item":          {"<li>one</li>", "<li>one</li>\n<li>and a half</li>"},
		"an item less":     {"<li>one</li>\n", ""},
		"behind a table":   {"</table>\n", "</table>\n<p data-lo-style=\"Quotations\">Behind.</p>\n<p>More.</p>\n"},
		"a level":          {"<h1>Title</h1>", "<h2>Title</h2>"},
		"a style":          {"<p>Last words", `<p data-lo-style="Quotations">Last words`},
		"an alignment":     {"<p>Last words", `<p style="text-align:center">Last words`},
		"no list":          {"<ul><li>one</li>\n<li>two", "<p>one</p>\n<ul><li>two"},
		"no list, deep":    {"<li>two<ul><li>deep</li></ul>\n</li></ul>", "<li>two</li></ul>\n<p>deep</p>"},
		"a new list":       {"<p>Last words.</p>", "<ol><li>Last words.</li></ol>"},
		"a cell":           {"a2", "a two"},
		"an empty cell":    {"<td></td>", "<td>full</td>"},
		"table gone":       {"<table>\n<tr><td>a1</td><td>b1</td></tr>\n<tr><td>a2</td><td></td></tr>\n</table>\n", ""},
		"many at once":     {"Title", "Heading", "of text", "of words", "<p>Last words.</p>", "<p>Not last.</p><p>Last.</p>", "two", "2"},
		"a line break":     {"Last words", "Last<br>words"},
		"a deeper item":    {"<li>one</li>\n<li>two<ul><li>deep</li></ul>\n</li>", "<li>one<ul><li>two</li>\n<li>deep</li></ul>\n</li>"},
		"an item up":       {"<li>two<ul><li>deep</li></ul>\n</li></ul>", "<li>two</li>\n<li>deep</li></ul>"},
		"numbers":          {"<ul><li>one</li>\n<li>two<ul><li>deep</li></ul>\n</li></ul>", "<ol><li>one</li>\n<li>two<ol><li>deep</li></ol>\n</li></ol>"},
		"items between":    {"<li>one</li>", "<li>one<ul><li>new deep</li></ul>\n</li>\n<li>new</li>"},
		"an item before":   {"<li>one</li>", "<li>nought</li>\n<li>one</li>"},
		"a row":            {"<tr><td>a2", "<tr><td>n1</td><td>n2</td></tr>\n<tr><td>a2"},
		"a first row":      {"<tr><td>a1", "<tr><td>n1</td><td>n2</td></tr>\n<tr><td>a1"},
		"a last row":       {"</table>", "<tr><td>n1</td><td>n2</td></tr>\n</table>"},
		"a row less":       {"<tr><td>a1</td><td>b1</td></tr>\n", ""},
		"a column":         {"<td>b1", "<td>n1</td><td>b1", "<td></td>", "<td>n2</td><td></td>"},
		"a column less":    {"<td>b1</td>", "", "<td></td>", ""},
		"rows and columns": {"<tr><td>a1</td><td>b1</td></tr>\n<tr><td>a2</td><td></td></tr>", "<tr><td>x</td><td>a1</td><td>b1</td></tr>\n<tr><td>y</td><td>new</td><td>row</td></tr>\n<tr><td>z</td><td>a2</td><td></td></tr>"},
		"a head":           {"<td>a1</td><td>b1</td>", "<th>a1</th><th>b1</th>"},
		"merged cells":     {"<td>a1</td><td>b1</td>", `<td colspan="2">a1 b1</td>`},
		"a list in a cell": {"<td>a1</td>", "<td><p data-lo-style=\"TableContents\">a1</p>\n<ul><li>x<ul><li>y</li></ul>\n</li></ul></td>"},
		"a table in one":   {"<td>a1</td>", "<td><p data-lo-style=\"TableContents\">a1</p>\n<table data-lo-object=\"table:Inner\">\n<tr><td>x</td></tr>\n</table>\n<p data-lo-style=\"TableContents\"></p></td>"},
		"paragraphs in it": {"<td>a1</td>", "<td><p data-lo-style=\"TableContents\">a1</p>\n<p data-lo-style=\"TableContents\">new <b>bold</b></p></td>"},
		"moved":            {"<p>First <b>bold</b> paragraph of text.</p>\n", "", "<p>Last words", "<p>First <b>bold</b> paragraph of text.</p>\n<p>Last words"},
		"everything gone":  {wholeText, "<h2>Quite</h2>\n<p>something else.</p>\n"},
	} {
		for _, recording := range []bool{false, true} {
			t.Run(name+map[bool]string{true: " while recording"}[recording], func(t *testing.T) {
				model, uid := r.Open("swriter")
				defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
				r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{wholeText}})
				r.Do(model, iProps, "setPropertyValue", "RecordChanges", recording)
				before, looks := content(r, uid), styled(r, model)
				undo := undoTitles(r, model)

				a := r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{before}})
				equal(t, "written back unchanged", []int{a.Int("blocks_changed"), a.Int("blocks_added"), a.Int("blocks_removed")}, []int{0, 0, 0})
				equal(t, "undo list", undoTitles(r, model), undo)

				version := before
				for i := 0; i < len(change); i += 2 {
					old := change[i]
					if old == wholeText {
						old = before
					}
					if old = strings.ReplaceAll(old, "<table>", before[strings.Index(before, "<table"):strings.Index(before, ">\n<tr>")+1]); !strings.Contains(version, old) {
						t.Fatalf("%q is not in %q", old, version)
					}
					version = strings.Replace(version, old, change[i+1], 1)
				}
				a = r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{version}})
				if now := content(r, uid); squeeze(now) != squeeze(version) && !(recording && strings.HasSuffix(name, "gone")) {
					equal(t, "content", now, version)
				}
				equal(t, "undo steps added", len(undoTitles(r, model))-len(undo), 1)
				undoOnce(r, model)
				equal(t, "content after one undo", content(r, uid), before)
				equal(t, "looks after one undo", styled(r, model), looks)
				_ = a
			})
		}
	}
}

// squeeze leaves out what means nothing in HTML.
func squeeze(s string) string {
	return strings.NewReplacer("\n", "", "&#32;", "").Replace(s)
}

// What is recorded beside a table leaves a document that can be saved, and reads
// right when it is accepted.
func TestRecordedBesideTables(t *testing.T) {
	r := servertest.New(t)
	for name, c := range map[string]struct {
		edit props
		want []string
	}{
		"before": {props{"target": "beginning"}, nil},
		"under":  {props{"heading": "H"}, []string{"table", "Heading 1: H", "table", "Standard: new", "Quotations: old"}},
	} {
		t.Run(name, func(t *testing.T) {
			model, uid := r.Open("swriter")
			defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
			const table = "<table><tr><td>t</td></tr></table>"
			r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{table + "<h1>H</h1>" + table + `<p data-lo-style="Quotations">old</p>`}})
			if name == "under" { // the table is the last thing of its heading
				words(t, r, model, "old", field("ParaStyleName", "Heading 1"))
				c.want[4] = "Heading 1: old"
			}
			words(t, r, model, "old", field("PageDescName", "Landscape"))
			before := styled(r, model)
			r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
			c.edit["document_url"], c.edit["content"] = uid, []string{"new"}
			tool := map[string]string{"before": "apply_document_content", "under": "insert_under_heading"}[name]
			if name == "before" { // what would be recorded there could not be saved
				undo := undoTitles(r, model)
				r.Fails("VALIDATION_ERROR", tool, c.edit)
				equal(t, "paragraphs", styled(r, model), before)
				equal(t, "undo list", undoTitles(r, model), undo)
				return
			}
			r.OK(tool, c.edit)
			for i := range 3 {
				saveAs(r, model, filepath.Join(t.TempDir(), fmt.Sprintf("%d.odt", i)))
				contains(t, "content", content(r, uid), "<p>new</p>")
			}
			equal(t, "still recording", r.Do(model, iProps, "getPropertyValue", "RecordChanges"), true)
			undoOnce(r, model)
			equal(t, "after one undo", styled(r, model), before)
			r.OK("redo", props{"document_url": uid})
			r.OK("manage_tracked_changes", props{"document_url": uid, "action": "accept_all"})
			equal(t, "paragraphs", styled(r, model), c.want)
			all := elements(r, body(r, model))
			equal(t, "page of the last", r.Do(all[len(all)-1], iProps, "getPropertyValue", "PageDescName"), any("Landscape"))
		})
	}
}
