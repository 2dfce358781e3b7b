package uno

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// call is a request with checked arguments, ready to be sent.
type call struct {
	object *core
	typ    Type
	method *unotype.Method
	args   []any
	bare   bool
}

// blockLimit is the size from which on a block takes no further call: an office
// reads a block whole before it begins to work on it.
const blockLimit = 1 << 20

var errBacklog = errors.New("the office does not take the data that is waiting for it")

// send sends the calls on one thread id, in one block or, when they are many,
// a few.
func (c *Conn) send(ctx context.Context, calls []call) (*waiter, error) {
	w, err := c.encode(ctx, calls)
	if err != nil {
		return nil, &ConnError{Err: err}
	}
	c.flush()
	return w, nil
}

func (c *Conn) encode(ctx context.Context, calls []call) (*waiter, error) {
	s := scopeOf(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.lost(); err != nil {
		return nil, err
	}
	if c.out.size > maxBacklog {
		return nil, errBacklog
	}
	tid, err := c.pickThread(ctx)
	if err != nil {
		return nil, err
	}
	t := c.thread(tid)
	w := newWaiter(len(calls))
	out, count := c.out.begin(), 0
	for i := range calls {
		q := &calls[i]
		out.bytes = c.enc.Request(out.bytes, &urp.Request{
			TID: tid, OID: q.object.oid, Type: q.typ, Method: q.method, Args: q.args,
		})
		count++
		w.calls[i] = pending{method: q.method, block: out, waiter: w, scope: s, bare: q.bare}
		t.Called(&w.calls[i])
		if i < len(calls)-1 && len(out.bytes) < blockLimit {
			continue
		}
		if err := c.seal(out, count); err != nil {
			return nil, err
		}
		if i < len(calls)-1 {
			out, count = c.out.begin(), 0
		}
	}
	return w, nil
}

// seal queues a block. An error, which the checks before make impossible,
// ends the connection: the caches are ahead of what the office will see.
func (c *Conn) seal(b *block, count int) error {
	if err := urp.EndBlock(b.bytes, count); err != nil {
		c.end(err)
		return c.err
	}
	c.out.enqueue(b)
	return nil
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
		c.threads[tid].pooled = false
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

// settle puts a thread id on which nothing is left to wait for back into the
// pool, or forgets it if it is the office's. mu must be held.
func (c *Conn) settle(tid string, t *thread) {
	if !t.Idle() {
		return
	}
	if !c.own(tid) {
		delete(c.threads, tid)
	} else if !t.pooled {
		t.pooled = true
		c.idle = append(c.idle, tid)
	}
}

// do makes one call and waits for its reply.
func (c *Conn) do(ctx context.Context, q call) (urp.Reply, error) {
	if ctx.Err() != nil {
		return urp.Reply{}, &ConnError{Err: context.Cause(ctx)}
	}
	w, err := c.send(ctx, []call{q})
	if err != nil {
		return urp.Reply{}, err
	}
	if err := c.wait(ctx, w); err != nil {
		return urp.Reply{}, err
	}
	return w.calls[0].reply, w.calls[0].err
}
