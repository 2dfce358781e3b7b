package unotype

import (
	"fmt"
	"slices"
	"strings"
)

// Struct is a struct or exception type with all its members, those of base
// types first, as the wire has them.
type Struct struct {
	Name      string
	Exception bool
	Published bool
	Members   []Member
}

// Member is one field of a struct or exception.
type Member struct {
	Name string
	Type Type
}

// Member gives the index of a member, -1 if there is none of that name.
func (s *Struct) Member(name string) int {
	return slices.IndexFunc(s.Members, func(m Member) bool { return m.Name == name })
}

// Enum is an enum type.
type Enum struct {
	Name      string
	Published bool
	Values    []EnumValue
}

// EnumValue is one of the values of an enum.
type EnumValue struct {
	Name  string
	Value int32
}

// Enum gives the enum type of a name.
func (r *Registry) Enum(name string) (*Enum, error) {
	if e, ok := recall(r, r.enums, name); ok {
		return e, nil
	}
	e, err := r.entity(name)
	if err != nil {
		return nil, err
	}
	if e.kind != kindEnum {
		return nil, fmt.Errorf("%s is no enum", name)
	}
	return remember(r, r.enums, name, &Enum{e.name, e.published, e.values}), nil
}

// Struct gives the struct or exception type of a name, which may carry type
// arguments (com.sun.star.beans.Pair<string,any>).
func (r *Registry) Struct(name string) (*Struct, error) {
	if s, ok := recall(r, r.structs, name); ok {
		return s, nil
	}
	s, err := r.makeStruct(name)
	if err != nil {
		return nil, err
	}
	return remember(r, r.structs, name, s), nil
}

func (r *Registry) makeStruct(name string) (*Struct, error) {
	if strings.HasSuffix(name, ">") {
		i, err := r.instance(name, 0)
		if err != nil {
			return nil, err
		}
		return r.instantiate(i)
	}
	e, err := r.entity(name)
	if err != nil {
		return nil, err
	}
	if e.kind != kindStruct && e.kind != kindException {
		return nil, fmt.Errorf("%s is no struct or exception", name)
	}
	s := &Struct{Name: e.name, Exception: e.kind == kindException, Published: e.published}
	s.Members, err = r.members(e, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// members gives the members of an entity, those of its base first.
func (r *Registry) members(e *entity, depth int) ([]Member, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("too many bases")
	}
	var list []Member
	for _, name := range e.bases {
		base, err := r.entity(name)
		if err != nil {
			return nil, err
		}
		if base.kind != e.kind {
			return nil, fmt.Errorf("base %s is of another kind", name)
		}
		if list, err = r.members(base, depth+1); err != nil {
			return nil, err
		}
	}
	for _, m := range e.members {
		t, err := r.memberType(m.typ)
		if err != nil {
			return nil, fmt.Errorf("member %s: %w", m.name, err)
		}
		list = append(list, Member{m.name, t})
	}
	return list, nil
}

// memberType resolves the type of something that holds a value.
func (r *Registry) memberType(name string) (Type, error) {
	t, err := r.Type(name)
	if err == nil && (t.Class == Void || t.Class == ExceptionType) {
		err = fmt.Errorf("a %s is no value", t.Name)
	}
	return t, err
}

// instance is a polymorphic struct with its type arguments.
type instance struct {
	template  *entity
	arguments []Type
}

func (i instance) name() string {
	names := make([]string, len(i.arguments))
	for n, t := range i.arguments {
		names[n] = t.Name
	}
	return i.template.name + "<" + strings.Join(names, ",") + ">"
}

// instance takes a name with type arguments apart and resolves them.
func (r *Registry) instance(name string, depth int) (instance, error) {
	template, rest, ok := strings.Cut(strings.TrimSuffix(name, ">"), "<")
	if !ok {
		return instance{}, fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	e, err := r.entity(template)
	if err != nil {
		return instance{}, err
	}
	if e.kind != kindPolymorphic {
		return instance{}, fmt.Errorf("%s takes no type arguments", template)
	}
	i := instance{template: e}
	for _, argument := range splitArguments(rest) {
		t, err := r.resolve(argument, depth+1)
		if err != nil {
			return instance{}, fmt.Errorf("%s: %w", template, err)
		}
		if t.Class == Void || t.Class == ExceptionType {
			return instance{}, fmt.Errorf("%s: type argument %s", template, t.Name)
		}
		i.arguments = append(i.arguments, t)
	}
	if len(i.arguments) != len(e.parameters) {
		return instance{}, fmt.Errorf("%s: %d type arguments instead of %d",
			template, len(i.arguments), len(e.parameters))
	}
	return i, nil
}

// splitArguments cuts at the commas that are not inside of inner arguments.
func splitArguments(s string) []string {
	var list []string
	start, depth := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '<':
			depth++
		case '>':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, s[start:i])
				start = i + 1
			}
		}
	}
	return append(list, s[start:])
}

func (r *Registry) instantiate(i instance) (*Struct, error) {
	s := &Struct{Name: i.name(), Published: i.template.published}
	for _, m := range i.template.members {
		if m.parameter {
			n := slices.Index(i.template.parameters, m.typ)
			if n < 0 {
				return nil, fmt.Errorf("%s: member %s: no parameter %s", s.Name, m.name, m.typ)
			}
			s.Members = append(s.Members, Member{m.name, i.arguments[n]})
			continue
		}
		t, err := r.memberType(m.typ)
		if err != nil {
			return nil, fmt.Errorf("%s: member %s: %w", s.Name, m.name, err)
		}
		s.Members = append(s.Members, Member{m.name, t})
	}
	return s, nil
}
