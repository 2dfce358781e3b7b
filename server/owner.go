package server

import (
	"fmt"

	"github.com/shirou/gopsutil/v4/net"
	"github.com/shirou/gopsutil/v4/process"
)

// portOwner names the process that listens on a port, "" if it cannot be
// found: other users' processes may be hidden.
func portOwner(port int) string {
	connections, err := net.Connections("tcp")
	if err != nil {
		return ""
	}
	for _, c := range connections {
		if c.Status != "LISTEN" || c.Laddr.Port != uint32(port) || c.Pid == 0 {
			continue
		}
		p, err := process.NewProcess(c.Pid)
		if err != nil {
			return fmt.Sprintf("process %d", c.Pid)
		}
		name, err := p.Name()
		if err != nil {
			return fmt.Sprintf("process %d", c.Pid)
		}
		return fmt.Sprintf("%s (process %d)", name, c.Pid)
	}
	return ""
}
