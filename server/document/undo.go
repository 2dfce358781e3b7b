package document

import (
	"context"
	"errors"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// Undone is what walking through the undo list did.
type Undone struct {
	Steps   int      // taken back or done again
	Titles  []string // of those steps, in that order
	CanUndo bool
	CanRedo bool
}

// Way says how to walk through an undo list.
type Way struct {
	Redo  bool
	Steps int // at most
	// Own walks back as far as the steps were made through this program, and
	// stops at the first of the user's. Steps does not count then.
	Own bool
	// Keep is how many steps stay at least. It counts with Own only.
	Keep int
	// Title, unless it is "", is what the newest step must be called.
	Title string
}

// Walk is a plan that takes back, or does again, steps of doc's undo list. It is
// a plan without a context of its own: it moves through the list instead of
// adding to it.
type Walk struct {
	doc   *Document
	way   Way
	show  func(Undone) any
	would Undone
}

// NewWalk reads the undo list. show turns the outcome into what Preview and
// Apply return.
func NewWalk(ctx context.Context, doc *Document, way Way, show func(Undone) any) (*Walk, error) {
	w := &Walk{doc: doc, way: way, show: show}
	manager, err := doc.undoManager(ctx)
	if err != nil {
		return nil, explain(err, false)
	}
	titles, err := w.titles(ctx, manager)
	if err != nil {
		return nil, explain(err, false)
	}
	w.would.Titles = titles[:w.count(titles)]
	w.would.Steps = len(w.would.Titles)
	left := len(titles) > w.would.Steps
	w.would.CanUndo, w.would.CanRedo = left, w.would.Steps > 0
	if way.Redo {
		w.would.CanUndo, w.would.CanRedo = w.would.CanRedo, w.would.CanUndo
	}
	return w, nil
}

// count is how many of the steps with these titles to take.
func (w *Walk) count(titles []string) int {
	if w.way.Title != "" && (len(titles) == 0 || titles[0] != w.way.Title) {
		return 0
	}
	if w.way.Own {
		return min(w.doc.desktop.journal.own(w.doc.UID, titles), max(0, len(titles)-w.way.Keep))
	}
	return min(w.way.Steps, len(titles))
}

func (w *Walk) titles(ctx context.Context, manager *uno.Object) ([]string, error) {
	method := "getAllUndoActionTitles"
	if w.way.Redo {
		method = "getAllRedoActionTitles"
	}
	v, err := manager.Call(ctx, undoManagerInterface, method)
	titles, _ := v.([]string)
	return titles, err
}

// TakeBack takes back what was done through this program in a document, for the
// user: all steps down to the first of the user's own or, with the title of a
// step, that step alone if it is still the newest. Undone.Steps is 0 when
// something else lies on top.
func (d *Desktop) TakeBack(ctx context.Context, uid, title string) (Undone, error) {
	return d.takeBack(ctx, uid, Way{Own: title == "", Steps: 1, Title: title})
}

// TakeBackFrom takes back, for the user, the newest edit that had been made at
// a time, and everything that was done through this program since; so the
// document is what it was before that edit. It stops at the first of the
// user's own steps. Where the undo list was full, so that LibreOffice has
// dropped steps meanwhile, it may stop early.
func (d *Desktop) TakeBackFrom(ctx context.Context, uid string, at time.Time) (Undone, error) {
	step, ok := d.journal.last(uid, at)
	if !ok {
		return Undone{}, nil
	}
	return d.takeBack(ctx, uid, Way{Own: true, Keep: step.Below})
}

func (d *Desktop) takeBack(ctx context.Context, uid string, way Way) (Undone, error) {
	ctx, end := uno.Scope(ctx)
	defer end()
	doc, err := d.Find(ctx, Target{Ref: uid, Edit: true})
	if err != nil {
		return Undone{}, err
	}
	w, err := NewWalk(ctx, doc, way, func(u Undone) any { return u })
	if err != nil {
		return Undone{}, err
	}
	v, err := w.Apply(ctx, "")
	undone, _ := v.(Undone)
	return undone, err
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
	if w.way.Redo {
		method = "redo"
	}
	for end := w.count(titles); done.Steps < end; done.Steps++ {
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
