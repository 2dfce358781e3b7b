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

// TestOfficeComesAndGoes: the menu follows an office that dies and one that starts later.
func TestOfficeComesAndGoes(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	profile := unotest.Profile(t)
	r.settings(map[string]any{"mcp.mcp_enabled": false, "app.office_profile": profile})
	u := r.launch()
	p.shows("LibreOffice is not running")
	p.shows("Start LibreOffice")
	office := unotest.StartOffice(t, unotest.OfficeOptions{Profile: profile})
	eventually(t, "the office in the menu", func() bool { return strings.Contains(p.labels(), `"Connected to LibreOffice `) })
	p.shows("No document is open")
	office.Kill()
	eventually(t, "the end of the office", func() bool {
		labels := p.labels()
		return strings.Contains(labels, "LibreOffice was closed") || strings.Contains(labels, "LibreOffice is not running")
	})
	p.quits(u)
}
