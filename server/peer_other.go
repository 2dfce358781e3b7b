//go:build !linux

package server

import (
	"errors"
	"net/netip"
	"os"

	"github.com/shirou/gopsutil/v4/net"
	"github.com/shirou/gopsutil/v4/process"
)

// ownedBySameUser finds the process behind the peer's socket and compares its
// user with ours. Where the system hides other users' processes, their
// sockets have no process, and the answer is no.
func ownedBySameUser(remote, local netip.AddrPort) (bool, error) {
	connections, err := net.Connections("tcp")
	if err != nil {
		return false, err
	}
	for _, c := range connections {
		if !is(c.Laddr, remote) || !is(c.Raddr, local) || c.Pid == 0 {
			continue
		}
		theirs, err := userOf(c.Pid)
		if err != nil {
			return false, err
		}
		ours, err := userOf(int32(os.Getpid()))
		return err == nil && theirs == ours, err
	}
	return false, errors.New("no such socket")
}

func is(a net.Addr, want netip.AddrPort) bool {
	ip, err := netip.ParseAddr(a.IP)
	return err == nil && ip.Unmap() == want.Addr() && a.Port == uint32(want.Port())
}

func userOf(pid int32) (string, error) {
	p, err := process.NewProcess(pid)
	if err != nil {
		return "", err
	}
	return p.Username()
}
