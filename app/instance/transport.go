package instance

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

func socketPath(dir, name string) string { return filepath.Join(dir, name+".sock") }

// listen listens at a socket with that path. A Windows that knows no such sockets (before 2018, and wine) gets a file in
// its place that holds an address of this computer.
func listen(path string) (net.Listener, error) {
	l, err := net.Listen("unix", path)
	if err == nil || runtime.GOOS != "windows" {
		return l, err
	}
	return listenInstead(path)
}

// listenInstead writes at path where it listens. Other users could connect there, and would show a window to its owner.
func listenInstead(path string) (net.Listener, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, []byte(l.Addr().String()), 0o600); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// dial connects to whoever listens at path.
func dial(ctx context.Context, path string) (net.Conn, error) {
	var d net.Dialer
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return d.DialContext(ctx, "unix", path)
	}
	address, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(strings.TrimSpace(string(address)))
	if err != nil || host != "127.0.0.1" {
		return nil, fmt.Errorf("%s holds no address of this computer", path)
	}
	return d.DialContext(ctx, "tcp", strings.TrimSpace(string(address)))
}
