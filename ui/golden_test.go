package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/model"
	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/uno/attach"
)

var statusSize = fyne.NewSize(560, 700)

func TestStatusPictures(t *testing.T) {
	taken := &app.Problem{Code: app.PortTaken, Args: map[string]any{"port": 8765, "program": "nginx", "pid": 99, "next": 8766}}
	tests := []struct {
		name, variant string
		size          fyne.Size
		change        func(*app.Snapshot)
	}{
		{"status-off", "light", statusSize, nil},
		{"status-running", "light", statusSize, running},
		{"status-running", "dark", fyne.NewSize(560, 900), running},
		{"status-starting", "light", statusSize, func(s *app.Snapshot) {
			s.Settings.MCP.Enabled = true
			s.Server.Phase = app.Starting
			s.Office = app.Office{Phase: app.Connecting}
		}},
		{"status-port-taken", "light", statusSize, func(s *app.Snapshot) {
			s.Settings.MCP.Enabled = true
			s.Server.Problem = taken
			s.Office = app.Office{Phase: app.Lost}
		}},
		{"status-japanese", "light", fyne.NewSize(560, 960), func(s *app.Snapshot) {
			running(s)
			s.Documents.List = []app.Document{
				{Name: "請求書（2026年）.odt", Type: "writer", Active: true}, {Name: "مذكرة.odt", Type: "writer"}, {Name: "문서.ods", Type: "calc"},
			}
			s.Ended = &app.Ended{PID: 99, Killed: true, At: time.Date(2026, 11, 30, 12, 0, 0, 0, time.Local)}
		}},
		{"status-german", "light", statusSize, func(s *app.Snapshot) {
			running(s)
			s.Settings.App.Language = "de"
			s.Office.Phase, s.Office.Dialog = app.Waiting, "Dokument wiederherstellen"
		}},
		{"status-narrow", "dark", fyne.NewSize(420, 640), func(s *app.Snapshot) {
			running(s)
			s.Probe = app.Probe{State: app.ProbeFailed, Problem: &app.Problem{Code: app.ProbeTimeout, Args: map[string]any{"seconds": 3}}}
			s.Office.Phase = app.Headless
			s.Office.Others = make([]attach.Instance, 2)
			s.Problems = []app.Problem{{Code: app.SettingsKept, Args: map[string]any{
				"reason": "line 3: unexpected end", "path": "/x/settings.json", "kept": "/home/me/.config/unodesk/settings.broken-20261130-120000.json",
			}}}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name+"-"+tt.variant, func(t *testing.T) {
			core := &fakeCore{snap: snapshot(tt.change)}
			u := newUI(t, core)
			u.status.show()
			u.draw(core.snap)
			golden(t, u, u.status.window, tt.name, tt.variant, tt.size)
		})
	}
}

func TestSettingsPictures(t *testing.T) {
	used := func(s *app.Snapshot) {
		running(s)
		s.Token, s.Login = secret.Keyring, app.Login{Known: true, On: true}
		s.Settings.MCP.AllowedOrigins = []string{"https://tools.example.com"}
		s.Settings.LLM = config.LLM{Endpoint: "http://localhost:11434/v1", Model: "qwen3:8b"}
		s.Settings.MCP.LAN = true
		s.Server.Network = []string{"http://192.168.1.10:8765/mcp"}
	}
	german := func(s *app.Snapshot) {
		used(s)
		s.Settings.App.Language = "de"
		s.Settings.Doc.Folders = []string{"~/書類", "~/مستندات"}
	}
	tests := []struct {
		name, variant string
		page          int
		height        float32
		change        func(*app.Snapshot)
		prepare       func(*fakeCore, *UI)
	}{
		{"settings-first", "light", accessPage, 720, nil, func(_ *fakeCore, u *UI) { u.settings.welcome.Show() }},
		{"settings-access", "dark", accessPage, 620, used, nil},
		{"settings-edits", "light", editsPage, 1120, used, nil},
		{"settings-tools", "light", toolsPage, 1060, used, nil},
		{"settings-network", "light", networkPage, 920, used, func(_ *fakeCore, u *UI) { test.Tap(u.settings.token.reveal) }},
		{"settings-models", "light", modelsPage, 1060, used, func(c *fakeCore, u *UI) {
			c.trial = model.Trial{Tools: true, Took: 2140 * time.Millisecond}
			test.Tap(u.settings.llm.test)
		}},
		{"settings-app", "dark", appPage, 640, used, nil},
		{"settings-german-edits", "light", editsPage, 1220, german, nil},
		{"settings-german-network", "light", networkPage, 960, german, nil},
		{"settings-german-models", "light", modelsPage, 1120, german, func(c *fakeCore, u *UI) {
			c.modelErr = &model.Error{Reason: model.Unreachable, Detail: "connection refused"}
			test.Tap(u.settings.llm.load)
		}},
		{"settings-wrong", "light", accessPage, 560, running, func(_ *fakeCore, u *UI) {
			u.settings.fields[keyPort].set("80")
			u.settings.fields[keyEndpoint].set("localhost:11434")
			u.settings.fields[keyListed].set("https://good.example\nhttps://*.example.com")
		}},
		{"settings-narrow", "dark", modelsPage, 1120, func(s *app.Snapshot) {
			s.Settings.LLM = config.LLM{Endpoint: "https://openrouter.ai/api/v1", Model: "qwen/qwen-2.5-72b-instruct"}
		}, func(c *fakeCore, u *UI) {
			c.keyFrom = secret.File
			u.settings.shown()
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name+"-"+tt.variant, func(t *testing.T) {
			core := &fakeCore{snap: snapshot(tt.change)}
			u := newUI(t, core)
			u.settings.show()
			u.settings.pages.choose(tt.page)
			if tt.prepare != nil {
				tt.prepare(core, u)
			}
			width := float32(620)
			if tt.name == "settings-narrow" {
				width = 500
			}
			golden(t, u, u.settings.window, tt.name, tt.variant, fyne.NewSize(width, tt.height))
		})
	}
}
