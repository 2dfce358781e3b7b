package attach

import (
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

// killAll ends a detached command; what it has started ends by itself.
func killAll(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// killProcess ends a process at once.
func killProcess(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}

// removePipes does nothing: pipes end with their process here.
func removePipes(Instance) {}
