package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/secret"
)

// A report tells how things are and nothing of what is the user's own.
func TestReport(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	s := snapshot(running)
	s.Started, s.Server.Since = now.Add(-2*time.Hour), now.Add(-time.Hour)
	s.Calls = app.Calls{All: 12, Failed: 2, LastFailed: app.Call{Code: "TEXT_NOT_FOUND", Message: "Dear Sir", Document: "Letter"}}
	s.Hosts = []app.Host{{Name: "Secret AI", Calls: 12, Protocol: "2025-11-25"}}
	s.Server.Refused, s.Office.How = 3, "pipe"
	s.Token = secret.Keyring
	s.Settings.Doc.Folders = []string{"/home/me/private"}
	s.Settings.MCP.AllowedOrigins = []string{"https://intern.example"}
	s.Problems = []app.Problem{{Code: app.SettingsKept, Args: map[string]any{"path": "/home/me/settings.json"}}}
	got := report(s, now)
	for _, want := range []string{
		"Server: running, enabled true, port 8765, up 1h0m0s\n", "Check: ok, 3ms\n", "Calls: 12, 2 failed, 3 sent back, 1 programs, last error TEXT_NOT_FOUND\n", "Protocols: map[2025-11-25:1]\n",
		"LibreOffice: attached, version 7.4.7.2, by pipe, 0 others\n", "Documents: 2 map[calc:1 writer:1], 1 edits under way\n", "Start: at login true", "token true", "1 folders",
		"Problem: settings_kept\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	for _, private := range []string{"Letter", "Dear Sir", "Budget", "Secret AI", "/home/me", "intern.example", "TOKEN"} {
		if strings.Contains(got, private) {
			t.Errorf("the report tells %q", private)
		}
	}
	if empty := report(app.Snapshot{}, now); !strings.Contains(empty, "up -") {
		t.Errorf("got %s", empty)
	}
}
