package urp

import "github.com/unodesk/unodesk/uno/internal/unotype"

// Bits of a message's first byte (section 3.2). Without flagLong the byte is
// the start of a short request: function id only, all else as before.
//
//	long:  1 request newType newOID newTID id16 more(2nd flag byte)
//	short: 0 0 iiiiii        or  0 1 iiiiii iiiiiiii
const (
	flagLong      = 0x80
	flagRequest   = 0x40
	flagNewType   = 0x20 // in a request
	flagException = 0x20 // in a reply
	flagNewOID    = 0x10
	flagNewTID    = 0x08
	flagID16      = 0x04
	flagMore      = 0x01

	shortID14 = 0x40

	moreMustReply   = 0x80
	moreSynchronous = 0x40
)

// Request is a call, sent or received.
type Request struct {
	TID    string
	OID    string
	Type   Type
	Method *unotype.Method
	// Args are the in and in-out parameters in order. To send, they must come
	// from Checker.Args.
	Args []any
	// MustReply is set on a received request that wants an answer.
	MustReply bool
}

// Request appends a request.
func (e *Encoder) Request(b []byte, q *Request) []byte {
	id := q.Method.ID
	newType, newOID, newTID := q.Type != e.lastType, q.OID != e.lastOID, q.TID != e.lastTID
	switch {
	case newType || newOID || newTID || id > 0x3fff:
		b = e.longHeader(b, q, newType, newOID, newTID)
	case id <= 0x3f:
		b = append(b, byte(id))
	default:
		b = append(b, shortID14|byte(id>>8), byte(id))
	}
	e.lastType, e.lastOID, e.lastTID = q.Type, q.OID, q.TID
	i := 0
	for _, p := range q.Method.Params {
		if p.In {
			b = e.value(b, p.Type, q.Args[i])
			i++
		}
	}
	return b
}

func (e *Encoder) longHeader(b []byte, q *Request, newType, newOID, newTID bool) []byte {
	flags := byte(flagLong | flagRequest)
	if newType {
		flags |= flagNewType
	}
	if newOID {
		flags |= flagNewOID
	}
	if newTID {
		flags |= flagNewTID
	}
	if q.Method.ID > 0xff {
		b = appendU16(append(b, flags|flagID16), q.Method.ID)
	} else {
		b = append(b, flags, byte(q.Method.ID))
	}
	if newType {
		b = e.typ(b, q.Type)
	}
	if newOID {
		b = e.oid(b, q.OID)
	}
	if newTID {
		b = e.tid(b, q.TID)
	}
	return b
}

// Reply is an answer, sent or received.
type Reply struct {
	TID    string
	Method *unotype.Method // what it answers
	// Exception is set instead of Return and Outs when the call raised one.
	Exception any
	Return    any
	Outs      []any // out and in-out parameters in order
}

// Reply appends an answer, which must come from Checker.Reply.
func (e *Encoder) Reply(b []byte, p *Reply) []byte {
	flags := byte(flagLong)
	if p.Exception != nil {
		flags |= flagException
	}
	if p.TID != e.lastTID {
		b = e.tid(append(b, flags|flagNewTID), p.TID)
	} else {
		b = append(b, flags)
	}
	e.lastTID = p.TID
	if p.Exception != nil {
		return e.any(b, p.Exception)
	}
	b = e.value(b, p.Method.Return, p.Return)
	i := 0
	for _, param := range p.Method.Params {
		if param.Out {
			b = e.value(b, param.Type, p.Outs[i])
			i++
		}
	}
	return b
}

// Head is the start of a received message, enough to find out what the rest is.
type Head struct {
	IsRequest  bool
	Exception  bool // of a reply
	TID        string
	OID        string // of a request, as all below
	Type       Type
	FunctionID uint16
	MustReply  bool
}

// Head decodes the start of the next message of the block.
func (d *Decoder) Head() (Head, error) {
	r := &d.r
	b := r.u8()
	h := Head{IsRequest: true}
	switch {
	case b&flagLong == 0:
		h.FunctionID = uint16(b & 0x3f)
		if b&shortID14 != 0 {
			h.FunctionID = h.FunctionID<<8 | uint16(r.u8())
		}
		if d.lastTID == "" || d.lastOID == "" || d.lastType.Name == "" {
			r.fail("a short request comes first")
		}
	case b&flagRequest == 0:
		h.IsRequest, h.Exception = false, b&flagException != 0
		if b&flagNewTID != 0 {
			d.lastTID = d.tid()
		} else if d.lastTID == "" {
			r.fail("a reply without a thread id comes first")
		}
	default:
		d.longHead(b, &h)
	}
	h.TID = d.lastTID
	if h.IsRequest {
		h.OID, h.Type = d.lastOID, d.lastType
	}
	return h, r.err
}

func (d *Decoder) longHead(b byte, h *Head) {
	r := &d.r
	if b&flagMore != 0 {
		more := r.u8()
		must, sync := more&moreMustReply != 0, more&moreSynchronous != 0
		if must != sync {
			r.fail("a request that must reply and is not synchronous, or the reverse")
		}
		h.MustReply = must
	}
	if b&flagID16 != 0 {
		h.FunctionID = r.u16()
	} else {
		h.FunctionID = uint16(r.u8())
	}
	if b&flagNewType != 0 {
		d.lastType = d.typ()
	}
	if b&flagNewOID != 0 {
		d.lastOID = d.oid()
	}
	if b&flagNewTID != 0 {
		d.lastTID = d.tid()
	}
	if r.err == nil && (d.lastType.Class != unotype.InterfaceType || d.lastOID == "" || d.lastTID == "") {
		r.fail("a request without interface, object or thread")
	}
}

// Args decodes the parameters of a request for method m.
func (d *Decoder) Args(m *unotype.Method) ([]any, error) {
	var args []any
	for _, p := range m.Params {
		if p.In {
			args = append(args, d.value(p.Type, 0))
		}
	}
	return args, d.r.err
}

// Answer decodes the rest of a reply to method m.
func (d *Decoder) Answer(h Head, m *unotype.Method) (Reply, error) {
	p := Reply{TID: h.TID, Method: m}
	if h.Exception {
		t := d.typ()
		if t.Class != unotype.ExceptionType {
			d.r.fail("a %s is no exception", t.Name)
		}
		p.Exception = d.value(t, 0)
		return p, d.r.err
	}
	p.Return = d.value(m.Return, 0)
	for _, param := range m.Params {
		if param.Out {
			p.Outs = append(p.Outs, d.value(param.Type, 0))
		}
	}
	return p, d.r.err
}
