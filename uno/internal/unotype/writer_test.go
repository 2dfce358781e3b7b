package unotype

import (
	"encoding/binary"
	"slices"
	"strings"
)

// writeUNOIDL makes a type database of entities: what Read takes, so that no
// large binary has to stand in the repository.
func writeUNOIDL(entities []*entity) []byte {
	w := writer{out: []byte(magic + "\x00\x00\x00\x00\x00\x00\x00\x00")}
	root := node{children: map[string]*node{}}
	for _, e := range entities {
		root.put(strings.Split(e.name, "."), e)
	}
	offset, count := w.entries(&root)
	binary.LittleEndian.PutUint32(w.out[len(magic):], offset)
	binary.LittleEndian.PutUint32(w.out[len(magic)+4:], count)
	return w.out
}

// node is a module or a type of the file to be written.
type node struct {
	entity   *entity
	children map[string]*node
}

func (n *node) put(path []string, e *entity) {
	child := n.children[path[0]]
	if child == nil {
		child = &node{children: map[string]*node{}}
		n.children[path[0]] = child
	}
	if len(path) == 1 {
		child.entity = e
		return
	}
	child.put(path[1:], e)
}

type writer struct{ out []byte }

func (w *writer) uint8(v uint8)   { w.out = append(w.out, v) }
func (w *writer) uint32(v uint32) { w.out = binary.LittleEndian.AppendUint32(w.out, v) }

func (w *writer) text(s string) {
	w.uint32(uint32(len(s)))
	w.out = append(w.out, s...)
}

func (w *writer) texts(list ...string) {
	for _, s := range list {
		w.text(s)
	}
}

// entries writes what stands in a module and then its map, whose place and
// length it gives.
func (w *writer) entries(n *node) (offset, count uint32) {
	var names []string
	for name := range n.children {
		names = append(names, name)
	}
	slices.Sort(names)
	var places [][2]uint32
	for _, name := range names {
		child := n.children[name]
		var data uint32
		if child.entity != nil {
			data = uint32(len(w.out))
			w.entity(child.entity)
		} else {
			data = w.module(child)
		}
		places = append(places, [2]uint32{uint32(len(w.out)), data})
		w.out = append(append(w.out, name...), 0)
	}
	offset = uint32(len(w.out))
	for _, p := range places {
		w.uint32(p[0])
		w.uint32(p[1])
	}
	return offset, uint32(len(places))
}

func (w *writer) module(n *node) uint32 {
	offset, count := w.entries(n)
	entries := slices.Clone(w.out[offset:])
	place := uint32(len(w.out))
	w.uint8(uint8(kindModule))
	w.uint32(count)
	w.out = append(w.out, entries...)
	return place
}

func (w *writer) entity(e *entity) {
	head := uint8(e.kind)
	if e.published {
		head |= flagPublished
	}
	if len(e.bases) > 0 && e.kind != kindInterface {
		head |= flagBase
	}
	w.uint8(head)
	switch e.kind {
	case kindTypedef:
		w.text(e.target)
	case kindEnum:
		w.uint32(uint32(len(e.values)))
		for _, v := range e.values {
			w.text(v.Name)
			w.uint32(uint32(v.Value))
		}
	case kindInterface:
		w.iface(e)
	default:
		w.structure(e)
	}
}

func (w *writer) structure(e *entity) {
	if e.kind == kindPolymorphic {
		w.uint32(uint32(len(e.parameters)))
		w.texts(e.parameters...)
	} else {
		w.texts(e.bases...)
	}
	w.uint32(uint32(len(e.members)))
	for _, m := range e.members {
		if e.kind == kindPolymorphic {
			w.uint8(choose(m.parameter, 1, 0))
		}
		w.texts(m.name, m.typ)
	}
}

func (w *writer) iface(e *entity) {
	w.uint32(uint32(len(e.bases)))
	w.texts(e.bases...)
	w.uint32(1) // an optional base, to be passed over
	w.text("com.sun.star.test.XOptional")
	w.uint32(uint32(len(e.attributes)))
	for _, a := range e.attributes {
		w.uint8(choose(a.readOnly, attributeReadOnly, 1))
		w.texts(a.name, a.typ)
		w.uint32(1)
		w.text("com.sun.star.uno.Exception")
		if !a.readOnly {
			w.uint32(0)
		}
	}
	w.uint32(uint32(len(e.methods)))
	for _, m := range e.methods {
		w.texts(m.name, m.result)
		w.uint32(uint32(len(m.params)))
		for _, p := range m.params {
			w.uint8(uint8(p.direction))
			w.texts(p.name, p.typ)
		}
		w.uint32(1)
		w.text("com.sun.star.uno.RuntimeException")
	}
}

// sample is a database with every kind of type, sorted by name.
func sample() []*entity {
	return []*entity{
		{kind: kindTypedef, name: "com.sun.star.test.Alias", published: true, target: "[]com.sun.star.test.Number"},
		{
			kind: kindEnum, name: "com.sun.star.test.Colour", published: true,
			values: []EnumValue{{"RED", 0}, {"BLUE", -7}},
		},
		{
			kind: kindException, name: "com.sun.star.test.Fault", published: true,
			bases:   []string{"com.sun.star.uno.Exception"},
			members: []member{{name: "Code", typ: "long"}},
		},
		{kind: kindTypedef, name: "com.sun.star.test.Number", published: true, target: "unsigned long"},
		{
			kind: kindPolymorphic, name: "com.sun.star.test.Pair", parameters: []string{"T", "U"},
			members: []member{{"First", "T", true}, {"Second", "U", true}, {"Kind", "com.sun.star.test.Colour", false}},
		},
		{
			kind: kindStruct, name: "com.sun.star.test.Point", published: true,
			members: []member{{name: "X", typ: "long"}, {name: "Y", typ: "com.sun.star.test.Number"}},
		},
		{
			kind: kindStruct, name: "com.sun.star.test.Point3", published: true,
			bases:   []string{"com.sun.star.test.Point"},
			members: []member{{name: "Z", typ: "double"}},
		},
		{
			kind: kindInterface, name: "com.sun.star.test.XChild", bases: []string{
				"com.sun.star.test.XLeft", "com.sun.star.test.XRight",
			},
			methods: []method{{name: "draw", result: "com.sun.star.test.Alias", params: []param{
				{"at", "com.sun.star.test.Point3", dirIn}, {"left", "any", dirOut}, {"both", "unsigned hyper", dirInOut},
			}}},
		},
		{
			kind: kindInterface, name: "com.sun.star.test.XLeft", published: true, bases: []string{xInterface},
			attributes: []attribute{{"Title", "string", false}, {"Size", "short", true}},
		},
		{
			kind: kindInterface, name: "com.sun.star.test.XRight", published: true, bases: []string{xInterface},
			methods: []method{{name: "turn", result: "void"}},
		},
		{
			kind: kindException, name: "com.sun.star.uno.Exception", published: true,
			members: []member{{name: "Message", typ: "string"}, {name: "Context", typ: xInterface}},
		},
		{kind: kindInterface, name: xInterface, published: true, methods: []method{
			{name: "queryInterface", result: "any", params: []param{{"aType", "type", dirIn}}},
			{name: "acquire", result: "void"},
			{name: "release", result: "void"},
		}},
	}
}
