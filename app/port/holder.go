package port

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/shirou/gopsutil/v4/process"

	"github.com/unodesk/unodesk/app/program"
	"github.com/unodesk/unodesk/server/endpoint"
)

// Kind says who holds a port.
type Kind string

// The kinds.
const (
	Nobody  Kind = "nobody"
	Ours    Kind = "ours"    // a server of ours that answers
	Stuck   Kind = "stuck"   // a server of this user that is certainly ours and does not answer
	Foreign Kind = "foreign" // anything else
)

// Holder is who holds a port.
type Holder struct {
	Kind
	Owner // of Ours as it says itself; zero where it cannot be found out
}

// Cleaner ends servers of ours that hold a port and answer no more. Nothing else is ever signalled: a process counts as
// ours when the endpoint file, which only this user can write, names its id, its start time and the port, when the system
// says that it listens there, and when it runs one of our programs.
type Cleaner struct {
	Dir  string        // of the endpoint file
	Wait time.Duration // for an answer to a probe; 0 is two seconds. A server answers without asking the office.
}

// The times of a Cleaner.
const (
	probeTime  = 2 * time.Second
	probes     = 2
	gentleTime = 4 * time.Second // the app quits within three seconds
	hardTime   = 2 * time.Second
)

// programs are ours, whatever the folder.
var programs = []string{program.Tray, program.CommandLine}

// Holder finds out who holds a port. It changes nothing.
func (c Cleaner) Holder(ctx context.Context, port int) (Holder, error) {
	if Free(port) {
		return Holder{Kind: Nobody}, nil
	}
	pid, answers := c.health(ctx, port)
	owner, err := Listener(ctx, port)
	switch {
	case err != nil:
		return Holder{Kind: Foreign}, err
	case answers:
		h := Holder{Kind: Ours, Owner: Owner{PID: pid}}
		if owner != nil {
			h.Owner = *owner
		}
		return h, nil
	case owner == nil: // it has gone meanwhile, or is hidden
		return Holder{Kind: Foreign}, nil
	}
	e := c.server(port)
	if e == nil || e.PID != owner.PID || !runsOurs(ctx, e.PID) {
		return Holder{Kind: Foreign, Owner: *owner}, nil
	}
	for range probes - 1 { // once more: it may have been busy
		if _, answers := c.health(ctx, port); answers {
			return Holder{Kind: Ours, Owner: *owner}, nil
		}
	}
	return Holder{Kind: Stuck, Owner: *owner}, nil
}

// Clean frees a port that a stuck server of ours holds, and returns who held it. Hard reports whether the server had to
// be killed.
func (c Cleaner) Clean(ctx context.Context, port int) (held Holder, hard bool, err error) {
	held, err = c.Holder(ctx, port)
	if err != nil || held.Kind != Stuck {
		return held, false, err
	}
	p, err := os.FindProcess(held.PID) // from here on the id means no other process, where the system can promise that
	if err != nil {
		return held, false, fmt.Errorf("end the old Unodesk (process %d): %w", held.PID, err)
	}
	defer func() { _ = p.Release() }()
	if e := c.server(port); e == nil || e.PID != held.PID || !runsOurs(ctx, held.PID) {
		return Holder{Kind: Foreign, Owner: held.Owner}, false, nil
	}
	if err := gently(p); err == nil && ended(ctx, p, port, gentleTime) {
		return held, false, nil
	}
	if e := c.server(port); e == nil || e.PID != held.PID {
		return held, false, nil
	}
	if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return held, true, fmt.Errorf("end the old Unodesk (process %d): %w", held.PID, err)
	}
	if !ended(ctx, p, port, hardTime) && !Free(port) {
		return held, true, fmt.Errorf("the old Unodesk (process %d) does not let go of port %d", held.PID, port)
	}
	return held, true, nil
}

// Last is the port of the server of ours that ran last, 0 if it has gone.
func (c Cleaner) Last() int {
	e, err := endpoint.Read(c.Dir)
	if err != nil {
		return 0
	}
	return portOf(e)
}

// server is the server of ours that the endpoint file names, if it is alive and has the port.
func (c Cleaner) server(port int) *endpoint.Endpoint {
	e, err := endpoint.Read(c.Dir)
	if err != nil || portOf(e) != port || e.PID == os.Getpid() {
		return nil
	}
	return e
}

func portOf(e *endpoint.Endpoint) int {
	u, err := url.Parse(e.Address)
	if err != nil {
		return 0
	}
	n, _ := strconv.Atoi(u.Port())
	return n
}

// runsOurs reports whether a process runs one of our programs.
func runsOurs(ctx context.Context, pid int) bool {
	p, err := process.NewProcessWithContext(ctx, int32(pid))
	if err != nil {
		return false
	}
	path, err := p.ExeWithContext(ctx)
	if err != nil {
		return false
	}
	path = strings.TrimSuffix(path, " (deleted)") // what Linux says after an update
	if own, err := os.Executable(); err == nil && path == own {
		return true
	}
	return slices.Contains(programs, strings.TrimSuffix(filepath.Base(path), ".exe"))
}

// health asks whoever listens whether it is a server of ours, and returns its process id.
func (c Cleaner) health(ctx context.Context, port int) (pid int, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.Wait, probeTime))
	defer cancel()
	h, err := Ask(ctx, "http://"+net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	return h.PID, err == nil && h.Ours && h.OK
}

// ended waits until a process has ended and its port is free. It lets go of the port first, and of the place of the one
// app only at its end.
func ended(ctx context.Context, p *os.Process, port int, limit time.Duration) bool {
	for end := time.Now().Add(limit); p.Signal(syscall.Signal(0)) == nil || !Free(port); {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
