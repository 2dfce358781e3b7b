package document

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// listenTime is how long a document is listened to after the last call that
// worked on it. A listener costs the office a message at each change.
const listenTime = 10 * time.Minute

const iModifyBroadcaster = "com.sun.star.util.XModifyBroadcaster"

// revisions knows the state of the documents that calls work on. A revision is
// a text that stays the same exactly as long as nobody changes the document:
// when we began to listen, and how many changes the office has told since
// (com.sun.star.util.XModifyListener). Undo events would miss typing that is
// merged into one step.
type revisions struct {
	mu   sync.Mutex
	docs map[string]*listening // by uid
	ears ears
}

// listening is one document that is listened to.
type listening struct {
	began    string
	changes  atomic.Int64
	gone     atomic.Bool // the document was closed
	ears     *ears
	model    *uno.Object
	listener *uno.Exported
	idle     *time.Timer // ends it
}

func (l *listening) revision() string { return l.began + "." + strconv.FormatInt(l.changes.Load(), 10) }

// handle runs where the office waits for it, and so does next to nothing.
func (l *listening) handle(_ context.Context, method string, _ []any) (any, []any, error) {
	switch method {
	case "modified":
		l.changes.Add(1)
		l.ears.tell()
	case "disposing":
		l.gone.Store(true)
	}
	return nil, nil, nil
}

// lastBegan keeps two beginnings from having one name.
var lastBegan atomic.Int64

// began names a beginning; it is never used again, not even by a later run.
func began() string {
	for {
		last := lastBegan.Load()
		now := max(time.Now().UnixMilli(), last+1)
		if lastBegan.CompareAndSwap(last, now) {
			return strconv.FormatInt(now, 36)
		}
	}
}

// of returns the revision of doc, and listens to it from now on if nobody did.
func (r *revisions) of(ctx context.Context, doc *Document) (string, error) {
	if known := r.known(doc.UID); known != "" {
		return known, nil
	}
	l := &listening{began: began(), ears: &r.ears}
	var err error
	if l.listener, err = doc.Conn().ExportInline(l.handle, "com.sun.star.util.XModifyListener"); err != nil {
		return "", err
	}
	if _, err := doc.model.Call(ctx, iModifyBroadcaster, "addModifyListener", l.listener); err != nil {
		l.listener.Close()
		return "", err
	}
	l.model = doc.model.Keep()
	uid := doc.UID
	l.idle = time.AfterFunc(listenTime, func() { r.end(uid, l) })
	r.mu.Lock()
	defer r.mu.Unlock()
	if other := r.docs[uid]; other != nil {
		if other.alive() { // another call was faster, and has named its revision
			go r.end(uid, l)
			return other.revision(), nil
		}
		go r.end(uid, other)
	}
	if r.docs == nil {
		r.docs = map[string]*listening{}
	}
	r.docs[uid] = l
	r.ears.tell() // nobody knows what it was before
	return l.revision(), nil
}

// known is now, and keeps us listening.
func (r *revisions) known(uid string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := r.docs[uid]; l != nil && l.alive() && l.idle.Reset(listenTime) {
		return l.revision()
	}
	return ""
}

func (l *listening) alive() bool { return !l.gone.Load() && l.model.Conn().Err() == nil }

// now returns the revision of a document that is listened to, "" for others.
func (r *revisions) now(uid string) string {
	if l := r.heard(uid); l != nil {
		return l.revision()
	}
	return ""
}

// deaf runs an edit of ours while we do not listen, and counts it as one
// change. A listener would slow it down by a message for each step, and worse:
// while the office waits for the answer to one it goes on with what is queued on
// the same thread, so that a long batch makes its stack run over (7.4).
func (r *revisions) deaf(ctx context.Context, uid string, edit func() error) error {
	return r.unheard(ctx, uid, func() error {
		defer r.changed(uid)
		return edit()
	})
}

// changed counts a change that we did not listen to.
func (r *revisions) changed(uid string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := r.docs[uid]; l != nil {
		l.changes.Add(1)
		r.ears.tell()
	}
}

// unheard runs do, which must be on the main thread, while we do not listen.
func (r *revisions) unheard(ctx context.Context, uid string, do func() error) error {
	l := r.heard(uid)
	if l == nil {
		return do()
	}
	b := l.model.Conn().NewBatch()
	l.pause(b)
	if err := b.First(ctx); err != nil {
		return err
	}
	defer l.resume(ctx)
	return do()
}

// heard is what listens to a document, nil for none.
func (r *revisions) heard(uid string) *listening {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := r.docs[uid]; l != nil && l.alive() {
		return l
	}
	return nil
}

// pause adds the call to b with which the listening stops.
func (l *listening) pause(b *uno.Batch) {
	if l != nil {
		b.Call(l.model, iModifyBroadcaster, "removeModifyListener", l.listener)
	}
}

// resume ends a pause.
func (l *listening) resume(ctx context.Context) {
	if l == nil {
		return
	}
	if _, err := l.model.Call(ctx, iModifyBroadcaster, "addModifyListener", l.listener); err != nil {
		l.gone.Store(true) // the next call listens anew
	}
}

// end stops listening to a document that nobody has worked on for a while.
func (r *revisions) end(uid string, l *listening) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if l.alive() {
		// A document that was closed meanwhile has let go of us itself.
		_, _ = l.model.Call(ctx, iModifyBroadcaster, "removeModifyListener", l.listener)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.docs[uid] == l {
		delete(r.docs, uid)
	}
	l.idle.Stop()
	l.listener.Close()
}
