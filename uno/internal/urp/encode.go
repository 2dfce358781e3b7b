package urp

import (
	"math"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// Encoder writes the messages of one direction and keeps its caches. It is not
// safe for concurrent use: bytes must be sent in the order they were encoded.
type Encoder struct {
	types, oids      *sendCache
	tids             *sendCache
	lastType         Type
	lastOID, lastTID string
}

// NewEncoder returns an encoder with empty caches.
func NewEncoder() *Encoder {
	return &Encoder{types: newSendCache(), oids: newSendCache(), tids: newSendCache()}
}

// value appends a value that a Checker gave for t.
func (e *Encoder) value(b []byte, t Type, v any) []byte {
	switch t.Class {
	case unotype.Void:
		return b
	case unotype.Boolean:
		if v.(bool) {
			return append(b, 1)
		}
		return append(b, 0)
	case unotype.Byte:
		return append(b, byte(v.(int8)))
	case unotype.Short:
		return appendU16(b, uint16(v.(int16)))
	case unotype.UnsignedShort:
		return appendU16(b, v.(uint16))
	case unotype.Char:
		return appendU16(b, uint16(v.(Char)))
	case unotype.Long:
		return appendU32(b, uint32(v.(int32)))
	case unotype.UnsignedLong:
		return appendU32(b, v.(uint32))
	case unotype.Hyper:
		return appendU64(b, uint64(v.(int64)))
	case unotype.UnsignedHyper:
		return appendU64(b, v.(uint64))
	case unotype.Float:
		return appendU32(b, math.Float32bits(v.(float32)))
	case unotype.Double:
		return appendU64(b, math.Float64bits(v.(float64)))
	case unotype.String:
		return appendString(b, v.(string))
	case unotype.TypeValue:
		return e.typ(b, v.(Type))
	case unotype.Any:
		return e.any(b, v)
	case unotype.EnumClass:
		return appendU32(b, uint32(v.(Enum).Value))
	case unotype.StructClass, unotype.ExceptionType:
		r := v.(*record)
		for i := range r.def.Members {
			b = e.value(b, r.def.Members[i].Type, r.values[i])
		}
		return b
	case unotype.Sequence:
		return e.sequence(b, v)
	case unotype.InterfaceType:
		return e.reference(b, t, v)
	}
	panic("urp: unchecked value of type " + t.Name)
}

func (e *Encoder) any(b []byte, v any) []byte {
	switch v := v.(type) {
	case Any:
		return e.value(e.typ(b, v.Type), v.Type, v.Value)
	case string:
		return appendString(append(b, byte(unotype.String)), v)
	case float64:
		return appendU64(append(b, byte(unotype.Double)), math.Float64bits(v))
	case int:
		if v >= math.MinInt32 && v <= math.MaxInt32 {
			return appendU32(append(b, byte(unotype.Long)), uint32(int32(v)))
		}
		return appendU64(append(b, byte(unotype.Hyper)), uint64(v))
	}
	t, err := infer(v)
	if err != nil {
		panic("urp: unchecked any: " + err.Error())
	}
	return e.value(e.typ(b, t), t, v)
}

func (e *Encoder) sequence(b []byte, v any) []byte {
	switch s := v.(type) {
	case []byte:
		return append(appendCompressed(b, uint32(len(s))), s...)
	case []string:
		b = appendCompressed(b, uint32(len(s)))
		for _, x := range s {
			b = appendString(b, x)
		}
		return b
	case []int32:
		b = appendCompressed(b, uint32(len(s)))
		for _, x := range s {
			b = appendU32(b, uint32(x))
		}
		return b
	case []int16:
		b = appendCompressed(b, uint32(len(s)))
		for _, x := range s {
			b = appendU16(b, uint16(x))
		}
		return b
	case []float64:
		b = appendCompressed(b, uint32(len(s)))
		for _, x := range s {
			b = appendU64(b, math.Float64bits(x))
		}
		return b
	}
	s := v.(list)
	b = appendCompressed(b, uint32(len(s.items)))
	for _, x := range s.items {
		b = e.value(b, s.elem, x)
	}
	return b
}

// typ appends a type. With the high bit of the class byte the name follows and
// is stored in the slot; without it the slot's type is meant.
func (e *Encoder) typ(b []byte, t Type) []byte {
	if t.Class <= unotype.Any {
		return append(b, byte(t.Class))
	}
	slot, known := e.types.slot(t.Name)
	if known {
		return appendU16(append(b, byte(t.Class)), uint16(slot))
	}
	b = appendU16(append(b, byte(t.Class)|0x80), uint16(slot))
	return appendString(b, t.Name)
}

func (e *Encoder) oid(b []byte, oid string) []byte {
	slot, known := e.oids.slot(oid)
	if known {
		return appendU16(append(b, 0), uint16(slot))
	}
	return appendU16(appendString(b, oid), uint16(slot))
}

func (e *Encoder) tid(b []byte, tid string) []byte {
	slot, known := e.tids.slot(tid)
	if known {
		return appendU16(append(b, 0), uint16(slot))
	}
	return appendU16(appendString(b, tid), uint16(slot))
}

func (e *Encoder) reference(b []byte, t Type, v any) []byte {
	if v == nil {
		return appendU16(append(b, 0), uint16(NoCache))
	}
	r := v.(Ref)
	oid, _ := r.URPRef()
	r.URPSent(t)
	return e.oid(b, oid)
}
