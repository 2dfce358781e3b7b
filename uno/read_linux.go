package uno

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
)

// directReader reads from a socket in system calls that wait. Go's poller takes
// more of them for each answer, a read that finds nothing before and a change
// of goroutine after, which is a tenth of what a call costs. A thread is
// occupied while one waits.
type directReader struct {
	conn   net.Conn
	raw    syscall.RawConn
	try    func(fd uintptr) bool // made once
	events [2]syscall.EpollEvent
	bytes  []byte
	n      int
	err    error

	epoll  int // watches the socket and signal
	signal int // an eventfd that ends a wait

	mu     sync.Mutex
	closed bool
}

// newSource falls back to Go's poller for what is no socket of the system, and
// when no descriptors are left.
func newSource(c net.Conn) source {
	raw := rawOf(c)
	if raw == nil {
		return polledReader{c}
	}
	epoll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return polledReader{c}
	}
	signal, _, errno := syscall.Syscall(syscall.SYS_EVENTFD2, 0, syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if errno != 0 {
		_ = syscall.Close(epoll)
		return polledReader{c}
	}
	d := &directReader{conn: c, raw: raw, epoll: epoll, signal: int(signal)}
	err = d.watch(d.signal)
	failed := raw.Control(func(fd uintptr) { err = errors.Join(err, d.watch(int(fd))) })
	if errors.Join(err, failed) != nil {
		d.forget()
		return polledReader{c}
	}
	d.try = func(fd uintptr) bool {
		d.n, d.err = d.wait(int(fd))
		return true
	}
	return d
}

func (d *directReader) watch(fd int) error {
	e := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)}
	return syscall.EpollCtl(d.epoll, syscall.EPOLL_CTL_ADD, fd, &e)
}

func (d *directReader) Read(b []byte) (int, error) {
	d.bytes, d.n, d.err = b, 0, nil
	err := d.raw.Read(d.try) // which keeps the socket from being closed meanwhile
	d.bytes = nil
	if err == nil {
		err = d.err
	}
	return d.n, err
}

func (d *directReader) wait(fd int) (int, error) {
	for {
		ready, err := syscall.EpollWait(d.epoll, d.events[:], -1)
		if err != nil && !errors.Is(err, syscall.EINTR) {
			return 0, os.NewSyscallError("epoll_wait", err)
		}
		for _, e := range d.events[:max(ready, 0)] {
			if int(e.Fd) == d.signal {
				d.heed()
				return 0, os.ErrDeadlineExceeded
			}
		}
		if ready <= 0 {
			continue
		}
		n, err := syscall.Read(fd, d.bytes)
		switch {
		case n > 0:
			return n, nil
		case err == nil:
			return 0, io.EOF
		case !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINTR):
			return 0, os.NewSyscallError("read", err)
		}
	}
}

// heed takes the signal back, unless it is for good.
func (d *directReader) heed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		var count [8]byte
		_, _ = syscall.Read(d.signal, count[:])
	}
}

func (d *directReader) interrupt() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		d.raise()
	}
}

// raise adds one to the signal, which fails only when it is up anyway.
func (d *directReader) raise() {
	_, _ = syscall.Write(d.signal, []byte{1, 1, 1, 1, 1, 1, 1, 0})
}

func (d *directReader) Close() error {
	d.mu.Lock()
	again := d.closed
	d.closed = true
	if !again {
		d.raise()
	}
	d.mu.Unlock()
	err := d.conn.Close() // returns when nobody reads any more
	if !again {
		d.forget()
	}
	return err
}

func (d *directReader) forget() {
	_ = syscall.Close(d.epoll)
	_ = syscall.Close(d.signal)
}
