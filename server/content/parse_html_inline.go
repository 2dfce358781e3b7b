package content

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// inlineLook returns the look of text inside an inline element.
func inlineLook(n *html.Node, look Run) Run {
	switch n.DataAtom {
	case atom.B, atom.Strong:
		look.Marks.Bold = true
	case atom.I, atom.Em, atom.Cite, atom.Var:
		look.Marks.Italic = true
	case atom.U, atom.Ins:
		look.Marks.Underline = true
	case atom.S, atom.Strike, atom.Del:
		look.Marks.Strike = true
	case atom.Sup:
		look.Marks.Super = true
	case atom.Sub:
		look.Marks.Sub = true
	case atom.Code, atom.Kbd:
		if look.Marks.Style == "" {
			look.Marks.Style = codeStyle
		}
	case atom.A:
		look.Link = attribute(n, "href")
	case atom.Span, atom.Font:
		if s := cmp.Or(attribute(n, StyleAttribute), attribute(n, styleAttr)); s != "" {
			look.Marks.Style = s
		}
		look.Marks = look.Marks.with(cssMarks(attribute(n, "style")))
	}
	return look
}

// cssMarks reads the few CSS properties that stand for a mark.
func cssMarks(css string) Marks {
	var m Marks
	for _, rule := range strings.Split(css, ";") {
		key, value, _ := strings.Cut(rule, ":")
		value = strings.ToLower(strings.TrimSpace(value))
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "font-weight":
			n, err := strconv.Atoi(value)
			m.Bold = value == "bold" || err == nil && n >= 600
		case "font-style":
			m.Italic = value == "italic" || value == "oblique"
		case "text-decoration", "text-decoration-line":
			m.Underline = strings.Contains(value, "underline")
			m.Strike = strings.Contains(value, "line-through")
		case "vertical-align":
			m.Super, m.Sub = value == "super", value == "sub"
		}
	}
	return m
}

// styleOf is the style that a paragraph's element names.
func (p *htmlParser) styleOf(n *html.Node) string {
	if style := attribute(n, StyleAttribute); style != "" {
		return style
	}
	return p.legend.paragraph(attribute(n, styleAttr))
}

// objectToken is the object that an element stands for.
func objectToken(n *html.Node) string {
	if id := cmp.Or(attribute(n, ObjectAttribute), attribute(n, objectAttr)); id != "" {
		return id
	}
	if n.Data == fieldTag && len(n.Attr) > 0 && n.Attr[0].Val == "" && strings.Trim(n.Attr[0].Key, ":+0123456789") == "" {
		return "field:" + strings.TrimPrefix(n.Attr[0].Key, ":")
	}
	return ""
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func htmlAlign(n *html.Node) string {
	align := strings.ToLower(attribute(n, "align"))
	for _, rule := range strings.Split(attribute(n, "style"), ";") {
		key, value, _ := strings.Cut(rule, ":")
		if strings.EqualFold(strings.TrimSpace(key), "text-align") {
			align = strings.ToLower(strings.TrimSpace(value))
		}
	}
	if n.DataAtom == atom.Center {
		align = "center"
	}
	switch align {
	case "center", "right", "justify":
		return align
	}
	return ""
}

func htmlSpan(n *html.Node, name string) int {
	v, err := strconv.Atoi(attribute(n, name))
	if err != nil || v < 1 || v > 1000 {
		return 1
	}
	return v
}

// text adds text by HTML's rules of white space.
func (p *htmlParser) text(s string, look Run) {
	if p.pre == 0 {
		s = collapse(s)
		if s == " " && (p.cur.Kind == 0 || len(p.cur.Runs) == 0) {
			return // between block elements
		}
	}
	if s != "" {
		look.Text = s
		p.add(look)
	}
}

// collapse turns runs of HTML white space into one blank; no-break spaces and
// tabs written as &#9; inside text stay, the latter because collapsing sees
// only line ends and blanks.
func collapse(s string) string {
	var b strings.Builder
	blank := false
	for _, r := range s {
		if r == ' ' || r == '\n' || r == '\r' {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		blank = false
		b.WriteRune(r)
	}
	return b.String()
}

// add appends a run to the current block, beginning a paragraph if need be.
func (p *htmlParser) add(r Run) {
	if p.cur.Kind == 0 {
		p.cur = Block{Kind: Paragraph}
	}
	runs := p.cur.Runs
	if n := len(runs); n > 0 {
		last := &runs[n-1]
		if p.pre == 0 && strings.HasPrefix(r.Text, " ") && (strings.HasSuffix(last.Text, " ") || strings.HasSuffix(last.Text, "\n")) {
			r.Text = r.Text[1:]
		}
		if last.Object == nil && last.Marks == r.Marks && last.Link == r.Link {
			last.Text += r.Text
			return
		}
	}
	if r.Text != "" {
		p.cur.Runs = append(p.cur.Runs, r)
	}
}

// object adds the token of an object.
func (p *htmlParser) object(n *html.Node, id string, look Run) {
	o := &Object{Author: attribute(n, "title"), Text: attribute(n, "alt")}
	o.Kind, o.Name, _ = strings.Cut(id, ":")
	inner := &htmlParser{depth: p.depth, legend: p.legend}
	inner.children(n, Run{})
	inner.endBlock()
	p.deep = p.deep || inner.deep
	if text := oneLine(Plain(inner.blocks)); text != "" {
		o.Text = text
	}
	if p.cur.Kind == 0 {
		p.cur = Block{Kind: Paragraph}
	}
	p.cur.Runs = append(p.cur.Runs, Run{Object: o, Marks: look.Marks, Link: look.Link})
}

// trimRuns drops the white space at the ends of a block.
func trimRuns(runs []Run) []Run {
	for len(runs) > 0 && runs[0].Object == nil {
		runs[0].Text = strings.TrimLeft(runs[0].Text, " ")
		if runs[0].Text != "" {
			break
		}
		runs = runs[1:]
	}
	for n := len(runs); n > 0 && runs[n-1].Object == nil; n = len(runs) {
		runs[n-1].Text = strings.TrimRight(runs[n-1].Text, " ")
		if runs[n-1].Text != "" {
			break
		}
		runs = runs[:n-1]
	}
	return runs
}
