package unotype

import "strings"

// Class is the kind of a type, numbered as the wire numbers it.
type Class uint8

// The type classes that values can have. The numbers that are missing belong
// to things that are not types of values (services, modules, constants …).
const (
	Void          Class = 0
	Char          Class = 1
	Boolean       Class = 2
	Byte          Class = 3
	Short         Class = 4
	UnsignedShort Class = 5
	Long          Class = 6
	UnsignedLong  Class = 7
	Hyper         Class = 8
	UnsignedHyper Class = 9
	Float         Class = 10
	Double        Class = 11
	String        Class = 12
	TypeValue     Class = 13 // the UNO type "type"
	Any           Class = 14
	EnumClass     Class = 15
	StructClass   Class = 17
	ExceptionType Class = 19
	Sequence      Class = 20
	InterfaceType Class = 22
)

// maxNesting bounds how deep types may stand inside each other ("[][]long",
// Pair<Pair<…>>) and how long chains of typedefs and bases may be. The API's
// deepest chains have fewer than ten links.
const maxNesting = 32

// maxName bounds the length of a type name in bytes.
const maxName = 4096

// Simple reports whether the class alone says everything about the type, so
// that no name follows it on the wire.
func (c Class) Simple() bool { return c <= Any }

// Type is a UNO type as the wire writes it. Types are comparable; the zero
// value is not a type that Parse or Registry.Type gives for a name other than
// "void", whose Name is set.
type Type struct {
	Class Class
	Name  string // "long", "[]long", "com.sun.star.beans.Pair<string,any>"
}

// String gives the type's name.
func (t Type) String() string { return t.Name }

// Element gives the name of a sequence's element type, "" for other types.
func (t Type) Element() string {
	if t.Class != Sequence {
		return ""
	}
	return strings.TrimPrefix(t.Name, "[]")
}

var simple = map[string]Class{
	"void": Void, "char": Char, "boolean": Boolean, "byte": Byte,
	"short": Short, "unsigned short": UnsignedShort,
	"long": Long, "unsigned long": UnsignedLong,
	"hyper": Hyper, "unsigned hyper": UnsignedHyper,
	"float": Float, "double": Double,
	"string": String, "type": TypeValue, "any": Any,
}

var simpleNames = func() (names [Any + 1]string) {
	for name, class := range simple {
		names[class] = name
	}
	return names
}()

// Simple gives the type of a simple class.
func Simple(c Class) (Type, bool) {
	if !c.Simple() {
		return Type{}, false
	}
	return Type{c, simpleNames[c]}, true
}

// Parse gives the type of a name that needs no registry: simple types and
// sequences of them. Everything else, typedefs among it, is for Registry.Type.
func Parse(name string) (Type, bool) {
	if c, ok := simple[name]; ok {
		return Type{c, name}, true
	}
	element, depth := name, 0
	for strings.HasPrefix(element, "[]") && depth < maxNesting {
		element, depth = element[2:], depth+1
	}
	if c, ok := simple[element]; ok && c != Void {
		return Type{Sequence, name}, true
	}
	return Type{}, false
}
