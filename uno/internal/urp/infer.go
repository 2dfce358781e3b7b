package urp

import (
	"fmt"
	"math"
	"reflect"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

func simple(c unotype.Class, name string) Type { return Type{Class: c, Name: name} }

// The types of plain Go values.
var (
	typeVoid   = simple(unotype.Void, "void")
	typeBool   = simple(unotype.Boolean, "boolean")
	typeByte   = simple(unotype.Byte, "byte")
	typeShort  = simple(unotype.Short, "short")
	typeUShort = simple(unotype.UnsignedShort, "unsigned short")
	typeLong   = simple(unotype.Long, "long")
	typeULong  = simple(unotype.UnsignedLong, "unsigned long")
	typeHyper  = simple(unotype.Hyper, "hyper")
	typeUHyper = simple(unotype.UnsignedHyper, "unsigned hyper")
	typeFloat  = simple(unotype.Float, "float")
	typeDouble = simple(unotype.Double, "double")
	typeChar   = simple(unotype.Char, "char")
	typeString = simple(unotype.String, "string")
	typeType   = simple(unotype.TypeValue, "type")
	typeAny    = simple(unotype.Any, "any")

	// TypeXInterface is the base of all interfaces.
	TypeXInterface = Type{Class: unotype.InterfaceType, Name: "com.sun.star.uno.XInterface"}
)

// infer returns the UNO type that a Go value has inside an any.
func infer(v any) (Type, error) {
	switch v := v.(type) {
	case nil:
		return typeVoid, nil
	case bool:
		return typeBool, nil
	case int8:
		return typeByte, nil
	case int16:
		return typeShort, nil
	case uint16:
		return typeUShort, nil
	case int32:
		return typeLong, nil
	case uint32:
		return typeULong, nil
	case int64:
		return typeHyper, nil
	case uint64:
		return typeUHyper, nil
	case int:
		if v >= math.MinInt32 && v <= math.MaxInt32 {
			return typeLong, nil
		}
		return typeHyper, nil
	case float32:
		return typeFloat, nil
	case float64:
		return typeDouble, nil
	case string:
		return typeString, nil
	case Char:
		return typeChar, nil
	case Type:
		return typeType, nil
	case Any:
		return v.Type, nil
	}
	return inferCompound(v)
}

func inferCompound(v any) (Type, error) {
	switch v := v.(type) {
	case Enum:
		if v.Type != "" {
			return Type{Class: unotype.EnumClass, Name: v.Type}, nil
		}
	case *Struct:
		if v != nil {
			return Type{Class: unotype.StructClass, Name: v.Type}, nil
		}
	case Ref:
		if !isNil(v) {
			_, t := v.URPRef()
			return t, nil
		}
	case []byte:
		return sequenceOf(typeByte), nil
	default:
		if r := reflect.ValueOf(v); r.Kind() == reflect.Slice {
			if elem, ok := inferElement(r); ok {
				return sequenceOf(elem), nil
			}
		}
	}
	return Type{}, fmt.Errorf("urp: a Go %T in an any needs its UNO type spelled out (use Any)", v)
}

func sequenceOf(elem Type) Type { return Type{Class: unotype.Sequence, Name: "[]" + elem.Name} }

// elements are the UNO types of the elements of Go slices that say everything.
var elements = map[reflect.Type]Type{
	reflect.TypeFor[bool]():    typeBool,
	reflect.TypeFor[int8]():    typeByte,
	reflect.TypeFor[byte]():    typeByte,
	reflect.TypeFor[int16]():   typeShort,
	reflect.TypeFor[uint16]():  typeUShort,
	reflect.TypeFor[int32]():   typeLong,
	reflect.TypeFor[uint32]():  typeULong,
	reflect.TypeFor[int64]():   typeHyper,
	reflect.TypeFor[uint64]():  typeUHyper,
	reflect.TypeFor[float32](): typeFloat,
	reflect.TypeFor[float64](): typeDouble,
	reflect.TypeFor[string]():  typeString,
	reflect.TypeFor[Char]():    typeChar,
	reflect.TypeFor[Type]():    typeType,
	reflect.TypeFor[any]():     typeAny,
}

// goType returns the UNO type that the Go type alone tells.
func goType(t reflect.Type) (Type, bool) {
	if known, ok := elements[t]; ok {
		return known, true
	}
	if t.Kind() == reflect.Slice {
		if elem, ok := goType(t.Elem()); ok {
			return sequenceOf(elem), true
		}
	}
	return Type{}, false
}

// inferElement returns the element type of a slice. Structs, enums and
// references must have an element that tells it.
func inferElement(slice reflect.Value) (Type, bool) {
	elem := slice.Type().Elem()
	if t, ok := goType(elem); ok {
		return t, true
	}
	for i := range slice.Len() {
		if elem.Kind() == reflect.Slice {
			if t, ok := inferElement(slice.Index(i)); ok {
				return sequenceOf(t), true
			}
			continue
		}
		v := slice.Index(i).Interface()
		switch v.(type) {
		case Enum, *Struct, Ref:
			if t, err := inferCompound(v); err == nil {
				return t, true
			}
		}
	}
	return Type{}, false
}

// sliceTypes are the Go types of sequences by their elements' class, where this
// says everything.
var sliceTypes = map[unotype.Class]reflect.Type{
	unotype.Boolean:       reflect.TypeFor[[]bool](),
	unotype.Byte:          reflect.TypeFor[[]byte](),
	unotype.Short:         reflect.TypeFor[[]int16](),
	unotype.UnsignedShort: reflect.TypeFor[[]uint16](),
	unotype.Long:          reflect.TypeFor[[]int32](),
	unotype.UnsignedLong:  reflect.TypeFor[[]uint32](),
	unotype.Hyper:         reflect.TypeFor[[]int64](),
	unotype.UnsignedHyper: reflect.TypeFor[[]uint64](),
	unotype.Float:         reflect.TypeFor[[]float32](),
	unotype.Double:        reflect.TypeFor[[]float64](),
	unotype.Char:          reflect.TypeFor[[]Char](),
	unotype.String:        reflect.TypeFor[[]string](),
	unotype.TypeValue:     reflect.TypeFor[[]Type](),
	unotype.Any:           reflect.TypeFor[[]any](),
	unotype.EnumClass:     reflect.TypeFor[[]Enum](),
	unotype.StructClass:   reflect.TypeFor[[]*Struct](),
}

// sliceType returns the Go type of a sequence with elements of type elem; nil
// when references are inside.
func sliceType(reg *unotype.Registry, elem Type) reflect.Type {
	if elem.Class != unotype.Sequence {
		return sliceTypes[elem.Class]
	}
	inner, err := reg.Type(elem.Element())
	if err != nil {
		return nil
	}
	if t := sliceType(reg, inner); t != nil {
		return reflect.SliceOf(t)
	}
	return nil
}
