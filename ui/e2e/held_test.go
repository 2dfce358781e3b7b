package e2e

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/unodesk/unodesk/uno/unotest"
)

// These are how long the menu stays open while an AI program works.
const (
	holdTime      = 30 * time.Second
	holdTimeOnBus = 5 * time.Second
)

// TestMenuHeldOpen: the menu on the screen of a real panel delays nobody: calls are answered and documents change before
// it is closed, and it stays.
func TestMenuHeldOpen(t *testing.T) {
	r := newRig(t).withBus()
	x := newXfce(r)
	u := workAtHand(r, x.panel)
	menu := x.opens()
	callsWhile(r, holdTime, func() bool { return x.menuWindow() == menu })
	x.closes()
	x.choose("Status…", func() bool { return r.window(statusTitle) != "" })
	x.quits(u)
}

// TestMenuHeldOpenOnBus is the same without a panel's own doing: the menu was announced as open and never as closed.
func TestMenuHeldOpenOnBus(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	u := workAtHand(r, p)
	menu, _ := p.menuObject() // it was read before
	p.must(menu.Call(menuName+".AboutToShow", 0, int32(0)).Err)
	p.must(menu.Call(menuName+".Event", 0, int32(0), "opened", dbus.MakeVariant(""), uint32(0)).Err)
	callsWhile(r, holdTimeOnBus, func() bool { return true })
	p.choose("Status…", func() bool { return r.window(statusTitle) != "" })
	p.quits(u)
}

// workAtHand starts the program beside an office with a letter, and makes a first call.
func workAtHand(r *rig, p *panel) *unodesk {
	letter := filepath.Join(r.home, "Brief.txt")
	if err := os.WriteFile(letter, []byte("Sehr geehrte Frau Müller,\n"), 0o600); err != nil {
		r.t.Fatal(err)
	}
	office := unotest.StartOffice(r.t, unotest.OfficeOptions{Files: []string{letter}})
	r.settings(map[string]any{"mcp.mcp_enabled": true, "app.office_profile": office.Profile})
	u := r.launch()
	p.shows("AI access is on")
	p.shows("1 document is open")
	r.call("apply_document_content", map[string]any{"target": "end", "content": []string{"<p>One.</p>"}})
	p.startingWith("Undo AI changes in ")
	return u
}

// callsWhile reads and edits for a time, and fails if the menu is not open after an answer.
func callsWhile(r *rig, hold time.Duration, open func() bool) {
	r.t.Helper()
	calls := 0
	for end := time.Now().Add(hold); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		r.call("get_document_content", nil)
		r.call("apply_document_content", map[string]any{"target": "end", "content": []string{"<p>More.</p>"}})
		calls += 2
		if !open() {
			r.t.Fatalf("the menu has closed after %d calls", calls)
		}
	}
	r.t.Logf("%d calls were answered while the menu was open", calls)
}
