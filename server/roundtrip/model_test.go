package roundtrip

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// block is a paragraph, heading, list item or table of the model.
type block struct {
	kind    string // "p", "h", "li" or "table"
	level   int    // of headings and items
	ordered bool
	start   bool // of an item: it begins a list
	style   string
	align   string // CSS
	text    []run
	rows    [][]cell
	name    string
}

type cell struct {
	head          bool
	columns, rows int
	content       []block
}

// run is text of one look, or an object.
type run struct {
	text   string
	look   string // the tags around it, sorted, "b i"
	link   string
	style  string
	object string // its token
	shows  string
}

// parse reads HTML as the reading tool writes it.
func parse(s string) []block {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(s), body)
	if err != nil {
		panic(err)
	}
	p := &parser{}
	for _, n := range nodes {
		p.block(n, 0, false)
	}
	return p.out
}

type parser struct{ out []block }

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func (p *parser) block(n *html.Node, level int, ordered bool) {
	if n.Type != html.ElementNode {
		return
	}
	b := block{style: attr(n, "data-lo-style"), align: attr(n, "style")}
	switch n.Data {
	case "p":
		b.kind = "p"
	case "h1", "h2", "h3", "h4", "h5", "h6":
		b.kind, b.level = "h", int(n.Data[1]-'0')
	case "ul", "ol":
		first := true
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Data == "li" {
				p.item(c, level+1, n.Data == "ol", first)
				first = false
			}
		}
		return
	case "table":
		p.out = append(p.out, table(n))
		return
	default:
		panic("unknown element " + n.Data)
	}
	b.text = inline(n, run{})
	p.out = append(p.out, b)
}

func (p *parser) item(n *html.Node, level int, ordered, start bool) {
	b := block{kind: "li", level: level, ordered: ordered, start: start, align: attr(n, "style")}
	flat := &html.Node{Type: html.ElementNode, Data: "li"}
	var lists []*html.Node
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		n.RemoveChild(c)
		if c.Type == html.ElementNode && (c.Data == "ul" || c.Data == "ol") {
			lists = append(lists, c)
		} else if len(lists) == 0 || c.Type != html.TextNode {
			flat.AppendChild(c)
		}
		c = next
	}
	b.text = inline(flat, run{})
	p.out = append(p.out, b)
	for _, l := range lists {
		p.block(l, level, false)
	}
}

func table(n *html.Node) block {
	b := block{kind: "table", name: strings.TrimPrefix(attr(n, "data-lo-object"), "table:")}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Data != "tr" {
				walk(c)
				continue
			}
			var row []cell
			for d := c.FirstChild; d != nil; d = d.NextSibling {
				if d.Data != "td" && d.Data != "th" {
					continue
				}
				span := func(name string) int { n, _ := strconv.Atoi(attr(d, name)); return max(1, n) }
				row = append(row, cell{head: d.Data == "th", columns: span("colspan"), rows: span("rowspan"), content: cellContent(d)})
			}
			b.rows = append(b.rows, row)
		}
	}
	walk(n)
	return b
}

func cellContent(n *html.Node) []block {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		switch c.Data {
		case "p", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6":
			p := &parser{}
			for d := n.FirstChild; d != nil; d = d.NextSibling {
				p.block(d, 0, false)
			}
			return p.out
		}
	}
	return []block{{kind: "p", text: inline(n, run{})}}
}

func inline(n *html.Node, look run) []run {
	var out []run
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r := look
		switch {
		case c.Type == html.TextNode:
			if r.text = strings.ReplaceAll(c.Data, "\n", " "); r.text != "" {
				out = append(out, r)
			}
		case attr(c, "data-lo-object") != "":
			r.object, r.shows = attr(c, "data-lo-object"), plain(c)+attr(c, "alt")
			out = append(out, r)
		case c.Data == "br":
			r.text = "\n"
			out = append(out, r)
		case c.Data == "a":
			r.link = attr(c, "href")
			out = append(out, inline(c, r)...)
		case c.Data == "span":
			r.style = attr(c, "data-lo-style")
			out = append(out, inline(c, r)...)
		default:
			looks := append(strings.Fields(r.look), c.Data)
			slices.Sort(looks)
			r.look = strings.Join(slices.Compact(looks), " ")
			out = append(out, inline(c, r)...)
		}
	}
	return out
}

func plain(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(plain(c))
	}
	return b.String()
}
