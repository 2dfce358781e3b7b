package attach

import (
	"context"
	"slices"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// pace says how often an attached office is looked at.
type pace struct {
	check   time.Duration // between two looks
	waiting time.Duration // the same while a dialog is open
	silent  time.Duration // how long a look may take; the office is never ended for that
}

// hold shows an attachment and watches it until it ends, ctx ends or another
// office is chosen.
func (w *Watcher) hold(ctx context.Context, conn *uno.Conn, i Instance) {
	defer conn.Close()
	h := holder{watcher: w, conn: conn, phase: Attached, crowd: true, results: make(chan result, 1)}
	if i.Headless {
		h.phase = Headless
	}
	h.attached(i)
	ctx, cancel := context.WithCancel(ctx)
	defer h.end()
	defer cancel()
	next := time.NewTimer(0)
	defer next.Stop()
	silent := time.NewTimer(time.Hour)
	defer silent.Stop()
	for {
		select {
		case <-ctx.Done():
			w.released(State{Phase: Connecting, Detail: detailStarting})
			return
		case <-conn.Done():
			w.log.Info("office: connection ended", "error", conn.Err())
			w.released(State{Phase: Lost, Detail: detailLost})
			return
		case <-w.wake: // this one stays, but which others are there?
			if !h.running {
				h.crowd = true
				next.Reset(0)
			}
		case <-next.C:
			h.look(ctx)
			silent.Reset(w.pace.silent)
		case <-silent.C:
			w.update(func(s *State) { s.Detail = detailSilent })
		case r := <-h.results:
			silent.Stop()
			h.take(r)
			next.Reset(h.interval())
		}
	}
}

// released shows that there is no attachment any more.
func (w *Watcher) released(state State) {
	w.update(func(s *State) {
		w.conn, w.gone = nil, s.Tag
		state.Others, state.Since = s.Others, s.Since
		*s = state
	})
}

// holder looks at one attached office from time to time.
type holder struct {
	watcher *Watcher
	conn    *uno.Conn
	phase   Phase // while no dialog is open
	running bool
	crowd   bool // look which other offices are running, too
	results chan result
	windows dialogs
}

// result is what a look found.
type result struct {
	dialog string
	others []Instance // if asked for
	err    error
}

// attached shows the new attachment.
func (h *holder) attached(i Instance) {
	w := h.watcher
	w.update(func(s *State) {
		w.conn = h.conn
		w.looks++
		*s = State{
			Phase: h.phase, Version: i.version, PID: i.PID, Profile: i.Profile,
			How: i.How, Tag: i.Tag(), Since: s.Since, Others: s.Others,
		}
		s.Detail = s.attachedDetail()
	})
}

// look asks the office, in the background, since it may take as long as it
// likes: one unanswered question is enough.
func (h *holder) look(ctx context.Context) {
	crowd := h.crowd
	h.running, h.crowd = true, false
	go func() {
		// Without a deadline of its own a call would end too soon.
		ctx, cancel := context.WithTimeout(ctx, 24*time.Hour)
		defer cancel()
		ctx, release := uno.Scope(ctx)
		defer release()
		var r result
		r.dialog, r.err = h.windows.find(ctx, h.conn)
		if crowd && r.err == nil {
			r.others, r.err = Instances(ctx)
		}
		h.results <- r
	}()
}

// take shows what a look found.
func (h *holder) take(r result) {
	h.running = false
	h.watcher.update(func(s *State) {
		if r.others != nil {
			s.Others = slices.DeleteFunc(r.others, func(o Instance) bool { return o.PID == s.PID })
		}
		s.Dialog, s.Phase = r.dialog, h.phase
		if r.dialog != "" {
			s.Phase = Waiting
		}
		s.Detail = s.attachedDetail()
	})
	if r.err != nil {
		h.watcher.log.Debug("office: look at its windows", "error", r.err)
	}
}

func (h *holder) interval() time.Duration {
	if h.watcher.State().Phase == Waiting {
		return h.watcher.pace.waiting
	}
	return h.watcher.pace.check
}

// end waits for a look that is under way; its context has ended.
func (h *holder) end() {
	if h.running {
		<-h.results
	}
}
