package attach

import (
	"fmt"
	"net"
	"os"
	"syscall"
)

// peer gives the process that listens at the other end of a pipe. It is an
// error if that is another user's, who may have put the pipe there.
func peer(c net.Conn) (pid int, err error) {
	unix, ok := c.(*net.UnixConn)
	if !ok {
		return 0, fmt.Errorf("peer of a %T", c)
	}
	raw, err := unix.SyscallConn()
	if err != nil {
		return 0, err
	}
	var cred *syscall.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		cred, failed = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); err != nil {
		return 0, err
	}
	if failed != nil {
		return 0, fmt.Errorf("peer of the pipe: %w", failed)
	}
	if int(cred.Uid) != os.Getuid() {
		return 0, fmt.Errorf("the pipe belongs to user %d", cred.Uid)
	}
	return int(cred.Pid), nil
}
