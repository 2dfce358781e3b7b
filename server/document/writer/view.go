package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

const (
	iSelection  = "com.sun.star.view.XSelectionSupplier"
	iController = "com.sun.star.frame.XController"
)

// window is a document's window, whose selection commands work on.
type window struct {
	doc         *document.Document
	view, frame *uno.Object
}

// borrow lets do work with a document's window and puts back what the user had
// selected and what was shown. It must run on the office's main thread. what
// says for an error what cannot be done without a window.
func borrow(ctx context.Context, doc *document.Document, what string, do func(ctx context.Context, w window) error) error {
	view, err := doc.Model().CallObject(ctx, "com.sun.star.frame.XModel", "getCurrentController")
	if err != nil {
		return err
	}
	if view == nil {
		return document.Errorf(document.CodeValidation, "%s has no window, without which LibreOffice cannot %s", doc.Name, what)
	}
	b := doc.Conn().NewBatch()
	frame := b.Call(view, iController, "getFrame")
	selected := b.Call(view, iSelection, "getSelection")
	shown := b.Call(view, iController, "getViewData")
	visible := b.Call(doc.Model(), iProperties, "getPropertyValue", "ShowChanges")
	if err := b.First(ctx); err != nil {
		return err
	}
	if visible.Value == false { // hidden text cannot be selected
		if _, err := doc.Model().Call(ctx, iProperties, "setPropertyValue", "ShowChanges", true); err != nil {
			return err
		}
	}
	err = do(ctx, window{doc, view, frame.Object()})
	// What the user had selected may have gone with the change: no reason to fail.
	back := doc.Conn().NewBatch()
	if visible.Value == false {
		back.Call(doc.Model(), iProperties, "setPropertyValue", "ShowChanges", false)
	}
	back.Call(view, iController, "restoreViewData", shown.Value)
	if selected.Object() != nil {
		back.Call(view, iSelection, "select", selected.Object())
	}
	if lost := back.Run(ctx); err == nil {
		err = lost
	}
	return err
}

// choose selects something.
func (w window) choose(ctx context.Context, what *uno.Object) error {
	_, err := w.view.Call(ctx, iSelection, "select", what)
	return err
}

// send runs a command on what is selected.
func (w window) send(ctx context.Context, command string) error {
	helper, err := w.doc.Conn().Service(ctx, "com.sun.star.frame.DispatchHelper")
	if err != nil {
		return err
	}
	_, err = helper.Call(ctx, "com.sun.star.frame.XDispatchHelper", "executeDispatch", w.frame, command, "", int32(0), []*uno.Struct{})
	return err
}
