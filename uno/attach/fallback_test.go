//go:build linux

package attach

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ownOffice starts an office for a test of this package's inside.
func ownOffice(t *testing.T, arguments ...string) *Process {
	t.Helper()
	if _, err := Find(""); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	p, err := Start(ctx, StartOptions{
		Profile: filepath.Join(t.TempDir(), "profile für test"), Headless: true, Args: arguments,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Kill(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// The fallback makes a running office open a pipe and starts none.
func TestStartAgain(t *testing.T) {
	p := ownOffice(t)
	name := acceptorName(p.Instance)
	if err := startAgain(t.Context(), p.Instance, acceptArgument(name)); err != nil {
		t.Fatal(err)
	}
	c, err := awaitPipe(t.Context(), sibling(p.Pipe, name), p.PID)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	if err := startAgain(t.Context(), p.Instance, acceptArgument(name)); err == nil {
		t.Error("an office that has ended was started again")
	}
	if _, err := os.Stat(p.Pipe); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the pipe is left: %v", err)
	}
}

// Somebody else's pipe under our acceptor's name is not used.
func TestPipeOfAnotherProcess(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	listener, err := net.Listen("unix", pipe)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if c, err := dialOwned(t.Context(), pipe, os.Getppid()); err == nil {
		c.Close()
		t.Error("used a pipe of another process")
	}
	c, err := dialOwned(t.Context(), pipe, os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// Pipes that an office left behind, or that are none, are passed over at once.
func TestStalePipes(t *testing.T) {
	folder := t.TempDir()
	stale := filepath.Join(folder, pipePrefix()+singleInstance+"1")
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: stale}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Close(fd); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, pipePrefix()+singleInstance+"2"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	pipes, err := pipesOf(folder)
	if err != nil || len(pipes) != 1 || pipes[0] != stale {
		t.Fatalf("pipes %q, %v", pipes, err)
	}
	start := time.Now()
	if i := probe(t.Context(), stale); i != nil {
		t.Errorf("got %+v", i)
	}
	if took := time.Since(start); took >= probeTime {
		t.Errorf("took %v, as if somebody listened", took)
	}
	if _, err := dialInstance(t.Context(), Instance{Pipe: stale}); !errors.Is(err, errNoPipe) {
		t.Errorf("dial: %v", err)
	}
	removePipes(Instance{Pipe: stale})
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the stale pipe is left: %v", err)
	}
}

// On request an acceptor of the user's own is used by TCP.
func TestTCP(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().(*net.TCPAddr)
	if err := listener.Close(); err != nil { // the office takes the port
		t.Fatal(err)
	}
	port := strconv.Itoa(address.Port)
	p := ownOffice(t, "--accept=socket,host=127.0.0.1,port="+port+",tcpNoDelay=1;urp;StarOffice.ComponentContext")
	w := NewWatcher(Options{TCP: address.String()})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	o, err := w.Office(ctx)
	for end := time.Now().Add(10 * time.Second); err != nil && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond) // the office opens the port a moment after it is up
		o, err = w.Office(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	if o.How != "tcp" || o.PID != p.PID || o.Tag != p.Tag() || o.Phase != Headless || !strings.Contains(o.Version, ".") {
		t.Errorf("state %+v", o.State)
	}
	if err := p.Kill(); err != nil {
		t.Error(err)
	}
	<-o.Conn.Done()
	for end := time.Now().Add(5 * time.Second); w.State().Live() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if s := w.State(); s.Live() {
		t.Errorf("state %+v", s)
	}
	cancel()
	<-done
}
