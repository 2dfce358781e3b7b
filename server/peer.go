package server

import (
	"context"
	"net"
	"net/netip"
	"sync"
)

// peer is the other end of a connection. Whose process it is costs a look
// through the system's tables, so it is asked once per connection, when the
// first request comes.
type peer struct {
	remote, local netip.AddrPort
	owner         func(remote, local netip.AddrPort) (same bool, err error)

	once sync.Once
	same bool
}

type peerKey struct{}

// withPeer is the ConnContext of the HTTP server.
func withPeer(ctx context.Context, c net.Conn) context.Context {
	return contextWithPeer(ctx, &peer{
		remote: addrPort(c.RemoteAddr()),
		local:  addrPort(c.LocalAddr()),
		owner:  ownedBySameUser,
	})
}

func contextWithPeer(ctx context.Context, p *peer) context.Context {
	return context.WithValue(ctx, peerKey{}, p)
}

func peerOf(ctx context.Context) *peer {
	p, _ := ctx.Value(peerKey{}).(*peer)
	return p
}

// elsewhere reports whether the other end is not on this computer, or does as
// if it were not: it came by the network's address.
func (p *peer) elsewhere() bool {
	return p != nil && p.remote.IsValid() && !p.remote.Addr().IsLoopback()
}

// sameUser reports whether the connection was made by a process of the user
// that runs this server. When it cannot be found out, it was not.
func (p *peer) sameUser() bool {
	if p == nil || p.elsewhere() {
		return false
	}
	p.once.Do(func() {
		same, err := p.owner(p.remote, p.local)
		p.same = same && err == nil
	})
	return p.same
}

func addrPort(a net.Addr) netip.AddrPort {
	t, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}
	}
	ap := t.AddrPort()
	return netip.AddrPortFrom(ap.Addr().Unmap(), ap.Port())
}
