package e2e

import (
	"bytes"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// unodesk is the running program.
type unodesk struct {
	t       *testing.T
	cmd     *exec.Cmd
	out     *output
	ended   chan struct{}
	endedAt time.Time // once ended is closed
}

// launch starts the program.
func (r *rig) launch(args ...string) *unodesk {
	r.t.Helper()
	u := &unodesk{t: r.t, cmd: exec.Command(build(r.t), args...), out: &output{}, ended: make(chan struct{})}
	u.cmd.Env = r.env()
	u.cmd.Stdout, u.cmd.Stderr = u.out, u.out
	if err := u.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	go func() {
		_ = u.cmd.Wait() // the state is read from cmd.ProcessState
		u.endedAt = time.Now()
		close(u.ended)
	}()
	r.t.Cleanup(func() {
		u.stop()
		u.checkOutput()
	})
	return u
}

// stop ends our own child, which usually has ended. A failed test learns what it was doing and what it said.
func (u *unodesk) stop() {
	if u.t.Failed() && !u.hasEnded() {
		_ = u.cmd.Process.Signal(syscall.SIGQUIT)
		select {
		case <-u.ended:
		case <-time.After(5 * time.Second):
		}
		u.t.Logf("the program was running, and said:\n%s", u.out)
	}
	_ = u.cmd.Process.Signal(syscall.SIGKILL)
	<-u.ended
}

// checkOutput fails if the program complained.
func (u *unodesk) checkOutput() {
	u.t.Helper()
	text := u.out.String()
	// Without a panel the tray library says so, and waits for one. It sends a new menu a moment late, which may be after
	// the end of its connection.
	for _, fine := range []string{"failed to register", "failed to update menu version: dbus: connection closed by user"} {
		text = strings.ReplaceAll(text, "systray error: "+fine, "")
	}
	for _, bad := range []string{"Fyne error", "Error in Fyne call thread", "panic", "systray error", "Translation failure", "level=ERROR"} {
		if strings.Contains(text, bad) {
			u.t.Errorf("the program said:\n%s", text)
			return
		}
	}
}

// ends fails unless the program ends well.
func (u *unodesk) ends() {
	u.t.Helper()
	select {
	case <-u.ended:
	case <-time.After(patience):
		u.t.Fatalf("the program did not end; it said:\n%s", u.out)
	}
	if code := u.cmd.ProcessState.ExitCode(); code != 0 {
		u.t.Errorf("exit code %d; the program said:\n%s", code, u.out)
	}
}

// alive fails if the program has ended.
func (u *unodesk) alive() {
	u.t.Helper()
	select {
	case <-u.ended:
		u.t.Fatalf("the program has ended: %v\n%s", u.cmd.ProcessState, u.out)
	default:
	}
}

// output collects what a program prints.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}
