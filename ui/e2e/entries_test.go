package e2e

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// TestMenuEntries clicks on everything that the menu offers, on the bus.
func TestMenuEntries(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	everyEntry(r, p, p.looks)
}

// TestMenuEntriesInPanel does the same in a real panel, with mouse and keyboard, and looks at the icon on the screen.
func TestMenuEntriesInPanel(t *testing.T) {
	r := newRig(t).withBus()
	x := newXfce(r)
	everyEntry(r, x.panel, x.looks)
}

// everyEntry chooses every entry that the menu has from a port that is taken to the end, and fails if one was offered on
// the way that it does not know.
func everyEntry(r *rig, p *panel, looks func(mark string)) {
	t := r.t
	other, err := listenOn(r.port)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	profile := unotest.Profile(t)
	r.settings(map[string]any{"mcp.mcp_enabled": false, "app.office_profile": profile})
	u := r.launch()
	p.shows("AI access is off")
	looks("stopped")

	p.switches("Switch AI access on", "AI access does not work")
	p.choose(p.startingWith("Use port "), func() bool { _, ok := p.entry("AI access is on"); return ok })
	looks("attention") // there is no LibreOffice
	p.choose("Copy address for AI programs", func() bool {
		out, _ := r.command("xclip", "-selection", "clipboard", "-out").Output() // fails while nothing was copied
		address, ok := strings.CutSuffix(strings.TrimPrefix(string(out), "http://127.0.0.1:"), "/mcp")
		if ok {
			_, err := fmt.Sscan(address, &r.port) // where calls go from here on
			p.must(err)
		}
		return ok
	})

	t.Cleanup(func() { endOffice(t, profile) })
	p.choose("Start LibreOffice", func() bool { return strings.Contains(p.labels(), `"Connected to LibreOffice `) })
	looks("running")
	a, err := r.try("create_document", map[string]any{"kind": "writer"})
	if err != nil || a.Status != "ok" {
		t.Fatalf("a new document: %+v, %v", a, err)
	}
	before := r.call("get_document_content", nil)
	r.call("apply_document_content", map[string]any{"target": "end", "content": []string{"<p>Hello.</p>"}})
	p.choose(p.startingWith("Undo AI changes in "), func() bool { return r.call("get_document_content", nil) == before })
	hello := map[string]any{"target": "end", "content": []string{"<p>Hello.</p>"}}
	p.switches("Read only for now", "AI access is on, read only")
	if a, err := r.try("apply_document_content", hello); err != nil || a.Code != "READ_ONLY_MODE" {
		t.Errorf("an edit while edits are paused: %+v, %v", a, err)
	}
	if got := r.call("get_document_content", nil); got != before {
		t.Errorf("the document reads %s", got)
	}
	p.switches("Read only for now", "AI access is on")
	if a, err := r.try("close_document", map[string]any{"unsaved": "discard"}); err != nil || a.Status != "ok" {
		t.Errorf("closing the new document: %+v, %v", a, err)
	}

	for entry, title := range map[string]string{
		"Status…": statusTitle, "Activity…": activityTitle, "Connect an AI program…": connectTitle, "Settings…": settingsTitle,
	} {
		r.hides(title) // a click that was tried again may have had something to say
		p.choose(entry, func() bool { return r.window(title) != "" })
		r.hides(title)
	}
	p.switches("Switch AI access off", "AI access is off")
	looks("stopped")
	eventually(t, "a free port", func() bool { return !listening(r.port) })
	p.switches("Switch AI access on", "AI access is on")
	looks("running")
	p.quits(u)
	for entry, chosen := range p.offered {
		if !chosen {
			t.Errorf("nobody tried the menu entry %q", entry)
		}
	}
}

// startingWith waits for an entry whose label begins so, and returns all of it.
func (p *panel) startingWith(start string) (label string) {
	p.t.Helper()
	eventually(p.t, "a menu entry "+start, func() bool {
		for _, l := range p.menu() {
			if strings.HasPrefix(l.label, start) {
				label = l.label
			}
		}
		return label != ""
	})
	return label
}

// endOffice ends the office that the program has started for this test's profile.
func endOffice(t *testing.T, profile string) {
	ctx, cancel := context.WithTimeout(context.Background(), patience) // the test's own has ended
	defer cancel()
	running, err := attach.Instances(ctx)
	if err != nil {
		t.Error(err)
	}
	for _, i := range running {
		if i.Profile != attach.ProfileURL(profile) {
			continue
		}
		if err := quitOffice(ctx, i); err != nil {
			t.Errorf("the office does not end: %v", errors.Join(err, syscall.Kill(i.PID, syscall.SIGKILL)))
		}
		for syscall.Kill(i.PID, 0) == nil && ctx.Err() == nil {
			time.Sleep(50 * time.Millisecond) // it writes into the profile to the end
		}
	}
}

func quitOffice(ctx context.Context, i attach.Instance) error {
	conn, err := attach.Dial(ctx, i)
	if err != nil {
		return err
	}
	defer conn.Close()
	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return err
	}
	_, err = desktop.Call(ctx, "com.sun.star.frame.XDesktop", "terminate")
	if errors.Is(err, uno.ErrClosed) {
		return nil // it was faster than its answer
	}
	return err
}
