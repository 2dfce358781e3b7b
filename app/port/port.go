// Package port tells whether a TCP port of this computer is free, which program has it, and which one is free instead.
//
// Start from [Free], [Listener] and [Next]. Only [Cleaner] ever ends a process, and only one that is provably ours.
package port

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"

	psnet "github.com/shirou/gopsutil/v4/net"
	"github.com/shirou/gopsutil/v4/process"
)

// The ports that a user's program may take.
const (
	Lowest  = 1024
	Highest = 65535
)

// loopbacks are the addresses that our listener takes.
var loopbacks = []string{"127.0.0.1", "::1"}

// Owner is a program that listens on a port. What cannot be found out is zero: another user's processes hide it.
type Owner struct {
	PID     int
	Program string
}

// Free reports whether a listener could take the port on the loopback addresses. A computer without IPv6 needs the first
// one only.
func Free(port int) bool {
	for i, address := range loopbacks {
		l, err := net.Listen("tcp", net.JoinHostPort(address, strconv.Itoa(port)))
		if err != nil {
			if i > 0 && !hasIPv6() {
				continue
			}
			return false
		}
		l.Close()
	}
	return true
}

// hasIPv6 reports whether the IPv6 loopback address can be bound at all.
func hasIPv6() bool {
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		return false
	}
	l.Close()
	return true
}

// Listener returns the program that listens on the port, nil if none is found.
func Listener(ctx context.Context, port int) (*Owner, error) {
	conns, err := psnet.ConnectionsWithContext(ctx, "tcp")
	if err != nil {
		return nil, fmt.Errorf("list listening programs: %w", err)
	}
	var found *Owner
	for _, c := range conns {
		if c.Status != "LISTEN" || int(c.Laddr.Port) != port {
			continue
		}
		if c.Pid == 0 {
			found = &Owner{}
			continue
		}
		owner := &Owner{PID: int(c.Pid)}
		if p, err := process.NewProcessWithContext(ctx, c.Pid); err == nil {
			owner.Program, _ = p.NameWithContext(ctx)
		}
		return owner, nil
	}
	return found, nil
}

// ErrNoneFree says that no port is free from the given one up to the highest.
var ErrNoneFree = errors.New("no port is free")

// Next returns the first free port above the given one.
func Next(above int) (int, error) {
	for port := max(above+1, Lowest); port <= Highest; port++ {
		if Free(port) {
			return port, nil
		}
	}
	return 0, ErrNoneFree
}
