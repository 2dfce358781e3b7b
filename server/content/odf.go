package content

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// ParseODF reads a text document's content.xml or flat ODF (OpenDocument 1.3).
// Text that a tracked deletion took away is not
// in the blocks, text that an insertion added is: what is read is the document
// with all changes accepted.
func ParseODF(r io.Reader) (*Document, error) {
	x := &odf{
		dec:    xml.NewDecoder(r),
		styles: newStyleSheet(),
		open:   map[string]*openChange{},
	}
	x.dec.Strict = false
	doc, err := x.document()
	if err != nil {
		return nil, fmt.Errorf("read ODF: %w", err)
	}
	return doc, nil
}

// Styles are a document's named styles, as far as they matter here.
type Styles struct{ lists map[string]listStyle }

// ParseStyles reads a document's styles.xml.
func ParseStyles(r io.Reader) (Styles, error) {
	x := &odf{
		dec:    xml.NewDecoder(r),
		styles: newStyleSheet(),
	}
	x.dec.Strict = false
	err := x.children(func(xml.StartElement) error {
		return x.children(func(e xml.StartElement) error {
			if name(e) == "office:styles" {
				return x.children(x.style)
			}
			return x.skip()
		})
	})
	if err != nil {
		err = fmt.Errorf("read ODF styles: %w", err)
	}
	return Styles{x.styles.lists}, err
}

// NeedsStyles tells that the document has lists whose style was not in what
// was read, so that it is not known whether they have numbers.
func (d *Document) NeedsStyles() bool { return d.listless }

// ResolveLists fills in which list items have numbers, from the named styles.
func (d *Document) ResolveLists(s Styles) {
	Walk(d.Blocks, func(b *Block) bool {
		if b.list != "" {
			b.Ordered = s.lists[b.list].ordered(b.Level)
		}
		return true
	})
}

// maxNesting bounds elements within elements; LibreOffice itself gives up on
// deeper documents.
const maxNesting = 200

type odf struct {
	dec      *xml.Decoder
	styles   styleSheet
	depth    int
	notes    int // footnotes and endnotes so far
	fields   int
	comments int
	listless bool // a list style has not been read
	changes  []change
	open     map[string]*openChange // tracked changes that are open, by id
	deleting int                    // how many of them are deletions
}

type change struct {
	id string
	Change
}

func (x *odf) document() (*Document, error) {
	doc := &Document{}
	found := false
	err := x.children(func(e xml.StartElement) error {
		return x.children(func(e xml.StartElement) error {
			switch name(e) {
			case "office:styles", "office:automatic-styles":
				return x.children(x.style)
			case "office:body":
				return x.children(func(e xml.StartElement) error {
					found = true
					blocks, err := x.blocks(listContext{})
					doc.Blocks = append(doc.Blocks, blocks...)
					return err
				})
			}
			return x.skip()
		})
	})
	if err == nil && !found {
		err = errors.New("there is no text document in it")
	}
	doc.listless = x.listless
	for _, c := range x.changes {
		doc.Changes = append(doc.Changes, c.Change)
	}
	return doc, err
}

func name(e xml.StartElement) string { return e.Name.Space + ":" + e.Name.Local }

func attr(e xml.StartElement, prefix, local string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == local && e.Attr[i].Name.Space == prefix {
			return e.Attr[i].Value
		}
	}
	return ""
}

// children calls f for each child element of the element just entered; f must
// consume it up to its end tag. At the top it ends with the input.
func (x *odf) children(f func(xml.StartElement) error) error {
	return x.content(f, nil)
}

// content is children with the text in between.
func (x *odf) content(f func(xml.StartElement) error, text func([]byte)) error {
	x.depth++
	defer func() { x.depth-- }()
	if x.depth > maxNesting {
		return fmt.Errorf("elements nest deeper than %d", maxNesting)
	}
	for {
		t, err := x.dec.RawToken()
		if errors.Is(err, io.EOF) && x.depth == 1 {
			return nil
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := f(t); err != nil {
				return err
			}
		case xml.EndElement:
			if x.depth == 1 {
				return errors.New("an end tag without a start")
			}
			return nil
		case xml.CharData:
			if text != nil {
				text(t)
			}
		}
	}
}

func (x *odf) skip() error {
	return x.children(func(xml.StartElement) error { return x.skip() })
}

// listContext is what a paragraph inherits from the lists around it.
type listContext struct {
	level int
	style string
	start *bool // true until the list's first item is written
}

// blocks reads the block elements of a container.
func (x *odf) blocks(l listContext) ([]Block, error) {
	var out []Block
	err := x.children(func(e xml.StartElement) error {
		got, err := x.block(e, l)
		out = appendBlocks(out, got)
		return err
	})
	return out, err
}

// appendBlocks adds blocks; a paragraph that began inside a deletion goes on
// with the one before it, because the break between them is deleted too.
func appendBlocks(out, got []Block) []Block {
	for _, b := range got {
		if n := len(out); b.joined && n > 0 && out[n-1].Kind != Table && b.Kind != Table {
			out[n-1].Runs = append(out[n-1].Runs, b.Runs...)
			continue
		}
		b.joined = false
		out = append(out, b)
	}
	return out
}

func (x *odf) block(e xml.StartElement, l listContext) ([]Block, error) {
	switch name(e) {
	case "text:p", "text:h":
		joined := x.deleting > 0
		x.recordBreak()
		b, err := x.paragraph(e, l)
		b.joined = joined
		return []Block{b}, err
	case "text:list":
		start := true
		if l.level > 0 {
			l.start = &start
		} else {
			start = attr(e, "text", "continue-numbering") != "true" && attr(e, "text", "continue-list") == ""
		}
		if s := attr(e, "text", "style-name"); s != "" {
			l.style = s
		}
		return x.blocks(listContext{level: l.level + 1, style: l.style, start: &start})
	case "text:list-item":
		return x.listItem(l, false)
	case "text:list-header":
		return x.listItem(l, true)
	case "table:table":
		b, err := x.table(e)
		return []Block{b}, err
	case "text:tracked-changes":
		return nil, x.children(x.changedRegion)
	case "text:section", "text:index-body", "text:index-title", "text:table-of-content",
		"text:illustration-index", "text:table-index", "text:object-index", "text:user-index",
		"text:alphabetical-index", "text:bibliography", "text:numbered-paragraph":
		return x.blocks(l)
	case "text:change-start", "text:change-end":
		x.mark(e)
	}
	return nil, x.skip()
}

// listItem makes only the first paragraph of an item an item; what follows in
// it has no number of its own, and in a list's header nothing has.
func (x *odf) listItem(l listContext, header bool) ([]Block, error) {
	var out []Block
	err := x.children(func(e xml.StartElement) error {
		inner := l
		if (header || len(out) > 0) && name(e) != "text:list" {
			inner = listContext{}
		}
		got, err := x.block(e, inner)
		out = append(out, got...)
		return err
	})
	return out, err
}

func (x *odf) paragraph(e xml.StartElement, l listContext) (Block, error) {
	b := Block{Kind: Paragraph}
	style := named(x.styles.para, attr(e, "text", "style-name"))
	b.Style, b.Align, b.RTL, b.Break = style.display, style.align, style.rtl, style.page
	switch {
	case e.Name.Local == "h":
		b.Kind, b.Level = Heading, 1
		if n, err := strconv.Atoi(attr(e, "text", "outline-level")); err == nil && n >= 1 && n <= 10 {
			b.Level = n
		}
	case l.level > 0:
		b.Kind, b.Level = ListItem, min(l.level, 10)
		if style, known := x.styles.lists[l.style]; known {
			b.Ordered = style.ordered(b.Level)
		} else {
			b.list, x.listless = l.style, true
		}
		b.Start, *l.start = *l.start, false
	}
	p := inline{x: x, marks: style.marks}
	if err := p.read(); err != nil {
		return b, err
	}
	b.Runs = p.finish()
	return b, nil
}

func (x *odf) table(e xml.StartElement) (Block, error) {
	b := Block{Kind: Table, Name: attr(e, "table", "name")}
	var rows func(header bool) error
	rows = func(header bool) error {
		return x.children(func(e xml.StartElement) error {
			switch name(e) {
			case "table:table-row":
				row := Row{Header: header}
				err := x.children(func(e xml.StartElement) error {
					if name(e) != "table:table-cell" {
						return x.skip()
					}
					cell := Cell{ColSpan: span(e, "number-columns-spanned"), RowSpan: span(e, "number-rows-spanned")}
					var err error
					cell.Blocks, err = x.blocks(listContext{})
					NoPages(cell.Blocks)
					row.Cells = append(row.Cells, cell)
					return err
				})
				b.Rows = append(b.Rows, row)
				return err
			case "table:table-header-rows":
				return rows(true)
			case "table:table-rows", "table:table-row-group":
				return rows(header)
			}
			return x.skip()
		})
	}
	return b, rows(false)
}

func span(e xml.StartElement, local string) int {
	n, err := strconv.Atoi(attr(e, "table", local))
	if err != nil || n < 1 || n > 1<<14 {
		return 1
	}
	return n
}
