package uno

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// sockets returns both ends of a connection over a socket of the system.
func sockets(t *testing.T) (here, there net.Conn) {
	t.Helper()
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if there, err = net.Dial("unix", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if here, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	return here, there
}

func TestSource(t *testing.T) {
	kinds := []struct {
		name string
		ends func(t *testing.T) (here, there net.Conn)
	}{
		{"socket", sockets},
		{"pipe", func(*testing.T) (here, there net.Conn) { return net.Pipe() }},
	}
	type got struct {
		text string
		err  error
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			here, there := k.ends(t)
			s := newSource(here)
			reads := make(chan got, 8)
			go func() {
				defer close(reads)
				buf := make([]byte, 8)
				for {
					n, err := s.Read(buf)
					reads <- got{string(buf[:n]), err}
					if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
						return
					}
				}
			}()
			next := func() got {
				select {
				case g := <-reads:
					return g
				case <-time.After(5 * time.Second):
					t.Fatal("the read does not come back")
					return got{}
				}
			}
			say := func(text string) {
				if _, err := there.Write([]byte(text)); err != nil {
					t.Fatal(err)
				}
				if g := next(); g.text != text || g.err != nil {
					t.Errorf("read %q, %v; want %q", g.text, g.err, text)
				}
			}
			say("first")
			time.Sleep(20 * time.Millisecond) // now it waits
			s.interrupt()
			s.interrupt()
			if g := next(); !errors.Is(g.err, os.ErrDeadlineExceeded) {
				t.Errorf("interrupted: %q, %v", g.text, g.err)
			}
			if _, err := there.Write([]byte("second")); err != nil {
				t.Fatal(err)
			}
			g := next()
			if errors.Is(g.err, os.ErrDeadlineExceeded) { // both at once are one, or two
				g = next()
			}
			if g.text != "second" {
				t.Errorf("after an interrupt: %q, %v", g.text, g.err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			for g := next(); g.err == nil || errors.Is(g.err, os.ErrDeadlineExceeded); g = next() {
			}
			_ = s.Close()
			s.interrupt()
			if _, err := s.Read(make([]byte, 1)); err == nil {
				t.Error("read from what is closed")
			}
			_ = there.Close()
		})
	}
}

// The other end's end is the end.
func TestSourceEnds(t *testing.T) {
	here, there := sockets(t)
	s := newSource(here)
	defer s.Close()
	_ = there.Close()
	if _, err := s.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}
