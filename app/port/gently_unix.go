//go:build unix

package port

import (
	"errors"
	"os"
	"syscall"
)

// gently asks a process to end. One that was stopped hears it when it goes on.
func gently(p *os.Process) error {
	return errors.Join(p.Signal(syscall.SIGTERM), p.Signal(syscall.SIGCONT))
}
