package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno/unotest"
)

// TestA04Quit: quitting leaves the user's office and its document alone.
func TestA04Quit(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	letter := filepath.Join(r.home, "Brief an Müller.txt")
	if err := os.WriteFile(letter, []byte("Sehr geehrte Frau Müller,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	office := unotest.StartOffice(t, unotest.OfficeOptions{Display: r.display, Backend: "gen", Files: []string{letter}})
	r.settings(map[string]any{"mcp.mcp_enabled": true, "app.office_profile": office.Profile})
	u := r.launch()
	p.shows("AI access is on")
	eventually(t, "the office in the menu", func() bool { return strings.Contains(p.labels(), `"Connected to LibreOffice `) })
	p.shows("1 document is open")
	eventually(t, "the icon of a server with an office", func() bool { return p.icon() == "running" })

	p.quits(u)
	if listening(r.port) {
		t.Error("the port is still taken")
	}
	select {
	case <-office.Ended():
		t.Fatal("the office has ended with the program")
	default:
	}
	office.Dial() // it still answers

	again := r.launch()
	p.shows("1 document is open")
	p.quits(again)
}

// TestTakeBack: the menu offers to take back what an AI program did, does so, and leaves the user's own steps alone.
func TestTakeBack(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	letter := filepath.Join(r.home, "Brief.txt")
	if err := os.WriteFile(letter, []byte("Sehr geehrte Frau Müller,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	office := unotest.StartOffice(t, unotest.OfficeOptions{Files: []string{letter}})
	r.settings(map[string]any{"mcp.mcp_enabled": true, "app.office_profile": office.Profile})
	u := r.launch()
	p.shows("AI access is on")
	p.shows("1 document is open")
	before := r.call("get_document_content", nil)
	r.call("apply_document_content", map[string]any{"target": "end", "content": []string{"<p>Hello.</p>"}})
	if now := r.call("get_document_content", nil); now == before || !strings.Contains(now, "Hello.") {
		t.Fatalf("the document reads %s", now)
	}
	p.choose("Undo AI changes in Brief.txt", func() bool { return r.call("get_document_content", nil) == before })
	p.choose("Activity…", func() bool { return r.window(activityTitle) != "" })
	p.quits(u)
}

// TestOfficeComesAndGoes: the menu follows an office that dies and one that starts later.
func TestOfficeComesAndGoes(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	profile := unotest.Profile(t)
	r.settings(map[string]any{"mcp.mcp_enabled": true, "app.office_profile": profile})
	u := r.launch()
	p.shows("LibreOffice is not running")
	p.shows("Start LibreOffice")
	eventually(t, "the sign of a missing office", func() bool { return p.icon() == "attention" })
	office := unotest.StartOffice(t, unotest.OfficeOptions{Profile: profile})
	eventually(t, "the office in the menu", func() bool { return strings.Contains(p.labels(), `"Connected to LibreOffice `) })
	p.shows("No document is open")
	eventually(t, "the icon of a server with an office", func() bool { return p.icon() == "running" })
	office.Kill()
	eventually(t, "the end of the office", func() bool {
		labels := p.labels()
		return strings.Contains(labels, "LibreOffice was closed") || strings.Contains(labels, "LibreOffice is not running")
	})
	eventually(t, "the sign of a lost office", func() bool { return p.icon() == "attention" })
	p.quits(u)
}
