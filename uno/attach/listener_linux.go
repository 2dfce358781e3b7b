package attach

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// listener gives the process of this user's office that listens at the other
// end of a TCP connection, 0 if it is not on this computer.
func listener(c net.Conn) int {
	remote, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok || !remote.IP.IsLoopback() {
		return 0
	}
	sockets := listeningSockets(remote.Port)
	processes, err := officeProcesses()
	if err != nil || len(sockets) == 0 {
		return 0
	}
	for _, p := range processes {
		files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", p.pid)) // the pattern is well-formed
		for _, f := range files {
			if target, err := os.Readlink(f); err == nil && sockets[target] {
				return p.pid
			}
		}
	}
	return 0
}

// listeningSockets gives the sockets that listen on a port, as the names that
// a process's file descriptors have.
//
//	sl local_address rem_address st … uid timeout inode
//	0: 0100007F:2382 00000000:0000 0A … 0 0 12345
func listeningSockets(port int) map[string]bool {
	sockets := map[string]bool{}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		data, err := os.ReadFile(table)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			f := strings.Fields(line)
			if len(f) < 10 || f[3] != "0A" {
				continue
			}
			_, number, _ := strings.Cut(f[1], ":")
			if n, err := strconv.ParseUint(number, 16, 16); err == nil && int(n) == port {
				sockets["socket:["+f[9]+"]"] = true
			}
		}
	}
	return sockets
}
