//go:build unix

package cases

import (
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// Markdown is taken for what it is, and plain text stays plain text.
func TestMarkdownIn(t *testing.T) {
	r := servertest.New(t)
	const text = "## Plan\n\nOne **bold** word and `code`.\n\n1. first\n2. second\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
	want := []string{
		"Standard: here", "Heading 2: Plan", "Standard: One bold word and code.", "1 Standard: first", "1 Standard: second", "Quotations: quoted",
		"table A1=Table Heading: a B1=Table Heading: b A2=Table Contents: 1 B2=Table Contents: 2", "Standard: ",
	}
	for _, c := range []struct {
		args props
		want []string
	}{
		{props{"target": "end", "content": []string{text}}, want},
		{props{"target": "end", "content": []string{text}, "format": "markdown"}, want},
		{props{"old_content": "here", "position": "after", "content": []string{text}}, want[:7]},
		{props{"old_content": "here", "content": []string{"*one*"}, "format": "markdown"}, []string{"Standard: one"}},
		{props{"old_content": "here", "content": []string{"*one* **two**"}}, []string{"Standard: *one* **two**"}},
		{props{"target": "end", "content": []string{"# one\n\n**two** <b>x</b>"}, "format": "plain"}, []string{"Standard: here", "Standard: # one", "Standard: **two** <b>x</b>"}},
	} {
		model, uid := r.Open("swriter")
		r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"here"}})
		before := outline(r, body(r, model))
		c.args["document_url"] = uid
		r.OK("apply_document_content", c.args)
		got := outline(r, body(r, model))
		if len(c.want) == 7 && len(got) == 8 { // the table ends the text
			got = got[:7]
		}
		equal(t, "paragraphs", got, c.want)
		undoOnce(r, model)
		equal(t, "after one undo", outline(r, body(r, model)), before)
		r.Do(model, "com.sun.star.util.XCloseable", "close", true)
	}
}
