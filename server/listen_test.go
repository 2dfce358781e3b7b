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
	g := guarded{&scripted{[]net.Conn{server}, last}, logTo(t.Output())}
	if c, err := g.Accept(); c != nil || !errors.Is(err, last) {
		t.Errorf("accepted %v, %v", c, err)
	}
	if _, err := client.Read(make([]byte, 1)); err == nil {
		t.Error("the foreign connection was not closed")
	}
}

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
