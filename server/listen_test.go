package server

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/unodesk/unodesk/server/endpoint"
)

func TestListensOnBothLoopbacks(t *testing.T) {
	s := started(t, Options{})
	for _, host := range []string{"127.0.0.1", "::1"} {
		c, err := net.Dial("tcp", net.JoinHostPort(host, fmt.Sprint(s.port)))
		if err != nil {
			t.Errorf("%s: %v", host, err)
			continue
		}
		c.Close()
	}
}

func TestPortInUse(t *testing.T) {
	for _, host := range []string{"127.0.0.1:0", "[::1]:0"} {
		l, err := net.Listen("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		port := l.Addr().(*net.TCPAddr).Port
		s, err := New(Options{Tools: toolbox(), EndpointDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Start(port)
		var inUse *PortError
		if !errors.As(err, &inUse) || !errors.Is(err, syscall.EADDRINUSE) || inUse.Port != port {
			t.Fatalf("%s: got %v", host, err)
		}
		if self := fmt.Sprintf("(process %d)", os.Getpid()); !strings.Contains(err.Error(), self) {
			t.Errorf("%s: %q does not name %s", host, err, self)
		}
		if _, err := endpoint.Read(s.o.EndpointDir); !errors.Is(err, endpoint.ErrNone) {
			t.Errorf("endpoint file of a server that did not start: %v", err)
		}
	}
}

func TestGuardedDropsForeignPeers(t *testing.T) {
	server, client := net.Pipe()
	defer client.Close()
	last := errors.New("no more")
	g := guarded{&scripted{[]net.Conn{server}, last}, func() bool { return false }, logTo(t.Output())}
	if c, err := g.Accept(); c != nil || !errors.Is(err, last) {
		t.Errorf("accepted %v, %v", c, err)
	}
	if _, err := client.Read(make([]byte, 1)); err == nil {
		t.Error("the foreign connection was not closed")
	}
}

func TestListensToTheNetwork(t *testing.T) {
	lan := true
	listeners, err := listen(0, func() bool { return lan }, logTo(t.Output()))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range listeners {
		if a := addrPort(l.Addr()).Addr(); !a.IsUnspecified() {
			t.Errorf("listens on %v alone", a)
		}
		l.Close()
	}
	last := errors.New("no more")
	for from, let := range map[string]bool{"192.168.1.20": true, "fe80::1": true, "127.0.0.1": true, "8.8.8.8": false, "2001:db8::1": false} {
		server, client := net.Pipe()
		defer client.Close()
		conn := remote{server, &net.TCPAddr{IP: net.ParseIP(from), Port: 1}}
		g := guarded{&scripted{[]net.Conn{conn}, last}, func() bool { return lan }, logTo(t.Output())}
		if c, _ := g.Accept(); (c != nil) != let {
			t.Errorf("from %s: let in %v", from, c != nil)
		}
	}
}

// remote is a connection from elsewhere.
type remote struct {
	net.Conn
	from net.Addr
}

func (r remote) RemoteAddr() net.Addr { return r.from }

// scripted is a listener with prepared connections.
type scripted struct {
	conns []net.Conn
	end   error
}

func (s *scripted) Accept() (net.Conn, error) {
	if len(s.conns) == 0 {
		return nil, s.end
	}
	c := s.conns[0]
	s.conns = s.conns[1:]
	return c, nil
}
func (s *scripted) Close() error   { return nil }
func (s *scripted) Addr() net.Addr { return &net.TCPAddr{} }

func TestEndpointFile(t *testing.T) {
	dir := t.TempDir()
	s := started(t, Options{EndpointDir: dir})
	e, err := endpoint.Read(dir)
	if err != nil || e.Address != s.Address() || e.Token != s.control {
		t.Fatalf("got %+v, %v", e, err)
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := endpoint.Read(dir); !errors.Is(err, endpoint.ErrNone) {
		t.Errorf("after the stop: %v", err)
	}
}
