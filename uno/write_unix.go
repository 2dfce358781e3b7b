//go:build unix

package uno

import (
	"errors"
	"net"
	"syscall"
)

// directWriter writes to a socket without ever waiting. It is used by one
// goroutine at a time.
type directWriter struct {
	raw   syscall.RawConn
	try   func(fd uintptr) bool // made once
	bytes []byte
	n     int
	err   error
}

// newDirectWriter returns nil for what is no socket of the system.
func newDirectWriter(c net.Conn) *directWriter {
	raw := rawOf(c)
	if raw == nil {
		return nil
	}
	d := &directWriter{raw: raw}
	d.try = func(fd uintptr) bool {
		d.n, d.err = syscall.Write(int(fd), d.bytes)
		for errors.Is(d.err, syscall.EINTR) {
			d.n, d.err = syscall.Write(int(fd), d.bytes)
		}
		return true // even when it took nothing
	}
	return d
}

// write returns how many bytes the system took at once, which may be none.
func (d *directWriter) write(b []byte) (int, error) {
	d.bytes, d.n, d.err = b, 0, nil
	err := d.raw.Write(d.try)
	d.bytes = nil
	if err == nil {
		err = d.err
	}
	if errors.Is(err, syscall.EAGAIN) {
		err = nil
	}
	return max(d.n, 0), err
}

// rawOf returns nil for what is no socket of the system.
func rawOf(c net.Conn) syscall.RawConn {
	switch c.(type) {
	case *net.UnixConn, *net.TCPConn:
		if raw, err := c.(syscall.Conn).SyscallConn(); err == nil {
			return raw
		}
	}
	return nil
}
