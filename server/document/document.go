package document

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// Document is one open document as a call sees it. It lives as long as the
// scope that it was found in.
type Document struct {
	Info
	// Revision names the state that the document had when the call found it.
	Revision string

	*component
	desktop *Desktop
	office  Office
	session string
	mustBe  string // the revision that an edit needs, "" for any
	tell    Caller // who wants to know about a new revision; may be nil
}

// Model is the document's UNO model.
func (doc *Document) Model() *uno.Object { return doc.model }

// Conn is the connection that the document lives on.
func (doc *Document) Conn() *uno.Conn { return doc.office.Conn }

// unchanged is an error unless the document is as the call needs it.
func (doc *Document) unchanged() error {
	now := doc.desktop.revisions.now(doc.UID)
	if doc.mustBe == "" || doc.mustBe == now {
		return nil
	}
	return Errorf(CodeDocumentChanged, "%s was changed since revision %s", doc.Name, doc.mustBe).With("revision", now)
}

// revised tells the call which revision its edit has led to.
func (doc *Document) revised() {
	if now := doc.desktop.revisions.now(doc.UID); now != "" {
		doc.Revision = now
	}
	if doc.tell != nil {
		doc.tell.SetDocument(doc.Name, doc.UID, doc.Revision)
	}
}

// undoManager returns the document's XUndoManager.
func (doc *Document) undoManager(ctx context.Context) (*uno.Object, error) {
	m, err := doc.Member(ctx, UndoList)
	if err == nil && m == nil {
		err = Errorf(CodeUndoUnavailable, "%s has no undo list", doc.Name)
	}
	return m, err
}

// undoState is the undo list as far as it matters here.
type undoState struct {
	titles           []string // newest first
	canUndo, canRedo bool
	locked           bool
	open             bool // somebody has entered a context and not left it yet
}

func readUndo(ctx context.Context, manager *uno.Object) (undoState, error) {
	b := manager.Conn().NewBatch()
	asked := askUndo(b, manager)
	if err := b.First(ctx); err != nil {
		return undoState{}, err
	}
	return asked.state(), nil
}

// undoAsked are the questions about an undo list, as a part of a batch.
type undoAsked struct{ titles, undo, redo, locked *uno.Result }

func askUndo(b *uno.Batch, manager *uno.Object) undoAsked {
	return undoAsked{
		titles: b.Call(manager, undoManagerInterface, "getAllUndoActionTitles"),
		undo:   b.Call(manager, undoManagerInterface, "isUndoPossible"),
		redo:   b.Call(manager, undoManagerInterface, "isRedoPossible"),
		locked: b.Call(manager, "com.sun.star.util.XLockable", "isLocked"),
	}
}

// state is the answer, once the batch has run.
func (a undoAsked) state() undoState {
	var s undoState
	s.titles, _ = a.titles.Value.([]string)
	s.canUndo, _ = a.undo.Value.(bool)
	s.canRedo, _ = a.redo.Value.(bool)
	s.locked, _ = a.locked.Value.(bool)
	s.open = len(s.titles) > 0 && !s.canUndo // an open context is in the list, too
	return s
}
