package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// changeTable makes a table that of its new version: first the texts of the
// cells that stay, then the rows and columns.
func (p *passage) changeTable(ctx context.Context, at *uno.Object, old, seen, new *content.Block) error {
	plan := planTable(seen, new)
	if !plan.possible || len(old.Rows) != len(seen.Rows) {
		return document.Errorf(document.CodeValidation, "table %q cannot be compared with its new version; edit its cells with target search", old.Name)
	}
	if err := checkUndeleted(ctx, at, old, seen); err != nil {
		return err
	}
	if err := p.changeCells(ctx, at, old, seen, new, plan); err != nil {
		return err
	}
	if err := headRows(ctx, at, seen, new); err != nil {
		return err
	}
	if plan.merged {
		return nil
	}
	if err := moveLines(ctx, at, "getColumns", plan.columns); err != nil {
		return err
	}
	if err := moveLines(ctx, at, "getRows", plan.rows); err != nil {
		return err
	}
	return p.fillLines(ctx, at, new, plan)
}

// headRows sets how many rows are heads.
func headRows(ctx context.Context, at *uno.Object, seen, new *content.Block) error {
	was, is := heads(seen), heads(new)
	if was == is {
		return nil
	}
	b := at.Conn().NewBatch()
	b.Call(at, iProperties, "setPropertyValue", "RepeatHeadline", is > 0)
	if is > 0 {
		b.Call(at, iProperties, "setPropertyValue", "HeaderRowCount", int32(is))
	}
	return b.First(ctx)
}

func heads(b *content.Block) int {
	n := 0
	for n < len(b.Rows) && b.Rows[n].Header {
		n++
	}
	return n
}

// moveLines takes rows or columns out and puts new ones in, from the last to
// the first.
func moveLines(ctx context.Context, table *uno.Object, method string, steps []content.Step) error {
	lines, err := table.CallObject(ctx, iTextTable, method)
	if err != nil {
		return err
	}
	const iLines = "com.sun.star.table.XTable"
	face := iLines + map[string]string{"getColumns": "Columns", "getRows": "Rows"}[method]
	b := table.Conn().NewBatch()
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := steps[i]; {
		case s.New < 0:
			b.Call(lines, face, "removeByIndex", int32(s.Old), int32(1))
		case s.Old < 0:
			place := 0 // behind the line before it that is there now
			for j := range i {
				if steps[j].Old >= 0 {
					place = steps[j].Old + 1
				}
			}
			b.Call(lines, face, "insertByIndex", int32(place), int32(1))
		}
	}
	return b.First(ctx)
}

// fillLines writes the cells of new rows and columns.
func (p *passage) fillLines(ctx context.Context, table *uno.Object, new *content.Block, plan tablePlan) error {
	added := func(steps []content.Step) map[int]bool {
		out := map[int]bool{}
		for _, s := range steps {
			if s.Old < 0 {
				out[s.New] = true
			}
		}
		return out
	}
	rows, columns := added(plan.rows), added(plan.columns)
	for i := range new.Rows {
		for j := range new.Rows[i].Cells {
			if !rows[i] && !columns[j] {
				continue
			}
			cell, err := table.CallObject(ctx, iTextTable, "getCellByName", cellName(i, j))
			if err != nil {
				return err
			}
			if err := p.fillCell(ctx, cell, &new.Rows[i].Cells[j]); err != nil {
				return err
			}
		}
	}
	return nil
}

// fillCell writes a new cell. While changes are recorded the office puts a joiner
// without width into a new row, which the text replaces.
func (p *passage) fillCell(ctx context.Context, cell *uno.Object, is *content.Cell) error {
	text, err := cell.Call(ctx, iTextRange, "getString")
	if err != nil {
		return err
	}
	was := content.Cell{Blocks: []content.Block{{Kind: content.Paragraph}}}
	if text, _ := text.(string); text != "" {
		if len(is.Blocks) == 0 || len(is.Blocks[0].Runs) == 0 {
			return nil
		}
		was.Blocks[0].Runs = []content.Run{{Text: text}}
	}
	return p.changeCell(ctx, cell, &was, &was, is)
}

// changeCells changes the cells that stay, where they stand in the old version.
func (p *passage) changeCells(ctx context.Context, table *uno.Object, old, seen, new *content.Block, plan tablePlan) error {
	refuse := document.Errorf(document.CodeValidation, "the cells of table %q cannot be told apart here; edit them with target search", old.Name)
	names := boxNames(seen)
	for _, r := range plan.rows {
		if r.Old < 0 || r.New < 0 {
			continue
		}
		columns := plan.columns
		if plan.merged {
			columns = same(len(seen.Rows[r.Old].Cells))
		}
		for _, c := range columns {
			if c.Old < 0 || c.New < 0 {
				continue
			}
			was, is := &seen.Rows[r.Old].Cells[c.Old], &new.Rows[r.New].Cells[c.New]
			if equalCells(was, is) {
				continue
			}
			if len(old.Rows[r.Old].Cells) != len(seen.Rows[r.Old].Cells) {
				return refuse
			}
			cell, err := table.CallObject(ctx, iTextTable, "getCellByName", names[r.Old][c.Old])
			if err != nil {
				return err
			}
			if cell == nil {
				return refuse
			}
			if err := p.changeCell(ctx, cell, &old.Rows[r.Old].Cells[c.Old], was, is); err != nil {
				return err
			}
		}
	}
	return nil
}

func equalCells(a, b *content.Cell) bool {
	for _, s := range content.Align(filled(a.Blocks), filled(b.Blocks)) {
		if !s.Same {
			return false
		}
	}
	return true
}

// filled is a cell's content: it always holds a paragraph.
func filled(blocks []content.Block) []content.Block {
	if len(blocks) == 0 {
		return []content.Block{{Kind: content.Paragraph}}
	}
	return blocks
}

// boxNames are the names of a table's cells in the office, where covered ones
// are counted.
func boxNames(b *content.Block) [][]string {
	out := make([][]string, len(b.Rows))
	if !spans(b) {
		for i := range b.Rows {
			for j := range b.Rows[i].Cells {
				out[i] = append(out[i], cellName(i, j))
			}
		}
		return out
	}
	grid, _ := content.Grid(b)
	for _, g := range grid {
		n := 0
		for _, other := range grid {
			if other.Column < g.Column && other.Row <= g.Row && other.Row+max(1, other.Cell.RowSpan) > g.Row {
				n++
			}
		}
		out[g.Row] = append(out[g.Row], cellName(g.Row, n))
	}
	return out
}

// changeCell makes a cell's content that of its new version. In a cell, a
// paragraph without a style has the one that is there.
func (p *passage) changeCell(ctx context.Context, cell *uno.Object, old, seen, new *content.Cell) error {
	inner := passage{Rewriter: p.Rewriter, home: cell, old: filled(old.Blocks), seen: filled(seen.Blocks), new: filled(new.Blocks), body: tableContents}
	var err error
	if inner.at, err = enumerate(ctx, cell); err != nil {
		return err
	}
	if len(inner.at) != len(inner.old) || len(inner.seen) != len(inner.old) {
		return document.Errorf(document.CodeValidation, "the cell %q cannot be compared with its new version; edit it with target search", clip(content.Plain(seen.Blocks)))
	}
	if err := checkWritable(ctx, inner.at[:1]); err != nil {
		return err
	}
	if table, err := inner.at[0].Has(ctx, iTextTable); err != nil {
		return err
	} else if !table {
		look, err := lookOf(ctx, inner.at[0])
		if err != nil {
			return err
		}
		if !look.heading && !look.list {
			inner.body = look.style
		}
	}
	inner.align()
	return inner.do(ctx)
}
