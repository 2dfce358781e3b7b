package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"syscall"
)

// PortError says that a port cannot be listened on.
type PortError struct {
	Port  int
	Owner string // who has it, "" if that is not known
	Err   error
}

func (e *PortError) Error() string {
	if e.Owner != "" {
		return fmt.Sprintf("port %d is in use by %s", e.Port, e.Owner)
	}
	if errors.Is(e.Err, syscall.EADDRINUSE) {
		return fmt.Sprintf("port %d is in use", e.Port)
	}
	return fmt.Sprintf("listen on port %d: %v", e.Port, e.Err)
}

func (e *PortError) Unwrap() error { return e.Err }

// listen opens 127.0.0.1 and [::1], or all addresses if lan says so, on the
// same port; 0 is any free one. A computer without ::1 is served on 127.0.0.1
// alone. A foreign server on ::1 is an error: it would get the requests of
// clients that ask for localhost.
func listen(port int, lan func() bool, log *slog.Logger) ([]net.Listener, error) {
	host4, host6 := "127.0.0.1", "::1"
	if lan() {
		host4, host6 = "0.0.0.0", "::"
	}
	const tries = 20 // a port that is free on one address may be taken on the other
	for try := 1; ; try++ {
		v4, err := net.Listen("tcp4", net.JoinHostPort(host4, strconv.Itoa(port)))
		if err != nil {
			return nil, portError(port, err)
		}
		actual := v4.Addr().(*net.TCPAddr).Port
		v6, err := net.Listen("tcp6", net.JoinHostPort(host6, strconv.Itoa(actual)))
		switch {
		case err == nil:
			return []net.Listener{guarded{v4, lan, log}, guarded{v6, lan, log}}, nil
		case !errors.Is(err, syscall.EADDRINUSE):
			log.Info("not listening on IPv6", "why", err)
			return []net.Listener{guarded{v4, lan, log}}, nil
		}
		_ = v4.Close()
		if port != 0 || try == tries {
			return nil, portError(actual, err)
		}
	}
}

func portError(port int, err error) error {
	e := &PortError{Port: port, Err: err}
	if errors.Is(err, syscall.EADDRINUSE) {
		e.Owner = portOwner(port)
	}
	return e
}

// guarded drops connections that do not come from this computer, whatever the
// network did to let them arrive; with LAN access, those that do not come from
// a private network.
type guarded struct {
	net.Listener
	lan func() bool
	log *slog.Logger
}

func (g guarded) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from, why := addrPort(c.RemoteAddr()).Addr(), "not from this computer"
		if from.IsLoopback() {
			return c, nil
		}
		if g.lan() {
			if privateAddr(from) {
				return c, nil
			}
			why = "not from a private network"
		}
		g.log.Warn("connection refused", "why", why, "peer", c.RemoteAddr().String())
		_ = c.Close()
	}
}
