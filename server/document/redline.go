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
func redlines(ctx context.Context, model *uno.Object) ([]redline, error) {
	list, err := model.CallObject(ctx, "com.sun.star.document.XRedlinesSupplier", "getRedlines")
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
func follow(ctx context.Context, changes []redline) error {
	for i := range changes {
		c := &changes[i]
		if c.ends[0] == nil || c.ends[1] == nil {
			continue
		}
		home, err := c.ends[0].CallObject(ctx, iTextRange, "getText")
		if err != nil {
			return err
		}
		if c.span, err = home.CallObject(ctx, "com.sun.star.text.XSimpleText", "createTextCursorByRange", c.ends[0]); err != nil {
			return err
		}
		b := home.Conn().NewBatch()
		b.Call(c.span, "com.sun.star.text.XTextCursor", "gotoRange", c.ends[1], true)
		text := b.Call(c.span, iTextRange, "getString")
		if err := b.First(ctx); err != nil {
			return err
		}
		c.text, _ = text.Value.(string)
	}
	return nil
}

// textNow returns what stands now in the place of each change.
func textNow(ctx context.Context, changes []redline) ([]string, error) {
	texts := make([]string, len(changes))
	for i, c := range changes {
		if c.span == nil {
			continue
		}
		text, err := c.span.Call(ctx, iTextRange, "getString")
		if unanswered(err) {
			return nil, err
		}
		texts[i], _ = text.(string) // "" where the place is gone
	}
	return texts, nil
}

const iTextRange = "com.sun.star.text.XTextRange"
