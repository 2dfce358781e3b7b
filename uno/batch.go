package uno

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// Batch collects calls that are sent in blocks, each on one thread id: the office
// runs them in order, and one that raises an exception does not stop the rest.
// A batch is used by one goroutine and run once. Calls that can call back into
// this program do not belong into one.
type Batch struct {
	conn  *Conn
	calls []batched
	asked []asked
	ran   bool
}

type batched struct {
	object        *Object
	iface, method string
	args          []any
	result        *Result
	typ           Type // as the method, known after needs
	resolved      *unotype.Method
}

// Result is the outcome of one call of a batch, valid after Run.
type Result struct {
	Value any
	Outs  []any
	Err   error
}

// Object returns the value as an object, nil when it is none.
func (r *Result) Object() *Object {
	o, _ := r.Value.(*Object)
	return o
}

// NewBatch returns an empty batch.
func (c *Conn) NewBatch() *Batch { return &Batch{conn: c} }

// Len returns the number of calls.
func (b *Batch) Len() int { return len(b.calls) }

// Call adds a call as Object.Call makes it.
func (b *Batch) Call(o *Object, iface, method string, args ...any) *Result {
	r := &Result{}
	b.calls = append(b.calls, batched{object: o, iface: iface, method: method, args: args, result: r})
	return r
}

// Run sends the calls and waits for all replies. Interfaces that objects have
// not been asked for before cost one more round trip in all. The error is for
// the batch as a whole: bad arguments (then nothing was sent) or no answer;
// what single calls raised is in their results, ErrNoInterface for those that
// could not be sent. First joins the two.
func (b *Batch) Run(ctx context.Context) error {
	if b.ran {
		return &ConnError{Err: errors.New("a batch runs once")}
	}
	b.ran = true
	if len(b.calls)+len(b.asked) == 0 {
		return nil
	}
	if ctx.Err() != nil {
		return &ConnError{Err: context.Cause(ctx)}
	}
	calls, results, err := b.prepare(ctx)
	runtime.KeepAlive(b)
	if err != nil {
		return unsent(err)
	}
	if len(calls) == 0 {
		return nil
	}
	for from := 0; from < len(calls); from += maxBlock {
		to := min(from+maxBlock, len(calls))
		if err := b.block(ctx, calls[from:to], results[from:to]); err != nil {
			return alreadySent(err, from > 0)
		}
	}
	return nil
}

// maxBlock is how many calls wait in the office at once. While one of them
// waits for a listener, whosever it is, the office takes the next one from the
// queue, inside the first: a queue of thousands makes its stack run over.
const maxBlock = 256

// block sends calls and waits for their replies.
func (b *Batch) block(ctx context.Context, calls []call, results []*Result) error {
	w, err := b.conn.send(ctx, calls)
	runtime.KeepAlive(b)
	if err != nil {
		return err
	}
	if err := b.conn.wait(ctx, w); err != nil {
		return err
	}
	return collect(w.calls, results)
}

// alreadySent says of an error that concerns a part of a batch whether the
// office has seen calls of the batch.
func alreadySent(err error, sent bool) error {
	var lost *ConnError
	if sent && errors.As(err, &lost) && !lost.Sent {
		return &ConnError{Err: lost.Err, Sent: true}
	}
	return err
}

// prepare checks all calls; those that cannot be made have their result
// already.
func (b *Batch) prepare(ctx context.Context) ([]call, []*Result, error) {
	needs, err := b.needs()
	if err != nil {
		return nil, nil, err
	}
	missing, err := b.conn.ask(ctx, needs)
	if err != nil {
		return nil, nil, err
	}
	calls := make([]call, 0, len(b.calls))
	results := make([]*Result, 0, len(b.calls))
	for i := range b.calls {
		q := &b.calls[i]
		if q.result.Err = q.lacks(missing); q.result.Err != nil {
			continue
		}
		ready, err := q.object.check(q.iface, q.typ, q.resolved, q.args)
		if err != nil {
			return nil, nil, err
		}
		calls, results = append(calls, ready), append(results, q.result)
	}
	return calls, results, nil
}

// collect fills in the results. A lost connection concerns the batch.
func collect(ps []pending, results []*Result) error {
	var lost *ConnError
	for i, r := range results {
		r.Value, r.Outs, r.Err = ps[i].reply.Return, ps[i].reply.Outs, ps[i].err
		if lost == nil {
			errors.As(r.Err, &lost)
		}
	}
	if lost != nil {
		return lost
	}
	return nil
}

// First returns the error of Run or else of the first call that failed.
func (b *Batch) First(ctx context.Context) error {
	if err := b.Run(ctx); err != nil {
		return err
	}
	for i := range b.calls {
		if err := b.calls[i].result.Err; err != nil {
			return fmt.Errorf("%s.%s: %w", b.calls[i].iface, b.calls[i].method, err)
		}
	}
	return nil
}
