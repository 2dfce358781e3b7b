//go:build unix

package cases

import (
	"fmt"
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
