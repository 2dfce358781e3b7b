package unotype

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// ErrUnknown is the cause when a registry has no type of a name.
var ErrUnknown = errors.New("unknown type")

// maxCached bounds each cache. The API has 2,600 types; names that come from
// outside (Pair<Pair<…>>) must not fill the memory.
const maxCached = 8192

// Registry gives types by name. It reads them from its databases when they are
// first asked for and keeps them. It is safe for concurrent use, and what it
// gives must not be changed.
type Registry struct {
	base   source
	office []*File // nil when no office's own databases are known

	mu         sync.RWMutex
	entities   map[string]*entity
	types      map[string]Type
	interfaces map[string]*Interface
	structs    map[string]*Struct
	enums      map[string]*Enum
}

func newRegistry(base source, office []*File) *Registry {
	return &Registry{
		base: base, office: office,
		entities:   map[string]*entity{},
		types:      map[string]Type{},
		interfaces: map[string]*Interface{},
		structs:    map[string]*Struct{},
		enums:      map[string]*Enum{},
	}
}

// NewRegistry gives a registry of these files alone; the first file that has a
// name wins.
func NewRegistry(files ...*File) *Registry {
	return newRegistry(nil, files)
}

// With gives a registry for an office whose type databases are files: all of
// them, so that an unpublished type that they do not have counts as unknown.
// Published types never change and stay as they are; unpublished and unknown
// names are looked up in the files alone. Without files it gives r itself.
func (r *Registry) With(files ...*File) *Registry {
	if len(files) == 0 {
		return r
	}
	return newRegistry(r.base, files)
}

// Exact reports whether a type is surely the one the office has: published, or
// read from the office's own databases.
func (r *Registry) Exact(name string) bool {
	e, err := r.entity(name)
	return err == nil && (e.published || r.office != nil)
}

// remember keeps a value that was made for a name; if another goroutine was
// first, its value is given, so that a name has one value only.
func remember[V any](r *Registry, cache map[string]V, name string, v V) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, ok := cache[name]; ok {
		return old
	}
	if len(cache) < maxCached {
		cache[strings.Clone(name)] = v
	}
	return v
}

func recall[V any](r *Registry, cache map[string]V, name string) (V, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	v, ok := cache[name]
	return v, ok
}

// entity gives what the databases say about a name.
func (r *Registry) entity(name string) (*entity, error) {
	if e, ok := recall(r, r.entities, name); ok {
		return e, nil
	}
	if len(name) > maxName {
		return nil, fmt.Errorf("type name of %d bytes: %w", len(name), ErrUnknown)
	}
	e, err := r.look(name)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	return remember(r, r.entities, name, e), nil
}

func (r *Registry) look(name string) (*entity, error) {
	if r.base != nil {
		e, err := r.base.find(name)
		if err != nil || e != nil && (e.published || r.office == nil) {
			return e, err
		}
	}
	for _, f := range r.office {
		if e, err := f.find(name); err != nil || e != nil {
			return e, err
		}
	}
	return nil, nil
}

// Type gives the type of a name, typedefs resolved, also inside of sequences
// and type arguments.
func (r *Registry) Type(name string) (Type, error) {
	if t, ok := Parse(name); ok {
		return t, nil
	}
	if t, ok := recall(r, r.types, name); ok {
		return t, nil
	}
	t, err := r.resolve(name, 0)
	if err != nil {
		return Type{}, err
	}
	return remember(r, r.types, name, t), nil
}

// resolve makes a type from its name; depth counts how far in we are.
func (r *Registry) resolve(name string, depth int) (Type, error) {
	if c, ok := simple[name]; ok {
		return Type{c, name}, nil
	}
	if depth > maxNesting || len(name) > maxName {
		return Type{}, fmt.Errorf("type %.80s: nested too deeply", name)
	}
	if element, ok := strings.CutPrefix(name, "[]"); ok {
		t, err := r.resolve(element, depth+1)
		if err == nil && (t.Class == Void || t.Class == ExceptionType) {
			err = fmt.Errorf("sequence of %s", t.Name)
		}
		return Type{Sequence, "[]" + t.Name}, err
	}
	if strings.HasSuffix(name, ">") {
		i, err := r.instance(name, depth)
		if err != nil {
			return Type{}, err
		}
		return Type{StructClass, i.name()}, nil
	}
	e, err := r.entity(name)
	if err != nil {
		return Type{}, err
	}
	switch e.kind {
	case kindTypedef:
		return r.resolve(e.target, depth+1)
	case kindEnum:
		return Type{EnumClass, e.name}, nil
	case kindStruct:
		return Type{StructClass, e.name}, nil
	case kindException:
		return Type{ExceptionType, e.name}, nil
	case kindInterface:
		return Type{InterfaceType, e.name}, nil
	default:
		return Type{}, fmt.Errorf("%s needs type arguments", name)
	}
}
