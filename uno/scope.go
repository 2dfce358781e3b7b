package uno

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/unodesk/unodesk/uno/internal/urp"
)

type scopeKey struct{}

// scope collects the objects that come up in calls made with its context.
type scope struct {
	mu      sync.Mutex
	objects []*Object
	ended   bool
}

func scopeOf(ctx context.Context) *scope {
	s, _ := ctx.Value(scopeKey{}).(*scope)
	return s
}

// Scope returns a context that collects the objects that calls made with it
// return, and a function that releases them all in one block. Keep takes an
// object out of it.
func Scope(ctx context.Context) (context.Context, func()) {
	s := &scope{}
	return context.WithValue(ctx, scopeKey{}, s), s.end
}

func (s *scope) end() {
	s.mu.Lock()
	objects := s.objects
	s.objects, s.ended = nil, true
	s.mu.Unlock()
	byConn := map[*Conn][]reference{}
	for _, o := range objects {
		if refs := o.core.drop(s); len(refs) > 0 {
			byConn[o.core.conn] = append(byConn[o.core.conn], refs...)
		}
	}
	for c, refs := range byConn {
		c.sendReleases(refs)
	}
}

// adopt puts a new object into s; without one the garbage collector is its
// safety net.
func (o *Object) adopt(s *scope) {
	if s != nil {
		s.mu.Lock()
		if !s.ended {
			s.objects = append(s.objects, o)
			o.core.scoped = s
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
	}
	cleanup := runtime.AddCleanup(o, func(k *core) { k.conn.releaseLater(k.drop(nil)) }, o.core)
	o.core.mu.Lock()
	o.core.cleanup = &cleanup
	o.core.mu.Unlock()
}

// drop takes the object's references away from it, to be released. With a
// scope it does so only while the object belongs to that scope.
func (k *core) drop(s *scope) []reference {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.released || k.pinned || s != nil && k.scoped != s {
		return nil
	}
	k.released = true
	refs := make([]reference, len(k.types))
	for i, t := range k.types {
		refs[i] = reference{k.oid, t}
	}
	k.types = nil
	if k.cleanup != nil {
		k.cleanup.Stop()
	}
	return refs
}

// Keep takes the object out of the scope that it came up in and returns it.
func (o *Object) Keep() *Object {
	if o == nil {
		return nil
	}
	o.core.mu.Lock()
	scoped := o.core.scoped != nil && !o.core.released
	o.core.scoped = nil
	o.core.mu.Unlock()
	if scoped {
		o.adopt(nil)
	}
	return o
}

// Release gives the object's references back to the office now. It must not be
// used afterwards. Releasing twice does nothing.
func (o *Object) Release() {
	if o != nil {
		o.core.conn.sendReleases(o.core.drop(nil))
	}
}

// doomed are references that the release loop is to give back. Its lock is
// taken with any other one held.
type doomed struct {
	mu    sync.Mutex // guards refs and ended
	refs  []reference
	ended bool // with the connection, nothing is to be given back any more
	wake  chan struct{}
}

func (d *doomed) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refs, d.ended = nil, true
}

// releaseLater is for callers that must not wait or that hold a lock.
func (c *Conn) releaseLater(refs []reference) {
	if len(refs) == 0 {
		return
	}
	c.doomed.mu.Lock()
	defer c.doomed.mu.Unlock()
	if c.doomed.ended {
		return
	}
	c.doomed.refs = append(c.doomed.refs, refs...)
	select {
	case c.doomed.wake <- struct{}{}:
	default:
	}
}

// giveBack releases the references of objects that nobody will see.
func (c *Conn) giveBack(objects []*Object) {
	for _, o := range objects {
		c.releaseLater(o.core.drop(nil))
	}
}

// releaseLoop sends the releases that come from the garbage collector, many at
// once.
func (c *Conn) releaseLoop() {
	defer c.workers.Done()
	for {
		select {
		case <-c.done:
			return
		case <-c.doomed.wake:
		}
		c.doomed.mu.Lock()
		refs := c.doomed.refs
		c.doomed.refs = nil
		c.doomed.mu.Unlock()
		c.sendReleases(refs)
	}
}

// releaseBatch is how many releases go into one block.
const releaseBatch = 1000

// sendReleases sends oneway release calls, many in a block. They get no replies,
// so their thread id is free again at once; it is one of its own because they
// hold up other calls on theirs for a moment.
func (c *Conn) sendReleases(refs []reference) {
	for part := range slices.Chunk(refs, releaseBatch) {
		c.encodeReleases(part)
		c.flush()
	}
}

func (c *Conn) encodeReleases(refs []reference) {
	_, m, err := c.method(urp.TypeXInterface.Name, "release")
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil || c.lost() != nil {
		return
	}
	out := c.out.begin()
	for _, r := range refs {
		out.bytes = c.enc.Request(out.bytes, &urp.Request{
			TID: c.prefix + "-release", OID: r.oid, Type: r.typ, Method: m,
		})
	}
	_ = c.seal(out, len(refs)) // it ends the connection itself
}
