package unotest

import (
	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// Ref is a reference to an object of the peer's, or one of the client's that
// came to the peer.
type Ref struct {
	OID  string
	Type urp.Type

	peer *Peer
}

// URPRef implements urp.Ref.
func (r Ref) URPRef() (string, urp.Type) { return r.OID, r.Type }

// URPPassable implements urp.Ref; a peer passes references as it likes.
func (r Ref) URPPassable(any, urp.Type) error { return nil }

// URPSent implements urp.Ref: it counts as an office does.
func (r Ref) URPSent(t urp.Type) {
	r.peer.mu.Lock()
	defer r.peer.mu.Unlock()
	r.peer.handed[Ref{r.OID, t, r.peer}]++
}

// Object returns a reference to an object of the peer's.
func (p *Peer) Object(oid, iface string) Ref {
	return Ref{oid, urp.Type{Class: unotype.InterfaceType, Name: iface}, p}
}

// Released returns how many references of an object the client gave back.
func (p *Peer) Released(r Ref) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.released[r]
}

// ref makes the value for a reference that the client sent. One to an object of
// the peer's must be to one that the client still holds: an office would close
// the connection.
func (p *Peer) ref(oid string, typ urp.Type) any {
	r := Ref{oid, typ, p}
	if p.isOurs(oid) {
		p.use(oid)
	}
	return r
}

func (p *Peer) isOurs(oid string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for r := range p.handed {
		if r.OID == oid {
			return true
		}
	}
	return false
}

// use checks that the client holds a reference of an object.
func (p *Peer) use(oid string) {
	p.mu.Lock()
	held := 0
	for r, n := range p.handed {
		if r.OID == oid {
			held += n - p.released[r]
		}
	}
	p.mu.Unlock()
	if held <= 0 {
		p.fail("%s is used after its release", oid)
	}
}

func refs(list []any) any {
	out := make([]Ref, len(list))
	for i, r := range list {
		out[i], _ = r.(Ref)
	}
	return out
}
