package writer

import (
	"github.com/unodesk/unodesk/server/content"
)

// tablePlan says how a table becomes its new version: which rows and columns go
// and come, and how the rest is paired.
type tablePlan struct {
	possible      bool
	rows, columns []content.Step
	merged        bool // it has merged cells, which stay as they are
}

// planTable compares two versions of a table. Where cells are merged, rows and
// columns stay as they are; tables that differ more are made anew.
func planTable(old, new *content.Block) tablePlan {
	if spans(old) || spans(new) {
		return tablePlan{possible: sameGrid(old, new), merged: true, rows: same(len(old.Rows)), columns: nil}
	}
	width := func(b *content.Block) int {
		n := len(b.Rows[0].Cells)
		for _, r := range b.Rows {
			if len(r.Cells) != n {
				return 0
			}
		}
		return n
	}
	if len(old.Rows) == 0 || len(new.Rows) == 0 || width(old) == 0 || width(new) == 0 {
		return tablePlan{}
	}
	p := tablePlan{possible: true, rows: same(len(old.Rows)), columns: same(width(old))}
	if width(old) != width(new) {
		p.columns = alignLines(columnsOf(old), columnsOf(new))
	}
	if len(old.Rows) != len(new.Rows) {
		p.rows = alignLines(rowsOf(old), rowsOf(new))
	}
	stay := func(steps []content.Step) bool {
		for _, s := range steps {
			if s.Old >= 0 && s.New >= 0 {
				return true
			}
		}
		return false
	}
	p.possible = stay(p.rows) && stay(p.columns)
	return p
}

func spans(b *content.Block) bool {
	for _, r := range b.Rows {
		for _, c := range r.Cells {
			if c.ColSpan > 1 || c.RowSpan > 1 {
				return true
			}
		}
	}
	return false
}

// sameGrid tells whether two versions have the same cells.
func sameGrid(old, new *content.Block) bool {
	if len(old.Rows) != len(new.Rows) {
		return false
	}
	for i := range old.Rows {
		if len(old.Rows[i].Cells) != len(new.Rows[i].Cells) {
			return false
		}
		for j := range old.Rows[i].Cells {
			a, b := &old.Rows[i].Cells[j], &new.Rows[i].Cells[j]
			if max(1, a.ColSpan) != max(1, b.ColSpan) || max(1, a.RowSpan) != max(1, b.RowSpan) {
				return false
			}
		}
	}
	return true
}

func same(n int) []content.Step {
	out := make([]content.Step, n)
	for i := range out {
		out[i] = content.Step{Old: i, New: i}
	}
	return out
}

// rowsOf and columnsOf are a table's lines, each as a table of its own, so that
// they can be aligned like paragraphs.
func rowsOf(b *content.Block) []content.Block {
	out := make([]content.Block, len(b.Rows))
	for i := range b.Rows {
		out[i] = content.Block{Kind: content.Table, Rows: []content.Row{{Cells: b.Rows[i].Cells}}}
	}
	return out
}

func columnsOf(b *content.Block) []content.Block {
	out := make([]content.Block, len(b.Rows[0].Cells))
	for j := range out {
		t := content.Block{Kind: content.Table}
		for i := range b.Rows {
			t.Rows = append(t.Rows, content.Row{Cells: b.Rows[i].Cells[j : j+1]})
		}
		out[j] = t
	}
	return out
}

// alignLines pairs rows or columns: equal ones, those that read alike, and what
// is left in the same place.
func alignLines(old, new []content.Block) []content.Step {
	var out []content.Step
	steps := content.Align(old, new)
	for i := 0; i < len(steps); {
		var gone, come []int
		for ; i < len(steps) && (steps[i].Old < 0 || steps[i].New < 0); i++ {
			if steps[i].Old >= 0 {
				gone = append(gone, steps[i].Old)
			} else {
				come = append(come, steps[i].New)
			}
		}
		n := min(len(gone), len(come))
		for k := range n {
			out = append(out, content.Step{Old: gone[k], New: come[k]})
		}
		for _, g := range gone[n:] {
			out = append(out, content.Step{Old: g, New: -1})
		}
		for _, c := range come[n:] {
			out = append(out, content.Step{Old: -1, New: c})
		}
		if i < len(steps) {
			out = append(out, steps[i])
			i++
		}
	}
	return out
}
