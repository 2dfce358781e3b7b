package unotype

import "fmt"

// The first byte of an entry's data: kind and flags.
const (
	kindMask      = 0x1f
	flagBase      = 0x20 // struct and exception: a base name follows
	flagAnnotated = 0x40 // annotations stand after each part
	flagPublished = 0x80
)

// Bits of an attribute's flag byte; 1 (bound) makes no difference to us.
const attributeReadOnly = 2

// decode reads the entry at offset, nil if it is no type.
func (f *File) decode(name string, offset int) (*entity, error) {
	d := decoder{cursor: cursor{data: f.data, pos: offset}}
	e := d.entity(name)
	if d.err != nil {
		return nil, fmt.Errorf("type database: %s: %w", name, d.err)
	}
	return e, nil
}

// decoder reads one entry.
type decoder struct {
	cursor
	annotated bool
}

func (d *decoder) entity(name string) *entity {
	head := d.uint8()
	d.annotated = head&flagAnnotated != 0
	e := &entity{kind: kind(head & kindMask), name: name, published: head&flagPublished != 0}
	switch e.kind {
	case kindEnum:
		d.enum(e)
	case kindStruct, kindException:
		if head&flagBase != 0 {
			e.bases = []string{d.name()}
		}
		d.each(8, func() {
			e.members = append(e.members, member{name: d.name(), typ: d.name()})
			d.annotations()
		})
	case kindPolymorphic:
		d.polymorphic(e)
	case kindInterface:
		d.iface(e)
	case kindTypedef:
		e.target = d.name()
	default:
		if e.kind > kindLast {
			d.fail(fmt.Errorf("unknown kind %d", e.kind))
		}
		return nil
	}
	return e
}

// annotations skips the list of strings ("deprecated") after a part.
func (d *decoder) annotations() {
	if !d.annotated {
		return
	}
	d.each(4, func() { d.text() })
}

func (d *decoder) enum(e *entity) {
	d.each(8, func() {
		e.values = append(e.values, EnumValue{Name: d.name(), Value: int32(d.uint32())})
		d.annotations()
	})
}

func (d *decoder) polymorphic(e *entity) {
	e.parameters = d.names()
	d.each(9, func() {
		flag := d.uint8()
		if flag > 1 {
			d.fail(fmt.Errorf("member flag %d", flag))
			return
		}
		e.members = append(e.members, member{name: d.name(), typ: d.name(), parameter: flag == 1})
		d.annotations()
	})
}

func (d *decoder) iface(e *entity) {
	d.each(4, func() {
		e.bases = append(e.bases, d.name())
		d.annotations()
	})
	for range d.count(4) { // optional bases have no part in the function ids
		d.name()
		d.annotations()
	}
	d.each(13, func() {
		e.attributes = append(e.attributes, d.attribute())
	})
	for range d.count(16) {
		e.methods = append(e.methods, d.method())
	}
}

func (d *decoder) attribute() attribute {
	flags := d.uint8()
	a := attribute{readOnly: flags&attributeReadOnly != 0, name: d.name(), typ: d.name()}
	d.names() // exceptions of the getter
	if !a.readOnly {
		d.names() // and of the setter
	}
	d.annotations()
	return a
}

func (d *decoder) method() method {
	m := method{name: d.name(), result: d.name()}
	d.each(9, func() {
		p := param{direction: direction(d.uint8()), name: d.name(), typ: d.name()}
		if p.direction > dirInOut {
			d.fail(fmt.Errorf("parameter direction %d", p.direction))
		}
		m.params = append(m.params, p)
	})
	d.names() // exceptions
	d.annotations()
	return m
}
