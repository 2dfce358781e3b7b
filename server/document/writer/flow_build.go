package writer

import (
	"strconv"

	"github.com/unodesk/unodesk/server/content"
)

// numbers turns what was read into blocks. It counts objects that have no name
// as an export does, so that both give them the same names.
type numbers struct {
	part  bool // not all of the document: objects are not numbered through it
	count map[string]int
	lists map[string]bool // that have begun
	// deleting: within text that a tracked change has deleted.
	deleting int
}

func newNumbers(part bool) *numbers {
	return &numbers{part: part, count: map[string]int{}, lists: map[string]bool{}}
}

// partMark stands before the numbers that objects have in a part of a document:
// they are no numbers in the whole.
const partMark = "+"

func (n *numbers) next(kind string) string {
	switch kind {
	case "footnote", "endnote":
		kind = "note" // these are counted together
	case "field", "comment":
	default:
		return ""
	}
	n.count[kind]++
	name := strconv.Itoa(n.count[kind])
	if n.part {
		name = partMark + name
	}
	return name
}

// blocks turns a flow into blocks.
func (n *numbers) blocks(fl *flow) []content.Block {
	var t text
	n.add(&t, fl.items)
	return t.blocks
}

// text is a flow as far as it was turned into blocks.
type text struct {
	blocks []content.Block
	origin []int // which item each block comes from
	items  int
	level  int    // of the list item before, 0 if there was none
	id     string // of its list
}

// add turns the next items of a flow into blocks.
func (n *numbers) add(t *text, items []*item) {
	for _, it := range items {
		t.items++
		joined := n.deleting > 0
		b := n.block(t, it)
		if last := len(t.blocks) - 1; joined && last >= 0 && t.blocks[last].Kind != content.Table && b.Kind != content.Table {
			t.blocks[last].Runs = append(t.blocks[last].Runs, b.Runs...)
			continue
		}
		t.blocks, t.origin = append(t.blocks, b), append(t.origin, t.items-1)
	}
}

func (n *numbers) block(t *text, it *item) content.Block {
	if it.table != nil {
		t.level = 0
		return n.table(it.table)
	}
	b := content.Block{Kind: content.Paragraph, Style: it.style, Align: it.align, RTL: it.rtl, Break: it.page}
	switch {
	case it.level > 0:
		b.Kind, b.Level = content.Heading, min(it.level, 10)
		t.level = 0
	case it.listID != "":
		b.Kind, b.Level = content.ListItem, min(it.depth, 10)
		b.Ordered = it.ordered
		b.Start = n.starts(it, t.level, t.id)
		t.level, t.id = b.Level, it.listID
	default:
		t.level = 0
	}
	b.Runs = n.runs(it)
	return b
}

// starts tells whether a list item is the first of its list, as an export has
// it: a deeper list begins anew under each item, the outermost goes on when it
// was interrupted. level and id are those of the item before, 0 for none.
func (n *numbers) starts(it *item, level int, id string) bool {
	known := n.lists[it.listID]
	n.lists[it.listID] = true
	if level > 0 && id == it.listID {
		return it.depth > level
	}
	return it.depth > 1 || !known
}

// silent are the pieces without text of their own.
var silent = map[string]bool{
	"SoftPageBreak": true, "Redline": true, "Bookmark": true, "ReferenceMark": true, "DocumentIndexMark": true,
	"TextFieldStart": true, "TextFieldSeparator": true, "TextFieldEnd": true, "AnnotationEnd": true, "Ruby": true,
}

func (n *numbers) runs(it *item) []content.Run {
	var runs []content.Run
	add := func(t *thing, marks content.Marks, link string) {
		o := t.object(n)
		if n.deleting == 0 {
			runs = append(runs, content.Run{Object: &o, Marks: marks, Link: link})
		}
	}
	for _, t := range it.anchored {
		add(t, it.marks, "")
	}
	for _, q := range it.bits {
		marks := it.marks.Without(q.plain).With(q.marks)
		switch {
		case q.redline == "Delete" && q.begins:
			n.deleting++
		case q.redline == "Delete":
			n.deleting = max(0, n.deleting-1)
		case q.kind == "LineBreak":
			q.text = "\n"
		}
		for _, t := range q.things {
			add(t, marks, q.link)
		}
		if len(q.things) > 0 || silent[q.kind] || q.text == "" || n.deleting > 0 {
			continue
		}
		r := content.Run{Text: q.text, Marks: marks, Link: q.link}
		if last := len(runs) - 1; last >= 0 && runs[last].Object == nil && runs[last].Marks == r.Marks && runs[last].Link == r.Link {
			runs[last].Text += r.Text
			continue
		}
		runs = append(runs, r)
	}
	return runs
}

func (n *numbers) table(t *tableItem) content.Block {
	b := content.Block{Kind: content.Table, Name: t.name}
	for i, row := range t.rows {
		r := content.Row{Header: i < t.heads}
		for _, c := range row {
			cell := content.Cell{ColSpan: c.col, RowSpan: c.row}
			if c.split != nil {
				cell.Blocks = []content.Block{n.table(c.split)}
			} else {
				cell.Blocks = n.blocks(&c.flow)
				content.NoPages(cell.Blocks)
			}
			r.Cells = append(r.Cells, cell)
		}
		b.Rows = append(b.Rows, r)
	}
	return b
}
