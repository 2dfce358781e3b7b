package content

import (
	"cmp"
	"strconv"
	"strings"
)

// HTMLOptions steer HTML.
type HTMLOptions struct {
	// BodyStyle is the paragraph style that goes without saying.
	BodyStyle string
	// Short, if set, prints short markup: its names for styles, tokens of one or
	// two letters, no end tags where HTML needs none.
	Short *Legend
	// MaxBytes ends the output before the block that would exceed it; 0 = no
	// limit. At least one block is written, cut at a run if need be.
	MaxBytes int

	bare bool // without styles, and fields as they can stand in Markdown
}

// StyleAttribute carries a paragraph style's token, ObjectAttribute an object's.
const (
	StyleAttribute  = "data-lo-style"
	ObjectAttribute = "data-lo-object"
)

// Their short forms: <p s=qu>, <img o=image:X>, and <f 7> for <span o=field:7>.
const (
	styleAttr  = "s"
	objectAttr = "o"
	fieldTag   = "f"
)

// StyleToken is a style's name as it stands in the attribute: without blanks.
func StyleToken(name string) string { return strings.ReplaceAll(name, " ", "") }

// HTML prints blocks as semantic HTML, and says whether it left any out.
func HTML(blocks []Block, o HTMLOptions) (text string, truncated bool) {
	text, cut := HTMLPart(blocks, o)
	return text, cut.Blocks < len(blocks)
}

// HTMLPart prints blocks as semantic HTML and says where it ended.
func HTMLPart(blocks []Block, o HTMLOptions) (text string, end Cut) {
	p := printer{o: o}
	if o.MaxBytes == 0 || o.MaxBytes > 1<<16 {
		p.b.Grow(min(cmp.Or(o.MaxBytes, 1<<30), Length(blocks)*5/4+64*len(blocks)))
	}
	for i := range blocks {
		before := p.b.Len()
		opened := len(p.lists)
		p.block(&blocks[i])
		if o.MaxBytes == 0 || p.b.Len()+closeLen(p.lists) <= o.MaxBytes {
			continue
		}
		if i > 0 {
			text := p.b.String()[:before]
			p.b.Reset()
			p.b.WriteString(text)
			p.lists = p.lists[:min(opened, len(p.lists))]
			p.closeLists(0)
			return p.b.String(), Cut{Blocks: i}
		}
		size := func(b *Block) int {
			q := printer{o: o}
			q.block(b)
			return q.b.Len()
		}
		first, end := cutBlock(blocks[0], o.MaxBytes, size)
		p = printer{o: o}
		p.block(&first)
		p.closeLists(0)
		return p.b.String(), end
	}
	p.closeLists(0)
	return p.b.String(), Cut{Blocks: len(blocks)}
}

func closeLen(lists []string) int { return len(lists) * len("</li></ul>\n") }

type printer struct {
	b     strings.Builder
	o     HTMLOptions
	lists []string // open list elements, each with an open <li>
}

func (p *printer) block(b *Block) {
	if b.Kind == ListItem {
		p.item(b)
		return
	}
	p.closeLists(0)
	switch b.Kind {
	case Table:
		p.table(b)
	case Heading:
		tag := "h" + strconv.Itoa(min(b.Level, 6))
		style := b.Style
		if style == "Heading "+strconv.Itoa(b.Level) {
			style = ""
		}
		p.paragraph(tag, style, b)
		p.b.WriteByte('\n')
	default:
		style := b.Style
		if style == p.o.BodyStyle {
			style = ""
		}
		p.paragraph("p", style, b)
		p.b.WriteByte('\n')
	}
}

func (p *printer) paragraph(tag, style string, b *Block) {
	p.b.WriteByte('<')
	p.b.WriteString(tag)
	if style != "" && !p.o.bare {
		p.style(style)
	}
	p.look(b)
	p.b.WriteByte('>')
	p.runs(b.Runs)
	if p.o.Short == nil || tag != "p" {
		p.b.WriteString("</" + tag + ">")
	}
}

// look writes the attributes that a paragraph has beside its style.
func (p *printer) look(b *Block) {
	if css := p.css(b); css != "" {
		p.attribute("style", css)
	}
	if b.RTL {
		p.attribute("dir", "rtl")
	}
}

// css is what a paragraph has of CSS.
func (p *printer) css(b *Block) string {
	var css []string
	if b.Align != "" && !p.o.bare {
		css = append(css, "text-align:"+b.Align)
	}
	if b.Break && !p.o.bare {
		css = append(css, "break-before:page")
	}
	return strings.Join(css, ";")
}

// style writes the attribute of a paragraph's style.
func (p *printer) style(style string) {
	if p.o.Short == nil {
		p.attribute(StyleAttribute, StyleToken(style))
		return
	}
	if short := p.o.Short.paragraphs[style]; short != "" {
		style = short
	}
	p.attribute(styleAttr, StyleToken(style))
}

// token writes the attribute of an object's token.
func (p *printer) token(id string) {
	if p.o.Short == nil {
		p.attribute(ObjectAttribute, id)
	} else {
		p.attribute(objectAttr, id)
	}
}

// item writes a list item; deeper ones stand inside the item above them.
func (p *printer) item(b *Block) {
	tag := "ul"
	if b.Ordered {
		tag = "ol"
	}
	p.closeLists(b.Level)
	if len(p.lists) == b.Level {
		if b.Start || p.lists[b.Level-1] != tag {
			p.closeLists(b.Level - 1)
		} else {
			p.end("li")
			p.b.WriteString("\n<li")
			p.look(b)
			p.b.WriteByte('>')
		}
	}
	for len(p.lists) < b.Level {
		p.b.WriteString("<" + tag + "><li")
		p.lists = append(p.lists, tag)
		if len(p.lists) == b.Level {
			p.look(b)
		}
		p.b.WriteByte('>')
	}
	p.runs(b.Runs)
}

func (p *printer) closeLists(level int) {
	for len(p.lists) > level {
		p.end("li")
		p.b.WriteString("</" + p.lists[len(p.lists)-1] + ">\n")
		p.lists = p.lists[:len(p.lists)-1]
	}
}

// end writes an end tag that HTML can do without.
func (p *printer) end(tag string) {
	if p.o.Short == nil {
		p.b.WriteString("</" + tag + ">")
	}
}

func (p *printer) table(b *Block) {
	p.b.WriteString("<table")
	if b.Name != "" {
		p.token("table:" + b.Name)
	}
	p.b.WriteString(">\n")
	for i := range b.Rows {
		p.b.WriteString("<tr>")
		tag := "td"
		if b.Rows[i].Header {
			tag = "th"
		}
		for j := range b.Rows[i].Cells {
			p.cell(tag, &b.Rows[i].Cells[j])
		}
		p.end("tr")
		p.b.WriteByte('\n')
	}
	p.b.WriteString("</table>\n")
}

func (p *printer) cell(tag string, c *Cell) {
	p.b.WriteString("<" + tag)
	if c.ColSpan > 1 {
		p.attribute("colspan", strconv.Itoa(c.ColSpan))
	}
	if c.RowSpan > 1 {
		p.attribute("rowspan", strconv.Itoa(c.RowSpan))
	}
	p.b.WriteByte('>')
	if len(c.Blocks) == 1 && c.Blocks[0].Kind == Paragraph {
		p.runs(c.Blocks[0].Runs)
	} else {
		inner := printer{o: p.o}
		for i := range c.Blocks {
			inner.block(&c.Blocks[i])
		}
		inner.closeLists(0)
		p.b.WriteString(strings.TrimSuffix(inner.b.String(), "\n"))
	}
	p.end(tag)
}

func (p *printer) attribute(name, value string) {
	if p.o.Short != nil && value != "" && !strings.ContainsAny(value, " \t\r\n\f\"'=<>`&/") {
		p.b.WriteString(" " + name + "=" + value)
		return
	}
	p.b.WriteString(" " + name + `="` + escapeAttribute(value) + `"`)
}

var attributeEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", "\n", "&#10;")

func escapeAttribute(s string) string { return attributeEscapes.Replace(s) }
