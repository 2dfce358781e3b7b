//go:build unix

package cases

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// deleteText deletes the first place where a text stands, as a user does.
func deleteText(r *servertest.Rig, model *uno.Object, what string) {
	d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
	r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", what)
	r.Do(r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d), iRange, "setString", "")
}

func TestA17OneSetOfAddresses(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	call := func(args props) props { args["document_url"] = uid; return args }
	r.OK("apply_document_content", call(props{"target": "end", "content": []string{
		"<p>First paragraph.</p><table><tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td><td>6</td></tr>" +
			"<tr><td>7</td><td>8</td><td>9</td></tr></table><p>An emoji 😀 here.</p><h1>Summary</h1><p>One of it.</p><p>Two of it.</p>",
	}}))
	search := func() string {
		a := r.OK("search_in_document", call(props{"pattern": "Summary"}))
		return a["matches"].([]any)[0].(map[string]any)["at"].(string)
	}
	at := search()
	const summary = "<h1>Summary</h1>\n<p>One of it.</p>\n<p>Two of it.</p>\n"
	equal(t, "read at the match", r.OK("get_document_content", call(props{"at": at})).Text("content"), summary)
	// The same by offsets in the plain text.
	whole := r.OK("get_document_content", call(props{}))
	plain := "First paragraph.\n1\t2\t3\n4\t5\t6\n7\t8\t9\nAn emoji 😀 here.\nSummary\nOne of it.\nTwo of it.\n"
	equal(t, "document_length", whole.Int("document_length"), len([]rune(plain)))
	start := len([]rune(plain[:strings.Index(plain, "Summary")]))
	equal(t, "read by offsets", r.OK("get_document_content", call(props{"scope": "range", "start": start, "end": start + 14})).Text("content"),
		"<h1>Summary</h1>\n<p>One of</p>\n")
	equal(t, "a part of the table", r.OK("get_document_content", call(props{"scope": "range", "start": 25, "end": 27})).Text("content"),
		"<table data-lo-object=\"table:Table1\">\n<tr><td>4</td><td>5</td><td>6</td></tr>\n</table>\n")
	equal(t, "as Markdown", r.OK("get_document_content", call(props{"format": "markdown"})).Text("content"),
		"First paragraph.\n\n||||\n|-|-|-|\n|1|2|3|\n|4|5|6|\n|7|8|9|\n\nAn emoji 😀 here.\n\n# Summary\n\nOne of it.\n\nTwo of it.\n")
	r.Fails("OUT_OF_RANGE", "get_document_content", call(props{"scope": "range", "start": 900, "end": 950}))
	// Replacing it touches nothing else.
	r.OK("apply_document_content", call(props{"old_content": "Summary", "content": []string{"Abstract"}}))
	equal(t, "after the replacement", r.OK("get_document_content", call(props{})).Text("content"),
		strings.Replace(whole.Text("content"), "Summary", "Abstract", 1))
	// The address meant the text that is not there any more.
	r.Fails("DOCUMENT_CHANGED", "get_document_content", call(props{"at": at}))
	undoOnce(r, model)
	// One that was named before the user deletes something goes on meaning the same.
	at = search()
	deleteText(r, model, "First paragraph.")
	equal(t, "after a paragraph before it was deleted", r.OK("get_document_content", call(props{"at": at})).Text("content"), summary)
	r.Fails("DOCUMENT_CHANGED", "get_document_content", call(props{"at": "at:zzz.1"}))
	// One of several equal texts is edited where its address says.
	twice := r.OK("search_in_document", call(props{"pattern": "of it"}))["matches"].([]any)[1].(map[string]any)["at"]
	a := r.OK("apply_document_content", call(props{"old_content": twice, "content": []string{"of all"}}))
	equal(t, "replaced", a.Int("replaced_count"), 1)
	equal(t, "after the second was replaced", r.OK("get_document_content", call(props{"at": at})).Text("content"), strings.Replace(summary, "Two of it", "Two of all", 1))
	r.Fails("DOCUMENT_CHANGED", "apply_document_content", call(props{"old_content": twice, "content": []string{"of none"}}))
	_, other := r.Open("swriter")
	r.Fails("DOCUMENT_CHANGED", "get_document_content", props{"document_url": other, "at": at})
}

var tags = regexp.MustCompile(`<[^>]*>`)

// Pages joined are the document, whichever way it is read, and however small
// they are.
func TestReadPageByPage(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	var html strings.Builder
	for i := range 40 {
		fmt.Fprintf(&html, "<h2>Part %d</h2><p>Some <b>bold</b> text with ümlauts and an emoji 😀 in part %d.</p><p>%s</p><ul><li>a</li><li>b</li></ul>", i, i, strings.Repeat("filler ", 40))
		if i%8 == 3 {
			html.WriteString("<table>" + strings.Repeat("<tr><td>left</td><td>right of it</td></tr>", 12) + "</table>")
		}
	}
	html.WriteString("<p>Before it.</p><table>")
	for row := range 60 { // more cells than a part has of one table
		fmt.Fprintf(&html, "<tr>%s</tr>", strings.Repeat(fmt.Sprintf("<td>%d</td>", row), 10))
	}
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{html.String() + "</table><p>Behind it.</p><p>The last one.</p>"}})
	text := func(s string) string { return strings.Join(strings.Fields(tags.ReplaceAllString(s, " ")), "") }
	pages := func(limit int, format string) (content string, n int) {
		a := r.OK("get_document_content", props{"document_url": uid, "max_chars": limit, "format": format})
		for {
			content += a.Text("content")
			if n++; a.Text("next") == "" {
				return content, n
			}
			a = r.OK("get_document_content", props{"document_url": uid, "max_chars": limit, "format": format, "at": a.Text("next")})
		}
	}
	parts, few := pages(1500, "html")
	large, _ := pages(5500, "html")
	small, many := pages(250, "html")
	whole := r.OK("get_document_content", props{"document_url": uid, "max_chars": 1_000_000})
	if whole["truncated"] != nil {
		t.Fatal("the whole is truncated")
	}
	kept, _ := pages(1900, "html") // now from what was read
	want := text(whole.Text("content"))
	for name, got := range map[string]string{"parts": parts, "large parts": large, "small parts": small, "parts of what was read before": kept} {
		equal(t, name, text(got), want)
	}
	short, _ := pages(900, "markdown")
	all := r.OK("get_document_content", props{"document_url": uid, "max_chars": 1_000_000, "format": "markdown"}).Text("content")
	words := func(s string) string {
		return strings.Join(strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune("|-\n ", c) }), "")
	}
	equal(t, "pages of Markdown", words(short), words(all))
	if few < 5 || many < 50 {
		t.Errorf("%d and %d pages", few, many)
	}
	// A page that was named before an edit goes on meaning the same place.
	a := r.OK("get_document_content", props{"document_url": uid, "at": "heading:7", "max_chars": 2000})
	contains(t, "the section", a.Text("content"), "<h2>Part 6</h2>\n<p>Some <b>bold</b> text")
	if strings.Contains(a.Text("content"), "Part 7") || a["truncated"] != nil {
		t.Errorf("the section is %q", a.Text("content"))
	}
	r.Fails("VALIDATION_ERROR", "get_document_content", props{"document_url": uid, "scope": "range"})
	r.Fails("VALIDATION_ERROR", "get_document_content", props{"document_url": uid, "at": "heading:7", "start": 1, "end": 5})
	r.Fails("TEXT_NOT_FOUND", "get_document_content", props{"document_url": uid, "at": "heading:700"})
	// What the user has selected.
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>Pick <i>these few</i> words.</p>"}})
	d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
	r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", "these few words")
	view := r.Object(model, "com.sun.star.frame.XModel", "getCurrentController")
	r.Do(view, "com.sun.star.view.XSelectionSupplier", "select", r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d))
	equal(t, "the selection", r.OK("get_document_content", props{"document_url": uid, "scope": "selection"}).Text("content"), "<p><i>these few</i> words</p>\n")
}

// In a document where markup would outweigh the text, styles have short names;
// what a client writes with them has the styles.
func TestShortStyleNames(t *testing.T) {
	r := servertest.New(t)
	_, uid := r.Open("swriter")
	var html strings.Builder
	for i := range 150 {
		fmt.Fprintf(&html, `<p data-lo-style="Quotations">See <span data-lo-style="Source Text">code%d</span> and <span data-lo-style="Source Text">more</span>.</p>`, i)
	}
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{html.String() + "<p>The last one.</p>"}})
	a := r.OK("get_document_content", props{"document_url": uid, "max_chars": 1_000_000})
	legend, _ := a["legend"].(map[string]any)
	equal(t, "the legend", legend, map[string]any{"<st>": "Source Text", "s=qu": "Quotations", "<f 1>": "field:1", "o=": "data-lo-object"})
	content := a.Text("content")
	contains(t, "content", content, "See <st>code7</st> and <st>more</st>.")
	same := r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{content}})
	equal(t, "changed by writing back", same.Int("blocks_changed")+same.Int("blocks_added")+same.Int("blocks_removed"), 0)
	read := r.OK("get_document_content", props{"document_url": uid, "max_chars": 1_000_000})
	equal(t, "after writing back", read.Text("content"), content)
	changed := r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{strings.Replace(content, "code7<", "text7<", 1)}})
	equal(t, "changed", changed.Int("blocks_changed"), 1)
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "The last one", "content": []string{"One <st>more</st>"}})
	part := r.OK("search_in_document", props{"document_url": uid, "pattern": "One more"})["matches"].([]any)[0].(map[string]any)["at"]
	contains(t, "the replacement", r.OK("get_document_content", props{"document_url": uid, "at": part}).Text("content"),
		`One <span data-lo-style="SourceText">more</span>`)
}

// Whatever is found can be read where it stands: in cells, frames, headers and
// notes, too.
func TestReadWhereItWasFound(t *testing.T) {
	r := servertest.New(t)
	_, uid := everywhere(t, r)
	read := map[string]string{}
	for _, m := range r.OK("search_in_document", props{"document_url": uid, "pattern": "needle"})["matches"].([]any) {
		match := m.(map[string]any)
		kind := match["kind"].(string)
		at, ok := match["at"].(string)
		if !ok {
			continue
		}
		a := r.OK("get_document_content", props{"document_url": uid, "at": at})
		read[kind] = tags.ReplaceAllString(a.Text("content"), "")
		if a["truncated"] != nil {
			t.Errorf("%s: more than there is: %v", kind, a)
		}
	}
	for kind, want := range map[string]string{
		"body": "A needle in the body", "table": "cell needle", "frame": "framed needle", "footnote": "a needle below",
		"endnote": "a needle at the end", "header": "needle",
	} {
		if !strings.Contains(read[kind], want) {
			t.Errorf("%s reads %q, want %q in it", kind, read[kind], want)
		}
	}
}

// A document that was read as Markdown can be written back as such: what
// Markdown does not show stays.
func TestWriteBackMarkdown(t *testing.T) {
	r := servertest.New(t)
	_, uid := everywhere(t, r)
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{
		`<h2>More</h2><p data-lo-style="Quotations">Quoted <span data-lo-style="Source Text">code</span> and <b>bold</b> words.</p>` +
			`<p style="text-align:center">Centred text.</p><ol><li>one</li><li>two</li></ol><p></p><p>The last one.</p>`,
	}})
	html := func() string { return r.OK("get_document_content", props{"document_url": uid}).Text("content") }
	before := html()
	read := r.OK("get_document_content", props{"document_url": uid, "format": "markdown"}).Text("content")
	same := r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{read}})
	equal(t, "changed by writing back", same.Int("blocks_changed")+same.Int("blocks_added")+same.Int("blocks_removed"), 0)
	equal(t, "after writing back", html(), before)
	r.OK("get_document_content", props{"document_url": uid, "format": "markdown"})
	text := strings.Replace(strings.Replace(read, "**bold** words", "**bold** terms", 1), "Centred text.", "Centred and *new* text.\n\nAdded here.", 1)
	changed := r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{text}})
	equal(t, "changed", changed.Int("blocks_changed"), 2)
	equal(t, "added", changed.Int("blocks_added"), 1)
	want := strings.Replace(strings.Replace(before, "</b> words", "</b> terms", 1), ">Centred text.</p>\n", ">Centred and <i>new</i> text.</p>\n<p>Added here.</p>\n", 1)
	equal(t, "after the change", html(), want)
}
