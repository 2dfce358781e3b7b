package content

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// ParseMarkdown reads a client's Markdown, as GitHub has it, with the elements
// of HTML that Markdown prints. What it returns is as Parse returns it.
func ParseMarkdown(s string) (Fragment, error) {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	var out bytes.Buffer
	if err := markdownReader.Convert([]byte(s), &out); err != nil {
		return Fragment{}, err
	}
	f, err := ParseHTML(out.String())
	if err != nil {
		return Fragment{}, err
	}
	for i := range f.Blocks {
		if b := &f.Blocks[i]; b.Kind == Table && len(b.Rows) > 1 && b.Rows[0].Header && emptyRow(b.Rows[0]) {
			b.Rows = b.Rows[1:] // Markdown cannot do without a first row
		}
	}
	// One paragraph is text for the middle of a paragraph, as with Parse.
	f.Inline = len(f.Blocks) == 1 && f.Blocks[0].Kind == Paragraph && f.Blocks[0].Style == "" && !strings.HasPrefix(strings.TrimSpace(s), "<p")
	f.Plain = f.Inline && len(f.Blocks[0].Runs) == 1 && f.Blocks[0].Runs[0] == Run{Text: f.Blocks[0].Runs[0].Text}
	return f, nil
}

func emptyRow(r Row) bool {
	for _, c := range r.Cells {
		if strings.TrimSpace(Plain(c.Blocks)) != "" {
			return false
		}
	}
	return true
}

// markdownReader turns Markdown into the HTML that ParseHTML reads: Markdown is
// defined by the HTML that it stands for.
var markdownReader = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough),
	goldmark.WithRendererOptions(
		html.WithUnsafe(), // the elements in it are for us, not for a browser
		html.WithWriter(textWriter{}),
		renderer.WithNodeRenderers(util.Prioritized(codeRenderer{}, 1)),
	),
)

// textWriter writes text so that its blanks and tabs survive ParseHTML.
type textWriter struct{}

// Write writes text in which Markdown's escapes stand for characters.
func (w textWriter) Write(out util.BufWriter, source []byte) {
	s := util.UnescapePunctuations(source)
	w.text(out, util.ResolveEntityNames(util.ResolveNumericReferences(s)))
}

// RawWrite writes text that has none.
func (w textWriter) RawWrite(out util.BufWriter, source []byte) { w.text(out, source) }

// SecureWrite writes HTML.
func (w textWriter) SecureWrite(out util.BufWriter, source []byte) { _, _ = out.Write(source) }

func (textWriter) text(out util.BufWriter, s []byte) {
	p := printer{}
	p.text(string(s))
	_, _ = out.WriteString(p.b.String()) // fails at the end only, in Flush
}

// codeRenderer gives code in a line the style that it has in a document.
type codeRenderer struct{}

// RegisterFuncs is of renderer.NodeRenderer.
func (c codeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindCodeSpan, c.code)
	r.Register(ast.KindCodeBlock, c.block)
	r.Register(ast.KindFencedCodeBlock, c.block)
}

// blockStyle is LibreOffice's style for code on lines of its own.
const blockStyle = "Preformatted Text"

func (codeRenderer) block(out util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var text []byte
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text = append(text, line.Value(source)...)
	}
	p := printer{}
	p.text(strings.TrimSuffix(string(text), "\n"))
	_, err := out.WriteString("<pre " + StyleAttribute + `="` + StyleToken(blockStyle) + `">` + p.b.String() + "</pre>\n")
	return ast.WalkSkipChildren, err
}

func (codeRenderer) code(out util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	p := printer{}
	var text []byte
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			text = append(text, t.Segment.Value(source)...)
		}
	}
	p.runs([]Run{{Text: strings.ReplaceAll(string(text), "\n", " "), Marks: Marks{Style: codeStyle}}})
	_, err := out.WriteString(p.b.String())
	return ast.WalkSkipChildren, err
}
