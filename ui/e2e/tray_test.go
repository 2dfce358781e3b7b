package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTrayFromStartToQuit(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	r.settings(known)
	u := r.launch()

	p.shows("AI access is off")
	if got := p.icon(); got != "stopped" {
		t.Errorf("the first icon is %s", got)
	}
	if r.window(statusTitle) != "" || r.window(settingsTitle) != "" {
		t.Error("a window opened although there is a tray icon")
	}
	if listening(r.port) {
		t.Error("somebody listens although nothing was switched on")
	}

	p.forget()
	p.switches("Switch AI access on", "AI access is on")
	eventually(t, "the icons of a start", func() bool { return slices.Equal(p.seen(), []string{"starting", "attention"}) }) // LibreOffice is missing
	if !listening(r.port) {
		t.Error("nobody listens")
	}
	if got := p.tooltip(); !strings.Contains(got, "AI access is on") || !strings.Contains(got, "LibreOffice is not running") {
		t.Errorf("tooltip %q", got)
	}

	p.choose("Status…", func() bool { return r.window(statusTitle) != "" })
	p.choose("Activity…", func() bool { return r.window(activityTitle) != "" })
	r.hides(activityTitle)
	p.choose("Connect an AI program…", func() bool { return r.window(connectTitle) != "" })
	r.hides(connectTitle)
	p.choose("Settings…", func() bool { return r.window(settingsTitle) != "" })
	r.hides(settingsTitle)
	r.hides(statusTitle)
	u.alive()
	p.click()
	r.sees(statusTitle)

	p.switches("Switch AI access off", "AI access is off")
	eventually(t, "the icon of a stop", func() bool { return p.icon() == "stopped" })
	eventually(t, "a free port", func() bool { return !listening(r.port) })
	p.switches("Switch AI access on", "AI access is on")

	p.quits(u)
	if listening(r.port) {
		t.Error("the port is still taken after the end")
	}
	var kept map[string]any
	data, err := os.ReadFile(r.configPath())
	if err != nil || json.Unmarshal(data, &kept) != nil || kept["mcp.mcp_enabled"] != true {
		t.Errorf("the switch was not kept: %s, %v", data, err)
	}
}

func TestStartsSwitchedOn(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	r.settings(map[string]any{"mcp.mcp_enabled": true})
	u := r.launch()
	p.shows("AI access is on")
	if err := u.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	u.ends()
}

func TestFirstStartShowsSettings(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	r.settings(nil)
	u := r.launch()
	r.sees(settingsTitle)
	r.hides(settingsTitle)
	p.shows("AI access is off")
	p.quits(u)

	u = r.launch()
	p.shows("AI access is off")
	if r.window(settingsTitle) != "" {
		t.Error("the second start shows the settings again")
	}
	p.quits(u)
}

// TestA40SecondStart: the running one is shown and the second process ends well.
func TestA40SecondStart(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	r.settings(known)
	u := r.launch()
	p.shows("AI access is off")
	second := r.launch()
	second.ends()
	if got := second.out.String(); !strings.Contains(got, "running already") {
		t.Errorf("the second start said %q", got)
	}
	r.sees(statusTitle)
	p.quits(u)
}

// TestA40NoBus: without a session bus there is a window, and closing it quits.
func TestA40NoBus(t *testing.T) {
	r := newRig(t)
	r.settings(map[string]any{"mcp.mcp_enabled": true})
	u := r.launch()
	r.sees(statusTitle)
	eventually(t, "a listener", func() bool { return listening(r.port) })
	r.closeWindow(statusTitle, u.hasEnded)
	u.ends()
	if out, err := exec.Command("pgrep", "-P", "1", "-f", "dbus-daemon.*"+r.home).Output(); err == nil {
		t.Errorf("a stray bus was started: %s", out)
	}
}

// TestA40NoPanel: with a bus but nobody to show the icon there is a window, and closing it quits; once a panel comes, the
// icon appears in it.
func TestA40NoPanel(t *testing.T) {
	r := newRig(t).withBus()
	r.settings(known)
	u := r.launch()
	r.sees(statusTitle)
	// The tray library looks once, and then waits for a panel: one that comes in between is missed.
	eventually(t, "the first look for a panel", func() bool { return strings.Contains(u.out.String(), "failed to register") })
	time.Sleep(time.Second)
	p := newPanel(r)
	p.shows("AI access is off")
	r.hides(statusTitle)
	u.alive()
	p.click()
	r.sees(statusTitle)
	p.crashes(r)
	r.closeWindow(statusTitle, u.hasEnded)
	u.ends()
}

func (u *unodesk) hasEnded() bool {
	select {
	case <-u.ended:
		return true
	default:
		return false
	}
}

// TestA35PortTaken: the other program is named, the next port offered and kept.
func TestA35PortTaken(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	other, err := listenOn(r.port)
	if err != nil {
		t.Skip("the port was taken in between")
	}
	defer other.Close()
	r.settings(map[string]any{"mcp.mcp_enabled": true})
	u := r.launch()
	p.shows("AI access does not work")
	var offer string
	for _, l := range p.menu() {
		if strings.HasPrefix(l.label, "Use port ") {
			offer = l.label
		}
	}
	if offer == "" {
		t.Fatalf("no port is offered: %s", p.labels())
	}
	p.switches(offer, "AI access is on")
	p.quits(u)
}

func TestWithoutDisplayItSaysSo(t *testing.T) {
	for _, display := range []string{"", ":64123"} {
		r := &rig{t: t, home: t.TempDir(), display: display}
		u := r.launch()
		<-u.ended
		if code, text := u.cmd.ProcessState.ExitCode(), u.out.String(); code != 1 || !strings.Contains(text, "unodeskctl serve") {
			t.Errorf("display %q: exit code %d, %q", display, code, text)
		}
	}
}

func TestVersionNeedsNothing(t *testing.T) {
	r := &rig{t: t, home: t.TempDir()}
	u := r.launch("--version")
	u.ends()
	if got := u.out.String(); !strings.HasPrefix(got, "unodesk 0.") {
		t.Errorf("got %q", got)
	}
}
