package document

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/unodesk/unodesk/uno"
)

const (
	globalEvents    = "com.sun.star.frame.theGlobalEventBroadcaster"
	iDocumentEvents = "com.sun.star.document.XDocumentEventBroadcaster"
)

// telling are the office's events after which other documents are open than
// before, or under other names. A closed document is gone from the office's list
// some 50 ms after its event.
var telling = []string{"OnNew", "OnLoad", "OnViewCreated", "OnUnload", "OnViewClosed", "OnSaveAsDone"}

// stopTime is how long the office may take to let go of a listener. After that it
// does so at the next event, which we do not answer any more.
const stopTime = 500 * time.Millisecond

// Listen calls opened when documents were opened, closed or renamed in the office
// that is attached now, and changed when one was changed that is listened to (see
// Follow). The office waits for both, which must not wait for anything. They may
// be called once more after stop.
func (d *Desktop) Listen(ctx context.Context, opened, changed func()) (stop func(), err error) {
	ctx, end := uno.Scope(ctx)
	defer end()
	office, err := d.source(ctx)
	if err != nil {
		return nil, explain(err, false)
	}
	broadcaster, err := office.Conn.Singleton(ctx, globalEvents)
	if err != nil {
		return nil, explain(err, false)
	}
	listener, err := office.Conn.ExportInline(func(_ context.Context, _ string, args []any) (any, []any, error) {
		if event, ok := args[0].(*uno.Struct); ok {
			if name, _ := event.Get("EventName").(string); slices.Contains(telling, name) {
				opened()
			}
		}
		return nil, nil, nil
	}, "com.sun.star.document.XDocumentEventListener")
	if err != nil {
		return nil, explain(err, false)
	}
	if _, err := broadcaster.Call(ctx, iDocumentEvents, "addDocumentEventListener", listener); err != nil {
		listener.Close()
		return nil, explain(err, false)
	}
	broadcaster.Keep()
	deafen := d.revisions.ears.add(changed)
	return func() {
		deafen()
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		_, _ = broadcaster.Call(ctx, iDocumentEvents, "removeDocumentEventListener", listener) // of an office that has ended, too
		listener.Close()
		broadcaster.Release()
	}, nil
}

// Follow listens to the document with a uid as to one that a call has worked on:
// for ten minutes, unless it is worked on again. It returns its revision.
func (d *Desktop) Follow(ctx context.Context, uid string) (string, error) {
	ctx, end := uno.Scope(ctx)
	defer end()
	doc, err := d.at(ctx, Target{Ref: uid})
	if err != nil {
		return "", err
	}
	revision, err := d.revisions.of(ctx, doc)
	return revision, explain(err, false)
}

// Revision is the revision of a document that is listened to, "" of others.
func (d *Desktop) Revision(uid string) string { return d.revisions.now(uid) }

// ears are those who want to hear of changes. They are told without a lock: the
// office waits meanwhile.
type ears struct {
	mu   sync.Mutex // of those who change the list
	list atomic.Pointer[[]*func()]
}

// add returns the function that takes the ear away again.
func (e *ears) add(heard func()) (remove func()) {
	e.set(func(list []*func()) []*func() { return append(list, &heard) })
	return func() {
		e.set(func(list []*func()) []*func() {
			return slices.DeleteFunc(list, func(o *func()) bool { return o == &heard })
		})
	}
}

// set changes a copy of the list.
func (e *ears) set(change func([]*func()) []*func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := change(slices.Clone(e.all()))
	e.list.Store(&list)
}

func (e *ears) all() []*func() {
	if list := e.list.Load(); list != nil {
		return *list
	}
	return nil
}

func (e *ears) tell() {
	for _, heard := range e.all() {
		(*heard)()
	}
}
