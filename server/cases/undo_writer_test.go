//go:build unix

package cases

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// richText opens a text document with something of everything. It is a copy:
// offices leave lock files beside what they open.
func richText(t *testing.T, r *servertest.Rig) *undoBench {
	t.Helper()
	bytes, err := os.ReadFile("testdata/rich.fodt")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rich.fodt")
	if err := os.WriteFile(path, bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	model, uid := r.Load((&url.URL{Scheme: "file", Path: path}).String())
	b := &undoBench{t: t, r: r, model: model, uid: uid, before: r.State(model)}
	b.own = func() {
		end := r.Object(body(r, model), iRange, "getEnd")
		r.Do(body(r, model), iSimple, "insertString", end, "x", false)
	}
	return b
}

var writerTools = []string{"apply_document_content", "insert_under_heading", "apply_style", "add_comment", "manage_tracked_changes"}

// One undo takes back every edit of a text.
func TestUndoWriter(t *testing.T) {
	r := servertest.New(t)
	b := richText(t, r)
	for _, tool := range writerTools {
		if n := len(writerEdits(b, tool)); n < 20 {
			t.Errorf("only %d edits by %s", n, tool)
		}
		t.Run(tool, func(t *testing.T) { b.on(t).plainly(writerEdits(b, tool), true) })
	}
	r.Do(b.model, iProps, "setPropertyValue", "RecordChanges", true)
	b.before = r.State(b.model)
	for _, tool := range writerTools {
		t.Run(tool+" while recording", func(t *testing.T) { b.on(t).plainly(some(writerEdits(b, tool), 2), false) })
	}
	equal(t, "still recording", r.Do(b.model, iProps, "getPropertyValue", "RecordChanges"), any(true))
}

// It does so whatever the undo list is like.
func TestUndoWriterLists(t *testing.T) {
	r := servertest.New(t)
	for name, try := range undoLists {
		b := richText(t, r)
		for _, tool := range writerTools {
			t.Run(tool+" "+name, func(t *testing.T) { try(b.on(t), writerEdits(b, tool)) })
		}
		r.Do(b.model, "com.sun.star.util.XCloseable", "close", true)
	}
}

// writerEdits are at least 20 edits of one tool.
func writerEdits(b *undoBench, tool string) []undoable {
	var all []undoable
	add := func(pairs ...any) {
		all = append(all, undoable{tool: tool, args: func() props { return pairsOf(pairs...) }})
	}
	switch tool {
	case "apply_document_content":
		for old, new := range map[string]string{
			"Ordinary": "Usual", "bold": "<b>strong</b> and <i>fine</i>", "a marked passage": "a passage", "cell alpha": "cell one", "beta": "BETA",
			"Text in a frame": "Words in a box", "Header of the draft": "Header of the paper", "Note text here": "Note words", "second item": "2nd item",
			"a link": "one link", "Merged cell": "One cell", "section of two": "part of 2",
			"Endnote text": "Last words", "Centred": "",
		} {
			add("old_content", old, "content", []string{new})
		}
		add("old_content", "ten days", "content", []string{"14 days"}, "all_matches", true)
		add("old_content", "same words?", "regex", true, "content", []string{"like <u>words</u>"}, "all_matches", true)
		add("old_content", "A quotation", "position", "before", "content", []string{"Said: "})
		add("old_content", "nested item", "position", "after", "content", []string{" and more"})
		add("target", "end", "content", []string{"<h2>More</h2><p>A <b>bold</b> word.</p><ul><li>x<ol><li>y</li></ol></li></ul><table><tr><th>a</th></tr><tr><td>1</td></tr></table>"})
		add("target", "end", "content", []string{"Plain text\n\nin two paragraphs"})
		add("target", "end", "content", []string{"# A heading\n\nWith *slanted* and `code`.\n\n1. one\n2. two\n\n> said"})
		add("target", "end", "content", []string{"<p>Einstein: \\(E = m c^2\\)</p>"})
		add("old_content", "Last words.", "position", "after", "content", []string{"<ul><li>a</li><li>b</li></ul>"})
		add("old_content", "Its second paragraph.", "content", []string{"<p>one</p><table><tr><td>x</td></tr></table><p>two</p>"})
		add("old_content", "second item", "position", "before", "content", []string{"<p>a paragraph</p>"})
		add("target", "beginning", "content", []string{"<p>Before all</p>"})
		add("target", "beginning", "content", []string{"<h1>Title</h1><table><tr><td>a</td><td>b</td></tr></table>"})
		add("target", "selection", "content", []string{"painted"})
		all[len(all)-1].first = func() { selectText(b.t, b.r, b.model, "coloured") }
		for from, to := range map[string]string{
			"Last words.": "Last words, and more.", "ten days long": "14 days long", ">first item<": ">item one<",
			"Its second paragraph.</p>": "Its second paragraph.</p><p>A third one.</p>",
			"cell gamma":                "cell <b>gamma</b>", "Payment is due": "Payment is <i>really</i> due",
		} {
			all = append(all, undoable{tool: tool, args: func() props {
				now := content(b.r, b.uid)
				return props{"target": "full_document", "content": []string{strings.Replace(now, from, to, 1)}}
			}})
		}
	case "insert_under_heading":
		for _, heading := range []string{"Intro", "Scope", "Methods", "Results"} {
			for _, html := range []string{
				"A sentence.", "Two\n\nparagraphs", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "<p>With <b>bold</b> and <a href=\"https://a.example\">link</a></p>",
				"<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table><p>behind</p>", "<h3>Deeper</h3><blockquote>said</blockquote>",
			} {
				add("heading", heading, "content", []string{html})
			}
		}
	case "apply_style":
		for _, text := range []string{"Ordinary", "first item", "Payment", "cell alpha", "Text in a frame", "Intro", "A quotation", "section of two", "Note text here", "Last words"} {
			add("style", "Mein Absatz", "target", "search", "old_content", text)
			add("style", "Heading 2", "target", "search", "old_content", text)
		}
		for _, text := range []string{"Ordinary", "both", "commented", "a marked passage", "beta"} {
			add("style", "Strong Emphasis", "family", "CharacterStyles", "target", "search", "old_content", text)
		}
		add("style", "quote", "target", "full_document")
		add("style", "Title", "target", "beginning")
		add("style", "Mein Absatz", "target", "end")
		add("style", "Emphasis", "family", "CharacterStyles", "target", "search", "old_content", "words", "all_matches", true)
		// Some texts have the first style already.
		all = slices.DeleteFunc(all, func(e undoable) bool {
			return e.args()["style"] == "Heading 2" && e.args()["old_content"] == "Scope"
		})
	case "add_comment":
		for _, text := range []string{
			"Ordinary", "words with bold", "italic", "both", "a marked passage", "a link", "Centred", "first item", "nested item", "A quotation", "ten days", "new", "very",
			"cell alpha", "cell beta", "Merged cell", "Text in a frame", "section of two columns", "second paragraph", "Emoji", "same words and same", "After a page break", "Last words.",
		} {
			add("search", text, "content", []string{"Sure about that?\nReally?"})
		}
	case "manage_tracked_changes":
		ids := func(which ...int) []string {
			var out []string
			list := b.r.OK("manage_tracked_changes", props{"document_url": b.uid})["changes"].([]any)
			for _, n := range which {
				out = append(out, list[n].(map[string]any)["id"].(string))
			}
			return out
		}
		for _, action := range []string{"accept", "reject"} {
			for _, which := range [][]int{{0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 1, 2}} {
				all = append(all, undoable{tool: tool, args: func() props { return props{"action": action, "ids": ids(which...)} }})
			}
			add("action", action+"_all")
		}
	}
	return all
}

func pairsOf(pairs ...any) props {
	args := props{}
	for i := 0; i < len(pairs); i += 2 {
		args[pairs[i].(string)] = pairs[i+1]
	}
	return args
}
