package document

import (
	"context"
	"errors"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// ReviewMode says what becomes of an edit of a text document. The user alone
// chooses it.
type ReviewMode string

// The review modes.
const (
	ReviewOff    ReviewMode = "off"    // made at once, as the document's own recording says
	ReviewRecord ReviewMode = "record" // recorded as tracked changes
	ReviewWait   ReviewMode = "wait"   // recorded, and the call waits until the user has decided
)

// Review says how edits are reviewed.
type Review struct {
	Mode   ReviewMode
	Author string        // of tracked changes; "" is DefaultAuthor
	Wait   time.Duration // in mode wait: how long a call waits for the user
}

// DefaultAuthor is the author of tracked changes when none is set.
const DefaultAuthor = "Unodesk"

// reviews tells that the user wants to see what edits change.
func (r Review) reviews() bool { return r.Mode == ReviewRecord || r.Mode == ReviewWait }

func (r Review) author() string {
	if r.Author == "" {
		return DefaultAuthor
	}
	return r.Author
}

// Reviewed tells whether changes of an author wait for the user's review.
func (doc *Document) Reviewed(author string) bool {
	r := doc.desktop.review()
	return r.reviews() && author == r.author()
}

// recorder makes one edit be recorded under the agent's name, and leaves the
// recording flag and the user's name as they were. It runs on the office's main
// thread, in which no change of the user's can come in between.
type recorder struct {
	doc    *Document
	author string // "" while nothing is recorded
	was    bool   // whether the document recorded before
	names  *userNames
	review Review    // as the user wants this edit to be reviewed
	before []redline // the changes that were there then
}

const (
	iProperties = "com.sun.star.beans.XPropertySet"
	iNameAccess = "com.sun.star.container.XNameAccess"

	propRecord = "RecordChanges"
	propShow   = "ShowChanges"
)

// askRecording adds the question whether changes are recorded, nil where that is
// none: only text documents record.
func askRecording(b *uno.Batch, doc *Document) *uno.Result {
	if doc.DocType != Writer {
		return nil
	}
	return b.Call(doc.model, iProperties, "getPropertyValue", propRecord)
}

// newRecorder reads what has to be restored, beside the answer to askRecording.
func newRecorder(ctx context.Context, doc *Document, review Review, recording *uno.Result) (*recorder, error) {
	r := &recorder{doc: doc, review: review}
	if recording == nil {
		return r, nil
	}
	r.was, _ = recording.Value.(bool)
	if !r.was && !review.reviews() {
		return r, nil
	}
	r.author = review.author()
	var err error
	if r.names, err = readUserNames(ctx, doc.Conn()); err != nil {
		return nil, err
	}
	if review.reviews() {
		r.before, err = redlines(ctx, doc)
	}
	return r, err
}

// changes lists the tracked changes that the edit has made, for the user to
// review.
func (r *recorder) changes(ctx context.Context) ([]redline, error) {
	if !r.review.reviews() {
		return nil, nil
	}
	now, err := redlines(ctx, r.doc)
	if err != nil {
		return nil, err
	}
	made := without(now, r.before)
	if r.review.Mode == ReviewWait { // only then is asked what became of them
		err = follow(ctx, r.doc.model.Conn(), made)
	}
	return made, err
}

// recording tells whether the edit will be recorded.
func (r *recorder) recording() bool { return r.author != "" }

// trace is what a note has to say about it.
func (r *recorder) trace() *noteOfReview {
	if !r.recording() {
		return nil
	}
	return &noteOfReview{Author: r.author, First: r.names.first, Last: r.names.last, Recording: r.was}
}

func (r *recorder) begin(ctx context.Context) error {
	if !r.recording() {
		return nil
	}
	err := r.names.set(ctx, r.author, "")
	var refused *uno.Exception
	switch {
	case errors.As(err, &refused): // an administrator has fixed the name; the edit counts more than its author's
		r.names = nil
	case err != nil:
		return err
	}
	if r.was {
		return nil
	}
	b := r.doc.model.Conn().NewBatch()
	b.Call(r.doc.model, iProperties, "setPropertyValue", propShow, true)
	b.Call(r.doc.model, iProperties, "setPropertyValue", propRecord, true)
	return b.First(ctx)
}

func (r *recorder) end(ctx context.Context) error {
	if !r.recording() {
		return nil
	}
	var err error
	if !r.was {
		_, err = r.doc.model.Call(ctx, iProperties, "setPropertyValue", propRecord, false)
	}
	if r.names == nil {
		return err
	}
	return errors.Join(err, r.names.set(ctx, r.names.first, r.names.last))
}

// restore puts back what an edit that was not finished has left in an office
// that still runs.
func (n *noteOfReview) restore(ctx context.Context, doc *Document) error {
	if n == nil {
		return nil
	}
	if !n.Recording {
		if _, err := doc.model.Call(ctx, iProperties, "setPropertyValue", propRecord, false); err != nil {
			return err
		}
	}
	return n.restoreNames(ctx, doc.Conn())
}

// restoreNames gives the user the own name back, if it is still the agent's.
func (n *noteOfReview) restoreNames(ctx context.Context, conn *uno.Conn) error {
	names, err := readUserNames(ctx, conn)
	if err != nil || names.first != n.Author || names.last != "" {
		return err
	}
	return names.set(ctx, n.First, n.Last)
}
