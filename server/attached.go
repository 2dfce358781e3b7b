package server

import (
	"context"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
)

// NewDesktop returns the documents of the office that w attaches to. Where none
// runs and a tool needs one it is started, if start says that the user wants
// that; nil: never.
func NewDesktop(w *attach.Watcher, start func() bool, o document.Options) *document.Desktop {
	var starter starter
	return document.NewDesktop(func(ctx context.Context) (document.Office, error) {
		office, err := w.Office(ctx)
		if err != nil && start != nil && start() && inCall(ctx) {
			office, err = starter.office(ctx, w, err)
		}
		if err != nil {
			return document.Office{}, err
		}
		return document.Office{Conn: office.Conn, Tag: office.Tag}, nil
	}, o)
}

// NewAttached makes a server with all tools for the documents of desktop, whose
// office w attaches to; it sets what o says of offices, tools and documents.
func NewAttached(w *attach.Watcher, desktop *document.Desktop, o Options) (*Server, error) {
	o.Office, o.Tools, o.Documents, o.DocumentID = w, tools.All(desktop), desktop.List, desktop.UID
	o.Events = NewEvents(w, desktop)
	s, err := New(o)
	if err != nil {
		return nil, err
	}
	s.recover = func(ctx context.Context) { recoverEdits(ctx, w, desktop, s) }
	return s, nil
}

// recoverTime is how long an office may take to end an unfinished edit.
const recoverTime = time.Minute

// recoverEdits ends, after each attachment, what an earlier run of this program
// left unfinished in the office, so that the user's Undo works.
func recoverEdits(ctx context.Context, w *attach.Watcher, desktop *document.Desktop, s *Server) {
	states, done := w.Subscribe()
	defer done()
	tag := ""
	for {
		select {
		case <-ctx.Done():
			return
		case state := <-states:
			if state.Tag == tag || state.Phase != attach.Attached && state.Phase != attach.Headless {
				continue
			}
			attempt, cancel := context.WithTimeout(ctx, recoverTime)
			err := desktop.Recover(attempt)
			cancel()
			if err == nil {
				tag = state.Tag
			} else if ctx.Err() == nil {
				s.log.Warn("unfinished edits are still open", "err", err)
			}
		}
	}
}

// scoped runs a tool call with a scope for the office's objects that come up in
// it: they are released, all at once, when the call has ended.
func scoped(around aroundFunc) aroundFunc {
	return func(ctx context.Context, t *tool.Tool, c *tool.Call, next func(context.Context) error) error {
		ctx, end := uno.Scope(ctx)
		defer end()
		return around(context.WithValue(ctx, callKey{}, true), t, c, next)
	}
}

type callKey struct{}

// inCall tells the call of a tool from what we ask the office ourselves.
func inCall(ctx context.Context) bool { return ctx.Value(callKey{}) != nil }

type aroundFunc = func(ctx context.Context, t *tool.Tool, c *tool.Call, next func(context.Context) error) error

// events are those of the office that w attaches to.
type events struct {
	*document.Desktop
	w *attach.Watcher
}

// NewEvents returns what the offices that w attaches to tell of their documents.
func NewEvents(w *attach.Watcher, desktop *document.Desktop) Events { return events{desktop, w} }

// Listen listens to each office that w attaches to.
func (e events) Listen(ctx context.Context, opened, changed func()) {
	states, done := e.w.Subscribe()
	defer done()
	to, stop := "", func() {}
	defer func() { stop() }()
	for {
		select {
		case <-ctx.Done():
			return
		case state := <-states:
			if state.Live() && state.Tag == to {
				continue
			}
			stop()
			to, stop = "", func() {}
			if state.Live() {
				attempt, cancel := context.WithTimeout(ctx, lookTime)
				if end, err := e.Desktop.Listen(attempt, opened, changed); err == nil {
					to, stop = state.Tag, end
				}
				cancel()
			}
			opened()
		}
	}
}
