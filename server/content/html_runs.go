package content

import "strings"

// runs prints runs with their marks as properly nested tags. What neighbours
// have in common stays open from one to the next.
func (p *printer) runs(runs []Run) {
	var open []tagPair
	closeTo := func(n int) {
		for len(open) > n {
			p.b.WriteString(open[len(open)-1].close)
			open = open[:len(open)-1]
		}
	}
	for i := range runs {
		r := &runs[i]
		if r.Object != nil {
			closeTo(0)
			p.object(r.Object)
			continue
		}
		if r.Text == "" {
			continue
		}
		tags := p.markTags(r)
		same := 0
		for same < len(open) && same < len(tags) && open[same] == tags[same] {
			same++
		}
		closeTo(same)
		for _, t := range tags[same:] {
			p.b.WriteString(t.open)
			open = append(open, t)
		}
		p.text(r.Text)
	}
	closeTo(0)
}

type tagPair struct{ open, close string }

// generated begins the names of bookmarks that LibreOffice makes for its own
// tables of contents. Links to them mean nothing to a reader.
const generated = "#__RefHeading"

func (p *printer) markTags(r *Run) []tagPair {
	var tags []tagPair
	if r.Link != "" && !strings.HasPrefix(r.Link, generated) {
		tags = append(tags, tagPair{`<a href="` + escapeAttribute(r.Link) + `">`, "</a>"})
	}
	m := r.Marks
	if m.Style != "" && !p.o.bare {
		tags = append(tags, p.styleTag(m.Style))
	}
	for _, t := range []struct {
		on  bool
		tag string
	}{{m.Bold, "b"}, {m.Italic, "i"}, {m.Underline, "u"}, {m.Strike, "s"}, {m.Super, "sup"}, {m.Sub, "sub"}} {
		if t.on {
			tags = append(tags, tagPair{"<" + t.tag + ">", "</" + t.tag + ">"})
		}
	}
	return tags
}

func (p *printer) styleTag(style string) tagPair {
	if p.o.Short == nil {
		return tagPair{"<span " + StyleAttribute + `="` + escapeAttribute(StyleToken(style)) + `">`, "</span>"}
	}
	if short := p.o.Short.characters[style]; short != "" {
		return tagPair{"<" + short + ">", "</" + short + ">"}
	}
	return tagPair{"<span " + styleAttr + `="` + escapeAttribute(StyleToken(style)) + `">`, "</span>"}
}

// text writes text in which line breaks, tabs and runs of blanks survive a
// reader of HTML.
func (p *printer) text(s string) {
	from := 0
	for i := 0; i < len(s); i++ {
		var as string
		switch s[i] {
		case '&':
			as = "&amp;"
		case '<':
			as = "&lt;"
		case '\n':
			as = "<br>"
		case '\t':
			as = p.tab()
		case ' ':
			if i == 0 || s[i-1] != ' ' {
				continue
			}
			as = "&#32;"
		default:
			continue
		}
		p.b.WriteString(s[from:i])
		p.b.WriteString(as)
		from = i + 1
	}
	p.b.WriteString(s[from:])
}

// tab is how a tab is written. Clients that lay HTML out again would lose a bare
// one, which matters less where there are many.
func (p *printer) tab() string {
	if p.o.Short == nil {
		return "&#9;"
	}
	return "\t"
}

// object prints an object as a token: an element that names it and shows what
// a reader would see.
func (p *printer) object(o *Object) {
	id := ObjectID(o)
	if o.Kind == "image" {
		p.b.WriteString("<img")
		p.token(id)
		if o.Text != "" {
			p.attribute("alt", o.Text)
		}
		p.b.WriteByte('>')
		return
	}
	if p.o.Short != nil && o.Kind == "field" && o.Name != "" {
		p.b.WriteString("<" + fieldTag + " " + map[bool]string{true: ":"}[p.o.bare] + o.Name + ">")
		p.text(o.Text)
		p.b.WriteString("</" + fieldTag + ">")
		return
	}
	p.b.WriteString("<span")
	p.token(id)
	if o.Author != "" {
		p.attribute("title", o.Author)
	}
	p.b.WriteByte('>')
	p.text(o.Text)
	p.b.WriteString("</span>")
}

// Plain prints blocks as plain text, a paragraph a line, cells of a table row
// separated by tabs.
func Plain(blocks []Block) string {
	var b strings.Builder
	for i := range blocks {
		blk := &blocks[i]
		if blk.Kind != Table {
			b.WriteString(Text(blk.Runs))
			b.WriteByte('\n')
			continue
		}
		for _, row := range blk.Rows {
			for j, c := range row.Cells {
				if j > 0 {
					b.WriteByte('\t')
				}
				b.WriteString(strings.TrimSuffix(Plain(c.Blocks), "\n"))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
