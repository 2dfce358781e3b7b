package uno

import (
	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

type (
	// Type is a UNO type: its class and its name.
	Type = urp.Type
	// Any is a value with its UNO type spelled out.
	Any = urp.Any
	// Char is a UNO char, one UTF-16 code unit.
	Char = urp.Char
	// Enum is a value of a UNO enum.
	Enum = urp.Enum
	// Struct is a UNO struct.
	Struct = urp.Struct
	// Field is one member of a Struct or an Exception.
	Field = urp.Field
	// Types is a set of type descriptions, as package attach reads them from an
	// office's own databases.
	Types = unotype.Registry
)

// NewStruct returns a struct of the given type with members from name, value
// pairs; the others are zero when it is sent.
func NewStruct(typeName string, pairs ...any) *Struct {
	return &Struct{Type: typeName, Fields: fields(pairs)}
}

func fields(pairs []any) []Field {
	out := make([]Field, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, Field{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return out
}

// PropertyValue returns a com.sun.star.beans.PropertyValue.
func PropertyValue(name string, value any) *Struct {
	return NewStruct("com.sun.star.beans.PropertyValue", "Name", name, "Value", value)
}

// PropertyValues returns a sequence of PropertyValue from name, value pairs.
func PropertyValues(pairs ...any) []*Struct {
	out := make([]*Struct, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, PropertyValue(pairs[i].(string), pairs[i+1]))
	}
	return out
}

// TypeNamed returns the type of a UNO name, such as "[]string" or
// "com.sun.star.text.XText", by the embedded table.
func TypeNamed(name string) (Type, error) { return unotype.Embedded().Type(name) }
