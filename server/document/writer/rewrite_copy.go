package writer

import (
	"context"
	"slices"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// copyMoves copies what moves, through the document's window.
func (r *Rewriter) copyMoves(ctx context.Context, w window) error {
	for i := range r.moves {
		m := &r.moves[i]
		var span *uno.Object
		var err error
		if m.paragraph != nil {
			span, m.page, err = r.paragraphSpan(ctx, m)
		} else {
			span, err = r.objectSpan(ctx, &r.body, m.id)
		}
		if err != nil {
			return err
		}
		if err := w.choose(ctx, span); err != nil {
			return err
		}
		if m.copy, err = w.view.CallObject(ctx, iTransferable, "getTransferable"); err != nil {
			return err
		}
	}
	return nil
}

const iTransferable = "com.sun.star.datatransfer.XTransferableSupplier"

// paragraphSpan is a cursor over a paragraph and its end, if that has one, with the
// page properties of the paragraph.
func (r *Rewriter) paragraphSpan(ctx context.Context, m *move) (span *uno.Object, page []any, err error) {
	n := 0
	for &r.body.seen[n] != m.paragraph {
		n++
	}
	cursor, err := r.body.home.CallObject(ctx, iSimpleText, "createTextCursorByRange", r.body.at[n])
	if err != nil {
		return nil, nil, err
	}
	b := cursor.Conn().NewBatch()
	b.Call(cursor, iTextCursor, "collapseToEnd")
	b.Call(cursor, iParaCursor, "gotoStartOfParagraph", false)
	b.Call(cursor, iParaCursor, "gotoEndOfParagraph", true)
	if err := b.First(ctx); err != nil {
		return nil, nil, err
	}
	if page, err = pageOf(ctx, cursor); err != nil || m.endless { // while it does not reach into the next one
		return cursor, page, err
	}
	_, err = cursor.Call(ctx, iTextCursor, "goRight", int16(1), true)
	return cursor, page, err
}

// objectSpan is a cursor over an object that stands in the text like a character.
func (r *Rewriter) objectSpan(ctx context.Context, p *passage, id string) (*uno.Object, error) {
	refuse := document.Errorf(document.CodeObjectsInRange, "%s stands in another place in the new version, and cannot be moved: it does not stand in the text like a character", id).
		With("objects", []string{id})
	for i := range p.seen {
		b := &p.seen[i]
		if allObjects(p.seen[i : i+1])[id] == 0 {
			continue
		}
		if b.Kind == content.Table {
			return r.objectInTable(ctx, p.at[i], b, id)
		}
		l, err := layoutOf(ctx, p.at[i])
		if err != nil {
			return nil, err
		}
		ids := content.ObjectIDs(b.Runs)
		n := slices.Index(ids, id) - (len(ids) - len(l.objects)) // those beside the text come first
		if n < 0 || n >= len(l.objects) {
			return nil, refuse
		}
		inline, err := standsInText(ctx, l.objects[n])
		if err != nil {
			return nil, err
		}
		if !inline {
			return nil, refuse
		}
		return characterAt(ctx, l.objects[n])
	}
	return nil, refuse
}

func (r *Rewriter) objectInTable(ctx context.Context, table *uno.Object, seen *content.Block, id string) (*uno.Object, error) {
	names := boxNames(seen)
	for i := range seen.Rows {
		for j := range seen.Rows[i].Cells {
			c := &seen.Rows[i].Cells[j]
			if allObjects(c.Blocks)[id] == 0 {
				continue
			}
			cell, err := table.CallObject(ctx, iTextTable, "getCellByName", names[i][j])
			if err != nil {
				return nil, err
			}
			inner := passage{Rewriter: r, home: cell, seen: c.Blocks}
			if inner.at, err = enumerate(ctx, cell); err != nil {
				return nil, err
			}
			if len(inner.at) == len(inner.seen) {
				return r.objectSpan(ctx, &inner, id)
			}
		}
	}
	return nil, document.Errorf(document.CodeObjectsInRange, "%s cannot be moved out of its table", id).With("objects", []string{id})
}

// standsInText tells whether a portion is a character of the text: frames can
// also be anchored to one.
func standsInText(ctx context.Context, p *uno.Object) (bool, error) {
	kind, err := p.Call(ctx, iProperties, "getPropertyValue", "TextPortionType")
	if err != nil || kind != "Frame" {
		return err == nil, err
	}
	objects, err := anchored(ctx, p)
	if err != nil || len(objects) != 1 {
		return false, err
	}
	anchor, err := objects[0].Call(ctx, iProperties, "getPropertyValue", "AnchorType")
	e, _ := anchor.(uno.Enum)
	return e.Name == "AS_CHARACTER", err
}

// anchored lists what is anchored in a portion.
func anchored(ctx context.Context, p *uno.Object) ([]*uno.Object, error) {
	list, err := p.CallObject(ctx, "com.sun.star.container.XContentEnumerationAccess", "createContentEnumeration", "com.sun.star.text.TextContent")
	if err != nil || list == nil {
		return nil, err
	}
	var out []*uno.Object
	for {
		more, err := list.Call(ctx, iEnumeration, "hasMoreElements")
		if err != nil || more != true {
			return out, err
		}
		o, err := list.CallObject(ctx, iEnumeration, "nextElement")
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
}

// characterAt is a cursor over the character at a portion's start.
func characterAt(ctx context.Context, portion *uno.Object) (*uno.Object, error) {
	home, err := portion.CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return nil, err
	}
	start, err := portion.CallObject(ctx, iTextRange, "getStart")
	if err != nil {
		return nil, err
	}
	cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", start)
	if err != nil {
		return nil, err
	}
	_, err = cursor.Call(ctx, iTextCursor, "goRight", int16(1), true)
	return cursor, err
}

// pasteMoves puts what moved in place of its marks.
func (r *Rewriter) pasteMoves(ctx context.Context, w window) error {
	for _, m := range r.moves {
		span, home, err := r.findMark(ctx, m.mark)
		if err != nil {
			return err
		}
		if m.endless { // in an empty paragraph it brings its look along
			if _, err := span.Call(ctx, iTextRange, "setString", ""); err != nil {
				return err
			}
		}
		start, err := span.CallObject(ctx, iTextRange, "getStart")
		if err != nil {
			return err
		}
		if err := w.choose(ctx, start); err != nil {
			return err
		}
		if _, err := w.view.Call(ctx, iTransferable, "insertTransferable", m.copy); err != nil {
			return err
		}
		switch {
		case m.paragraph == nil:
			err = replaceText(ctx, r.doc.Model(), span, "")
		case !m.endless:
			err = r.dropMark(ctx, home, span)
		}
		if err == nil && m.paragraph != nil { // it came with the page break of the one behind it
			err = restorePage(ctx, span, m.page)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dropMark removes the paragraph that kept the place of another.
func (r *Rewriter) dropMark(ctx context.Context, home, mark *uno.Object) error {
	b := mark.Conn().NewBatch()
	b.Call(mark, iTextRange, "setString", "")
	begins := b.Call(mark, iParaCursor, "isStartOfParagraph")
	if err := b.First(ctx); err != nil || begins.Value != true {
		return err
	}
	return removeBehind(ctx, r.doc, home, mark)
}
