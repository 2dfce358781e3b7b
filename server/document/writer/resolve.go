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

func (r *Resolver) do(ctx context.Context) (err error) {
	view, err := r.doc.Model().CallObject(ctx, "com.sun.star.frame.XModel", "getCurrentController")
	if err != nil {
		return err
	}
	if view == nil {
		return document.Errorf(document.CodeValidation, "%s has no window, without which LibreOffice cannot accept or reject changes", r.doc.Name)
	}
	const (
		iSelect     = "com.sun.star.view.XSelectionSupplier"
		iController = "com.sun.star.frame.XController"
	)
	b := r.doc.Conn().NewBatch()
	frame := b.Call(view, iController, "getFrame")
	selected := b.Call(view, iSelect, "getSelection")
	shown := b.Call(view, iController, "getViewData")
	visible := b.Call(r.doc.Model(), iProperties, "getPropertyValue", "ShowChanges")
	if err := b.First(ctx); err != nil {
		return err
	}
	d := dispatcher{r.doc, view, frame.Object()}
	if visible.Value == false { // hidden text cannot be selected
		if _, err := r.doc.Model().Call(ctx, iProperties, "setPropertyValue", "ShowChanges", true); err != nil {
			return err
		}
	}
	err = r.resolve(ctx, d)
	// What the user had selected may have gone with the change: no reason to fail.
	back := r.doc.Conn().NewBatch()
	if visible.Value == false {
		back.Call(r.doc.Model(), iProperties, "setPropertyValue", "ShowChanges", false)
	}
	back.Call(view, iController, "restoreViewData", shown.Value)
	if selected.Object() != nil {
		back.Call(view, iSelect, "select", selected.Object())
	}
	if lost := back.Run(ctx); err == nil {
		err = lost
	}
	return err
}

func (r *Resolver) resolve(ctx context.Context, d dispatcher) error {
	if r.ids == nil {
		command := ".uno:RejectAllTrackedChanges"
		if r.accept {
			command = ".uno:AcceptAllTrackedChanges"
		}
		if err := d.send(ctx, command); err != nil {
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
		if err := r.one(ctx, d, id, command); err != nil {
			return err
		}
	}
	return nil
}

// one resolves one change and makes sure that no other went with it.
func (r *Resolver) one(ctx context.Context, d dispatcher, id, command string) error {
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
	if err := d.choose(ctx, span); err != nil {
		return err
	}
	if err := d.send(ctx, command); err != nil {
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

// dispatcher sends commands to a document's window.
type dispatcher struct {
	doc         *document.Document
	view, frame *uno.Object
}

func (d dispatcher) choose(ctx context.Context, what *uno.Object) error {
	_, err := d.view.Call(ctx, "com.sun.star.view.XSelectionSupplier", "select", what)
	return err
}

func (d dispatcher) send(ctx context.Context, command string) error {
	helper, err := d.doc.Conn().Service(ctx, "com.sun.star.frame.DispatchHelper")
	if err != nil {
		return err
	}
	_, err = helper.Call(ctx, "com.sun.star.frame.XDispatchHelper", "executeDispatch", d.frame, command, "", int32(0), []*uno.Struct{})
	return err
}
