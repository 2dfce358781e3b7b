package content

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Text and marks survive the way to HTML and back; so does HTML itself.
func TestHTMLIsStable(t *testing.T) {
	for name, html := range map[string]string{
		"paragraphs":  "<p>one</p>\n<p></p>\n<p>two</p>\n",
		"headings":    "<h1>one</h1>\n<h3>three</h3>\n",
		"marks":       "<p>a <b>b</b> <b><i>c</i></b> <u>d</u> <s>e</s> x<sup>2</sup> y<sub>3</sub></p>\n",
		"link":        `<p>see <a href="https://example.org/?a=1&amp;b=2">there</a></p>` + "\n",
		"styles":      `<p data-lo-style="Quotations" style="text-align:center">q <span data-lo-style="SourceText">s</span></p>` + "\n",
		"entities":    "<p>a &lt;b> &amp;amp; \u00a0 c</p>\n",
		"break":       "<p>one<br>two</p>\n",
		"lists":       "<ul><li>one</li>\n<li>two<ol><li>a</li>\n<li>b</li></ol>\n</li>\n<li>three</li></ul>\n",
		"table":       "<table>\n<tr><th>h</th><th>i</th></tr>\n<tr><td colspan=\"2\">wide</td></tr>\n</table>\n",
		"named table": "<table data-lo-object=\"table:T\">\n<tr><td>x</td></tr>\n</table>\n",
		"objects": `<p><img data-lo-object="image:Picture 1" alt="A cat"> and <span data-lo-object="footnote:1">below</span>` +
			`<span data-lo-object="comment:1" title="Erika">really?</span> <span data-lo-object="field:1">7</span></p>` + "\n",
		"emoji": "<p>a 😀 ü 日本</p>\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := HTML(blocksOf(t, html), HTMLOptions{})
			if d := cmp.Diff(html, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		in            string
		plain, inline bool
		text          string
	}{
		"text":             {"hello", true, true, "hello\n"},
		"two paragraphs":   {"a\n\nb", true, false, "a\nb\n"},
		"a line break":     {"a\nb", true, true, "a\nb\n"},
		"less than":        {"a < b and <delete this>", true, true, "a < b and <delete this>\n"},
		"inline":           {"a <b>b</b>", false, true, "a b\n"},
		"block":            {"<p>a</p>", false, false, "a\n"},
		"entity":           {"a &amp; b", false, true, "a & b\n"},
		"script":           {"<p>a</p><script>alert(1)</script>", false, false, "a\n"},
		"unclosed":         {"<p>a <b>b", false, false, "a b\n"},
		"a list in a list": {"<ul><li><ul><li>x</li></ul></li></ul>", false, false, "x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Parse(c.in)
			if err != nil {
				t.Fatal(err)
			}
			if f.Plain != c.plain || f.Inline != c.inline || Plain(f.Blocks) != c.text {
				t.Errorf("plain %v, inline %v, %q; want %v, %v, %q", f.Plain, f.Inline, Plain(f.Blocks), c.plain, c.inline, c.text)
			}
		})
	}
	if _, err := ParseHTML(strings.Repeat("<b>", 1000) + "x"); err == nil {
		t.Error("elements a thousand deep are accepted")
	}
}

// Whatever a client writes is read without a panic, and what is read prints as
// HTML that reads the same.
func FuzzParseHTML(f *testing.F) {
	for _, seed := range []string{
		"<p>a</p>", "a &amp; b", "<ul><li>x<ol><li>y", "<table><tr><th>a<td>b</table>", `<p data-lo-style="X" style="text-align:right">`,
		`<span data-lo-object="image:1"><p>x</span>`, "<pre>a  b\n c</pre>", "<a href='x'><b><i>", "\x00<p>\xff", "<li>loose", "<td>loose",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseHTML(s)
		if err != nil {
			return
		}
		once, _ := HTML(a.Blocks, HTMLOptions{})
		b, err := ParseHTML(once)
		if err != nil {
			return // nested deeper than before: every level of a list has two elements
		}
		if got, want := strings.Join(strings.Fields(Plain(b.Blocks)), " "), strings.Join(strings.Fields(Plain(a.Blocks)), " "); got != want {
			t.Errorf("%q prints as %q, which reads %q, not %q", s, once, got, want)
		}
	})
}

// FuzzParseODF feeds ParseODF what no office writes.
func FuzzParseODF(f *testing.F) {
	wrap := func(s string) string {
		return "<office:document-content><office:automatic-styles/><office:body><office:text>" + s + "</office:text></office:body></office:document-content>"
	}
	for _, seed := range []string{
		"<text:p>a</text:p>", `<text:h text:outline-level="3">b<text:s text:c="4"/></text:h>`, "<text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>",
		`<table:table table:name="T"><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p/></table:table-cell></table:table-row></table:table>`,
		`<text:tracked-changes><text:changed-region text:id="1"><text:deletion><text:p>x</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p><text:change text:change-id="1"/></text:p>`,
		`<text:p><text:change-start text:change-id="1"/>a<text:change-end text:change-id="1"/><draw:frame draw:name="F"><draw:text-box><text:p>y</text:p></draw:text-box></draw:frame></text:p>`,
		"<text:p><text:note><text:note-body><text:p>n</text:p></text:note-body></text:note></text:p>", "</text:p>", "<text:p>",
	} {
		f.Add(wrap(seed))
	}
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		doc, err := ParseODF(strings.NewReader(s))
		if err != nil {
			return
		}
		html, _ := HTML(doc.Blocks, HTMLOptions{BodyStyle: doc.BodyStyle()})
		if cut, truncated := HTML(doc.Blocks, HTMLOptions{MaxBytes: 50}); !truncated && len(cut) > 50 && len(html) > 50 && len(doc.Blocks) > 1 {
			t.Errorf("%d bytes were not cut to 50", len(cut))
		}
	})
}
