//go:build unix

package attach

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a command the head of a process group of its own, which
// ends as a whole when the command's context does.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// detach makes a command outlive us and our terminal.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

// killAll ends a detached command with all that it has started.
func killAll(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// killProcess ends a process at once.
func killProcess(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) }

// removePipes removes what an office that was killed has left behind.
func removePipes(i Instance) {
	if i.Pipe == "" {
		return
	}
	for _, pipe := range []string{i.Pipe, sibling(i.Pipe, acceptorName(i))} {
		_ = os.Remove(pipe) // it may be gone already
	}
}
