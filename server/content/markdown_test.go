package content

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// What is printed as Markdown reads as what it was printed from.
func TestMarkdown(t *testing.T) {
	for name, c := range map[string]struct{ html, markdown string }{
		"paragraphs":     {"<p>one</p><p></p><p>two</p>", "one\n\n<p></p>\n\ntwo\n"},
		"headings":       {"<h1>one</h1><p>text</p><h3># three</h3>", "# one\n\ntext\n\n### # three\n"},
		"emphasis":       {"<p>a <b>b</b> <i>c d</i> <s>e</s> f</p>", "a **b** *c d* ~~e~~ f\n"},
		"within a word":  {"<p>un<b>believ</b>able and <b>(this)</b></p>", "un**believ**able and <b>(this)</b>\n"},
		"both":           {"<p>a <b><i>b</i></b> c<sub>2</sub></p>", "a <b><i>b</i></b> c<sub>2</sub>\n"},
		"blanks outside": {"<p>a<b> b </b>c</p>", "a **b** c\n"},
		"links":          {`<p>see <a href="https://example.org/a_b?c=1&amp;d=(2)">the <b>page</b></a></p>`, "see [the **page**](<https://example.org/a_b?c=1&d=(2)>)\n"},
		"code":           {`<p>run <span data-lo-style="SourceText">go_test *</span> now</p>`, "run `go_test *` now\n"},
		"marks":          {"<p>1. no item</p><p># none</p><p>+ a_b _c_ *d* [e] &lt;f> &amp;amp; a | b</p>", "1\\. no item\n\n\\# none\n\n\\+ a_b \\_c\\_ \\*d\\* \\[e\\] &lt;f> &amp;amp; a | b\n"},
		"break":          {"<p>one<br>- two</p>", "one\\\n\\- two\n"},
		"lists": {
			"<ul><li>one</li><li>two<ol><li>a</li><li>b</li></ol></li><li>three</li></ul><ul><li>new</li></ul><p>end</p>",
			"- one\n- two\n  1. a\n  1. b\n- three\n* new\n\nend\n",
		},
		"table":       {"<table><tr><th>h</th><th>i</th></tr><tr><td>a|b</td><td><p>c</p><p>d</p></td></tr></table>", "|h|i|\n|-|-|\n|a\\|b|c<p>d|\n"},
		"no heads":    {"<table><tr><td>a</td><td></td></tr></table>", "|||\n|-|-|\n|a||\n"},
		"merged":      {`<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></table><p>d</p>`, "<table>\n<tr><td colspan=2>a\n<tr><td>b<td>c\n</table>\n\nd\n"},
		"objects":     {`<p><img data-lo-object="image:Picture 1" alt="A cat"> and <span data-lo-object="footnote:1">below</span> <span data-lo-object="field:7">7.1</span></p>`, `<img o="image:Picture 1" alt="A cat"> and <span o="footnote:1">below</span> <f :7>7.1</f>` + "\n"},
		"other texts": {"<p>ü 日本 😀 שלום</p>", "ü 日本 😀 שלום\n"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := ParseHTML(c.html)
			if err != nil {
				t.Fatal(err)
			}
			for i := range f.Blocks {
				for j := range f.Blocks[i].Runs {
					if r := &f.Blocks[i].Runs[j]; r.Marks.Style == "SourceText" {
						r.Marks.Style = codeStyle
					}
				}
			}
			got, _ := Markdown(f.Blocks, MarkdownOptions{})
			if d := cmp.Diff(c.markdown, got); d != "" {
				t.Error(d)
			}
			back, err := ParseMarkdown(got)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := HTML(f.Blocks, HTMLOptions{})
			now, _ := HTML(back.Blocks, HTMLOptions{})
			if name == "blanks outside" {
				want = strings.Replace(want, "<b> b </b>", " <b>b</b> ", 1)
			}
			if d := cmp.Diff(want, now); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestParseMarkdown(t *testing.T) {
	for name, c := range map[string]struct {
		in            string
		plain, inline bool
		html          string
	}{
		"text":       {"hello *world*", false, true, "<p>hello <i>world</i></p>\n"},
		"plain":      {"hello", true, true, "<p>hello</p>\n"},
		"wrapped":    {"one\ntwo", true, true, "<p>one two</p>\n"},
		"paragraphs": {"one\n\ntwo", false, false, "<p>one</p>\n<p>two</p>\n"},
		"fence":      {"```go\na  b\n\tc\n```", false, false, `<p data-lo-style="PreformattedText">a &#32;b<br>&#9;c</p>` + "\n"},
		"loose list": {"1. a\n\n2. b", false, false, "<ol><li>a</li>\n<li>b</li></ol>\n"},
		"a rule":     {"a\n\n---\n\nb", false, false, "<p>a</p>\n<p>b</p>\n"},
		"a table":    {"|a|b|\n|:-|-:|\n|1|**2**|", false, false, "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td><b>2</b></td></tr>\n</table>\n"},
		"script":     {"a <script>x</script> b", true, true, "<p>a b</p>\n"},
		"unclosed":   {"a **b", true, true, "<p>a **b</p>\n"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := ParseMarkdown(c.in)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := HTML(f.Blocks, HTMLOptions{})
			if got != c.html || f.Plain != c.plain || f.Inline != c.inline {
				t.Errorf("plain %v, inline %v, %q; want %v, %v, %q", f.Plain, f.Inline, got, c.plain, c.inline, c.html)
			}
		})
	}
}

// Whatever a document holds reads the same behind Markdown.
func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{
		"<p>a</p>", "<p>1) *a* _b_ `c`</p><p>- x</p>", "<ul><li>x<ol><li>y</ol></ul><ul><li>z</ul>", "<table><tr><th>a|b<td>c\\</table>",
		"<p><b>a</b>b<i> c</i></p>", "<h2>a #</h2>", "<p>a<br># b</p>", "<p>&lt;b> &amp;amp; ~~x~~ [a](b)</p>", "<ol><li>1. a", "<p>===</p><p>    code</p>",
		`<p><span data-lo-object="footnote:1">a|b*</span></p>`, "<p>a  b\tc</p>", "<p>http://a.b/_c_</p>", "<p>\\</p>", "<p>a_b_ __c__</p>",
		"<ul><li><ul><li>deep</ul></ul><p>```</p><p>~~~</p>", "<p>| a |</p><p>|-|</p>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseHTML(s)
		if err != nil || !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\r\f\v\u00a0\u200b") {
			return
		}
		text, _ := Markdown(a.Blocks, MarkdownOptions{})
		b, err := ParseMarkdown(text)
		if err != nil {
			return // nested deeper than before
		}
		if got, want := strings.Join(strings.Fields(Plain(b.Blocks)), " "), strings.Join(strings.Fields(Plain(a.Blocks)), " "); got != want {
			t.Errorf("%q prints as %q, which reads %q, not %q", s, text, got, want)
		}
	})
}
