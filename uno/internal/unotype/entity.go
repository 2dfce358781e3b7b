package unotype

import "fmt"

// kind tells what an entry of a type database describes. The numbers are those
// of the UNOIDL format.
type kind uint8

const (
	kindModule      kind = 0
	kindEnum        kind = 1
	kindStruct      kind = 2
	kindPolymorphic kind = 3 // a template of structs, like Pair<T,U>
	kindException   kind = 4
	kindInterface   kind = 5
	kindTypedef     kind = 6
	kindLast        kind = 11 // 7 to 11: constants, services, singletons
)

// isType reports whether entries of this kind describe types of values.
func (k kind) isType() bool { return k >= kindEnum && k <= kindTypedef }

// entity is one type as a database describes it: its own part only, names not
// resolved. Which fields are used depends on the kind.
type entity struct {
	kind       kind
	name       string
	published  bool
	bases      []string    // interface: mandatory bases; struct, exception: none or one
	parameters []string    // polymorphic: T, U …
	members    []member    // struct, polymorphic, exception
	attributes []attribute // interface
	methods    []method    // interface
	values     []EnumValue // enum
	target     string      // typedef
}

type member struct {
	name, typ string
	parameter bool // typ names one of the template's parameters
}

type attribute struct {
	name, typ string
	readOnly  bool
}

type method struct {
	name, result string
	params       []param
}

type param struct {
	name, typ string
	direction direction
}

// direction is the UNOIDL number for where a parameter's value travels.
type direction uint8

const (
	dirIn    direction = 0
	dirOut   direction = 1
	dirInOut direction = 2
)

// source finds entities by name. Both kinds of database implement it; nil
// without an error means that the name is not there or is no type.
type source interface {
	find(name string) (*entity, error)
}

// checkName refuses what can not be a name on the wire, so that a damaged
// database does not make the office close the connection.
func checkName(s string) error {
	if s == "" || len(s) > maxName {
		return fmt.Errorf("name of %d bytes", len(s))
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return fmt.Errorf("name with byte %#02x", s[i])
		}
	}
	return nil
}
