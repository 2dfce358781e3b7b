package urp

import (
	"fmt"
	"reflect"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// enum takes an Enum, the name of a value, or its number. The office closes the
// connection on an enum value that it does not know.
func (c *Checker) enum(t Type, v any) (any, error) {
	def, err := c.Types.Enum(t.Name)
	if err != nil {
		return nil, err
	}
	name := ""
	var number int64
	switch v := v.(type) {
	case Enum:
		if v.Type != "" && v.Type != t.Name {
			return nil, fmt.Errorf("urp: a %s is not a %s", v.Type, t.Name)
		}
		name, number = v.Name, int64(v.Value)
	case string:
		if name = v; name == "" {
			return nil, fmt.Errorf("urp: %s has no value without a name", t.Name)
		}
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
	return nil, fmt.Errorf("urp: %s has no value %v", t.Name, v)
}

func (c *Checker) structure(t Type, v any, depth int) (any, error) {
	s, ok := v.(*Struct)
	if !ok || s == nil {
		return nil, mismatch(t, v)
	}
	def, err := c.Types.Struct(t.Name)
	if err != nil {
		return nil, err
	}
	if s.Type != def.Name {
		if own, err := c.Types.Type(s.Type); err != nil || own.Name != def.Name {
			return nil, fmt.Errorf("urp: a %s is not a %s", s.Type, t.Name)
		}
	}
	if err := known(def, s.Fields); err != nil {
		return nil, err
	}
	out := &record{def: def, values: make([]any, len(def.Members))}
	for i, m := range def.Members {
		given, err := c.member(s, i, m, depth+1)
		if err != nil {
			return nil, err
		}
		if out.values[i], err = c.value(m.Type, given, depth+1); err != nil {
			return nil, fmt.Errorf("%s.%s: %w", t.Name, m.Name, err)
		}
	}
	return out, nil
}

// known refuses members that the type does not have and those given twice.
func known(def *unotype.Struct, fields []Field) error {
	for i, f := range fields {
		if i < len(def.Members) && def.Members[i].Name == f.Name {
			continue // received structs have them all in order
		}
		if def.Member(f.Name) < 0 {
			return fmt.Errorf("urp: %s has members %s, not %s", def.Name, memberNames(def), f.Name)
		}
		for _, earlier := range fields[:i] {
			if earlier.Name == f.Name {
				return fmt.Errorf("urp: %s.%s is given twice", def.Name, f.Name)
			}
		}
	}
	return nil
}

// member returns what was given for the i-th member, or its zero value.
func (c *Checker) member(s *Struct, i int, m unotype.Member, depth int) (any, error) {
	if i < len(s.Fields) && s.Fields[i].Name == m.Name {
		return s.Fields[i].Value, nil
	}
	for j := range s.Fields {
		if s.Fields[j].Name == m.Name {
			return s.Fields[j].Value, nil
		}
	}
	return c.zero(m.Type, depth)
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
func (c *Checker) zero(t Type, depth int) (any, error) {
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
		def, err := c.Types.Enum(t.Name)
		if err != nil {
			return nil, err
		}
		if len(def.Values) == 0 {
			return nil, fmt.Errorf("urp: %s has no values", t.Name)
		}
		return def.Values[0].Name, nil
	case unotype.StructClass, unotype.ExceptionType:
		if depth > maxDepth {
			return nil, fmt.Errorf("urp: %s nests too deep", t.Name)
		}
		return &Struct{Type: t.Name}, nil
	case unotype.Sequence:
		return nil, nil
	default:
		return 0, nil
	}
}

// sequence passes slices of exactly the element's Go type through and converts
// any other slice element by element.
func (c *Checker) sequence(t Type, v any, depth int) (any, error) {
	elem, err := c.Types.Type(t.Element())
	if err != nil {
		return nil, err
	}
	if ok, err := c.plain(elem, v); ok || err != nil {
		return v, err
	}
	switch s := v.(type) {
	case nil:
		return list{elem: elem}, nil
	case []any:
		return c.items(elem, len(s), func(i int) any { return s[i] }, depth)
	case [][]any:
		return c.items(elem, len(s), func(i int) any { return s[i] }, depth)
	case []*Struct:
		return c.items(elem, len(s), func(i int) any { return s[i] }, depth)
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice {
		return nil, mismatch(t, v)
	}
	return c.items(elem, r.Len(), func(i int) any { return r.Index(i).Interface() }, depth)
}

func (c *Checker) items(elem Type, n int, at func(int) any, depth int) (any, error) {
	out := list{elem, make([]any, n)}
	for i := range out.items {
		v, err := c.value(elem, at(i), depth+1)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		out.items[i] = v
	}
	return out, nil
}

// plain reports whether v is a slice that the encoder writes as it is.
func (c *Checker) plain(elem Type, v any) (bool, error) {
	switch s := v.(type) {
	case []byte:
		if elem.Class == unotype.Byte {
			return true, c.grow(len(s))
		}
	case []string:
		if elem.Class == unotype.String {
			for _, e := range s {
				if err := c.text(e); err != nil {
					return false, err
				}
			}
			return true, c.grow(len(s))
		}
	case []int32:
		if elem.Class == unotype.Long {
			return true, c.grow(4 * len(s))
		}
	case []int16:
		if elem.Class == unotype.Short {
			return true, c.grow(2 * len(s))
		}
	case []float64:
		if elem.Class == unotype.Double {
			return true, c.grow(8 * len(s))
		}
	}
	return false, nil
}

func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}
