package unotype

import (
	"fmt"
	"math"
)

// xInterface is the root of all interfaces.
const xInterface = "com.sun.star.uno.XInterface"

// Interface is an interface type with all methods that a call can name.
type Interface struct {
	Name      string
	Published bool
	Bases     []string // mandatory direct bases, in order
	// Methods holds inherited and own methods; the index is the function id.
	// The first three are queryInterface, acquire and release. An attribute
	// stands as its getter and, unless it is read-only, its setter.
	Methods []Method

	byName    map[string]int
	ancestors map[string]bool // itself and all mandatory bases
}

// Method is a function of an interface.
type Method struct {
	Name   string
	ID     uint16 // function id
	OneWay bool   // no reply comes
	Return Type
	Params []Param
}

// Param is a parameter of a method. In-out parameters have both directions.
type Param struct {
	Name    string
	Type    Type
	In, Out bool
}

// Method finds a method by name.
func (i *Interface) Method(name string) (*Method, bool) {
	n, ok := i.byName[name]
	if !ok {
		return nil, false
	}
	return &i.Methods[n], true
}

// Interface gives the interface type of a name.
func (r *Registry) Interface(name string) (*Interface, error) {
	if i, ok := recall(r, r.interfaces, name); ok {
		return i, nil
	}
	e, err := r.interfaceEntity(name)
	if err != nil {
		return nil, err
	}
	b := builder{registry: r, made: &Interface{
		Name: e.name, Published: e.published, Bases: e.bases,
		byName: map[string]int{}, ancestors: map[string]bool{},
	}}
	if err := b.add(e, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return remember(r, r.interfaces, name, b.made), nil
}

// interfaceEntity finds the description of an interface; a typedef may lead to
// it.
func (r *Registry) interfaceEntity(name string) (*entity, error) {
	for range maxNesting {
		e, err := r.entity(name)
		if err != nil {
			return nil, err
		}
		switch e.kind {
		case kindInterface:
			return e, nil
		case kindTypedef:
			name = e.target
		default:
			return nil, fmt.Errorf("%s is no interface", name)
		}
	}
	return nil, fmt.Errorf("%s: too many typedefs", name)
}

// builder puts the methods of an interface in the order of function ids: for
// each base in order of declaration, depth first, bases before derived, each
// interface once; then own attributes, then own methods.
type builder struct {
	registry *Registry
	made     *Interface
}

func (b *builder) add(e *entity, depth int) error {
	if b.made.ancestors[e.name] {
		return nil
	}
	if depth > maxNesting {
		return fmt.Errorf("too many bases")
	}
	b.made.ancestors[e.name] = true
	for _, name := range e.bases {
		base, err := b.registry.interfaceEntity(name)
		if err != nil {
			return err
		}
		if err := b.add(base, depth+1); err != nil {
			return err
		}
	}
	return b.own(e)
}

// own adds the attributes and methods that e itself declares.
func (b *builder) own(e *entity) error {
	for _, a := range e.attributes {
		t, err := b.registry.memberType(a.typ)
		if err != nil {
			return fmt.Errorf("attribute %s: %w", a.name, err)
		}
		if err := b.append(Method{Name: "get" + a.name, Return: t}); err != nil {
			return err
		}
		if a.readOnly {
			continue
		}
		set := Method{Name: "set" + a.name, Return: Type{Void, "void"}}
		set.Params = []Param{{Name: a.name, Type: t, In: true}}
		if err := b.append(set); err != nil {
			return err
		}
	}
	for _, m := range e.methods {
		made, err := b.method(m)
		if err != nil {
			return fmt.Errorf("method %s: %w", m.name, err)
		}
		// The format has no flag for oneway methods; these are the only ones.
		made.OneWay = e.name == xInterface && (m.name == "acquire" || m.name == "release")
		if err := b.append(made); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) method(m method) (Method, error) {
	t, err := b.registry.Type(m.result)
	if err != nil {
		return Method{}, err
	}
	made := Method{Name: m.name, Return: t}
	for _, p := range m.params {
		t, err := b.registry.memberType(p.typ)
		if err != nil {
			return Method{}, fmt.Errorf("parameter %s: %w", p.name, err)
		}
		made.Params = append(made.Params, Param{
			Name: p.name, Type: t, In: p.direction != dirOut, Out: p.direction != dirIn,
		})
	}
	return made, nil
}

func (b *builder) append(m Method) error {
	n := len(b.made.Methods)
	if n > math.MaxUint16 {
		return fmt.Errorf("too many methods")
	}
	m.ID = uint16(n)
	b.made.Methods = append(b.made.Methods, m)
	if _, ok := b.made.byName[m.Name]; !ok {
		b.made.byName[m.Name] = n
	}
	return nil
}

// IsA reports whether iface is base or derives from it through mandatory
// bases. Every known interface is a com.sun.star.uno.XInterface.
func (r *Registry) IsA(iface, base string) bool {
	if iface == base {
		return true
	}
	i, err := r.Interface(iface)
	return err == nil && i.ancestors[base]
}
