package content

import "unicode/utf8"

// Kind says what a block is.
type Kind uint8

// The kinds of blocks. The zero value is none of them.
const (
	Paragraph Kind = iota + 1
	Heading        // Level 1 to 10
	ListItem       // Level 1 to 10, Ordered
	Table
)

// Block is a paragraph-like element or a table.
type Block struct {
	Kind    Kind
	Level   int    // of a heading or list item, from 1
	Ordered bool   // a numbered list item
	Start   bool   // the first item of its list
	Style   string // paragraph style's display name, "" for the kind's own
	Align   string // "center", "right", "justify" where set directly, else ""
	RTL     bool   // written from right to left, where set directly
	Break   bool   // a page begins with it, where set directly
	Runs    []Run
	Rows    []Row // of a table
	Name    string
	joined  bool   // while reading: goes on with the block before it
	list    string // of a list item: the style that says whether it has a number
}

// Row is a row of a table.
type Row struct {
	Header bool
	Cells  []Cell
}

// NoPages leaves page breaks out of a cell's blocks: in a table none begins a page.
func NoPages(blocks []Block) {
	for i := range blocks {
		blocks[i].Break = false
	}
}

// Cell is a cell of a table. Covered cells are left out.
type Cell struct {
	ColSpan, RowSpan int // at least 1
	Blocks           []Block
}

// Run is text with one look, or one object.
type Run struct {
	Text   string // "\n" is a line break, "\t" a tab
	Marks  Marks
	Link   string  // where it leads, "" for no link
	Object *Object // then Text is empty
}

// Marks is direct character formatting with a meaning.
type Marks struct {
	Bold, Italic, Underline, Strike bool
	Super, Sub                      bool
	Style                           string // character style's display name
}

// Object is something in the text that is not text.
type Object struct {
	Kind   string // "image", "footnote", "endnote", "comment", "field", "frame", "shape", "formula", "ole", "bookmark"
	Name   string // the office's name of it, or its number among its kind
	Text   string // what it shows or says, in one line
	Author string // of a comment
	Stream string // of a formula: where the document's storage has it
}

// Change is a tracked change that nobody has accepted or refused yet.
type Change struct {
	Type   string `json:"type"` // "insertion", "deletion" or "format"
	Text   string `json:"text"`
	Author string `json:"author,omitempty"`
	Date   string `json:"date,omitempty"` // ISO 8601 without a zone
}

// Document is a text document's body.
type Document struct {
	Blocks   []Block
	Changes  []Change
	listless bool

	prints prints
}

// String returns the text of the runs; objects add nothing.
func Text(runs []Run) string {
	n := 0
	for i := range runs {
		n += len(runs[i].Text)
	}
	b := make([]byte, 0, n)
	for i := range runs {
		b = append(b, runs[i].Text...)
	}
	return string(b)
}

// Walk calls f for each paragraph-like block in reading order, those in table
// cells included, until f returns false.
func Walk(blocks []Block, f func(*Block) bool) bool {
	for i := range blocks {
		b := &blocks[i]
		if b.Kind != Table {
			if !f(b) {
				return false
			}
			continue
		}
		for r := range b.Rows {
			for c := range b.Rows[r].Cells {
				if !Walk(b.Rows[r].Cells[c].Blocks, f) {
					return false
				}
			}
		}
	}
	return true
}

// Length is how many characters Plain prints.
func Length(blocks []Block) int {
	n := 0
	for i := range blocks {
		b := &blocks[i]
		if b.Kind != Table {
			for j := range b.Runs {
				n += utf8.RuneCountInString(b.Runs[j].Text)
			}
			n++
			continue
		}
		for j := range b.Rows {
			for k := range b.Rows[j].Cells {
				n += max(1, Length(b.Rows[j].Cells[k].Blocks))
			}
			n += max(0, 1-len(b.Rows[j].Cells))
		}
	}
	return n
}

// Formulas returns the formulas in blocks.
func Formulas(blocks []Block) []*Object {
	var out []*Object
	Walk(blocks, func(b *Block) bool {
		for i := range b.Runs {
			if o := b.Runs[i].Object; o != nil && o.Kind == "formula" {
				out = append(out, o)
			}
		}
		return true
	})
	return out
}

// BodyStyle returns the style of ordinary text: that which most plain paragraphs
// outside tables have, of LibreOffice's two styles for it if they occur. In HTML
// a <p> without a style means this one.
func (d *Document) BodyStyle() string {
	count := map[string]int{}
	for i := range d.Blocks {
		if d.Blocks[i].Kind == Paragraph {
			count[d.Blocks[i].Style]++
		}
	}
	best, most := "", 0
	for style, n := range count {
		if n += len(d.Blocks) * ordinary[style]; n > most || n == most && style < best {
			best, most = style, n
		}
	}
	return best
}

// ordinary are the styles that ordinary text has unless its author chose one.
var ordinary = map[string]int{"Standard": 1, "Text body": 1}

// With returns the marks of text that stands within text with marks m.
func (m Marks) With(inner Marks) Marks { return m.with(inner) }
