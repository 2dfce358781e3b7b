package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno/unotest"
)

// TestA06RecoveryWindow: an office that crashed asks what to do with the document. The icon, the menu and each call say so,
// and nothing is answered or discarded for the user.
func TestA06RecoveryWindow(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	profile := unotest.Profile(t)
	letter := filepath.Join(r.home, "Brief an Müller.txt")
	const text = "Sehr geehrte Frau Müller,\n"
	if err := os.WriteFile(letter, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	unotest.Crashed(t, profile, letter)
	office := unotest.StartOffice(t, unotest.OfficeOptions{Profile: profile, Display: r.display, Backend: "gen", Restore: true})
	r.settings(map[string]any{"mcp.mcp_enabled": true, "app.office_profile": profile})
	u := r.launch()
	p.shows("LibreOffice is waiting for you")
	p.looks("attention")
	for tool, args := range map[string]map[string]any{
		"get_document_content":   nil,
		"apply_document_content": {"target": "end", "content": []string{"<p>Hello.</p>"}},
	} {
		a, err := r.try(tool, args)
		if err != nil || a.Status == "ok" || !strings.Contains(a.Message, "waiting") || !strings.Contains(a.Message, "Recovery") {
			t.Errorf("%s: %+v, %v", tool, a, err)
		}
	}
	select {
	case <-office.Ended():
		t.Fatal("the office has ended")
	default:
	}

	office.Kill() // what it would do when it is ended by force has not happened
	eventually(t, "the lost office", func() bool { _, waits := p.entry("LibreOffice is waiting for you"); return !waits })
	if content, err := os.ReadFile(letter); err != nil || string(content) != text {
		t.Errorf("the letter holds %q, %v", content, err)
	}
	if left, err := os.ReadFile(filepath.Join(profile, "user", "registrymodifications.xcu")); err != nil || !strings.Contains(string(left), "recovery_item_1") {
		t.Errorf("the office does not know any more what to recover: %v", err)
	}
	p.quits(u)
}
