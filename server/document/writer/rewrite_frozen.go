package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// joinedByChanges leaves out the paragraphs that read as a part of the one before
// them, because a tracked deletion holds the break between them, and tells which
// of the others go on so.
func joinedByChanges(ctx context.Context, at []*uno.Object) (first []*uno.Object, frozen map[int]bool, err error) {
	portions, err := paragraphPortions(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	frozen = map[int]bool{}
	deleting := false
	for i := range at {
		if deleting && len(first) > 0 && portions[i] != nil {
			frozen[len(first)-1] = true
		} else {
			first = append(first, at[i])
		}
		for _, q := range portions[i] {
			if q.redline == "Delete" {
				deleting = q.begins
			}
		}
	}
	return first, frozen, nil
}

// checkUndeleted refuses to change a table that a tracked deletion around it holds:
// what is put there parts that, and no undo joins the parts. Its cells read as empty
// though they have text.
func checkUndeleted(ctx context.Context, table *uno.Object, old, seen *content.Block) error {
	if len(old.Rows) != len(seen.Rows) {
		return nil // which is refused elsewhere
	}
	names := boxNames(seen)
	for i := range old.Rows {
		for j := range min(len(old.Rows[i].Cells), len(names[i])) {
			if strings.TrimSpace(content.Plain(old.Rows[i].Cells[j].Blocks)) != "" {
				return nil
			}
			cell, err := table.CallObject(ctx, iTextTable, "getCellByName", names[i][j])
			if err != nil || cell == nil {
				return err
			}
			paragraphs, err := enumerate(ctx, cell)
			if err != nil {
				return err
			}
			l, err := layoutOf(ctx, paragraphs[0])
			if err != nil {
				return err
			}
			if len(l.pieces) > 0 && l.pieces[0].text != "" {
				return document.Errorf(document.CodeValidation, "a tracked deletion holds the table %q; accept or reject that change first", old.Name)
			}
		}
	}
	return nil
}

// checkFrozen refuses to change paragraphs that a tracked deletion joins.
func (p *passage) checkFrozen() error {
	for _, s := range p.steps {
		if s.Old >= 0 && p.frozen[s.Old] && !s.Same {
			return document.Errorf(document.CodeValidation, "a tracked deletion joins the paragraph %q with the one before it; accept or reject that change first, or edit with target search",
				clip(content.Text(p.seen[s.Old].Runs)))
		}
	}
	return nil
}
