//go:build linux

package autostart

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"
)

// awkward is a program in a folder that wants quotes of every kind.
const awkward = `/opt/Uno desk ü/50% "a" $b\c` + "`d`" + `/unodesk`

func TestLogin(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(t.TempDir(), "config ü"))
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	l := Login{Program: awkward, Args: []string{"--state", "/tmp/a b"}}
	want := func(on, current bool) {
		t.Helper()
		s, err := l.State()
		if err != nil || s.On != on || s.Current != current {
			t.Errorf("%+v, %v; want on %v, current %v", s, err, on, current)
		}
	}
	want(false, false)
	if err := l.Off(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := l.On(); err != nil {
			t.Fatal(err)
		}
		want(true, true)
	}
	path := desktopPath()
	if _, err := exec.LookPath("desktop-file-validate"); err == nil || os.Getenv("CI") != "" {
		if out, err := exec.Command("desktop-file-validate", path).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
	if got, want := execLine([]string{awkward}), `"/opt/Uno desk ü/50%% \\"a\\" \\$b\\\\c`+"\\\\`d\\\\`"+`/unodesk"`; got != want {
		t.Errorf("command %s\nwant    %s", got, want)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, off := range []string{"Hidden=true\n", "X-GNOME-Autostart-enabled=false\n"} { // as desktops switch it off
		if err := os.WriteFile(path, append(text, off...), 0o644); err != nil {
			t.Fatal(err)
		}
		want(false, false)
	}
	if err := os.WriteFile(path, []byte("[Desktop Entry]\nExec=/elsewhere/unodesk\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	want(true, false)
	if err := errors.Join(l.On(), l.Off()); err != nil {
		t.Error(err)
	}
	want(false, false)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
}

// What a Mac gets can only be looked at here: it is well-formed, starts at login, and stays ended.
func TestAgentFile(t *testing.T) {
	text := Login{Program: `/Applications/Uno & "desk".app/unodesk`, Args: []string{"<x>"}}.agentFile()
	d := xml.NewDecoder(strings.NewReader(text))
	var words []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.CharData:
			if s := strings.TrimSpace(string(x)); s != "" {
				words = append(words, s)
			}
		case xml.StartElement:
			if x.Name.Local == "true" || x.Name.Local == "false" {
				words = append(words, x.Name.Local)
			}
		}
	}
	got := strings.Join(words, "|")
	if want := `Label|` + ID + `|ProgramArguments|/Applications/Uno & "desk".app/unodesk|<x>|RunAtLoad|true|KeepAlive|false|LimitLoadToSessionType|Aqua|ProcessType|Interactive`; got != want {
		t.Errorf("got %s", got)
	}
	if got := agentPath("/Users/x"); got != "/Users/x/Library/LaunchAgents/"+ID+".plist" {
		t.Error(got)
	}
}

// fakeSystemctl stands before the real one, writes down how it is called, and answers as told.
func fakeSystemctl(t *testing.T) (home string, calls func() string) {
	t.Helper()
	home = filepath.Join(t.TempDir(), "home ü")
	bin, log := filepath.Join(home, "bin"), filepath.Join(home, "calls")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	script := `#!/bin/sh
HOME='` + home + `'
echo "$*" >> "$HOME/calls"
unit="$HOME/.config/systemd/user/unodesk.service"
case "$1" in
enable) [ ! -e "$HOME/refuses" ] || { echo "Failed to connect to bus" >&2; exit 1; } ;;
start) touch "$HOME/running" ;;
stop|disable) rm -f "$HOME/running" ;;
is-active) if [ -e "$HOME/running" ]; then echo active; else echo inactive; exit 3; fi ;;
list-unit-files) if [ -e "$unit" ]; then echo "unodesk.service enabled"; else echo "0 unit files listed."; fi ;;
esac
`
	if err := os.WriteFile(filepath.Join(bin, "systemctl"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	return home, func() string {
		raw, _ := os.ReadFile(log)
		_ = os.Remove(log)
		return string(raw)
	}
}

func TestService(t *testing.T) {
	home, calls := fakeSystemctl(t)
	s := Service{Program: awkward, Args: []string{"serve", "--port", "8770"}}
	for name, step := range map[string]func() error{"start": s.Start, "stop": s.Stop, "uninstall": s.Uninstall} {
		if err := step(); !errors.Is(err, ErrNotInstalled) {
			t.Errorf("%s without a service: %v", name, err)
		}
	}
	calls()
	for range 2 { // the second time replaces the first
		if err := s.Install(); err != nil {
			t.Fatal(err)
		}
	}
	if got := calls(); !strings.Contains(got, "enable --user unodesk.service\ndaemon-reload --user\n") {
		t.Errorf("installing called\n%s", got)
	}
	unit, err := os.ReadFile(filepath.Join(home, ".config/systemd/user/unodesk.service"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`ExecStart="/opt/Uno desk ü/50%% \"a\" $$b\\c` + "`d`" + `/unodesk" "serve" "--port" "8770"`,
		"Restart=on-failure", "WantedBy=default.target",
	} {
		if !strings.Contains(string(unit), "\n"+line+"\n") {
			t.Errorf("no line %s in\n%s", line, unit)
		}
	}
	running := func(want bool) {
		t.Helper()
		if got, err := s.Running(); err != nil || got != want {
			t.Errorf("running %v, %v", got, err)
		}
	}
	running(false)
	if err := s.Start(); err != nil {
		t.Error(err)
	}
	running(true)
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
	running(false)
	calls()
	if err := s.Uninstall(); err != nil {
		t.Error(err)
	}
	if got := calls(); !strings.Contains(got, "disable --user unodesk.service") {
		t.Errorf("uninstalling called\n%s", got)
	}
	if _, err := s.Running(); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("after uninstalling: %v", err)
	}
	if err := os.WriteFile(filepath.Join(home, "refuses"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Install(); err == nil || !strings.Contains(err.Error(), "systemctl --user status") {
		t.Errorf("where systemd refuses: %v", err)
	}
	if _, err := os.Stat(unitPath()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a unit is left behind: %v", err)
	}
}

func TestServiceRuns(t *testing.T) {
	began := make(chan struct{})
	r := &running{ended: make(chan error, 1), serve: func(ctx context.Context) error { close(began); <-ctx.Done(); return nil }}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	if err := r.Start(nil); err != nil {
		t.Fatal(err)
	}
	<-began
	stopped := make(chan error)
	go func() { stopped <- r.Stop(nil) }()
	select {
	case err := <-stopped:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("it does not stop")
	}
}
