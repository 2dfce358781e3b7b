package uno

import (
	"context"
	"fmt"
	"sync"
)

// services remembers the objects that everything starts from.
type services struct {
	mu       sync.Mutex
	manager  *Object
	callback *Object
}

// Service makes an instance of a UNO service with the office's component
// context, such as "com.sun.star.frame.Desktop".
func (c *Conn) Service(ctx context.Context, name string) (*Object, error) {
	m, err := c.services.factory(ctx, c)
	if err != nil {
		return nil, err
	}
	o, err := m.CallObject(ctx, "com.sun.star.lang.XMultiComponentFactory", "createInstanceWithContext", name, c.context)
	return o, orMissing(o, err, name)
}

// ServiceWith makes an instance of a service with arguments.
func (c *Conn) ServiceWith(ctx context.Context, name string, args ...any) (*Object, error) {
	m, err := c.services.factory(ctx, c)
	if err != nil {
		return nil, err
	}
	o, err := m.CallObject(ctx, "com.sun.star.lang.XMultiComponentFactory", "createInstanceWithArgumentsAndContext",
		name, args, c.context)
	return o, orMissing(o, err, name)
}

// Singleton returns one of the context's named objects, such as
// "com.sun.star.util.theMacroExpander".
func (c *Conn) Singleton(ctx context.Context, name string) (*Object, error) {
	o, err := c.context.CallObject(ctx, "com.sun.star.uno.XComponentContext", "getValueByName", "/singletons/"+name)
	return o, orMissing(o, err, name)
}

func orMissing(o *Object, err error, name string) error {
	if err == nil && o == nil {
		return fmt.Errorf("uno: the office has no %s", name)
	}
	return err
}

// factory does not hold the lock while it waits: another caller's time may be
// shorter.
func (s *services) factory(ctx context.Context, c *Conn) (*Object, error) {
	s.mu.Lock()
	have := s.manager
	s.mu.Unlock()
	if have != nil {
		return have, nil
	}
	m, err := c.context.CallObject(ctx, "com.sun.star.uno.XComponentContext", "getServiceManager")
	if err := orMissing(m, err, "service manager"); err != nil {
		return nil, unsent(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.manager == nil {
		s.manager = m.Keep()
	}
	return s.manager, nil
}

// asyncCallback returns the service through which work gets onto the office's
// main thread (com.sun.star.awt.AsyncCallback).
func (s *services) asyncCallback(ctx context.Context, c *Conn) (*Object, error) {
	s.mu.Lock()
	have := s.callback
	s.mu.Unlock()
	if have != nil {
		return have, nil
	}
	o, err := c.Service(ctx, "com.sun.star.awt.AsyncCallback")
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.callback == nil {
		s.callback = o.Keep()
	}
	return s.callback, nil
}
