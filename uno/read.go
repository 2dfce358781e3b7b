package uno

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"syscall"

	"github.com/unodesk/unodesk/uno/internal/urp"
)

// receiver is the reading half of a connection. Who has the role uses the
// fields below it; see role.go.
type receiver struct {
	conn    *Conn
	role    chan struct{} // holds a token while nobody reads
	callers atomic.Uint32 // how often a caller has taken it

	source   source
	blocks   *urp.BlockReader
	dec      *urp.Decoder
	made     []*Object // references in the message that is being decoded
	answered bool      // a caller has got what it waits for
}

func newReceiver(c *Conn) *receiver {
	r := &receiver{conn: c, role: make(chan struct{}, 1), source: newSource(c.nc)}
	r.blocks = urp.NewBlockReader(bufio.NewReaderSize(r.source, 64<<10))
	r.dec = urp.NewDecoder(c.registry, r.newRef, newRefs)
	return r
}

// newRef makes the value for a reference in a message: an *Object that owns one
// count of it, or the *Exported that the office gives back to us.
func (r *receiver) newRef(oid string, t Type) any {
	if r.conn.own(oid) {
		r.conn.mu.Lock()
		defer r.conn.mu.Unlock()
		if e := r.conn.exports[oid]; e != nil {
			return e
		}
		return nil
	}
	o := &Object{core: &core{conn: r.conn, oid: oid, types: []Type{t}}}
	r.made = append(r.made, o)
	return o
}

// newRefs gives a sequence of references the type that callers expect.
func newRefs(refs []any) any {
	objects := make([]*Object, len(refs))
	for i, ref := range refs {
		switch o := ref.(type) {
		case nil:
		case *Object:
			objects[i] = o
		default:
			return refs // ours are among them
		}
	}
	return objects
}

// explain puts the usual ends of a connection into words.
func explain(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
		return errors.New("the office closed the connection")
	}
	return err
}

func (r *receiver) block(body []byte, count uint32) error {
	r.dec.Feed(body)
	for range count {
		r.made = nil
		head, err := r.dec.Head()
		if err != nil {
			return err
		}
		if head.IsRequest {
			err = r.request(head)
		} else {
			err = r.reply(head)
		}
		if err != nil {
			return err
		}
	}
	if n := r.dec.Left(); n != 0 {
		return fmt.Errorf("%w: %d bytes left over in a block", urp.ErrFormat, n)
	}
	return nil
}

// reply decodes the answer to one of our calls and hands it over.
func (r *receiver) reply(head urp.Head) error {
	c := r.conn
	c.mu.Lock()
	t := c.threads[head.TID]
	var p *pending
	ok := false
	if t != nil {
		p, ok = t.Replied()
	}
	c.mu.Unlock()
	if !ok {
		return fmt.Errorf("%w: a reply that nothing waits for", urp.ErrFormat)
	}
	reply, err := r.dec.Answer(head, p.method)
	if err != nil {
		c.mu.Lock()
		c.finish(p, urp.Reply{}, &ConnError{Err: fmt.Errorf("%w: %w", ErrClosed, err), Sent: true})
		c.mu.Unlock()
		return err
	}
	c.mu.Lock()
	if p.waiter.over { // it has given up
		c.giveBack(r.made)
	} else if !p.bare {
		for _, o := range r.made {
			o.adopt(p.scope)
		}
	}
	c.finish(p, reply, nil)
	r.answered = r.answered || p.waiter.over
	queued, _ := c.advance(head.TID, t)
	c.mu.Unlock()
	if queued {
		c.flush()
	}
	return nil
}

// request takes a call of one of our objects. Answers that need no handler of
// the user's are made here; others run as Exported says.
func (r *receiver) request(head urp.Head) error {
	c := r.conn
	iface, err := c.registry().Interface(head.Type.Name)
	if err != nil {
		return err
	}
	if int(head.FunctionID) >= len(iface.Methods) {
		return fmt.Errorf("%w: %s has no function %d", urp.ErrFormat, head.Type.Name, head.FunctionID)
	}
	m := &iface.Methods[head.FunctionID]
	args, err := r.dec.Args(m)
	if err != nil {
		return err
	}
	for _, o := range r.made {
		o.adopt(nil)
	}
	c.mu.Lock()
	e := c.exports[head.OID]
	if m.OneWay { // acquire or release, which get no answer
		if e != nil && m.Name == "release" {
			e.released()
		}
		c.mu.Unlock()
		return nil
	}
	in := &incoming{conn: c, tid: head.TID, method: m, args: args, export: e}
	in.started = e == nil || m.ID == 0 || e.inline
	t := c.thread(head.TID)
	t.Entered(in)
	c.mu.Unlock()
	if in.started {
		in.respond()
	}
	c.mu.Lock()
	queued, _ := c.advance(head.TID, t)
	c.mu.Unlock()
	if queued {
		c.flush()
	}
	return nil
}

// advance does what has become possible on a thread id, with mu held. queued
// says that flush is to be called after mu is released, begun that a moment has
// come which the reading goroutine may be waiting for.
func (c *Conn) advance(tid string, t *thread) (queued, begun bool) {
	begun = c.pump(t)
	c.settle(tid, t)
	return len(c.out.queue) > 0, begun
}

// pump answers, or starts handling, callbacks whose turn has come, and reports
// whether it was one of Main's; mu must be held.
func (c *Conn) pump(t *thread) (begun bool) {
	for {
		in, turn, ok := t.Innermost()
		if !ok || !turn || c.lost() != nil {
			return false
		}
		if in.answer == nil {
			if !in.started {
				in.started = true
				if in.export.job != nil {
					begun = c.come(&in.export.job.begun, nil)
				}
				go in.run(t, begun)
			}
			return begun
		}
		b := c.out.begin()
		b.bytes = c.enc.Reply(b.bytes, in.answer)
		if c.seal(b, 1) != nil {
			return false
		}
		t.Answered()
	}
}
