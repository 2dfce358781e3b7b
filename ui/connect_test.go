package ui

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/connect"
)

func host(t *testing.T, id string) *connect.Host {
	t.Helper()
	h, err := connect.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestConnectPictures(t *testing.T) {
	tests := []struct {
		name, variant, language string
		size                    fyne.Size
		none                    bool
	}{
		{"connect-some", "light", "en", fyne.NewSize(620, 640), false},
		{"connect-german", "dark", "de", fyne.NewSize(620, 640), false},
		{"connect-none", "light", "en", fyne.NewSize(480, 640), true},
	}
	for _, tt := range tests {
		t.Run(tt.name+"-"+tt.variant, func(t *testing.T) {
			found := []connect.Found{
				{Host: host(t, "cursor"), Installed: true, Connected: true, Path: "/home/me/.cursor/mcp.json"},
				{Host: host(t, "vscode"), Installed: true, Path: "/home/me/.config/Code/User/mcp.json"},
				{Host: host(t, "zed"), Installed: true, Problem: errors.New("/home/me/.config/zed/settings.json is left as it is: line 3: unexpected }")},
				{Host: host(t, "goose")},
				{Host: host(t, "open-webui")},
			}
			if tt.none {
				found = found[3:]
			}
			core := &fakeCore{to: &connect.Connector{}, snap: snapshot(func(s *app.Snapshot) { s.Settings.App.Language = tt.language })}
			u := newUI(t, core)
			u.connect.create()
			u.connect.list(found)
			golden(t, u, u.connect.window, tt.name, tt.variant, tt.size)
		})
	}
}

// A program is connected, tried out, and put back, with its real settings file.
func TestConnectAndBack(t *testing.T) {
	home := filepath.Join(t.TempDir(), "Zuhause mit Ümläuten")
	file := filepath.Join(home, ".cursor", "mcp.json")
	before := []byte("{\n  // mine\n  \"mcpServers\": {}\n}\n")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, before, 0o600)); err != nil {
		t.Fatal(err)
	}
	core := &fakeCore{snap: snapshot(nil), to: &connect.Connector{
		System: connect.System{
			OS: "linux", Home: home, Env: func(string) string { return "" },
			Find: func(string) (string, error) { return "", os.ErrNotExist },
		},
		Target: connect.Target{URL: "http://127.0.0.1:1/mcp"}, State: t.TempDir(),
	}}
	u := newUI(t, core)
	u.connect.show()
	change, err := core.to.Plan("cursor")
	if err != nil {
		t.Fatal(err)
	}
	u.connect.apply(change)
	if now, err := os.ReadFile(file); err != nil || !strings.Contains(string(now), "http://127.0.0.1:1/mcp") || !strings.Contains(string(now), "// mine") {
		t.Errorf("the settings are %s, %v", now, err)
	}
	u.connect.undo(connect.Found{Host: host(t, "cursor")})
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, before) {
		t.Errorf("the settings are %s, %v", now, err)
	}
	if got := u.connect.outcome.segment.Text; !strings.Contains(got, "as it was before") {
		t.Errorf("it says %q", got)
	}
	u.connect.undo(connect.Found{Host: host(t, "cursor")})
	if got := u.connect.outcome.segment.Text; strings.Contains(got, "as it was before") || got == "" {
		t.Errorf("a second undo says %q", got)
	}
}
