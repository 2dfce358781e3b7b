package urp

import (
	"math"
	"reflect"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// sequence decodes into the natural Go slice of the element type.
func (d *Decoder) sequence(t Type, depth int) any {
	r := &d.r
	elem, err := d.reg().Type(t.Element())
	if err != nil {
		r.fail("unknown element type of %s", t.Name)
		return nil
	}
	n := int(r.compressed())
	if size := minSize(elem); n > r.left()/size {
		r.fail("%d elements of %s in %d bytes", n, elem.Name, r.left())
		return nil
	}
	switch elem.Class {
	case unotype.Byte:
		return append([]byte{}, r.take(n)...)
	case unotype.String:
		return fill(n, r.string)
	case unotype.Any:
		return fill(n, func() any { return d.any(depth + 1) })
	case unotype.Boolean:
		return fill(n, r.flag)
	case unotype.Short:
		return fill(n, func() int16 { return int16(r.u16()) })
	case unotype.UnsignedShort:
		return fill(n, r.u16)
	case unotype.Char:
		return fill(n, func() Char { return Char(r.u16()) })
	case unotype.Long:
		return fill(n, func() int32 { return int32(r.u32()) })
	case unotype.UnsignedLong:
		return fill(n, r.u32)
	case unotype.Hyper:
		return fill(n, func() int64 { return int64(r.u64()) })
	case unotype.UnsignedHyper:
		return fill(n, r.u64)
	case unotype.Float:
		return fill(n, func() float32 { return math.Float32frombits(r.u32()) })
	case unotype.Double:
		return fill(n, func() float64 { return math.Float64frombits(r.u64()) })
	case unotype.TypeValue:
		return fill(n, d.typ)
	}
	return d.compound(elem, n, depth+1)
}

// fill does not trust n beyond what the caller bounded: growth follows the
// elements that decode.
func fill[T any](n int, next func() T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = next()
	}
	return out
}

func (d *Decoder) compound(elem Type, n, depth int) any {
	switch elem.Class {
	case unotype.EnumClass:
		return collect[Enum](d, n, func() any { return d.enum(elem) })
	case unotype.StructClass:
		def, err := d.reg().Struct(elem.Name)
		if err != nil {
			d.r.fail("unknown struct %s", elem.Name)
			return nil
		}
		return collect[*Struct](d, n, func() any { return d.members(def, depth) })
	case unotype.InterfaceType:
		return d.newRefs(collect[any](d, n, func() any { return d.reference(elem) }))
	case unotype.Sequence:
		return d.nested(elem, n, depth)
	}
	d.r.fail("a sequence of class %d", elem.Class)
	return nil
}

// nested decodes a sequence of sequences: [][]T, or []any when references are
// inside.
func (d *Decoder) nested(elem Type, n, depth int) any {
	next := func() any { return d.sequence(elem, depth) }
	switch elem.Name {
	case "[]any":
		return collect[[]any](d, n, next)
	case "[]string":
		return collect[[]string](d, n, next)
	case "[]double":
		return collect[[]float64](d, n, next)
	}
	t := sliceType(d.reg(), elem)
	if t == nil {
		return collect[any](d, n, next)
	}
	out := reflect.MakeSlice(t, 0, min(n, 4096))
	for range n {
		v := next()
		if d.r.err != nil {
			return nil
		}
		out = reflect.Append(out, reflect.ValueOf(v))
	}
	return out.Interface()
}

// collect stops at the first error, so that a lying count costs nothing.
func collect[T any](d *Decoder, n int, next func() any) []T {
	out := make([]T, 0, min(n, 4096))
	for range n {
		v, _ := next().(T)
		if d.r.err != nil {
			return nil
		}
		out = append(out, v)
	}
	return out
}

// minSize is the least number of bytes that an element takes. A struct without
// members takes none; counting it as one only refuses what no office sends.
func minSize(t Type) int {
	switch t.Class {
	case unotype.Short, unotype.UnsignedShort, unotype.Char:
		return 2
	case unotype.Long, unotype.UnsignedLong, unotype.Float, unotype.EnumClass:
		return 4
	case unotype.Hyper, unotype.UnsignedHyper, unotype.Double:
		return 8
	case unotype.InterfaceType:
		return 3
	}
	return 1
}
