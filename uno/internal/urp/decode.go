package urp

import (
	"math"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// Decoder reads the messages of one direction and keeps its caches. It is not
// safe for concurrent use: the caches follow the order of the bytes.
type Decoder struct {
	reg              func() *unotype.Registry
	newRef           func(oid string, t Type) any
	newRefs          func([]any) any
	types            recvCache[Type]
	oids, tids       recvCache[string]
	lastType         Type
	lastOID, lastTID string
	r                reader
}

// NewDecoder returns a decoder with empty caches. newRef makes the value for a
// reference that is not null; newRefs makes the value for a sequence of them
// (elements are what newRef returned, or nil).
func NewDecoder(reg func() *unotype.Registry, newRef func(oid string, t Type) any, newRefs func([]any) any) *Decoder {
	return &Decoder{reg: reg, newRef: newRef, newRefs: newRefs}
}

// Feed gives the decoder the messages of one block. Decoded values do not
// refer to body afterwards.
func (d *Decoder) Feed(body []byte) { d.r = reader{b: body} }

// Left returns the number of bytes of the block that are not decoded yet.
func (d *Decoder) Left() int { return d.r.left() }

// Err returns the first error in this block.
func (d *Decoder) Err() error { return d.r.err }

func (d *Decoder) value(t Type, depth int) any {
	r := &d.r
	if depth > maxDepth {
		r.fail("a value nests deeper than %d levels", maxDepth)
	}
	if r.err != nil {
		return nil
	}
	switch t.Class {
	case unotype.Void:
		return nil
	case unotype.Boolean:
		return r.flag()
	case unotype.Byte:
		return int8(r.u8())
	case unotype.Short:
		return int16(r.u16())
	case unotype.UnsignedShort:
		return r.u16()
	case unotype.Char:
		return Char(r.u16())
	case unotype.Long:
		return int32(r.u32())
	case unotype.UnsignedLong:
		return r.u32()
	case unotype.Hyper:
		return int64(r.u64())
	case unotype.UnsignedHyper:
		return r.u64()
	case unotype.Float:
		return math.Float32frombits(r.u32())
	case unotype.Double:
		return math.Float64frombits(r.u64())
	case unotype.String:
		return r.string()
	case unotype.TypeValue:
		return d.typ()
	case unotype.Any:
		return d.any(depth)
	case unotype.EnumClass:
		return d.enum(t)
	case unotype.StructClass, unotype.ExceptionType:
		return d.structure(t, depth)
	case unotype.Sequence:
		return d.sequence(t, depth)
	case unotype.InterfaceType:
		return d.reference(t)
	}
	r.fail("a value of class %d", t.Class)
	return nil
}

// any returns the value alone: its Go type tells the UNO type, but for void
// (nil) and for empty sequences of structs, enums and references.
func (d *Decoder) any(depth int) any {
	t := d.typ()
	if t.Class == unotype.Any {
		d.r.fail("an any in an any")
		return nil
	}
	return d.value(t, depth+1)
}

func (d *Decoder) enum(t Type) any {
	v := int32(d.r.u32())
	e := Enum{Type: t.Name, Value: v}
	def, err := d.reg().Enum(t.Name)
	if err != nil {
		d.r.fail("unknown enum %s", t.Name)
		return nil
	}
	for _, x := range def.Values {
		if x.Value == v {
			e.Name = x.Name
			break
		}
	}
	return e
}

func (d *Decoder) structure(t Type, depth int) any {
	def, err := d.reg().Struct(t.Name)
	if err != nil {
		d.r.fail("unknown struct %s", t.Name)
		return nil
	}
	return d.members(def, depth)
}

func (d *Decoder) members(def *unotype.Struct, depth int) *Struct {
	s := &Struct{Type: def.Name, Fields: make([]Field, len(def.Members))}
	for i, m := range def.Members {
		s.Fields[i] = Field{m.Name, d.value(m.Type, depth+1)}
	}
	return s
}

func (d *Decoder) typ() Type {
	r := &d.r
	b := r.u8()
	class := unotype.Class(b &^ 0x80)
	if t, ok := unotype.Simple(class); ok && b&0x80 == 0 {
		return t
	}
	index := CacheIndex(r.u16())
	if b&0x80 == 0 {
		t, ok := d.types.get(index)
		if !ok || t.Class != class {
			r.fail("type slot %d is not a stored type of class %d", index, class)
		}
		return t
	}
	t := Type{Class: class, Name: r.string()}
	if r.err == nil && !validTypeName(t) {
		r.fail("type class %d with name %q", class, t.Name)
	}
	// A name that is not known may be an extension's; one that is known tells
	// its class, and what a typedef stands for never has the typedef's name.
	if known, err := d.reg().Type(t.Name); r.err == nil && err == nil && known != t {
		r.fail("type class %d with name %q, which is %s of class %d", class, t.Name, known.Name, known.Class)
	}
	if !d.types.put(index, t) {
		r.fail("type slot %d", index)
	}
	return t
}

// validTypeName checks what decoding relies on: that a sequence's name starts
// with "[]" and that only sequences do.
func validTypeName(t Type) bool {
	isSequence := len(t.Name) > 2 && t.Name[:2] == "[]"
	switch t.Class {
	case unotype.Sequence:
		return isSequence
	case unotype.EnumClass, unotype.StructClass, unotype.ExceptionType, unotype.InterfaceType:
		return !isSequence && t.Name != ""
	}
	return false
}

// oid returns "" for the null reference.
func (d *Decoder) oid() string { return d.cached(&d.oids, "object id", true) }

func (d *Decoder) tid() string { return d.cached(&d.tids, "thread id", false) }

func (d *Decoder) cached(c *recvCache[string], what string, null bool) string {
	s := string(d.r.bytes())
	index := CacheIndex(d.r.u16())
	switch {
	case d.r.err != nil:
	case s != "":
		if !c.put(index, s) {
			d.r.fail("%s slot %d", what, index)
		}
	case index == NoCache && null:
	default:
		stored, ok := c.get(index)
		if !ok {
			d.r.fail("%s slot %d is empty", what, index)
		}
		return stored
	}
	return s
}

func (d *Decoder) reference(t Type) any {
	oid := d.oid()
	if oid == "" || d.r.err != nil {
		return nil
	}
	return d.newRef(oid, t)
}
