package ui

import (
	"slices"
	"testing"

	"github.com/unodesk/unodesk/app"
)

func labels(menu []entry) []string {
	var l []string
	for _, e := range menu {
		text := e.label
		switch {
		case text == "":
			text = "-"
		case e.do == doNothing:
			text = "(" + text + ")"
		case e.mark:
			text = "✓ " + text
		}
		l = append(l, text)
	}
	return l
}

func TestTrayMenu(t *testing.T) {
	end := []string{"-", "Status…", "Activity…", "Connect an AI program…", "Settings…", "-", "Quit Unodesk"}
	taken := app.Problem{Code: app.PortTaken, Args: map[string]any{"port": 8765, "program": "nginx", "next": 8766}}
	tests := []struct {
		name   string
		change func(*app.Snapshot)
		want   []string
	}{
		{"off, no office", nil, []string{
			"(AI access is off)", "Switch AI access on", "-", "(LibreOffice is not running)", "Start LibreOffice",
		}},
		{"starting", func(s *app.Snapshot) { s.Server.Phase, s.Office.Phase = app.Starting, app.Connecting }, []string{
			"(AI access is starting…)", "Switch AI access off", "Read only for now", "-", "(Connecting to LibreOffice…)",
		}},
		{"running", running, []string{
			"(AI access is on)", "Copy address for AI programs", "Switch AI access off", "Read only for now", "-",
			"(Connected to LibreOffice 7.4.7)", "(2 documents are open)", "(In front: Letter to the council.odt)", "(Used by: Claude, unknown program)",
		}},
		{"paused", func(s *app.Snapshot) {
			running(s)
			s.Settings.MCP.ReadOnly = true
			s.Documents.List, s.Hosts = nil, nil
		}, []string{
			"(AI access is on, read only)", "Copy address for AI programs", "Switch AI access off", "✓ Read only for now", "-",
			"(Connected to LibreOffice 7.4.7)", "(No document is open)",
		}},
		{"nothing open", func(s *app.Snapshot) {
			running(s)
			s.Documents.List = nil
		}, []string{
			"(AI access is on)", "Copy address for AI programs", "Switch AI access off", "Read only for now", "-",
			"(Connected to LibreOffice 7.4.7)", "(No document is open)", "(Used by: Claude, unknown program)",
		}},
		{"edited", func(s *app.Snapshot) {
			running(s)
			s.LastEdit = app.Edit{Document: "Letter.odt", UID: "x-1"}
		}, []string{
			"(AI access is on)", "Copy address for AI programs", "Switch AI access off", "Read only for now", "-",
			"(Connected to LibreOffice 7.4.7)", "(2 documents are open)", "(In front: Letter to the council.odt)", "(Used by: Claude, unknown program)", "Undo AI changes in Letter.odt",
		}},
		{"edited in an office that has gone", func(s *app.Snapshot) {
			running(s)
			s.LastEdit, s.Office.Phase = app.Edit{Document: "Letter.odt", UID: "x-1"}, app.Lost
			s.Documents = app.Documents{}
		}, []string{
			"(AI access is on)", "Copy address for AI programs", "Switch AI access off", "Read only for now", "-",
			"(LibreOffice was closed)", "(Used by: Claude, unknown program)", "Start LibreOffice",
		}},
		{"port taken", func(s *app.Snapshot) { s.Server.Problem = &taken }, []string{
			"(AI access does not work)", "Use port 8766 instead", "Switch AI access off", "-",
			"(LibreOffice is not running)", "Start LibreOffice",
		}},
		{"other trouble", func(s *app.Snapshot) {
			s.Server.Problem = &app.Problem{Code: app.Unexpected}
			s.Office.Phase = app.Waiting
		}, []string{"(AI access does not work)", "Switch AI access off", "-", "(LibreOffice is waiting for you)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := labels(trayMenu(snapshot(tt.change), english))
			if want := append(tt.want, end...); !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

func TestTooltip(t *testing.T) {
	if got, want := english.tooltip(snapshot(running)), "Unodesk: AI access is on – Connected to LibreOffice 7.4.7"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
