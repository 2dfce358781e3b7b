package urp

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// maxDepth bounds how deep values may nest, sent or received.
const maxDepth = 60

// MaxMessage bounds what the values of one message may take, in bytes. It
// leaves room in a block for the header and for what the estimate leaves out.
const MaxMessage = 1 << 28

// errUTF8 is what strings with other bytes are refused with: the office would
// close the connection.
var errUTF8 = errors.New("urp: a string is not valid UTF-8")

// Checker turns values into the form that the encoder writes, or says why it
// cannot. It runs before any byte is written: an encoder that failed half-way
// would leave the peer with other caches than ours (section 3.4). What it gives
// needs no types any more, so these may change before it is encoded.
type Checker struct {
	Types *unotype.Registry
	// Home is the connection that references must belong to.
	Home any

	size int
}

// record is a struct that was checked: all members in the order of the wire.
type record struct {
	def    *unotype.Struct
	values []any
}

// list is a sequence that was checked and is encoded element by element.
type list struct {
	elem  Type
	items []any
}

// Args checks the in and in-out arguments of a call of m.
func (c Checker) Args(m *unotype.Method, args []any) ([]any, error) {
	want := 0
	for i := range m.Params {
		if m.Params[i].In {
			want++
		}
	}
	if len(args) != want {
		return nil, fmt.Errorf("urp: %s takes %d arguments, got %d", m.Name, want, len(args))
	}
	if want == 0 {
		return nil, nil
	}
	c.size = 0
	out := make([]any, want)
	i := 0
	for _, p := range m.Params {
		if !p.In {
			continue
		}
		v, err := c.value(p.Type, args[i], 0)
		if err != nil {
			return nil, fmt.Errorf("%s, argument %s: %w", m.Name, p.Name, err)
		}
		out[i] = v
		i++
	}
	return out, nil
}

// Reply returns r with checked values. An exception must be a *Struct.
func (c Checker) Reply(r Reply) (Reply, error) {
	c.size = 0
	out := Reply{TID: r.TID, Method: r.Method}
	var err error
	if r.Exception != nil {
		s, ok := r.Exception.(*Struct)
		if !ok {
			return out, fmt.Errorf("urp: a Go %T is not an exception", r.Exception)
		}
		v, err := c.value(Type{Class: unotype.ExceptionType, Name: s.Type}, s, 0)
		if err == nil && !v.(*record).def.Exception {
			err = fmt.Errorf("urp: %s is not an exception", s.Type)
		}
		if err != nil {
			return out, err
		}
		out.Exception = Any{Type{Class: unotype.ExceptionType, Name: s.Type}, v}
		return out, nil
	}
	if out.Return, err = c.value(r.Method.Return, r.Return, 0); err != nil {
		return out, fmt.Errorf("result of %s: %w", r.Method.Name, err)
	}
	for _, p := range r.Method.Params {
		if !p.Out {
			continue
		}
		i := len(out.Outs)
		if i >= len(r.Outs) {
			return out, fmt.Errorf("%s has more out parameters than %d", r.Method.Name, len(r.Outs))
		}
		v, err := c.value(p.Type, r.Outs[i], 0)
		if err != nil {
			return out, fmt.Errorf("out parameter %s of %s: %w", p.Name, r.Method.Name, err)
		}
		out.Outs = append(out.Outs, v)
	}
	return out, nil
}

func mismatch(t Type, v any) error {
	return fmt.Errorf("urp: cannot pass Go %T as UNO %s", v, t.Name)
}

// grow counts bytes on the wire; it need not be exact, only never far too low.
func (c *Checker) grow(n int) error {
	if c.size += n; c.size > MaxMessage || n > MaxMessage {
		return fmt.Errorf("urp: values of more than %d bytes in one call", MaxMessage)
	}
	return nil
}

func (c *Checker) value(t Type, v any, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("urp: value nests deeper than %d levels", maxDepth)
	}
	if err := c.grow(minSize(t)); err != nil {
		return nil, err
	}
	switch t.Class {
	case unotype.Void:
		if v == nil {
			return nil, nil
		}
	case unotype.Boolean:
		if _, ok := v.(bool); ok {
			return v, nil
		}
	case unotype.Byte, unotype.Short, unotype.UnsignedShort, unotype.Long, unotype.UnsignedLong,
		unotype.Hyper, unotype.UnsignedHyper, unotype.Char:
		return integer(t, v)
	case unotype.Float, unotype.Double:
		return float(t, v)
	case unotype.String:
		if s, ok := v.(string); ok {
			return v, c.text(s)
		}
	case unotype.TypeValue:
		if t, ok := v.(Type); ok {
			return c.typ(t)
		}
	case unotype.Any:
		return c.any(v, depth)
	case unotype.EnumClass:
		return c.enum(t, v)
	case unotype.StructClass, unotype.ExceptionType:
		return c.structure(t, v, depth)
	case unotype.Sequence:
		return c.sequence(t, v, depth)
	case unotype.InterfaceType:
		return c.reference(t, v)
	}
	return nil, mismatch(t, v)
}

func (c *Checker) text(s string) error {
	if !utf8.ValidString(s) {
		return errUTF8
	}
	return c.grow(len(s))
}

// typ refuses types that the office may not know: it would close the
// connection.
func (c *Checker) typ(t Type) (Type, error) {
	if simple, ok := unotype.Simple(t.Class); ok {
		if t.Name != "" && t != simple {
			return t, fmt.Errorf("urp: type class %d is not called %s", t.Class, t.Name)
		}
		return simple, nil
	}
	known, err := c.Types.Type(t.Name)
	if err != nil {
		return t, fmt.Errorf("urp: type %s: %w", t.Name, err)
	}
	if known != t {
		return t, fmt.Errorf("urp: %s is a type of class %d, not %d", known.Name, known.Class, t.Class)
	}
	return t, c.grow(len(t.Name))
}

// any gives every value that does not tell its type by its Go type an Any
// around it.
func (c *Checker) any(v any, depth int) (any, error) {
	switch v := v.(type) {
	case nil, bool, int8, int16, uint16, int32, uint32, int64, uint64, int, float32, float64, Char:
		return v, c.grow(8)
	case string:
		return v, c.text(v)
	case Any:
		if v.Type.Class == unotype.Any {
			return c.any(v.Value, depth+1) // never an any in an any (section 3.5)
		}
		t, err := c.typ(v.Type)
		if err != nil {
			return nil, err
		}
		inner, err := c.value(t, v.Value, depth+1)
		return Any{t, inner}, err
	case Ref:
		if isNil(v) {
			return nil, nil
		}
	}
	t, err := infer(v)
	if err == nil && t.Class == unotype.StructClass {
		t, err = c.Types.Type(t.Name) // it may be an exception
	}
	if err == nil {
		t, err = c.typ(t)
	}
	if err != nil {
		return nil, err
	}
	inner, err := c.value(t, v, depth+1)
	return Any{t, inner}, err
}

func (c *Checker) reference(t Type, v any) (any, error) {
	if v == nil {
		return nil, nil
	}
	r, ok := v.(Ref)
	if !ok {
		return nil, mismatch(t, v)
	}
	if isNil(r) {
		return nil, nil
	}
	if err := r.URPPassable(c.Home, t); err != nil {
		return nil, fmt.Errorf("urp: %w", err)
	}
	oid, _ := r.URPRef()
	return r, c.grow(len(oid))
}
