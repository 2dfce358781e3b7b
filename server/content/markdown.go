package content

import (
	"strings"
)

// MarkdownOptions steer Markdown.
type MarkdownOptions struct {
	MaxBytes int // as of HTMLOptions
}

// Markdown prints blocks as GitHub's Markdown and says where it ended. It shows
// what a reader needs: headings, lists, tables, emphasis, links. Objects are
// elements of HTML, <f :7> for the field 7, and so is what Markdown has no
// means for. Styles and alignment it does not show.
func Markdown(blocks []Block, o MarkdownOptions) (text string, end Cut) {
	m := markdown{}
	for i := range blocks {
		before, was := m.b.Len(), m.lists
		m.block(&blocks[i])
		if o.MaxBytes == 0 || m.b.Len() <= o.MaxBytes {
			continue
		}
		if i > 0 {
			m.lists = was
			return m.b.String()[:before], Cut{Blocks: i}
		}
		size := func(b *Block) int {
			q := markdown{}
			q.block(b)
			return q.b.Len()
		}
		first, end := cutBlock(blocks[0], o.MaxBytes, size)
		m = markdown{}
		m.block(&first)
		return m.b.String(), end
	}
	return m.b.String(), Cut{Blocks: len(blocks)}
}

// markdown prints blocks; each ends with a line break.
type markdown struct {
	b     strings.Builder
	lists []mdList // open lists
	item  bool     // the block before was a list item
}

type mdList struct {
	ordered bool
	other   bool // with the second of the two markers that lists can have
	indent  int
}

func (m *markdown) block(b *Block) {
	if b.Kind == ListItem {
		m.listItem(b)
		return
	}
	m.lists, m.item = nil, false
	m.gap()
	switch b.Kind {
	case Table:
		m.table(b)
	case Heading:
		m.b.WriteString(strings.Repeat("#", min(max(1, b.Level), 6)) + " ")
		text := mdLine{noBreak: true}.runs(b.Runs)
		if strings.HasSuffix(text, "#") { // else taken for the end of the mark
			text = text[:len(text)-1] + "\\#"
		}
		m.b.WriteString(text + "\n")
	default:
		text := mdLine{start: true}.runs(b.Runs)
		if text == "" {
			text = "<p></p>" // Markdown has no empty paragraphs
		}
		m.b.WriteString(text + "\n")
	}
}

// gap puts an empty line between blocks.
func (m *markdown) gap() {
	if m.b.Len() > 0 {
		m.b.WriteByte('\n')
	}
}

func (m *markdown) listItem(b *Block) {
	level := min(max(1, b.Level), 10)
	if !m.item {
		m.lists = nil
		m.gap()
	}
	m.item = true
	open := len(m.lists)
	other := false
	if open >= level {
		last := m.lists[level-1]
		m.lists = m.lists[:level]
		if b.Start || last.ordered != b.Ordered { // another list right behind this one
			other = last.ordered == b.Ordered && !last.other
			m.lists = m.lists[:level-1]
		}
	}
	indent := 0
	if n := len(m.lists); n > 0 {
		indent = m.lists[n-1].indent
		if n == level {
			indent = 0
			if n > 1 {
				indent = m.lists[n-2].indent
			}
		}
	}
	m.b.WriteString(strings.Repeat(" ", indent))
	if len(m.lists) == level {
		m.b.WriteString(m.lists[level-1].marker())
	}
	for len(m.lists) < level {
		l := mdList{ordered: b.Ordered, other: other && len(m.lists) == level-1}
		indent += len(l.marker())
		l.indent = indent
		m.b.WriteString(l.marker())
		m.lists = append(m.lists, l)
	}
	text := mdLine{noBreak: true, start: true}.runs(b.Runs)
	if text == "" {
		text = "<!-- -->" // else taken for text of the item before
	}
	m.b.WriteString(text + "\n")
}

func (l mdList) marker() string {
	switch {
	case l.ordered && l.other:
		return "1) "
	case l.ordered:
		return "1. "
	case l.other:
		return "* "
	}
	return "- "
}

// table prints a table as Markdown has them; one with merged cells, or more than
// paragraphs in a cell, as HTML.
func (m *markdown) table(b *Block) {
	width := 0
	plain := true
	for i := range b.Rows {
		for j := range b.Rows[i].Cells {
			c := &b.Rows[i].Cells[j]
			plain = plain && c.ColSpan <= 1 && c.RowSpan <= 1
			for k := range c.Blocks {
				plain = plain && c.Blocks[k].Kind == Paragraph
			}
		}
		plain = plain && !(i > 0 && b.Rows[i].Header)
		width = max(width, len(b.Rows[i].Cells))
	}
	if !plain || width == 0 {
		p := printer{o: HTMLOptions{Short: &Legend{}, bare: true}}
		p.table(&Block{Kind: Table, Rows: b.Rows})
		m.b.WriteString(p.b.String())
		return
	}
	if len(b.Rows) > 0 && !b.Rows[0].Header {
		m.b.WriteString(strings.Repeat("|", width+1) + "\n")
		m.rule(width)
	}
	for i := range b.Rows {
		m.b.WriteByte('|')
		for j := range width {
			if j < len(b.Rows[i].Cells) {
				m.cell(&b.Rows[i].Cells[j])
			}
			m.b.WriteByte('|')
		}
		m.b.WriteByte('\n')
		if b.Rows[i].Header {
			m.rule(width)
		}
	}
}

func (m *markdown) rule(width int) { m.b.WriteString("|" + strings.Repeat("-|", width) + "\n") }

func (m *markdown) cell(c *Cell) {
	for i := range c.Blocks {
		if i > 0 {
			m.b.WriteString("<p>")
		}
		m.b.WriteString(mdLine{noBreak: true, cell: true}.runs(c.Blocks[i].Runs))
	}
}
