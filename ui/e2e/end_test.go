package e2e

import (
	"syscall"
	"testing"
	"time"
)

// TestEndsThoughTheScreenHangs: the windows cannot be closed, and the program ends in time all the same.
func TestEndsThoughTheScreenHangs(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	r.settings(map[string]any{"mcp.mcp_enabled": true})
	u := r.launch()
	p.shows("AI access is on")
	r.signal(r.screen, syscall.SIGSTOP)
	defer r.signal(r.screen, syscall.SIGCONT)
	asked := time.Now()
	r.signal(u.cmd.Process, syscall.SIGTERM)
	u.ends()
	if took := u.endedAt.Sub(asked); took > quitTime {
		t.Errorf("the end took %v, more than %v", took, quitTime)
	}
}

// TestOutlivesTheBus: when the session bus dies the icon is gone, a window shows instead, and everything else goes on.
func TestOutlivesTheBus(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	r.settings(known)
	u := r.launch()
	p.shows("AI access is off")
	r.signal(r.daemon, syscall.SIGTERM)
	_, _ = r.daemon.Wait() // the rig waits once more, which does no harm
	r.settings(map[string]any{"mcp.mcp_enabled": true})
	eventually(t, "a listener", func() bool { u.alive(); return listening(r.port) })
	r.sees(statusTitle)
	u.alive()
	r.closeWindow(statusTitle, u.hasEnded)
	u.ends()
}
