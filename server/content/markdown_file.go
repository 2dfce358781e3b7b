package content

import "strconv"

// MarkdownFile prints blocks as Markdown for people: what a program needs to
// write the document back is left out. Notes get numbers and stand at the end,
// fields and formulas say what they say, comments and empty paragraphs are gone.
func MarkdownFile(blocks []Block) string {
	f := forFile{}
	out := f.blocks(blocks)
	for i := range f.notes {
		f.notes[i].Start = i == 0
	}
	text, _ := Markdown(append(out, f.notes...), MarkdownOptions{})
	return text
}

// forFile makes plain text of what is not text.
type forFile struct {
	notes []Block // in the order of their numbers
}

func (f *forFile) blocks(in []Block) []Block {
	var out []Block
	for _, b := range in {
		switch {
		case b.Kind == Table:
			b.Rows = f.rows(b.Rows)
		default:
			b.Runs = f.runs(b.Runs)
			if b.Kind == Paragraph && len(b.Runs) == 0 {
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

func (f *forFile) rows(in []Row) []Row {
	out := make([]Row, len(in))
	for i, row := range in {
		out[i] = Row{Header: row.Header, Cells: make([]Cell, len(row.Cells))}
		for j, c := range row.Cells {
			c.Blocks = f.blocks(c.Blocks)
			out[i].Cells[j] = c
		}
	}
	return out
}

func (f *forFile) runs(in []Run) []Run {
	var out []Run
	for _, r := range in {
		if r.Object != nil {
			r = f.run(r)
		}
		if r.Text != "" {
			out = append(out, r)
		}
	}
	return out
}

// run makes text of an object; its look stays.
func (f *forFile) run(r Run) Run {
	o := r.Object
	r.Object = nil
	switch o.Kind {
	case "footnote", "endnote":
		f.notes = append(f.notes, Block{Kind: ListItem, Level: 1, Ordered: true, Runs: []Run{{Text: o.Text}}})
		r.Text, r.Marks = strconv.Itoa(len(f.notes)), Marks{Super: true}
	case "comment":
	case "formula":
		if o.Text != "" {
			r.Text, r.Marks = "$"+o.Text+"$", Marks{Style: codeStyle} // nothing in it is a mark then
		}
	case "image", "ole":
		r.Text = "[" + o.Name + "]"
		if o.Text != "" {
			r.Text = "[" + o.Text + "]"
		}
	default:
		r.Text = o.Text
	}
	return r
}
