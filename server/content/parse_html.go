package content

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var tagPattern = regexp.MustCompile(`(?i)</?[a-z][a-z0-9]*(\s[^<>]*)?/?>|&(#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);`)

// IsMarkup reports whether a client's text is HTML: it has a tag or a character
// reference. "a < b" and "<delete this>" are no HTML; tags have names that HTML
// knows.
func IsMarkup(s string) bool {
	for _, m := range tagPattern.FindAllString(s, -1) {
		if m[0] == '&' {
			if html.UnescapeString(m) != m {
				return true
			}
			continue
		}
		tag := strings.TrimLeft(m, "</")
		if i := strings.IndexFunc(tag, func(r rune) bool { return r == ' ' || r == '>' || r == '/' || r == '\t' || r == '\n' }); i >= 0 {
			tag = tag[:i]
		}
		if known := atom.Lookup([]byte(strings.ToLower(tag))); known != 0 && knownTag[known] {
			return true
		}
	}
	return false
}

var knownTag = func() map[atom.Atom]bool {
	m := map[atom.Atom]bool{}
	for _, a := range []atom.Atom{
		atom.P, atom.Div, atom.Span, atom.Br, atom.Hr, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.B, atom.Strong, atom.I, atom.Em, atom.U, atom.Ins, atom.S, atom.Strike, atom.Del, atom.Sup, atom.Sub,
		atom.A, atom.Ul, atom.Ol, atom.Li, atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Td, atom.Th,
		atom.Blockquote, atom.Pre, atom.Code, atom.Img, atom.Html, atom.Body, atom.Head, atom.Font, atom.Center,
		atom.Small, atom.Mark, atom.Cite, atom.Q, atom.Kbd, atom.Var, atom.Section, atom.Article, atom.Caption,
	} {
		m[a] = true
	}
	return m
}()

// Fragment is what a client wants written.
type Fragment struct {
	Blocks []Block
	// Inline says that it is text for the middle of a paragraph: no block
	// element stands in it, so its one block has no kind of its own.
	Inline bool
	// Plain says that no formatting was given at all.
	Plain bool
}

// Parse reads a client's content: HTML, or plain text, in which a blank line
// ends a paragraph and a single line break is one.
func Parse(s string) (Fragment, error) { return ParseWith(s, nil) }

// ParseWith is Parse for content in which styles may have the short names of a
// legend.
func ParseWith(s string, legend *Legend) (Fragment, error) {
	if IsMarkup(s) || legend.in(s) {
		return ParseShort(s, legend)
	}
	return ParsePlain(s), nil
}

// ParsePlain reads plain text: a blank line ends a paragraph, a single line
// break is one.
func ParsePlain(s string) Fragment {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	f := Fragment{Plain: true}
	for _, p := range regexp.MustCompile(`\n[ \t]*\n\s*`).Split(strings.Trim(s, "\n"), -1) {
		f.Blocks = append(f.Blocks, Block{Kind: Paragraph, Runs: []Run{{Text: p}}})
	}
	f.Inline = len(f.Blocks) == 1
	return f
}

// ParseHTML reads HTML as blocks. Elements without a meaning here contribute
// their text; scripts and styles nothing.
func ParseHTML(s string) (Fragment, error) { return ParseShort(s, nil) }

// ParseShort reads HTML in which styles have the short names of a legend.
func ParseShort(s string, legend *Legend) (Fragment, error) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(strings.ToValidUTF8(s, "\uFFFD")), body)
	if err != nil {
		return Fragment{}, fmt.Errorf("read HTML: %w", err)
	}
	p := &htmlParser{legend: legend}
	for _, n := range nodes {
		p.node(n, Run{})
	}
	p.endBlock()
	f := Fragment{Blocks: p.blocks, Inline: !p.sawBlock && len(p.blocks) <= 1}
	if p.deep {
		return Fragment{}, fmt.Errorf("read HTML: elements nest deeper than %d", maxNesting)
	}
	return f, nil
}

type htmlParser struct {
	legend   *Legend
	blocks   []Block
	cur      Block // the block being filled; Kind 0 = none begun
	sawBlock bool
	lists    []*listState
	pre      int
	quotes   int  // open blockquotes
	group    bool // the block being filled is of an element that may hold others
	depth    int
	deep     bool
}

type listState struct {
	ordered, started bool
}

func (p *htmlParser) endBlock() {
	if p.cur.Kind == 0 {
		return
	}
	if p.group && len(p.cur.Runs) == 0 {
		p.cur, p.group = Block{}, false // an element that only holds others
		return
	}
	p.group = false
	p.cur.Runs = trimRuns(p.cur.Runs)
	p.blocks = append(p.blocks, p.cur)
	p.cur = Block{}
}

func (p *htmlParser) begin(b Block) {
	p.endBlock()
	p.sawBlock = true
	p.cur = b
}

func (p *htmlParser) children(n *html.Node, look Run) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.node(c, look)
	}
}

func (p *htmlParser) node(n *html.Node, look Run) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxNesting {
		p.deep = true
		return
	}
	switch n.Type {
	case html.TextNode:
		p.text(n.Data, look)
	case html.ElementNode:
		p.elementNode(n, look)
	}
}

func (p *htmlParser) elementNode(n *html.Node, look Run) {
	if id := objectToken(n); id != "" && id[0] != ':' && n.DataAtom != atom.Table {
		p.object(n, id, look)
		return
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Head, atom.Title, atom.Template:
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		p.container(n, look, Block{Kind: Heading, Level: int(n.Data[1] - '0')})
	case atom.P, atom.Div, atom.Blockquote, atom.Section, atom.Article, atom.Center, atom.Pre:
		if n.DataAtom == atom.Pre {
			p.pre++
			defer func() { p.pre-- }()
		}
		if n.DataAtom == atom.Blockquote {
			p.quotes++
			defer func() { p.quotes-- }()
		}
		p.container(n, look, Block{Kind: Paragraph})
	case atom.Ul, atom.Ol:
		if p.cur.Kind == ListItem && len(p.cur.Runs) == 0 {
			p.cur = Block{} // an item that only holds deeper ones
		}
		p.endBlock()
		p.sawBlock = true
		p.lists = append(p.lists, &listState{ordered: n.DataAtom == atom.Ol})
		p.children(n, look)
		p.endBlock()
		p.lists = p.lists[:len(p.lists)-1]
	case atom.Li:
		p.item(n, look)
	case atom.Table:
		p.endBlock()
		p.sawBlock = true
		p.blocks = append(p.blocks, p.table(n))
	case atom.Br:
		p.add(Run{Text: "\n", Marks: look.Marks, Link: look.Link})
	case atom.Hr:
		p.endBlock()
	default:
		if style, ok := p.legend.character(n.Data); ok && n.DataAtom == 0 {
			look.Marks.Style = style
		}
		p.children(n, inlineLook(n, look))
	}
}

// pageBreak is CSS that says that a page begins with a paragraph.
var pageBreak = regexp.MustCompile(`(?i)(^|[;\s])(page-)?break-before\s*:\s*(page|always)`)

// lookOfParagraph reads what an element says of its paragraph beside the style.
func lookOfParagraph(n *html.Node, b *Block) {
	b.Align = htmlAlign(n)
	b.RTL = strings.EqualFold(attribute(n, "dir"), "rtl")
	b.Break = pageBreak.MatchString(attribute(n, "style"))
}

// container fills one block; block elements inside end it and begin their own.
func (p *htmlParser) container(n *html.Node, look Run, b Block) {
	if b.Style = p.styleOf(n); b.Style == "" && b.Kind == Paragraph {
		switch { // what the element means, in LibreOffice's styles
		case p.pre > 0:
			b.Style = "Preformatted Text"
		case p.quotes > 0:
			b.Style = "Quotations"
		}
	}
	lookOfParagraph(n, &b)
	inItem := p.cur.Kind == ListItem && len(p.cur.Runs) == 0
	if inItem && b.Kind == Paragraph {
		p.children(n, look) // <li><p>: the item is the paragraph
		return
	}
	p.begin(b)
	p.group = n.DataAtom != atom.P && n.DataAtom != atom.Pre && b.Kind == Paragraph
	p.children(n, look)
	p.endBlock()
}

func (p *htmlParser) item(n *html.Node, look Run) {
	b := Block{Kind: ListItem, Level: max(1, len(p.lists)), Start: true, Style: p.styleOf(n)}
	lookOfParagraph(n, &b)
	if len(p.lists) > 0 {
		l := p.lists[len(p.lists)-1]
		b.Ordered, b.Start = l.ordered, !l.started
		l.started = true
	}
	p.begin(b)
	p.children(n, look)
	p.endBlock()
}

func (p *htmlParser) table(n *html.Node) Block {
	b := Block{Kind: Table}
	if kind, name, _ := strings.Cut(objectToken(n), ":"); kind == "table" {
		b.Name = name
	}
	var walk func(n *html.Node, header bool)
	walk = func(n *html.Node, header bool) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch c.DataAtom {
			case atom.Thead:
				walk(c, true)
			case atom.Tbody, atom.Tfoot:
				walk(c, false)
			case atom.Tr:
				b.Rows = append(b.Rows, p.row(c, header))
			}
		}
	}
	walk(n, false)
	return b
}

func (p *htmlParser) row(n *html.Node, header bool) Row {
	row := Row{Header: header}
	heads := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th {
			continue
		}
		if c.DataAtom == atom.Th {
			heads++
		}
		inner := &htmlParser{depth: p.depth, legend: p.legend}
		inner.children(c, Run{})
		inner.endBlock()
		p.deep = p.deep || inner.deep
		NoPages(inner.blocks)
		row.Cells = append(row.Cells, Cell{ColSpan: htmlSpan(c, "colspan"), RowSpan: htmlSpan(c, "rowspan"), Blocks: inner.blocks})
	}
	row.Header = row.Header || heads > 0 && heads == len(row.Cells)
	return row
}
