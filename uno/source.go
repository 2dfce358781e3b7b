package uno

import (
	"errors"
	"io"
	"net"
	"os"
	"time"
)

// source is the reading side of a connection, used by one goroutine at a time.
type source interface {
	// Read fails with os.ErrDeadlineExceeded because of interrupt.
	io.Reader
	// interrupt makes the read that waits, or else the next, come back once.
	// Any goroutine may call it.
	interrupt()
	// Close closes the whole connection. A read that waits comes back.
	Close() error
}

// polledReader reads by Go's poller.
type polledReader struct{ net.Conn }

func (p polledReader) Read(b []byte) (int, error) {
	n, err := p.Conn.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		_ = p.SetReadDeadline(time.Time{}) // fails when the connection has ended
	}
	return n, err
}

func (p polledReader) interrupt() { _ = p.SetReadDeadline(time.Unix(1, 0)) }
