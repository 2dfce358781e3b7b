package uno

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"

	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// Object is an object in the office. It owns its references there until
// Release, the end of the scope that it came up in, or, as a safety net, the
// garbage collector gives them back. Its methods may be called from any
// goroutine.
type Object struct{ core *core }

// core is what the cleanup of a forgotten Object still needs.
type core struct {
	conn *Conn
	oid  string

	mu       sync.Mutex
	types    []Type // one counted reference each
	scoped   *scope
	cleanup  *runtime.Cleanup
	released bool
	pinned   bool // never released, whatever callers do
}

// reference is one counted reference of the office's.
type reference struct {
	oid string
	typ Type
}

// String identifies the object in logs; it is not a stable name.
func (o *Object) String() string {
	if o == nil {
		return "none"
	}
	return o.core.oid
}

// Is reports whether both are the same object in the office.
func (o *Object) Is(other *Object) bool {
	return o != nil && other != nil && o.core.conn == other.core.conn && o.core.oid == other.core.oid
}

// Conn returns the connection that the object lives on.
func (o *Object) Conn() *Conn { return o.core.conn }

// Call calls a method of an interface by its UNO names. An attribute Foo is
// read by getFoo and written by setFoo. args are the in and in-out parameters.
// When the object has not been used through this interface before, it is asked
// for it first, which costs one more round trip.
//
// The office's exceptions come as *Exception. A context that ends does not end
// the call in the office.
func (o *Object) Call(ctx context.Context, iface, method string, args ...any) (any, error) {
	v, _, err := o.CallOut(ctx, iface, method, args...)
	return v, err
}

// CallOut is Call for methods with out parameters; outs holds these and the
// in-out ones, in order.
func (o *Object) CallOut(ctx context.Context, iface, method string, args ...any) (value any, outs []any, err error) {
	if o == nil {
		return nil, nil, &ConnError{Err: fmt.Errorf("%s.%s called on no object", iface, method)}
	}
	q, err := o.prepare(ctx, iface, method, args)
	if err != nil {
		return nil, nil, unsent(err)
	}
	reply, err := o.core.conn.do(ctx, q)
	runtime.KeepAlive(o) // or its references would be given back before the call
	return reply.Return, reply.Outs, err
}

// CallObject is Call for methods that return an object; nil means none.
func (o *Object) CallObject(ctx context.Context, iface, method string, args ...any) (*Object, error) {
	v, err := o.Call(ctx, iface, method, args...)
	if err != nil {
		return nil, err
	}
	obj, ok := v.(*Object)
	if !ok && v != nil {
		return nil, fmt.Errorf("uno: %s.%s returned %T, not an object", iface, method, v)
	}
	return obj, nil
}

// prepare checks a call and makes sure that the object and its arguments are
// known to the office by the interfaces that the call needs.
func (o *Object) prepare(ctx context.Context, iface, method string, args []any) (call, error) {
	c := o.core.conn
	typ, m, err := c.method(iface, method)
	if err != nil {
		return call{}, err
	}
	if err := o.as(ctx, typ); err != nil {
		return call{}, err
	}
	for arg, t := range objectArgs(m, args) {
		if err := arg.as(ctx, t); err != nil {
			return call{}, fmt.Errorf("argument of %s: %w", method, err)
		}
	}
	return o.check(iface, typ, m, args)
}

// objectArgs yields the arguments that are objects, each with the interface that
// the method takes it by.
func objectArgs(m *unotype.Method, args []any) iter.Seq2[*Object, Type] {
	return func(yield func(*Object, Type) bool) {
		i := 0
		for _, p := range m.Params {
			if !p.In || i >= len(args) {
				continue
			}
			arg, ok := args[i].(*Object)
			if ok && arg != nil && p.Type.Class == unotype.InterfaceType && !yield(arg, p.Type) {
				return
			}
			i++
		}
	}
}

// check makes a call of an object that is known by the interfaces it needs.
func (o *Object) check(iface string, typ Type, m *unotype.Method, args []any) (call, error) {
	c := o.core.conn
	checked, err := c.checker().Args(m, args)
	if err != nil {
		return call{}, fmt.Errorf("%s.%w", iface, err)
	}
	if m.OneWay {
		return call{}, fmt.Errorf("%s.%s: references are given back by Release", iface, m.Name)
	}
	return call{object: o.core, typ: typ, method: m, args: checked}, nil
}

func (c *Conn) method(iface, method string) (Type, *unotype.Method, error) {
	def, err := c.registry().Interface(iface)
	if err != nil {
		return Type{}, nil, err
	}
	m, ok := def.Method(method)
	if !ok {
		return Type{}, nil, fmt.Errorf("%s has no method %s", iface, method)
	}
	return Type{Class: unotype.InterfaceType, Name: iface}, m, nil
}

// knows reports whether the office has handed out the object as t or as an
// interface derived from it.
func (k *core) knows(t Type) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.released {
		return false, ErrReleased
	}
	for i := range k.types {
		if k.types[i].Name == t.Name {
			return true, nil
		}
	}
	reg := k.conn.registry()
	return slices.ContainsFunc(k.types, func(have Type) bool { return reg.IsA(have.Name, t.Name) }), nil
}

// as asks the object for an interface unless it is known already.
func (o *Object) as(ctx context.Context, t Type) error {
	if known, err := o.core.knows(t); known || err != nil {
		return err
	}
	got, err := o.query(ctx, t)
	if err != nil {
		return err
	}
	if got == nil {
		return noInterface(t)
	}
	return o.core.merge(got)
}

func noInterface(t Type) error { return fmt.Errorf("%w %s", ErrNoInterface, t.Name) }

// merge takes over the references of other, which is the same object.
func (k *core) merge(other *Object) error {
	refs := other.core.drop(nil)
	if other.core.oid != k.oid {
		k.conn.releaseLater(refs)
		return errors.New("an object answered queryInterface with another object")
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.released {
		k.conn.releaseLater(refs)
		return ErrReleased
	}
	for _, r := range refs {
		k.types = append(k.types, r.typ)
	}
	return nil
}

// query calls queryInterface; nil means that the object has no such interface.
// The result owns its reference and belongs to no scope.
func (o *Object) query(ctx context.Context, t Type) (*Object, error) {
	q, err := o.core.queryCall(t)
	if err != nil {
		return nil, err
	}
	reply, err := o.core.conn.do(ctx, q)
	if err != nil {
		return nil, err
	}
	got, _ := reply.Return.(*Object)
	return got, nil
}

func (k *core) queryCall(t Type) (call, error) {
	typ, m, err := k.conn.method("com.sun.star.uno.XInterface", "queryInterface")
	if err != nil {
		return call{}, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.released {
		return call{}, ErrReleased
	}
	if len(k.types) > 0 {
		typ = k.types[0]
	}
	return call{object: k, typ: typ, method: m, args: []any{t}, bare: true}, nil
}

// Has reports whether the object has an interface.
func (o *Object) Has(ctx context.Context, iface string) (bool, error) {
	if o == nil {
		return false, &ConnError{Err: errors.New("no object")}
	}
	if _, err := o.core.conn.registry().Interface(iface); err != nil {
		return false, &ConnError{Err: err}
	}
	err := o.as(ctx, Type{Class: unotype.InterfaceType, Name: iface})
	runtime.KeepAlive(o)
	if errors.Is(err, ErrNoInterface) {
		return false, nil
	}
	return err == nil, unsent(err)
}

// URPRef implements the reference that package urp encodes.
func (o *Object) URPRef() (string, Type) {
	o.core.mu.Lock()
	defer o.core.mu.Unlock()
	if len(o.core.types) == 0 {
		return o.core.oid, urp.TypeXInterface
	}
	return o.core.oid, o.core.types[0]
}

// URPPassable implements urp.Ref.
func (o *Object) URPPassable(home any, t Type) error {
	if home != any(o.core.conn) {
		return errors.New("the object lives on another connection")
	}
	known, err := o.core.knows(t)
	if err == nil && !known {
		err = fmt.Errorf("the object is not known to be a %s; query it first", t.Name)
	}
	return err
}

// URPSent implements urp.Ref; the office counts its own objects itself.
func (o *Object) URPSent(Type) {}
