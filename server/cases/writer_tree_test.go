//go:build unix

package cases

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
)

const report = "<p>Before all</p><h1>Intro</h1><p>First words.</p><p>More words.</p><h2>Aim</h2><p>To test.</p>" +
	"<h2>Scope</h2><table><tr><td>a</td></tr></table><h1>Methods</h1><p>How it was done.</p><h1>Results</h1>"

func TestDocumentTree(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{report}})
	r.Do(model, "com.sun.star.util.XModifiable", "setModified", false)
	undo := undoTitles(r, model)

	a := r.OK("get_document_tree", props{"document_url": uid, "depth": 0})
	equal(t, "tree", strings.Join(tree(a["children"], ""), "\n"), strings.Join([]string{
		"1 Intro (heading:1, 1, 2 under it): First words.",
		". 2 Aim (heading:1.1, 4, 1 under it): To test.",
		". 2 Scope (heading:1.2, 6, 1 under it): ",
		"1 Methods (heading:2, 8, 1 under it): How it was done.",
		"1 Results (heading:3, 10, 0 under it): ",
	}, "\n"))
	equal(t, "before", a.Int("body_before_first_heading"), 1)
	equal(t, "total", a.Int("total_paragraphs"), 11)
	equal(t, "pages", a.Int("page_count"), 1)
	equal(t, "headings", a["stats"].(map[string]any)["heading_count"], any(5.0))
	equal(t, "modified", r.Do(model, "com.sun.star.util.XModifiable", "isModified"), false)
	equal(t, "undo list", undoTitles(r, model), undo)

	a = r.OK("get_document_tree", props{"document_url": uid})
	equal(t, "one level", len(tree(a["children"], "")), 3)
	a = r.OK("get_document_tree", props{"document_url": uid, "strategy": "full"})
	equal(t, "full", a["children"].([]any)[0].(map[string]any)["body_text"], any("First words.\nMore words."))

	r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "Methods", "content": []string{"Means"}})
	a = r.OK("get_document_tree", props{"document_url": uid})
	equal(t, "changed", a["children"].([]any)[1].(map[string]any)["text"], any("Means"))
}

func tree(children any, indent string) []string {
	var out []string
	list, _ := children.([]any)
	for _, c := range list {
		n := c.(map[string]any)
		preview, _ := n["body_preview"].(string)
		out = append(out, fmt.Sprintf("%s%v %v (%v, %v, %v under it): %s", indent, n["level"], n["text"], n["locator"], n["para_index"], n["body_paragraphs"], preview))
		out = append(out, tree(n["children"], indent+". ")...)
	}
	return out
}

// Headings are found whatever makes them headings: a heading style, another style,
// or their own outline level; and nothing else is one.
func TestWhatIsAHeading(t *testing.T) {
	const styles = `<style:style style:name="Own" style:family="paragraph" style:default-outline-level="3"/>` +
		`<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph" style:default-outline-level="1"/>` +
		`<style:style style:name="Heading_20_2" style:display-name="Heading 2" style:family="paragraph" style:default-outline-level="2"/>`
	byStyle := `<text:h text:style-name="Heading_20_1" text:outline-level="1">One</text:h><text:p>a</text:p>` +
		`<text:h text:style-name="Heading_20_2" text:outline-level="2">Two</text:h>` +
		`<text:h text:style-name="Heading_20_2" text:outline-level="2"></text:h><text:p>b</text:p>` +
		`<table:table table:name="T"><table:table-column/><table:table-row><table:table-cell>` +
		`<text:h text:style-name="Heading_20_1" text:outline-level="1">In a cell</text:h></table:table-cell></table:table-row></table:table>` +
		`<text:h text:style-name="Heading_20_1" text:outline-level="1">Three</text:h>`
	cases := []struct{ name, body, want string }{
		{"styles", byStyle, "1 One/2 Two/1 Three"},
		{"a style without its level", byStyle + `<text:p text:style-name="Heading_20_1">No heading</text:p>`, "1 One/2 Two/1 Three"},
		{"another style", byStyle + `<text:h text:style-name="Own" text:outline-level="3">Own</text:h>`, "1 One/2 Two/1 Three/3 Own"},
		{"a level of its own", byStyle + `<text:h text:style-name="Heading_20_1" text:outline-level="4">Deep</text:h>`, "1 One/2 Two/1 Three/4 Deep"},
		{"both", `<text:p text:style-name="Heading_20_1">No heading</text:p><text:h text:outline-level="1">Plain</text:h>` +
			`<text:h text:style-name="Heading_20_2" text:outline-level="2">Two</text:h>`, "1 Plain/2 Two"},
		{"none", `<text:p>a</text:p>`, ""},
	}
	inBothLanguages(t, func(t *testing.T, r *servertest.Rig) {
		for _, c := range cases {
			path := filepath.Join(t.TempDir(), "Überschriften mit Leerzeichen.fodt")
			if err := os.WriteFile(path, []byte(flatHead+styles+flatBody+c.body+flatTail), 0o600); err != nil {
				t.Fatal(err)
			}
			uid := r.OK("open_document", props{"path": path})["document"].(map[string]any)["uid"]
			a := r.OK("get_document_tree", props{"document_url": uid, "depth": 0})
			var got []string
			for _, line := range tree(a["children"], "") {
				line = strings.TrimLeft(line, ". ")
				got = append(got, line[:strings.Index(line, " (")])
			}
			equal(t, c.name, strings.Join(got, "/"), c.want)
			r.OK("close_document", props{"document_url": uid})
		}
	})
}

const (
	flatHead = `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ` +
		`xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
		`xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>`
	flatBody = `</office:styles><office:body><office:text>`
	flatTail = `</office:text></office:body></office:document>`
)

func TestTreeIsQuick(t *testing.T) {
	r := servertest.New(t)
	_, uid := r.Open("swriter")
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "<h1>Part %d</h1>", i)
		for j := range 19 {
			fmt.Fprintf(&b, "<p>Paragraph %d has some words in it, as paragraphs have.</p>", j)
		}
	}
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{b.String()}})
	best := time.Hour
	for range 5 {
		start := time.Now()
		a := r.OK("get_document_tree", props{"document_url": uid})
		equal(t, "total", a.Int("total_paragraphs"), 2000)
		best = min(best, time.Since(start))
	}
	t.Logf("2000 paragraphs: %v", best)
	if best > time.Second {
		t.Errorf("an outline took %v", best)
	}
}
