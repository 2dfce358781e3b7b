package uno

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// Handler answers a call of an exported object. outs are the out and in-out
// parameters in order. An *Exception is raised in the office as it is, any
// other error as com.sun.star.uno.RuntimeException.
type Handler func(ctx context.Context, method string, args []any) (value any, outs []any, err error)

// Exported is an object of ours that the office can call. It can be passed
// wherever one of its interfaces is expected.
type Exported struct {
	conn    *Conn
	oid     string
	types   []Type
	handler Handler
	inline  bool
	job     *mainJob // that the object stands for, if any
	refs    int      // counted references that the office holds; guarded by conn.mu
	closed  bool     // guarded by conn.mu
}

// Export makes an object with the given interfaces whose calls h answers, each
// on a goroutine of its own. The context given to h carries the office's
// thread: calls made with it run on that thread, inside the office's call. The
// office waits meanwhile, often with its main lock held, so h must be quick,
// and must not wait for calls made with another context.
//
// The object lives until the office has released all references, or Close.
func (c *Conn) Export(h Handler, ifaces ...string) (*Exported, error) {
	return c.export(h, false, ifaces)
}

// ExportInline is Export for a handler that runs on the goroutine that reads
// from the office: it must not wait for anything and must not call the office.
// Streams that fill a buffer and listeners that note an event are of this kind.
func (c *Conn) ExportInline(h Handler, ifaces ...string) (*Exported, error) {
	return c.export(h, true, ifaces)
}

func (c *Conn) export(h Handler, inline bool, ifaces []string) (*Exported, error) {
	e := &Exported{conn: c, handler: h, inline: inline}
	for _, name := range ifaces {
		if _, err := c.registry().Interface(name); err != nil {
			return nil, err
		}
		e.types = append(e.types, Type{Class: unotype.InterfaceType, Name: name})
	}
	if len(e.types) == 0 {
		return nil, errors.New("uno: an exported object needs an interface")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.lost(); err != nil {
		return nil, &ConnError{Err: err}
	}
	e.oid = c.newID()
	c.exports[e.oid] = e
	return e, nil
}

// Close makes the object unknown to the office: later calls of it raise
// DisposedException there. Remove a listener from its broadcaster first.
func (e *Exported) Close() {
	e.conn.mu.Lock()
	defer e.conn.mu.Unlock()
	e.closed = true
	delete(e.conn.exports, e.oid)
}

// URPRef implements the reference that package urp encodes.
func (e *Exported) URPRef() (string, Type) { return e.oid, e.types[0] }

// URPPassable implements urp.Ref.
func (e *Exported) URPPassable(home any, t Type) error {
	if home != any(e.conn) {
		return errors.New("the exported object lives on another connection")
	}
	e.conn.mu.Lock()
	closed := e.closed
	e.conn.mu.Unlock()
	if closed {
		return ErrReleased
	}
	if !e.has(t) {
		return fmt.Errorf("the exported object is no %s", t.Name)
	}
	return nil
}

func (e *Exported) has(t Type) bool {
	reg := e.conn.registry()
	return slices.ContainsFunc(e.types, func(have Type) bool { return reg.IsA(have.Name, t.Name) })
}

// URPSent implements urp.Ref: the encoder tells, with conn.mu held, that one
// more reference is on its way. The object may have been forgotten before.
func (e *Exported) URPSent(Type) {
	e.refs++
	if !e.closed {
		e.conn.exports[e.oid] = e
	}
}

// released notes that the office gave one reference back; conn.mu is held.
func (e *Exported) released() {
	if e.refs--; e.refs <= 0 {
		e.refs = 0
		delete(e.conn.exports, e.oid)
	}
}

// maxErrorText bounds what an error that is no exception tells the office.
const maxErrorText = 16 << 10

// incoming is one call of the office's to us.
type incoming struct {
	conn    *Conn
	tid     string
	method  *unotype.Method
	args    []any
	export  *Exported // nil when we do not know the object any more
	started bool      // guarded by conn.mu, as answer
	answer  *urp.Reply
}

// respond makes the answer on the calling goroutine.
func (in *incoming) respond() {
	ctx := context.WithValue(context.Background(), mainKey{}, &mainCall{conn: in.conn, ended: true})
	answer := in.reply(ctx)
	in.conn.mu.Lock()
	in.answer = answer
	in.conn.mu.Unlock()
}

// run answers on a goroutine of its own, with a context whose calls run on the
// office's thread. begin says that it runs the function of a Main.
func (in *incoming) run(t *thread, begin bool) {
	c := in.conn
	main := c.mainTID.Load()
	m := &mainCall{conn: c, tid: in.tid, begin: begin, main: main != nil && *main == in.tid}
	ctx, cancel := context.WithCancelCause(context.WithValue(context.Background(), mainKey{}, m))
	ended := make(chan struct{})
	go func() {
		select {
		case <-c.done:
			cancel(c.Err())
		case <-ended:
		}
	}()
	var answer *urp.Reply
	defer func() {
		if answer == nil { // runtime.Goexit; the office must not wait for ever
			answer = in.raise(errGoexit)
		}
		close(ended)
		c.endMain(m)
		cancel(ErrMainEnded)
		c.mu.Lock()
		in.answer = answer
		queued, begun := c.advance(in.tid, t)
		c.mu.Unlock()
		if queued {
			c.flush()
		}
		if begun {
			c.in.source.interrupt()
		}
		if m.after != nil {
			m.after()
		}
	}()
	answer = in.reply(ctx)
}

// reply makes the answer, which is well-formed whatever the handler does.
func (in *incoming) reply(ctx context.Context) *urp.Reply {
	r := urp.Reply{TID: in.tid, Method: in.method}
	var err error
	switch {
	case in.method.ID == 0:
		r.Return = in.queryInterface()
	case in.export == nil:
		err = Raise("com.sun.star.lang.DisposedException", "the object is gone")
	default:
		r.Return, r.Outs, err = in.call(ctx)
	}
	if err == nil {
		var checked urp.Reply
		if checked, err = in.conn.checker().Reply(r); err == nil {
			return &checked
		}
	}
	return in.raise(err)
}

// raise makes the answer for an error.
func (in *incoming) raise(err error) *urp.Reply {
	check := in.conn.checker()
	r := urp.Reply{TID: in.tid, Method: in.method}
	var raised *Exception
	if errors.As(err, &raised) {
		r.Exception = raised.value()
		if checked, err := check.Reply(r); err == nil {
			return &checked
		}
	}
	text := err.Error()
	text = strings.ToValidUTF8(text[:min(len(text), maxErrorText)], "\uFFFD")
	r.Exception = Raise("com.sun.star.uno.RuntimeException", text).value()
	checked, err := check.Reply(r)
	if err != nil {
		panic("uno: no description of RuntimeException: " + err.Error())
	}
	return &checked
}

func (in *incoming) call(ctx context.Context) (value any, outs []any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("handler of %s: panic: %v", in.method.Name, p)
		}
	}()
	return in.export.handler(ctx, in.method.Name, in.args)
}

func (in *incoming) queryInterface() any {
	t, ok := in.args[0].(Type)
	if !ok || in.export == nil || !in.export.has(t) {
		return nil
	}
	return Any{Type: t, Value: in.export}
}
