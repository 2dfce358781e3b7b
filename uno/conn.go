package uno

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// DefaultTimeout ends calls whose context has no deadline of its own.
const DefaultTimeout = 60 * time.Second

// Options are what NewConn may be told.
type Options struct {
	// Types describes the API; nil means the table that is built in.
	Types *Types
	// Timeout replaces DefaultTimeout.
	Timeout time.Duration
}

// Conn is a connection to one office. Its methods may be called from any
// goroutine. A call that times out does not disturb the connection: its reply
// is thrown away when it comes.
type Conn struct {
	nc      net.Conn
	direct  *directWriter // nil where callers cannot write themselves
	types   atomic.Pointer[Types]
	timeout time.Duration
	prefix  string // of our thread and object ids; unique in the office

	mu      sync.Mutex // guards the fields below
	enc     *urp.Encoder
	out     output
	threads map[string]*thread
	idle    []string // thread ids that nothing waits on
	serial  uint64   // of thread and object ids
	exports map[string]*Exported
	watch   watchList
	jobs    map[*mainJob]bool
	err     error // why the connection ended

	wake    chan struct{} // to the write loop: there is something to do
	doomed  doomed
	done    chan struct{}
	workers sync.WaitGroup
	inMain  atomic.Pointer[mainCall]
	in      *receiver
	mainTID atomic.Pointer[string] // of the office's main thread, once seen

	context  *Object
	services services
}

// thread is the bookkeeping of one thread id.
type thread struct {
	urp.Thread[*pending, *incoming]
	pooled bool // in Conn.idle
}

// NewConn takes over c, whose other end is an office's acceptor, agrees on the
// protocol and gets the component context. On an error c is closed.
func NewConn(ctx context.Context, c net.Conn, o Options) (*Conn, error) {
	id := make([]byte, 8)
	if _, err := rand.Read(id); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	conn := &Conn{
		nc:      c,
		direct:  newDirectWriter(c),
		timeout: o.Timeout,
		prefix:  "unodesk-" + hex.EncodeToString(id),
		threads: map[string]*thread{},
		exports: map[string]*Exported{},
		jobs:    map[*mainJob]bool{},
		wake:    make(chan struct{}, 1),
		doomed:  doomed{wake: make(chan struct{}, 1)},
		done:    make(chan struct{}),
	}
	if conn.timeout <= 0 {
		conn.timeout = DefaultTimeout
	}
	conn.UseTypes(o.Types)
	conn.enc = urp.NewEncoder()
	conn.in = newReceiver(conn)
	if err := conn.negotiate(ctx, conn.in); err != nil {
		return nil, errors.Join(fmt.Errorf("uno: agree on the protocol: %w", err), conn.in.source.Close())
	}
	conn.workers.Add(3)
	go conn.writeLoop()
	go conn.releaseLoop()
	go conn.in.standby()
	conn.in.role <- struct{}{}
	root, err := conn.initial(ctx, "StarOffice.ComponentContext")
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	root.core.pinned = true
	conn.context = root
	return conn, nil
}

// UseTypes makes t describe the API from the next message on; nil stands for
// the built-in table. It is meant for the office's own databases, right after
// connecting.
func (c *Conn) UseTypes(t *Types) {
	if t == nil {
		t = unotype.Embedded()
	}
	c.types.Store(t)
}

func (c *Conn) registry() *unotype.Registry { return c.types.Load() }

func (c *Conn) checker() urp.Checker { return urp.Checker{Types: c.registry(), Home: c} }

// Types returns the type descriptions in force.
func (c *Conn) Types() *Types { return c.types.Load() }

// Context returns the office's component context. It stays valid as long as
// the connection and is never released: an office closes a connection on which
// no reference is left.
func (c *Conn) Context() *Object { return c.context }

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err tells why the connection ended; nil while it lives.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Close ends the connection; the office drops all references that it held for
// us. It waits for the connection's goroutines, but not for handlers of
// exported objects, and may be called more than once.
func (c *Conn) Close() error {
	c.fail(errors.New("closed by this side"))
	c.workers.Wait()
	return nil
}

// fail ends the connection with err; only the first call counts.
func (c *Conn) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end(err)
}

// end is fail for callers that hold mu.
func (c *Conn) end(err error) {
	if c.err != nil {
		return
	}
	if c.err = c.out.broken; c.err == nil {
		c.err = fmt.Errorf("%w: %w", ErrClosed, err)
	}
	_ = c.in.source.Close() // a second error would say nothing new
	close(c.done)
	for _, t := range c.threads {
		for _, p := range t.Waiting() {
			c.finish(p, urp.Reply{}, &ConnError{Err: c.err, Sent: p.block.started})
		}
	}
	for j := range c.jobs {
		c.come(&j.begun, c.err)
	}
	if c.watch.timer != nil {
		c.watch.timer.Stop()
	}
	clear(c.threads)
	c.doomed.end()
	c.out.drop()
	if c.out.drain != nil {
		c.out.drain.Stop()
	}
}

// lost tells why nothing can be sent any more; mu must be held.
func (c *Conn) lost() error {
	if c.err != nil {
		return c.err
	}
	return c.out.broken
}

// own reports whether an object id is one of ours.
func (c *Conn) own(oid string) bool { return strings.HasPrefix(oid, c.prefix) }

// newID returns a new unique thread or object id; mu must be held.
func (c *Conn) newID() string {
	c.serial++
	return fmt.Sprintf("%s-%x", c.prefix, c.serial)
}
