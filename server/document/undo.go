package document

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/uno"
)

// Undone is what walking through the undo list did.
type Undone struct {
	Steps   int      // taken back or done again
	Titles  []string // of those steps, in that order
	CanUndo bool
	CanRedo bool
}

// Walk is a plan that takes back, or does again, up to steps steps of doc's
// undo list. It is a plan without a context of its own: it moves through the
// list instead of adding to it.
type Walk struct {
	doc   *Document
	redo  bool
	steps int
	show  func(Undone) any
	would Undone
}

// NewWalk reads the undo list. show turns the outcome into what Preview and
// Apply return.
func NewWalk(ctx context.Context, doc *Document, redo bool, steps int, show func(Undone) any) (*Walk, error) {
	w := &Walk{doc: doc, redo: redo, steps: steps, show: show}
	manager, err := doc.undoManager(ctx)
	if err != nil {
		return nil, explain(err, false)
	}
	titles, err := w.titles(ctx, manager)
	if err != nil {
		return nil, explain(err, false)
	}
	w.would.Titles = titles[:min(steps, len(titles))]
	w.would.Steps = len(w.would.Titles)
	left := len(titles) > w.would.Steps
	w.would.CanUndo, w.would.CanRedo = left, w.would.Steps > 0
	if redo {
		w.would.CanUndo, w.would.CanRedo = w.would.CanRedo, w.would.CanUndo
	}
	return w, nil
}

func (w *Walk) titles(ctx context.Context, manager *uno.Object) ([]string, error) {
	method := "getAllUndoActionTitles"
	if w.redo {
		method = "getAllRedoActionTitles"
	}
	v, err := manager.Call(ctx, undoManagerInterface, method)
	titles, _ := v.([]string)
	return titles, err
}

// Preview says what Apply would do.
func (w *Walk) Preview() any { return w.show(w.would) }

// Apply walks. Asking for more steps than there are is no error.
func (w *Walk) Apply(ctx context.Context, _ string) (any, error) {
	var done Undone
	wrote := false
	err := w.doc.Conn().Main(ctx, func(ctx context.Context) error {
		if err := w.doc.unchanged(); err != nil {
			return err
		}
		defer w.doc.revised()
		return w.doc.desktop.revisions.deaf(ctx, w.doc.UID, func() (err error) {
			wrote, err = w.walk(ctx, &done)
			return err
		})
	})
	var raised *uno.Exception
	if errors.As(err, &raised) {
		return nil, Errorf(CodeUndoUnavailable, "LibreOffice refused after %d steps: %w", done.Steps, err).With("undone", done.Steps)
	}
	if err != nil {
		return nil, explain(err, wrote && brokenOff(err))
	}
	return w.show(done), nil
}

// walk runs on the office's main thread. It notes in done how far it came, and
// says whether anything can have changed.
func (w *Walk) walk(ctx context.Context, done *Undone) (wrote bool, err error) {
	manager, err := w.doc.undoManager(ctx)
	if err != nil {
		return false, err
	}
	titles, err := w.titles(ctx, manager)
	if err != nil {
		return false, err
	}
	method := "undo"
	if w.redo {
		method = "redo"
	}
	for ; done.Steps < min(w.steps, len(titles)); done.Steps++ {
		_, err := manager.Call(ctx, undoManagerInterface, method)
		wrote = wrote || !uno.NothingSent(err)
		if err != nil {
			return wrote, err
		}
		done.Titles = append(done.Titles, titles[done.Steps])
	}
	state, err := readUndo(ctx, manager)
	done.CanUndo, done.CanRedo = state.canUndo, state.canRedo
	return wrote, err
}
