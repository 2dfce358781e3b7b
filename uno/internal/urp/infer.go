package urp

import (
	"fmt"
	"math"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

func simple(c unotype.Class, name string) Type { return Type{Class: c, Name: name} }

func sequence(elem string) Type { return Type{Class: unotype.Sequence, Name: "[]" + elem} }

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
	case Enum:
		return Type{Class: unotype.EnumClass, Name: v.Type}, nil
	case *Struct:
		if v == nil {
			return Type{}, fmt.Errorf("urp: a nil struct has no type")
		}
		return Type{Class: unotype.StructClass, Name: v.Type}, nil
	case Any:
		return v.Type, nil
	case Ref:
		_, t := v.URPRef()
		return t, nil
	}
	return inferSequence(v)
}

func inferSequence(v any) (Type, error) {
	switch v := v.(type) {
	case []byte:
		return sequence("byte"), nil
	case []bool:
		return sequence("boolean"), nil
	case []int16:
		return sequence("short"), nil
	case []uint16:
		return sequence("unsigned short"), nil
	case []int32:
		return sequence("long"), nil
	case []uint32:
		return sequence("unsigned long"), nil
	case []int64:
		return sequence("hyper"), nil
	case []float64:
		return sequence("double"), nil
	case []string:
		return sequence("string"), nil
	case []any:
		return sequence("any"), nil
	case [][]any:
		return sequence("[]any"), nil
	case [][]string:
		return sequence("[]string"), nil
	case [][]float64:
		return sequence("[]double"), nil
	case []*Struct:
		if len(v) > 0 && v[0] != nil {
			return sequence(v[0].Type), nil
		}
	case []Enum:
		if len(v) > 0 {
			return sequence(v[0].Type), nil
		}
	}
	return Type{}, fmt.Errorf("urp: a Go %T in an any needs its UNO type spelled out (use Any)", v)
}
