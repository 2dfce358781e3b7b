package uno

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// asked is an interface that later calls need.
type asked struct {
	object *Object
	typ    Type
}

// Ask makes the batch ask an object also for interfaces that later calls will
// need, which saves them a round trip each. One that it does not have, or that
// there is not, is no error.
func (b *Batch) Ask(o *Object, ifaces ...string) {
	for _, name := range ifaces {
		if o != nil && o.core.conn == b.conn {
			b.asked = append(b.asked, asked{o, Type{Class: unotype.InterfaceType, Name: name}})
		}
	}
}

// need is an interface that an object must be known by.
type need struct {
	core *core
	typ  Type
}

// needs resolves the methods and lists the interfaces to ask for, each once.
func (b *Batch) needs() ([]need, error) {
	var list []need
	seen := map[need]bool{}
	add := func(n need) error {
		if seen[n] {
			return nil
		}
		seen[n] = true
		known, err := n.core.knows(n.typ)
		if err == nil && !known {
			list = append(list, n)
		}
		return err
	}
	for i := range b.calls {
		q := &b.calls[i]
		if q.object == nil {
			return nil, fmt.Errorf("%s.%s called on no object", q.iface, q.method)
		}
		if q.object.core.conn != b.conn {
			return nil, fmt.Errorf("%s.%s: the object lives on another connection", q.iface, q.method)
		}
		var err error
		if q.typ, q.resolved, err = b.conn.method(q.iface, q.method); err != nil {
			return nil, err
		}
		for n := range q.needs() {
			if err := add(n); err != nil {
				return nil, fmt.Errorf("%s.%s: %w", q.iface, q.method, err)
			}
		}
	}
	for _, a := range b.asked {
		if err := add(need{a.object.core, a.typ}); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// needs yields what the call's object and its arguments must be known by.
func (q *batched) needs() iter.Seq[need] {
	return func(yield func(need) bool) {
		if !yield(need{q.object.core, q.typ}) {
			return
		}
		for o, t := range objectArgs(q.resolved, q.args) {
			if !yield(need{o.core, t}) {
				return
			}
		}
	}
}

// lacks returns why the call cannot be made.
func (q *batched) lacks(missing map[need]error) error {
	if len(missing) == 0 {
		return nil
	}
	for n := range q.needs() {
		if err := missing[n]; err != nil {
			return err
		}
	}
	return nil
}

// ask asks, in one block, for interfaces and returns those that it did not get.
// It must be answered before the calls are sent: an office resolves a call's
// object when it reads the call.
func (c *Conn) ask(ctx context.Context, needs []need) (map[need]error, error) {
	if len(needs) == 0 {
		return nil, nil
	}
	calls := make([]call, len(needs))
	for i, n := range needs {
		q, err := n.core.queryCall(n.typ)
		if err != nil {
			return nil, err
		}
		calls[i] = q
	}
	w, err := c.send(ctx, calls)
	if err == nil {
		err = c.wait(ctx, w)
	}
	if err != nil {
		return nil, err
	}
	missing := map[need]error{}
	for i := range w.calls {
		var lost *ConnError
		got, ok := w.calls[i].reply.Return.(*Object)
		switch err := w.calls[i].err; {
		case errors.As(err, &lost):
			return nil, err
		case err != nil:
			missing[needs[i]] = err
		case !ok:
			missing[needs[i]] = &ConnError{Err: noInterface(needs[i].typ)}
		default:
			if err := needs[i].core.merge(got); err != nil {
				return nil, err
			}
		}
	}
	return missing, nil
}
