package uno

import (
	"context"
	"fmt"
	"time"

	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// moment is something that is waited for. It comes once: with what was hoped
// for, or because time, a context or the connection is over.
type moment struct {
	came chan struct{} // closed then
	over bool          // guarded by the connection's mu, as all below
	err  error         // why it is not what was hoped for

	limit          time.Time // of a moment on the watch list
	next, previous *moment   // there
}

// come makes the moment come, unless it has; mu must be held.
func (c *Conn) come(m *moment, err error) bool {
	if m.over {
		return false
	}
	m.over, m.err = true, err
	c.watch.remove(m)
	close(m.came)
	return true
}

// waiter is one goroutine that waits for the replies to one or more calls.
type waiter struct {
	moment
	calls []pending
	left  int
}

func newWaiter(calls int) *waiter {
	return &waiter{moment: moment{came: make(chan struct{})}, calls: make([]pending, calls), left: calls}
}

// pending is a call that waits for its reply. Its fields are guarded by the
// connection's mu until its waiter's moment has come.
type pending struct {
	method *unotype.Method
	block  *block
	waiter *waiter
	scope  *scope
	// bare keeps the objects in the reply out of scopes and cleanups: the caller
	// takes care of them.
	bare bool

	reply urp.Reply
	err   error
}

// finish records the outcome of a call; mu must be held.
func (c *Conn) finish(p *pending, reply urp.Reply, err error) {
	p.reply, p.err = reply, err
	if s, ok := reply.Exception.(*Struct); ok && err == nil {
		p.err = newException(s)
	}
	p.waiter.left--
	if p.waiter.left == 0 {
		c.come(&p.waiter.moment, nil)
	}
}

// wait waits for w until ctx or the default time is over.
func (c *Conn) wait(ctx context.Context, w *waiter) error {
	c.await(ctx, &w.moment)
	if w.err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range w.calls { // others go back when their replies come
		if o, ok := w.calls[i].reply.Return.(*Object); ok && w.calls[i].bare {
			c.releaseLater(o.core.drop(nil))
		}
	}
	return w.err
}

// await returns when the moment has come, which it does at the latest when ctx
// or, without a deadline there, the default time is over. Meanwhile it reads
// from the office if nobody else does.
func (c *Conn) await(ctx context.Context, m *moment) {
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() { c.giveUp(m, context.Cause(ctx)) })
		defer stop()
	}
	if _, ok := ctx.Deadline(); !ok {
		c.watchFor(m)
	}
	c.in.serve(m.came)
}

// giveUp makes a moment come with an error, and wakes who reads meanwhile.
func (c *Conn) giveUp(m *moment, err error) {
	c.mu.Lock()
	first := c.come(m, err)
	c.mu.Unlock()
	if first {
		c.in.source.interrupt()
	}
}

// watchList has the moments that come when the connection's default time is
// over, which is the same for all: the first of the list comes first. One timer
// serves all; it is not touched by moments that come before, which are nearly
// all.
type watchList struct {
	first, last *moment
	timer       *time.Timer
	running     bool
}

func (c *Conn) watchFor(m *moment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.over {
		return
	}
	l := &c.watch
	m.limit = time.Now().Add(c.timeout)
	if m.previous = l.last; l.last != nil {
		l.last.next = m
	} else {
		l.first = m
	}
	l.last = m
	if l.running {
		return
	}
	l.running = true
	if l.timer == nil {
		l.timer = time.AfterFunc(c.timeout, c.timeIsOver)
	} else {
		l.timer.Reset(c.timeout)
	}
}

// remove takes a moment off the list, if it is on it; mu must be held.
func (l *watchList) remove(m *moment) {
	if m.limit.IsZero() {
		return
	}
	if m.previous != nil {
		m.previous.next = m.next
	} else {
		l.first = m.next
	}
	if m.next != nil {
		m.next.previous = m.previous
	} else {
		l.last = m.previous
	}
	m.next, m.previous, m.limit = nil, nil, time.Time{}
}

// timeIsOver runs when the limit of the first moment may have been reached.
func (c *Conn) timeIsOver() {
	c.mu.Lock()
	l := &c.watch
	woken := false
	for now := time.Now(); l.first != nil && !now.Before(l.first.limit); {
		c.come(l.first, fmt.Errorf("uno: no answer within %v: %w", c.timeout, context.DeadlineExceeded))
		woken = true
	}
	if l.running = l.first != nil && c.err == nil; l.running {
		l.timer.Reset(time.Until(l.first.limit))
	}
	c.mu.Unlock()
	if woken {
		c.in.source.interrupt()
	}
}
