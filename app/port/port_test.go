package port_test

import (
	"errors"
	"net"
	"os"
	"testing"

	"github.com/unodesk/unodesk/app/port"
)

func listen(t *testing.T, address string) int {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Skipf("cannot listen on %s: %v", address, err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().(*net.TCPAddr).Port
}

func TestTakenPorts(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "[::1]:0", "0.0.0.0:0", "[::]:0"} {
		t.Run(address, func(t *testing.T) {
			p := listen(t, address)
			if port.Free(p) {
				t.Errorf("port %d counts as free", p)
			}
			owner, err := port.Listener(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if owner == nil || owner.PID != os.Getpid() || owner.Program == "" {
				t.Errorf("owner is %+v, want this process, %d", owner, os.Getpid())
			}
			next, err := port.Next(p)
			if err != nil || next <= p || !port.Free(next) {
				t.Errorf("Next(%d) = %d, %v", p, next, err)
			}
		})
	}
}

func TestFreePort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := l.Addr().(*net.TCPAddr).Port
	l.Close()
	if !port.Free(p) {
		t.Errorf("port %d counts as taken", p)
	}
	if owner, err := port.Listener(t.Context(), p); owner != nil || err != nil {
		t.Errorf("owner of a free port is %+v, %v", owner, err)
	}
}

func TestNextEnds(t *testing.T) {
	if _, err := port.Next(port.Highest); !errors.Is(err, port.ErrNoneFree) {
		t.Errorf("got %v, want ErrNoneFree", err)
	}
}
