package document

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// Plan is an edit that has been thought out: making it only read. Preview says
// what it would do; Apply does it.
type Plan struct {
	doc     *Document
	preview any
	edits   []Edit
	result  func(ctx context.Context) (any, error)
	bulk    bool
}

// Bulk tells that the plan changes so much that the office should not draw in
// between; it returns p.
func (p *Plan) Bulk() *Plan {
	p.bulk = true
	return p
}

// Edit is one step of a plan. It runs on the office's main thread.
type Edit struct {
	Name string // for errors and fault tests: "insert text"
	Do   func(ctx context.Context) error
}

// NewPlan makes a plan for doc. result runs after the edits, still on the main
// thread, and reads back what is there now.
func NewPlan(doc *Document, preview any, result func(ctx context.Context) (any, error), edits ...Edit) *Plan {
	return &Plan{doc: doc, preview: preview, edits: edits, result: result}
}

// Preview says what Apply would do.
func (p *Plan) Preview() any { return p.preview }

// Apply carries the plan out as one step of the document's undo list, titled
// title, in one go on the office's main thread: the user and other clients see
// the document before or after it, never between. When a step fails, the
// document, its modified flag and its undo list are put back.
//
// An error says whether anything can have changed: OUTCOME_UNKNOWN is used only
// when bytes of an edit had been sent and the office's answer is missing.
func (p *Plan) Apply(ctx context.Context, title string) (any, error) {
	run := application{plan: p, title: title}
	err := p.doc.Conn().Main(ctx, run.main)
	if err == nil {
		if len(run.recorded) > 0 {
			return run.review(ctx), nil
		}
		return run.value, nil
	}
	// What was not sent because the connection had broken off before says nothing
	// about the steps before it.
	unknown := run.wrote && unanswered(err) || run.touched && brokenOff(err)
	if unknown {
		go p.doc.desktop.settle()
	}
	err = explain(err, unknown)
	var coded interface{ Code() string }
	if !errors.As(err, &coded) { // the office refused a step, and the document has been put back
		err = Errorf(CodeEditFailed, "LibreOffice refused the edit, and everything is as it was: %w", err)
	}
	return nil, err
}

// settleTime is how long a stalled office is waited for to end an edit whose
// answer is missing.
const settleTime = 10 * time.Minute

// settle ends edits that got no answer as soon as the office works again, so
// that the user's Undo works without a further call.
func (d *Desktop) settle() {
	ctx, cancel := context.WithTimeout(context.Background(), settleTime)
	defer cancel()
	if err := d.Recover(ctx); err != nil {
		d.log.Warn("an edit without an answer is still open", "error", err)
	}
}

// unanswered tells a call whose answer is missing from one that the office
// answered with an exception.
func unanswered(err error) bool {
	return !uno.NothingSent(err) && brokenOff(err)
}

// brokenOff tells that the office does not answer (any more).
func brokenOff(err error) bool {
	return errors.Is(err, uno.ErrClosed) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// application is one run of a plan.
type application struct {
	plan     *Plan
	title    string
	manager  *uno.Object
	before   undoState
	modified bool
	recorder *recorder
	recorded []redline // the changes that the user is to review
	wrote    bool      // an edit has been begun
	touched  bool      // a step of it has
	value    any
}

// The steps that faults can be made at, beside the edits by their names.
const (
	stepBegin = "begin the edit"
	stepEnd   = "end the edit"
)

const (
	undoManagerInterface = "com.sun.star.document.XUndoManager"
	modelInterface       = "com.sun.star.frame.XModel"
)

// main runs on the office's main thread.
func (a *application) main(ctx context.Context) error {
	doc := a.plan.doc
	if err := doc.unchanged(); err != nil {
		return err
	}
	if err := a.capture(ctx); err != nil {
		return err
	}
	defer doc.revised()
	return a.carryOut(ctx)
}

// carryOut makes the edit, which is one step of the undo list afterwards, while
// we do not listen to the document (see revisions.deaf).
func (a *application) carryOut(ctx context.Context) error {
	doc := a.plan.doc
	if err := doc.desktop.fault(stepBegin); err != nil {
		return err
	}
	note, err := doc.desktop.notes.write(doc, a.title, a.recorder.trace())
	if err != nil {
		return fmt.Errorf("note the edit before beginning it: %w", err)
	}
	ear := doc.desktop.revisions.heard(doc.UID)
	b := doc.Conn().NewBatch()
	ear.pause(b)
	entered := b.Call(a.manager, undoManagerInterface, "enterUndoContext", a.title)
	defer ear.resume(ctx)
	defer doc.desktop.revisions.changed(doc.UID)
	if err = b.Run(ctx); err == nil {
		err = entered.Err
	}
	a.wrote = a.wrote || !uno.NothingSent(err)
	if err != nil {
		if !unanswered(err) {
			note.remove()
		}
		return fmt.Errorf("begin the edit: %w", err)
	}
	err = a.edit(ctx)
	if brokenOff(err) {
		return err // the note stays: who attaches next leaves the context
	}
	var inside undoState
	if err != nil {
		state, unread := readUndo(ctx, a.manager)
		if unread != nil {
			return unread
		}
		inside = state
	}
	if _, leave := a.manager.Call(ctx, undoManagerInterface, "leaveUndoContext"); leave != nil {
		if brokenOff(leave) {
			return leave
		}
		err = errors.Join(err, fmt.Errorf("end the edit: %w", leave))
	}
	if err == nil {
		note.remove()
		doc.desktop.journal.add(doc.UID, a.title, len(a.before.titles))
		return a.readBack(ctx)
	}
	if back := a.putBack(ctx, len(inside.titles)); back != nil {
		if brokenOff(back) {
			return back
		}
		note.remove()
		return Errorf(CodeOutcomeUnknown, "%w; a part of the edit may be there, because %v", err, back)
	}
	note.remove()
	return err
}

// capture reads what a failed edit must leave as it was, and refuses documents
// in which an edit could not be taken back.
func (a *application) capture(ctx context.Context) (err error) {
	doc := a.plan.doc
	if doc.ReadOnly {
		return Errorf(CodeReadOnly, "%s is open read-only", doc.Name)
	}
	if a.manager, err = doc.undoManager(ctx); err != nil {
		return err
	}
	b := doc.Conn().NewBatch()
	before := askUndo(b, a.manager)
	modified := b.Call(doc.model, iModifiable, "isModified")
	recording := askRecording(b, doc)
	if err := b.First(ctx); err != nil {
		return err
	}
	if a.before = before.state(); a.before.locked {
		return Errorf(CodeUndoUnavailable, "the undo list of %s is locked, so an edit could not be taken back", doc.Name)
	}
	a.modified, _ = modified.Value.(bool)
	a.recorder, err = newRecorder(ctx, doc, doc.desktop.review(), recording)
	return err
}

func (a *application) edit(ctx context.Context) (err error) {
	model := a.plan.doc.model
	if a.plan.bulk {
		if _, err := model.Call(ctx, modelInterface, "lockControllers"); err != nil {
			return err
		}
		defer func() {
			if !brokenOff(err) {
				_, unlock := model.Call(ctx, modelInterface, "unlockControllers")
				err = errors.Join(err, unlock)
			}
		}()
	}
	defer func() {
		if !brokenOff(err) {
			err = errors.Join(err, a.recorder.end(ctx))
		}
	}()
	if err := a.recorder.begin(ctx); err != nil {
		return fmt.Errorf("record the edit: %w", err)
	}
	for _, e := range a.plan.edits {
		err := a.plan.doc.desktop.fault(e.Name)
		if err == nil {
			a.touched = true
			err = e.Do(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	return a.plan.doc.desktop.fault(stepEnd)
}

// readBack gets the result. The edit is done by now, so a failure here must
// not look like a failed edit.
func (a *application) readBack(ctx context.Context) error {
	value, err := a.plan.result(ctx)
	if err == nil {
		a.recorded, err = a.recorder.changes(ctx)
	}
	if err != nil {
		if unanswered(err) {
			return err
		}
		value = map[string]any{"warning": "the edit is done, but reading it back failed: " + err.Error()}
	}
	a.value = value
	return nil
}

// putBack takes back what the edits of this run did, after leaving their
// context, in which the undo list had inside steps. LibreOffice drops a context
// in which nothing happened: then there is one step less than inside, and none
// of ours. (Neither titles nor the number from before would tell: a list of 100
// steps, its limit, loses the oldest for the new one, and all may have one title.)
func (a *application) putBack(ctx context.Context, inside int) error {
	if a.before.open {
		if !a.touched {
			return nil
		}
		return errors.New("somebody else's edit is not finished, and until then LibreOffice takes nothing back; undoing that edit will take this one back, too")
	}
	now, err := readUndo(ctx, a.manager)
	if err != nil {
		return err
	}
	if len(now.titles) > 0 && len(now.titles) == inside {
		if _, err := a.manager.Call(ctx, undoManagerInterface, "undo"); err != nil {
			return err
		}
		// Redoing a failed edit would make no sense; what could be redone before
		// was lost when the edit began.
		if _, err := a.manager.Call(ctx, undoManagerInterface, "clearRedo"); err != nil {
			return err
		}
	}
	// Undo takes the flag away where the list is as it was when the document was
	// saved, though something that is no step may have set it.
	modified, err := a.plan.doc.model.Call(ctx, iModifiable, "isModified")
	if err == nil && modified != a.modified {
		_, err = a.plan.doc.model.Call(ctx, iModifiable, "setModified", a.modified)
	}
	return err
}
