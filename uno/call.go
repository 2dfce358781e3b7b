package uno

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// pending is a call that waits for its reply. Its fields are guarded by the
// connection's mu until waiter.done is closed.
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

// waiter is one goroutine that waits for one or more calls.
type waiter struct {
	left      int
	done      chan struct{}
	abandoned bool // nobody waits any more: references in replies go back
}

func newWaiter(calls int) *waiter { return &waiter{left: calls, done: make(chan struct{})} }

// finish records the outcome; the connection's mu must be held.
func (p *pending) finish(reply urp.Reply, err error) {
	p.reply, p.err = reply, err
	if s, ok := reply.Exception.(*Struct); ok && err == nil {
		p.err = newException(s)
	}
	p.waiter.left--
	if p.waiter.left == 0 {
		close(p.waiter.done)
	}
}

// call is a request with checked arguments, ready to be sent.
type call struct {
	object *core
	typ    Type
	method *unotype.Method
	args   []any
	bare   bool
}

// send encodes the calls into one block on one thread id and queues it.
func (c *Conn) send(ctx context.Context, calls []call) (*waiter, []pending, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, nil, &ConnError{Err: c.err}
	}
	if c.backlog() > maxBacklog {
		return nil, nil, errors.New("uno: the office does not take the data that is waiting for it")
	}
	tid, err := c.pickThread(ctx)
	if err != nil {
		return nil, nil, err
	}
	t := c.thread(tid)
	w := newWaiter(len(calls))
	out := &block{bytes: urp.BeginBlock(nil)}
	ps := make([]pending, len(calls))
	s := scopeOf(ctx)
	for i := range calls {
		q := &calls[i]
		out.bytes = c.enc.Request(out.bytes, &urp.Request{
			TID: tid, OID: q.object.oid, Type: q.typ, Method: q.method, Args: q.args,
		})
		ps[i] = pending{method: q.method, block: out, waiter: w, scope: s, bare: q.bare}
	}
	if err := urp.EndBlock(out.bytes, len(calls)); err != nil {
		// The encoder's caches have moved on and the bytes cannot be sent.
		go c.fail(err)
		return nil, nil, err
	}
	for i := range ps {
		t.Called(&ps[i])
	}
	c.enqueue(out)
	return w, ps, nil
}

// pickThread returns the thread id for a new block; mu must be held. Inside
// Main it is the office's main thread, elsewhere one that nothing waits on, so
// that calls of different goroutines run in parallel.
func (c *Conn) pickThread(ctx context.Context) (string, error) {
	if m := mainOf(ctx); m != nil && m.conn == c {
		if m.ended {
			return "", ErrMainEnded
		}
		return m.tid, nil
	}
	if m := c.inMain.Load(); m != nil && m.goroutine == goroutineID() {
		return "", ErrNotMain
	}
	if n := len(c.idle); n > 0 {
		tid := c.idle[n-1]
		c.idle = c.idle[:n-1]
		return tid, nil
	}
	return c.newID(), nil
}

func (c *Conn) thread(tid string) *thread {
	t := c.threads[tid]
	if t == nil {
		t = &thread{}
		c.threads[tid] = t
	}
	return t
}

// settle forgets a thread id on which nothing is left to wait for; ours goes
// back into the pool. mu must be held.
func (c *Conn) settle(tid string, t *thread) {
	if !t.Idle() {
		return
	}
	delete(c.threads, tid)
	if c.own(tid) {
		c.idle = append(c.idle, tid)
	}
}

// wait waits for w until ctx or the default time is over.
func (c *Conn) wait(ctx context.Context, w *waiter) error {
	var timeout <-chan time.Time
	if _, ok := ctx.Deadline(); !ok {
		timer := time.NewTimer(c.timeout)
		defer timer.Stop()
		timeout = timer.C
	}
	var err error
	select {
	case <-w.done:
		return nil
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-timeout:
		err = fmt.Errorf("uno: no answer within %v: %w", c.timeout, context.DeadlineExceeded)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.left == 0 {
		return nil // it came while we were giving up
	}
	w.abandoned = true
	return err
}

// do makes one call and waits for its reply.
func (c *Conn) do(ctx context.Context, q call) (urp.Reply, error) {
	if err := ctx.Err(); err != nil {
		return urp.Reply{}, &ConnError{Err: context.Cause(ctx)}
	}
	w, ps, err := c.send(ctx, []call{q})
	if err != nil {
		return urp.Reply{}, err
	}
	if err := c.wait(ctx, w); err != nil {
		return urp.Reply{}, err
	}
	return ps[0].reply, ps[0].err
}
