package attach

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a command the head of a process group of its own.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// detach makes a command outlive our console.
func detach(cmd *exec.Cmd) { ownGroup(cmd) }

// killAll ends the office with a process id, if that is known, and the command
// that started it.
func killAll(cmd *exec.Cmd, pid int) error {
	if office, err := os.FindProcess(pid); err == nil && pid != 0 {
		_ = office.Kill() // it may have ended already
	}
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// removePipes does nothing: pipes end with their process here.
func removePipes(Instance) {}
