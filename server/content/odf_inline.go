package content

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// inline reads what stands in a paragraph.
type inline struct {
	x     *odf
	runs  []Run
	text  strings.Builder
	marks Marks
	link  string
	// blank: the last character was white space that the next must not repeat;
	// at the start of a paragraph white space is dropped (ODF 1.3 part 3, 6.1.2).
	blank bool
	begun bool
}

func (p *inline) read() error { return p.x.content(p.element, p.chars) }

func (p *inline) chars(b []byte) {
	for _, c := range b {
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			if p.begun && !p.blank {
				p.write(" ")
				p.blank = true // of several one is left
			}
			continue
		}
		p.blank, p.begun = false, true
		if len(p.x.open) > 0 {
			p.x.record(string([]byte{c}))
		}
		if p.x.deleting == 0 {
			p.text.WriteByte(c)
		}
	}
}

// write adds text that is not subject to white-space rules; a blank behind it
// counts.
func (p *inline) write(s string) {
	p.begun, p.blank = true, false
	p.x.record(s)
	if p.x.deleting == 0 {
		p.text.WriteString(s)
	}
}

// flush ends the current run.
func (p *inline) flush() {
	if p.text.Len() == 0 {
		return
	}
	r := Run{Text: p.text.String(), Marks: p.marks, Link: p.link}
	p.text.Reset()
	if n := len(p.runs); n > 0 && p.runs[n-1].Object == nil && p.runs[n-1].Marks == r.Marks && p.runs[n-1].Link == r.Link {
		p.runs[n-1].Text += r.Text
		return
	}
	p.runs = append(p.runs, r)
}

func (p *inline) finish() []Run {
	p.flush()
	return p.runs
}

// within reads an element's content with other marks or another link.
func (p *inline) within(marks Marks, link string) error {
	p.flush()
	oldMarks, oldLink := p.marks, p.link
	p.marks, p.link = marks, link
	err := p.read()
	p.flush()
	p.marks, p.link = oldMarks, oldLink
	return err
}

func (p *inline) object(o Object) {
	p.flush()
	if p.x.deleting > 0 {
		return
	}
	p.runs = append(p.runs, Run{Object: &o, Marks: p.marks, Link: p.link})
	p.begun, p.blank = true, false
}

func (p *inline) element(e xml.StartElement) error {
	switch name(e) {
	case "text:span":
		style := namedText(p.x.styles.char, attr(e, "text", "style-name"))
		return p.within(p.marks.Without(style.plain).with(style.marks), p.link)
	case "text:a", "draw:a":
		return p.within(p.marks, attr(e, "xlink", "href"))
	case "text:s":
		n, err := strconv.Atoi(attr(e, "text", "c"))
		if err != nil || n < 1 || n > 1<<16 {
			n = 1
		}
		p.write(strings.Repeat(" ", n))
		return p.x.skip()
	case "text:tab":
		p.write("\t")
		return p.x.skip()
	case "text:line-break":
		p.write("\n")
		return p.x.skip()
	case "text:change-start", "text:change-end", "text:change":
		p.flush()
		p.x.mark(e)
		return p.x.skip()
	case "text:note":
		return p.note(e)
	case "office:annotation":
		return p.comment(e)
	case "draw:frame":
		return p.frame(e)
	case "text:meta", "text:ruby", "text:ruby-base":
		return p.read()
	case "text:ruby-text", "office:annotation-end", "text:soft-page-break",
		"text:bookmark", "text:bookmark-start", "text:bookmark-end",
		"text:reference-mark", "text:reference-mark-start", "text:reference-mark-end",
		"text:toc-mark", "text:toc-mark-start", "text:toc-mark-end",
		"text:alphabetical-index-mark", "text:alphabetical-index-mark-start", "text:alphabetical-index-mark-end",
		"text:user-index-mark", "text:user-index-mark-start", "text:user-index-mark-end":
		return p.x.skip()
	}
	switch e.Name.Space {
	case "text":
		return p.field()
	case "field":
		return p.x.skip() // the ends of a form field, whose text stands between them
	case "loext":
		return p.read() // a content control and the like: what is within is text
	}
	return p.shape(e)
}

func (p *inline) note(e xml.StartElement) error {
	p.x.notes++
	o := Object{Kind: attr(e, "text", "note-class"), Name: strconv.Itoa(p.x.notes)}
	err := p.x.children(func(e xml.StartElement) error {
		if name(e) != "text:note-body" {
			return p.x.skip()
		}
		blocks, err := p.x.blocks(listContext{})
		o.Text = oneLine(Plain(blocks))
		return err
	})
	p.object(o)
	return err
}

func (p *inline) comment(e xml.StartElement) error {
	p.x.comments++
	o := Object{Kind: "comment", Name: strconv.Itoa(p.x.comments)}
	var blocks []Block
	err := p.x.children(func(e xml.StartElement) error {
		if name(e) == "dc:creator" {
			return p.x.content(func(xml.StartElement) error { return p.x.skip() }, func(b []byte) { o.Author += string(b) })
		}
		got, err := p.x.block(e, listContext{})
		blocks = append(blocks, got...)
		return err
	})
	o.Text = oneLine(Plain(blocks))
	p.object(o)
	return err
}

// field reads any other text element: it shows its content.
func (p *inline) field() error {
	p.x.fields++
	inner := inline{x: p.x}
	err := inner.read()
	p.object(Object{Kind: "field", Name: strconv.Itoa(p.x.fields), Text: Text(inner.finish())})
	return err
}

// frame reads a draw:frame: a picture, a text box, or an embedded object.
func (p *inline) frame(e xml.StartElement) error {
	o := Object{Kind: "frame", Name: attr(e, "draw", "name")}
	style, alt := attr(e, "draw", "style-name"), ""
	err := p.x.children(func(e xml.StartElement) error {
		switch name(e) {
		case "draw:image":
			if o.Kind == "frame" {
				o.Kind = "image"
			}
		case "draw:object", "draw:object-ole":
			o.Kind = "ole"
			if p.x.styles.formulas[style] {
				o.Kind = "formula"
				o.Stream = strings.TrimPrefix(attr(e, "xlink", "href"), "./")
			}
		case "draw:text-box":
			blocks, err := p.x.blocks(listContext{})
			o.Text = oneLine(Plain(blocks))
			return err
		case "svg:title", "svg:desc":
			return p.x.content(func(xml.StartElement) error { return p.x.skip() }, func(b []byte) { alt += string(b) })
		}
		return p.x.skip()
	})
	if o.Kind != "frame" {
		o.Text = oneLine(alt)
	}
	p.object(o)
	return err
}

// shape reads a drawing shape; its text is what it says.
func (p *inline) shape(e xml.StartElement) error {
	var text strings.Builder
	var inner func(e xml.StartElement) error
	inner = func(e xml.StartElement) error {
		if name(e) != "text:p" && name(e) != "text:list" {
			return p.x.children(inner)
		}
		blocks, err := p.x.block(e, listContext{})
		text.WriteString(Plain(blocks))
		return err
	}
	err := p.x.children(inner)
	p.object(Object{Kind: "shape", Name: attr(e, "draw", "name"), Text: oneLine(text.String())})
	return err
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
