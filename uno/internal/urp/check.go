package urp

import (
	"fmt"
	"math"
	"reflect"
	"unicode/utf8"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// maxDepth bounds how deep values may nest, sent or received.
const maxDepth = 60

// Check turns v into the form in which the encoder writes a value of type t, or
// says why it cannot. It runs before any byte is written: an encoder that failed
// half-way would leave the peer with other caches than ours (section 3.4).
func Check(reg *unotype.Registry, t Type, v any) (any, error) {
	return checker{reg}.value(t, v, 0)
}

type checker struct{ reg *unotype.Registry }

func mismatch(t Type, v any) error {
	return fmt.Errorf("urp: cannot pass Go %T as UNO %s", v, t.Name)
}

func (c checker) value(t Type, v any, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("urp: value nests deeper than %d levels", maxDepth)
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
		return c.integer(t, v)
	case unotype.Float, unotype.Double:
		return c.float(t, v)
	case unotype.String:
		if s, ok := v.(string); ok {
			if !utf8.ValidString(s) {
				return nil, fmt.Errorf("urp: a string is not valid UTF-8")
			}
			return v, nil
		}
	case unotype.TypeValue:
		if _, ok := v.(Type); ok {
			return v, nil
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

func toInt64(v any) (int64, bool) {
	switch v := v.(type) {
	case int:
		return int64(v), true
	case int8:
		return int64(v), true
	case int16:
		return int64(v), true
	case int32:
		return int64(v), true
	case int64:
		return v, true
	case uint8:
		return int64(v), true
	case uint16:
		return int64(v), true
	case uint32:
		return int64(v), true
	case uint64:
		return int64(v), v <= math.MaxInt64
	case Char:
		return int64(v), true
	}
	return 0, false
}

// integer range-checks v and gives it the Go type of t.
func (c checker) integer(t Type, v any) (any, error) {
	if u, ok := v.(uint64); ok && t.Class == unotype.UnsignedHyper {
		return u, nil
	}
	n, ok := toInt64(v)
	if !ok {
		return nil, mismatch(t, v)
	}
	in := func(lo, hi int64) bool { return n >= lo && n <= hi }
	switch {
	case t.Class == unotype.Byte && in(math.MinInt8, math.MaxUint8):
		return int8(n), nil // 128…255 are the same bytes as the negative ones
	case t.Class == unotype.Short && in(math.MinInt16, math.MaxInt16):
		return int16(n), nil
	case t.Class == unotype.UnsignedShort && in(0, math.MaxUint16):
		return uint16(n), nil
	case t.Class == unotype.Char && in(0, math.MaxUint16):
		return Char(n), nil
	case t.Class == unotype.Long && in(math.MinInt32, math.MaxInt32):
		return int32(n), nil
	case t.Class == unotype.UnsignedLong && in(0, math.MaxUint32):
		return uint32(n), nil
	case t.Class == unotype.Hyper:
		return n, nil
	case t.Class == unotype.UnsignedHyper && n >= 0:
		return uint64(n), nil
	}
	return nil, fmt.Errorf("urp: %d does not fit UNO %s", n, t.Name)
}

func (c checker) float(t Type, v any) (any, error) {
	var f float64
	switch v := v.(type) {
	case float64:
		f = v
	case float32:
		f = float64(v)
	default:
		n, ok := toInt64(v)
		if !ok {
			return nil, mismatch(t, v)
		}
		f = float64(n)
	}
	if t.Class == unotype.Float {
		return float32(f), nil
	}
	return f, nil
}

func (c checker) any(v any, depth int) (any, error) {
	switch v := v.(type) {
	case nil, bool, int8, int16, uint16, int32, uint32, int64, uint64, int, float32, float64, Char, Type:
		return v, nil
	case string:
		return c.value(typeString, v, depth)
	case Any:
		if v.Type.Class == unotype.Any {
			return c.any(v.Value, depth+1) // never an any in an any (section 3.5)
		}
		inner, err := c.value(v.Type, v.Value, depth+1)
		return Any{v.Type, inner}, err
	case Ref:
		if isNil(v) {
			return nil, nil
		}
		return v, nil
	}
	t, err := infer(v)
	if err != nil {
		return nil, err
	}
	if s, ok := v.(*Struct); ok {
		def, err := c.reg.Struct(s.Type)
		if err != nil {
			return nil, err
		}
		if def.Exception {
			t.Class = unotype.ExceptionType
		}
	}
	inner, err := c.value(t, v, depth+1)
	return Any{t, inner}, err
}

func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

func (c checker) enum(t Type, v any) (any, error) {
	def, err := c.reg.Enum(t.Name)
	if err != nil {
		return nil, err
	}
	name := ""
	var number int64
	switch v := v.(type) {
	case Enum:
		name, number = v.Name, int64(v.Value)
	case string:
		name = v
	default:
		n, ok := toInt64(v)
		if !ok {
			return nil, mismatch(t, v)
		}
		number = n
	}
	for _, e := range def.Values {
		if name == e.Name || name == "" && number == int64(e.Value) {
			return Enum{Type: t.Name, Name: e.Name, Value: e.Value}, nil
		}
	}
	// The office closes the connection on an enum value that it does not know.
	return nil, fmt.Errorf("urp: %s has no value %v", t.Name, v)
}

func (c checker) structure(t Type, v any, depth int) (any, error) {
	s, ok := v.(*Struct)
	if !ok || s == nil || s.Type != t.Name {
		return nil, mismatch(t, v)
	}
	def, err := c.reg.Struct(t.Name)
	if err != nil {
		return nil, err
	}
	out := &Struct{Type: s.Type, Fields: make([]Field, len(def.Members))}
	found := 0
	for i, m := range def.Members {
		given, set := any(nil), false
		for j := range s.Fields {
			if s.Fields[j].Name == m.Name {
				given, set = s.Fields[j].Value, true
				found++
				break
			}
		}
		if !set {
			if given, err = c.zero(m.Type, depth+1); err != nil {
				return nil, err
			}
		}
		value, err := c.value(m.Type, given, depth+1)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", t.Name, m.Name, err)
		}
		out.Fields[i] = Field{m.Name, value}
	}
	if found != len(s.Fields) {
		return nil, fmt.Errorf("urp: %s has members %s, not all of those given", t.Name, memberNames(def))
	}
	return out, nil
}

func memberNames(def *unotype.Struct) string {
	names := ""
	for i, m := range def.Members {
		if i > 0 {
			names += ", "
		}
		names += m.Name
	}
	return names
}

// zero is the value of a member that the caller left out.
func (c checker) zero(t Type, depth int) (any, error) {
	switch t.Class {
	case unotype.Boolean:
		return false, nil
	case unotype.Void, unotype.Any, unotype.InterfaceType:
		return nil, nil
	case unotype.String:
		return "", nil
	case unotype.TypeValue:
		return typeVoid, nil
	case unotype.Float, unotype.Double:
		return 0.0, nil
	case unotype.EnumClass:
		def, err := c.reg.Enum(t.Name)
		if err != nil || len(def.Values) == 0 {
			return nil, err
		}
		return def.Values[0].Name, nil
	case unotype.StructClass, unotype.ExceptionType:
		if depth > maxDepth {
			return nil, fmt.Errorf("urp: %s nests too deep", t.Name)
		}
		return &Struct{Type: t.Name}, nil
	case unotype.Sequence:
		return []any{}, nil
	default:
		return 0, nil
	}
}

func (c checker) reference(t Type, v any) (any, error) {
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
	if !r.URPPassable(t) {
		return nil, fmt.Errorf("urp: the object is not known to be a %s; query it first", t.Name)
	}
	return v, nil
}

// sequence passes slices of exactly the element's Go type through and converts
// any other slice element by element.
func (c checker) sequence(t Type, v any, depth int) (any, error) {
	elem, err := c.reg.Type(t.Name[2:])
	if err != nil {
		return nil, err
	}
	switch s := v.(type) {
	case nil:
		return []any{}, nil
	case []byte:
		if elem.Class == unotype.Byte {
			return s, nil
		}
	case []string:
		if elem.Class == unotype.String {
			for _, e := range s {
				if !utf8.ValidString(e) {
					return nil, fmt.Errorf("urp: a string is not valid UTF-8")
				}
			}
			return s, nil
		}
	case []int32:
		if elem.Class == unotype.Long {
			return s, nil
		}
	case []int16:
		if elem.Class == unotype.Short {
			return s, nil
		}
	case []float64:
		if elem.Class == unotype.Double {
			return s, nil
		}
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice {
		return nil, mismatch(t, v)
	}
	out := make([]any, r.Len())
	for i := range out {
		if out[i], err = c.value(elem, r.Index(i).Interface(), depth+1); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return out, nil
}
