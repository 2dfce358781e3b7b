package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// codeUnknownChange is the code for a tracked change that is not there.
const codeUnknownChange = "UNKNOWN_CHANGE"

// Resolver accepts or rejects tracked changes.
type Resolver struct {
	doc    *document.Document
	ids    []string // nil: all
	accept bool
}

// NewResolver accepts or rejects the changes with the given ids, or, if there
// are none, all.
func NewResolver(doc *document.Document, ids []string, accept bool) *Resolver {
	return &Resolver{doc, ids, accept}
}

// Edit returns the step of a plan. LibreOffice accepts single changes only
// through a window's selection, so that is set and put back.
func (r *Resolver) Edit() document.Edit {
	return document.Edit{Name: "accept or reject changes", Do: r.do}
}

func (r *Resolver) do(ctx context.Context) error {
	return borrow(ctx, r.doc, "accept or reject changes", r.resolve)
}

func (r *Resolver) resolve(ctx context.Context, w window) error {
	if r.ids == nil {
		command := ".uno:RejectAllTrackedChanges"
		if r.accept {
			command = ".uno:AcceptAllTrackedChanges"
		}
		if err := w.send(ctx, command); err != nil {
			return err
		}
		left, err := changes(ctx, r.doc)
		if err == nil && len(left) > 0 {
			err = document.Errorf(document.CodeProtected, "LibreOffice left %d changes as they are; they may be protected", len(left))
		}
		return err
	}
	command := ".uno:RejectTrackedChange"
	if r.accept {
		command = ".uno:AcceptTrackedChange"
	}
	for _, id := range r.ids {
		if err := r.one(ctx, w, id, command); err != nil {
			return err
		}
	}
	return nil
}

// one resolves one change and makes sure that no other went with it.
func (r *Resolver) one(ctx context.Context, w window, id, command string) error {
	before, err := changes(ctx, r.doc)
	if err != nil {
		return err
	}
	change, err := ChangeByID(before, id)
	if err != nil {
		return err
	}
	if change.ends[0] == nil || change.ends[1] == nil {
		return document.Errorf(document.CodeValidation, "change %s concerns no text; LibreOffice cannot accept or reject it alone", id)
	}
	span, err := change.span(ctx)
	if err != nil {
		return err
	}
	if err := w.choose(ctx, span); err != nil {
		return err
	}
	if err := w.send(ctx, command); err != nil {
		return err
	}
	after, err := changes(ctx, r.doc)
	if err != nil {
		return err
	}
	left := map[string]bool{}
	for _, c := range after {
		left[c.ID] = true
	}
	if left[id] {
		return document.Errorf(document.CodeProtected, "LibreOffice left change %s as it is; it may be protected", id)
	}
	for _, c := range before {
		if c.ID != id && !left[c.ID] && !asked(r.ids, c.ID) {
			return document.Errorf(document.CodeValidation, "change %s cannot be taken alone: change %s stands in the same text", id, c.ID).With("together_with", c.ID)
		}
	}
	return nil
}

func asked(ids []string, id string) bool {
	for _, other := range ids {
		if other == id {
			return true
		}
	}
	return false
}

// ChangeByID finds a change.
func ChangeByID(all []*Change, id string) (*Change, error) {
	for _, c := range all {
		if c.ID == id {
			return c, nil
		}
	}
	return nil, document.Errorf(codeUnknownChange, "there is no tracked change %q", id)
}

// span returns a cursor over a change's text.
func (c *Change) span(ctx context.Context) (*uno.Object, error) {
	home, err := c.ends[0].CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return nil, err
	}
	span, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", c.ends[0])
	if err != nil {
		return nil, err
	}
	_, err = span.Call(ctx, iTextCursor, "gotoRange", c.ends[1], true)
	return span, err
}
