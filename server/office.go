package server

import (
	"context"

	"github.com/unodesk/unodesk/uno/attach"
)

// Office tells the state of the office, as attach.Watcher does.
type Office interface{ State() attach.State }

// Events are what the office tells unasked.
type Events interface {
	// Listen calls opened when other documents may be open than before, or under
	// other names, and changed when a document that is listened to was changed,
	// until ctx ends. The office waits for both, which must not wait.
	Listen(ctx context.Context, opened, changed func())
	// Follow listens to a document from now on, for no longer than the office is
	// to be held, and returns its revision.
	Follow(ctx context.Context, uid string) (string, error)
	// Revision is the revision of a document that is listened to, "" of others.
	Revision(uid string) string
}
