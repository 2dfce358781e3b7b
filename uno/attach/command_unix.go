//go:build unix

package attach

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
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

// killAll ends a detached command with all that it has started at once.
func killAll(cmd *exec.Cmd, _ int) error {
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return nil // it has ended by itself
	}
	return err
}

// removePipes removes what an office that was killed has left behind, unless
// another office has taken its place.
func removePipes(i Instance) {
	if i.Pipe == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), killTime)
	defer cancel()
	for _, pipe := range []string{i.Pipe, sibling(i.Pipe, acceptorName(i))} {
		if errors.Is(awaitSilence(ctx, pipe), errNoPipe) {
			_ = os.Remove(pipe) // it may be gone already
		}
	}
}

// awaitSilence waits until nobody answers at a pipe: a killed process takes a
// moment to be gone.
func awaitSilence(ctx context.Context, pipe string) error {
	for {
		c, err := dialPipe(ctx, pipe)
		if err != nil {
			return err
		}
		_ = c.Close() // nothing was sent
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(10 * time.Millisecond):
		}
	}
}
