package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// change makes a paragraph or table read as its new version does.
func (r *Rewriter) change(ctx context.Context, at *uno.Object, old, seen, new *content.Block) error {
	if old.Kind == content.Table {
		return r.changeTable(ctx, at, old, seen, new)
	}
	if err := checkWritable(ctx, []*uno.Object{at}); err != nil {
		return err
	}
	if err := r.changeText(ctx, at, old, seen, new); err != nil {
		return err
	}
	if content.Shape(seen) == content.Shape(new) {
		return nil
	}
	return r.changeShape(ctx, at, seen, new)
}

// changeShape gives a paragraph another kind, level, style or alignment.
func (r *Rewriter) changeShape(ctx context.Context, at *uno.Object, seen, new *content.Block) error {
	b := r.doc.Conn().NewBatch()
	set := func(name string, value any) { b.Call(at, iProperties, "setPropertyValue", name, value) }
	reset := func(name string) { b.Call(at, "com.sun.star.beans.XPropertyState", "setPropertyToDefault", name) }
	noList := func() { set("NumberingStyleName", ""); reset("NumberingStyleName") }
	asBefore := seen.Kind == new.Kind && seen.Level == new.Level && content.StyleToken(seen.Style) == content.StyleToken(new.Style)
	if !asBefore && new.Kind != content.ListItem || seen.Kind == content.Heading && new.Kind != content.Heading {
		set("ParaStyleName", r.styles.ofBlock(new))
	}
	switch {
	case new.Kind == content.ListItem && (seen.Kind != content.ListItem || seen.Ordered != new.Ordered):
		noList()
		style := r.styles.Bullets
		if new.Ordered {
			style = r.styles.Numbers
		}
		set("NumberingStyleName", style)
		set("NumberingLevel", int16(new.Level-1))
	case new.Kind != content.ListItem && seen.Kind == content.ListItem:
		noList()
	}
	if seen.Align != new.Align {
		if adjust, ok := adjustments[new.Align]; ok {
			set("ParaAdjust", adjust)
		} else {
			reset("ParaAdjust")
		}
	}
	return b.First(ctx)
}

// changeTable changes the texts of a table's cells.
func (r *Rewriter) changeTable(ctx context.Context, at *uno.Object, old, seen, new *content.Block) error {
	refuse := document.Errorf(document.CodeValidation,
		"the new version of table %q has other rows, columns or paragraphs in cells; only the texts of cells can be changed here", old.Name)
	if len(seen.Rows) != len(new.Rows) || len(old.Rows) != len(seen.Rows) {
		return refuse
	}
	for i := range new.Rows {
		if len(new.Rows[i].Cells) != len(seen.Rows[i].Cells) {
			return refuse
		}
		for j := range new.Rows[i].Cells {
			was, is := &seen.Rows[i].Cells[j], &new.Rows[i].Cells[j]
			steps := content.Align(was.Blocks, is.Blocks)
			same := true
			for _, s := range steps {
				same = same && s.Same
			}
			if same {
				continue
			}
			if was.ColSpan > 1 || was.RowSpan > 1 || len(was.Blocks) > len(is.Blocks) || len(is.Blocks) > max(1, len(was.Blocks)) {
				return refuse
			}
			if err := r.changeCell(ctx, at, cellName(i, j), &old.Rows[i].Cells[j], was, is, refuse); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Rewriter) changeCell(ctx context.Context, table *uno.Object, name string, old, seen, new *content.Cell, refuse error) error {
	cell, err := table.CallObject(ctx, iTextTable, "getCellByName", name)
	if err != nil {
		return err
	}
	if cell == nil {
		return refuse
	}
	at, err := enumerate(ctx, cell)
	if err != nil {
		return err
	}
	if len(at) != len(old.Blocks) || len(at) != len(new.Blocks) {
		return refuse
	}
	for i := range new.Blocks {
		was := content.Block{Kind: old.Blocks[i].Kind} // an empty cell has no blocks in HTML
		if i < len(seen.Blocks) {
			was = seen.Blocks[i]
		}
		if was.Kind == content.Table || new.Blocks[i].Kind == content.Table {
			return refuse
		}
		if err := r.changeText(ctx, at[i], &old.Blocks[i], &was, &new.Blocks[i]); err != nil {
			return err
		}
	}
	return nil
}
