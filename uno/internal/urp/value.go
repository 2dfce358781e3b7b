package urp

import (
	"fmt"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// Type is a UNO type.
type Type = unotype.Type

// Char is a UNO char: one UTF-16 code unit.
type Char uint16

// Any is a value with its UNO type spelled out. Most values need none: the type
// of a plain Go value inside an any follows from its Go type.
type Any struct {
	Type  Type
	Value any
}

// Enum is a value of a UNO enum. Name wins over Value when both are set to send.
type Enum struct {
	Type  string
	Name  string
	Value int32
}

func (e Enum) String() string { return e.Name }

// Field is one member of a struct or exception.
type Field struct {
	Name  string
	Value any
}

// Struct is a UNO struct (or an exception as a plain value). To send one, only
// the members that differ from their type's zero value need to be there; an
// unknown member is an error. A received one has all of them, base members first.
type Struct struct {
	Type   string
	Fields []Field
}

// Get returns a member's value, nil when there is none of that name.
func (s *Struct) Get(name string) any {
	if s == nil {
		return nil
	}
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return s.Fields[i].Value
		}
	}
	return nil
}

// Set replaces or adds a member and returns s.
func (s *Struct) Set(name string, value any) *Struct {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			s.Fields[i].Value = value
			return s
		}
	}
	s.Fields = append(s.Fields, Field{name, value})
	return s
}

func (s *Struct) String() string { return fmt.Sprintf("%s%v", s.Type, s.Fields) }

// Ref is a reference to an object, ours or the office's.
type Ref interface {
	// URPRef returns the object's id and a type that it can be passed as.
	URPRef() (oid string, t Type)
	// URPPassable says why the reference cannot be passed as type t over the
	// connection home; nil if it can.
	URPPassable(home any, t Type) error
	// URPSent tells that one reference of type t is being sent.
	URPSent(t Type)
}
