package uno

import (
	"context"
	"runtime"
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
	if k.released || s != nil && k.scoped != s {
		return nil
	}
	k.released = true
	refs := make([]reference, len(k.types))
	for i, t := range k.types {
		refs[i] = reference{k.oid, t}
	}
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

// releaseLater is for callers that must not wait or take the connection's lock.
func (c *Conn) releaseLater(refs []reference) {
	if len(refs) == 0 {
		return
	}
	select {
	case c.releases <- refs:
	case <-c.done:
	default:
		go c.sendReleases(refs)
	}
}

// giveBack releases the references of objects that nobody will see.
func (c *Conn) giveBack(objects []*Object) {
	for _, o := range objects {
		c.releaseLater(o.core.drop(nil))
	}
}

// releaseLoop joins the releases that come from the garbage collector.
func (c *Conn) releaseLoop() {
	defer c.workers.Done()
	for {
		select {
		case <-c.done:
			return
		case refs := <-c.releases:
			for more := true; more && len(refs) < 1000; {
				select {
				case next := <-c.releases:
					refs = append(refs, next...)
				default:
					more = false
				}
			}
			c.sendReleases(refs)
		}
	}
}

// sendReleases sends oneway release calls in one block. They get no replies,
// so their thread id is free again at once; it is one of its own because they
// hold up other calls on theirs for a moment.
func (c *Conn) sendReleases(refs []reference) {
	if len(refs) == 0 {
		return
	}
	_, m, err := c.method("com.sun.star.uno.XInterface", "release")
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil || c.err != nil {
		return
	}
	out := &block{bytes: urp.BeginBlock(nil)}
	for _, r := range refs {
		out.bytes = c.enc.Request(out.bytes, &urp.Request{
			TID: c.prefix + "-release", OID: r.oid, Type: r.typ, Method: m,
		})
	}
	if err := urp.EndBlock(out.bytes, len(refs)); err != nil {
		go c.fail(err)
		return
	}
	c.enqueue(out)
}
