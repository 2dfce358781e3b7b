package content

import "strings"

// runs prints runs with their marks as properly nested tags.
func (p *printer) runs(runs []Run) {
	for i := range runs {
		r := &runs[i]
		if r.Object != nil {
			p.object(r.Object)
			continue
		}
		if r.Text == "" {
			continue
		}
		tags := markTags(r)
		for _, t := range tags {
			p.b.WriteString(t.open)
		}
		p.text(r.Text)
		for j := len(tags) - 1; j >= 0; j-- {
			p.b.WriteString(tags[j].close)
		}
	}
}

type tagPair struct{ open, close string }

func markTags(r *Run) []tagPair {
	var tags []tagPair
	if r.Link != "" {
		tags = append(tags, tagPair{`<a href="` + escapeAttribute(r.Link) + `">`, "</a>"})
	}
	m := r.Marks
	if m.Style != "" {
		tags = append(tags, tagPair{"<span " + StyleAttribute + `="` + escapeAttribute(StyleToken(m.Style)) + `">`, "</span>"})
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

// text writes text in which line breaks, tabs and runs of blanks survive a
// reader of HTML.
func (p *printer) text(s string) {
	last := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '&':
			p.b.WriteString("&amp;")
		case '<':
			p.b.WriteString("&lt;")
		case '>':
			p.b.WriteString("&gt;")
		case '\n':
			p.b.WriteString("<br>")
		case '\t':
			p.b.WriteString("&#9;")
		case ' ':
			if last == ' ' {
				p.b.WriteString("&#32;")
			} else {
				p.b.WriteByte(c)
			}
		default:
			p.b.WriteByte(c)
		}
		last = s[i]
	}
}

// object prints an object as a token: an element that names it and shows what
// a reader would see.
func (p *printer) object(o *Object) {
	id := ObjectID(o)
	if o.Kind == "image" {
		p.b.WriteString("<img")
		p.attribute(ObjectAttribute, id)
		if o.Text != "" {
			p.attribute("alt", o.Text)
		}
		p.b.WriteByte('>')
		return
	}
	p.b.WriteString("<span")
	p.attribute(ObjectAttribute, id)
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
