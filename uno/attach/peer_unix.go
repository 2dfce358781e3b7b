//go:build unix && !linux

package attach

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"syscall"
)

// Where macOS tells the process at the other end of a socket.
const (
	solLocal     = 0
	localPeerPID = 2
)

// peer gives the process that listens at the other end of a pipe, 0 where the
// system does not tell. It is an error if the pipe is another user's.
func peer(c net.Conn) (pid int, err error) {
	unix, ok := c.(*net.UnixConn)
	if !ok {
		return 0, fmt.Errorf("peer of a %T", c)
	}
	info, err := os.Stat(unix.RemoteAddr().String())
	if err != nil {
		return 0, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) != os.Getuid() {
		return 0, fmt.Errorf("the pipe belongs to user %d", stat.Uid)
	}
	if runtime.GOOS != "darwin" {
		return 0, nil
	}
	raw, err := unix.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	if err := raw.Control(func(fd uintptr) {
		pid, failed = syscall.GetsockoptInt(int(fd), solLocal, localPeerPID)
	}); err != nil {
		return 0, err
	}
	return pid, failed
}
