package uno

import (
	"context"
	"errors"
	"fmt"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// Batch collects calls that are sent in one block on one thread id: the office
// runs them in order, and one that raises an exception does not stop the rest.
// A batch is used by one goroutine and run once. Calls that can call back into
// this program do not belong into one (urp.md 4).
type Batch struct {
	conn  *Conn
	calls []batched
	ran   bool
}

type batched struct {
	object        *Object
	iface, method string
	args          []any
	result        *Result
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
	b.calls = append(b.calls, batched{o, iface, method, args, r})
	return r
}

// Run sends the calls and waits for all replies. Interfaces that objects have
// not been asked for before cost one more round trip in all. The error is for
// the batch as a whole: bad arguments (then nothing was sent) or no answer;
// what single calls raised is in their results, ErrNoInterface for those that
// could not be sent. First joins the two.
func (b *Batch) Run(ctx context.Context) error {
	if b.ran {
		return errors.New("uno: a batch runs once")
	}
	b.ran = true
	if len(b.calls) == 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return &ConnError{Err: context.Cause(ctx)}
	}
	if err := b.queryMissing(ctx); err != nil {
		return err
	}
	calls := make([]call, 0, len(b.calls))
	results := make([]*Result, 0, len(b.calls))
	for i := range b.calls {
		q := &b.calls[i]
		if q.object == nil {
			return fmt.Errorf("uno: %s.%s called on no object", q.iface, q.method)
		}
		prepared, err := q.object.prepare(ctx, q.iface, q.method, q.args)
		if errors.Is(err, ErrNoInterface) {
			q.result.Err = err
			continue
		}
		if err != nil {
			return err
		}
		calls, results = append(calls, prepared), append(results, q.result)
	}
	if len(calls) == 0 {
		return nil
	}
	w, ps, err := b.conn.send(ctx, calls)
	if err != nil {
		return err
	}
	if err := b.conn.wait(ctx, w); err != nil {
		return err
	}
	return collect(ps, results)
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

// queryMissing asks, in one block, for all interfaces that the calls need and
// that the objects are not known by yet. It must be answered before the calls
// are sent: an office resolves a call's object when it reads the call.
func (b *Batch) queryMissing(ctx context.Context) error {
	type key struct {
		core *core
		typ  Type
	}
	var wanted []key
	var objects []*Object
	seen := map[key]bool{}
	need := func(o *Object, t Type) {
		k := key{o.core, t}
		if !seen[k] && !o.core.knows(t) {
			seen[k] = true
			wanted, objects = append(wanted, k), append(objects, o)
		}
	}
	for i := range b.calls {
		q := &b.calls[i]
		if q.object == nil {
			continue
		}
		t, m, err := b.conn.method(q.iface, q.method)
		if err != nil {
			return err
		}
		need(q.object, t)
		j := 0
		for _, p := range m.Params {
			if !p.In || j >= len(q.args) {
				continue
			}
			if arg, ok := q.args[j].(*Object); ok && arg != nil && p.Type.Class == unotype.InterfaceType {
				need(arg, p.Type)
			}
			j++
		}
	}
	if len(wanted) < 2 {
		return nil // prepare does it
	}
	calls := make([]call, len(wanted))
	for i := range wanted {
		q, err := objects[i].core.queryCall(wanted[i].typ)
		if err != nil {
			return err
		}
		calls[i] = q
	}
	w, ps, err := b.conn.send(ctx, calls)
	if err == nil {
		err = b.conn.wait(ctx, w)
	}
	if err != nil {
		return err
	}
	for i := range ps {
		if ps[i].err != nil {
			return ps[i].err
		}
		got, ok := ps[i].reply.Return.(*Object)
		if !ok {
			continue // prepare finds out which call that concerns
		}
		if err := objects[i].core.merge(got); err != nil {
			return err
		}
	}
	return nil
}
