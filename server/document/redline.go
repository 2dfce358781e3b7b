package document

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// redline is a tracked change, as far as waiting for its end goes.
type redline struct {
	id, kind, text string
	ends           [2]*uno.Object
	span           *uno.Object // a cursor over its text
}

// redlines lists the tracked changes of a text document.
func redlines(ctx context.Context, doc *Document) ([]redline, error) {
	list, err := doc.Member(ctx, Redlines)
	if err != nil || list == nil {
		return nil, err
	}
	objects, err := Enumerate(ctx, list)
	if err != nil {
		return nil, err
	}
	values, err := Properties(ctx, objects, "RedlineIdentifier", "RedlineType", "RedlineStart", "RedlineEnd")
	if err != nil {
		return nil, err
	}
	out := make([]redline, len(objects))
	for i, v := range values {
		out[i].id, _ = v[0].(string)
		out[i].kind, _ = v[1].(string)
		out[i].ends[0], _ = v[2].(*uno.Object)
		out[i].ends[1], _ = v[3].(*uno.Object)
	}
	return out, nil
}

// without returns the changes that are not in old.
func without(all, old []redline) []redline {
	known := map[string]bool{}
	for _, r := range old {
		known[r.id] = true
	}
	var out []redline
	for _, r := range all {
		if !known[r.id] {
			out = append(out, r)
		}
	}
	return out
}

// follow puts a cursor over the text of each change: cursors stay where their
// text is when the change is accepted or rejected, its own ends do not.
func follow(ctx context.Context, conn *uno.Conn, changes []redline) error {
	homes, spans, texts := make([]*uno.Result, len(changes)), make([]*uno.Result, len(changes)), make([]*uno.Result, len(changes))
	each := func(call func(b *uno.Batch, i int)) error {
		b := conn.NewBatch()
		for i := range changes {
			if changes[i].ends[0] != nil && changes[i].ends[1] != nil {
				call(b, i)
			}
		}
		return b.First(ctx)
	}
	err := each(func(b *uno.Batch, i int) { homes[i] = b.Call(changes[i].ends[0], iTextRange, "getText") })
	if err != nil {
		return err
	}
	err = each(func(b *uno.Batch, i int) {
		spans[i] = b.Call(homes[i].Object(), "com.sun.star.text.XSimpleText", "createTextCursorByRange", changes[i].ends[0])
	})
	if err != nil {
		return err
	}
	err = each(func(b *uno.Batch, i int) {
		changes[i].span = spans[i].Object()
		b.Call(changes[i].span, "com.sun.star.text.XTextCursor", "gotoRange", changes[i].ends[1], true)
		texts[i] = b.Call(changes[i].span, iTextRange, "getString")
	})
	for i, r := range texts {
		if r != nil {
			changes[i].text, _ = r.Value.(string)
		}
	}
	return err
}

// textNow returns what stands now in the place of each change.
func textNow(ctx context.Context, conn *uno.Conn, changes []redline) ([]string, error) {
	b := conn.NewBatch()
	got := make([]*uno.Result, len(changes))
	for i, c := range changes {
		if c.span != nil {
			got[i] = b.Call(c.span, iTextRange, "getString")
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	texts := make([]string, len(changes))
	for i, r := range got {
		if r != nil {
			texts[i], _ = r.Value.(string) // "" where the place is gone
		}
	}
	return texts, nil
}

const iTextRange = "com.sun.star.text.XTextRange"
