package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// setUpLists makes the office set up the list styles that blocks will use, as it
// does for a style that is used for the first time. Done by the edit itself, a
// redo would make numbers of bullets (7.4); so it is done while the undo list is
// locked, which all happens in one block: it does not stay locked if we die.
func setUpLists(ctx context.Context, doc *document.Document, s Styles, blocks []content.Block) error {
	var names []string
	for _, ordered := range []bool{false, true} {
		used := false
		content.Walk(blocks, func(b *content.Block) bool {
			used = b.Kind == content.ListItem && b.Ordered == ordered
			return !used
		})
		switch {
		case used && ordered:
			names = append(names, s.Numbers)
		case used:
			names = append(names, s.Bullets)
		}
	}
	if len(names) == 0 {
		return nil
	}
	family, err := styleFamily(ctx, doc, "NumberingStyles")
	if err != nil {
		return err
	}
	manager, err := doc.Member(ctx, document.UndoList)
	if err != nil {
		return err
	}
	b := doc.Conn().NewBatch()
	found := make([]*uno.Result, len(names))
	for i, name := range names {
		found[i] = b.Call(family, iNameAccess, "getByName", name)
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	const iLockable = "com.sun.star.util.XLockable"
	b = doc.Conn().NewBatch()
	b.Call(manager, iLockable, "lock")
	for _, style := range found {
		b.Call(style.Object(), iProperties, "getPropertyValue", "NumberingRules") // looking is enough
	}
	b.Call(manager, iLockable, "unlock")
	return b.First(ctx)
}
