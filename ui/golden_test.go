package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/uno/attach"
)

var (
	statusSize   = fyne.NewSize(560, 640)
	settingsSize = fyne.NewSize(620, 720)
)

func TestStatusPictures(t *testing.T) {
	taken := &app.Problem{Code: app.PortTaken, Args: map[string]any{"port": 8765, "program": "nginx", "pid": 99, "next": 8766}}
	tests := []struct {
		name, variant string
		size          fyne.Size
		change        func(*app.Snapshot)
	}{
		{"status-off", "light", statusSize, nil},
		{"status-running", "light", statusSize, running},
		{"status-running", "dark", statusSize, running},
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
	tests := []struct {
		name, variant string
		size          fyne.Size
		change        func(*app.Snapshot)
		prepare       func(*fakeCore, *UI)
	}{
		{"settings-first", "light", settingsSize, nil, func(_ *fakeCore, u *UI) { u.settings.welcome.Show() }},
		{"settings-whole", "light", fyne.NewSize(620, 2420), running, nil},
		{"settings-whole", "dark", fyne.NewSize(620, 2420), running, nil},
		{"settings-german", "light", fyne.NewSize(620, 2500), func(s *app.Snapshot) {
			running(s)
			s.Settings.App.Language = "de"
			s.Settings.MCP.AllowedOrigins = []string{"https://tools.example.com"}
			s.Token = secret.Keyring
		}, nil},
		{"settings-wrong", "light", fyne.NewSize(620, 1300), running, func(_ *fakeCore, u *UI) {
			u.settings.fields[keyPort].set("80")
			u.settings.fields[keyEndpoint].set("localhost:11434")
			u.settings.fields[keyListed].set("https://good.example\nhttps://*.example.com")
		}},
		{"settings-narrow", "dark", fyne.NewSize(500, 1380), func(s *app.Snapshot) {
			s.Settings.LLM = config.LLM{Endpoint: "https://openrouter.ai/api/v1", Model: "qwen/qwen-2.5-72b-instruct"}
		}, func(c *fakeCore, u *UI) {
			c.keyFrom = secret.File
			u.settings.lookForKey()
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name+"-"+tt.variant, func(t *testing.T) {
			core := &fakeCore{snap: snapshot(tt.change)}
			u := newUI(t, core)
			u.settings.show()
			if tt.prepare != nil {
				tt.prepare(core, u)
			}
			golden(t, u, u.settings.window, tt.name, tt.variant, tt.size)
		})
	}
}
