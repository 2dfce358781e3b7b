//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAutostart(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	entry := filepath.Join(home, ".config", "autostart", "io.github.unodesk.Unodesk.desktop")
	if r := at(t, home, "autostart", "on"); r.code != exitFailed || !strings.Contains(r.err, "search path") {
		t.Errorf("without the app: %+v", r)
	}
	write(t, filepath.Join(home, "unodesk"), "#!/bin/sh\n", 0o700)
	for _, tt := range []struct {
		arg, out string
		file     bool
	}{
		{"status", "off: ", false},
		{"on", "on: " + home + "/unodesk starts", true},
		{"status", "on: ", true},
		{"off", "off: ", false},
		{"off", "off: ", false},
	} {
		r := at(t, home, "autostart", tt.arg)
		_, err := os.Stat(entry)
		if r.code != exitOK || !strings.HasPrefix(r.out, tt.out) || (err == nil) != tt.file {
			t.Errorf("%s: %+v, %v", tt.arg, r, err)
		}
	}
	if r := at(t, home, "autostart", "maybe"); r.code != exitUsage || !strings.Contains(r.err, "on, off or status") {
		t.Errorf("%+v", r)
	}
}

func TestServiceCommand(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	write(t, filepath.Join(home, "systemctl"), "#!/bin/sh\ncase $1 in is-active) echo inactive; exit 3;; list-unit-files) ls "+home+"/.config/systemd/user 2>/dev/null;; esac\n", 0o700)
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"service", exitUsage, "missing"},
		{"service fly", exitUsage, "install, uninstall"},
		{"service status", exitFailed, "service install"},
		{"service install --office cloud", exitUsage, "attach or private"},
		{"service install --office private", exitOK, "service start"},
		{"service status", exitOK, "installed, not running"},
		{"service start now", exitUsage, "one too many"},
		{"service start", exitOK, ""},
		{"service stop", exitOK, ""},
		{"service uninstall", exitOK, ""},
		{"service start", exitFailed, "not installed"},
	} {
		if r := at(t, home, strings.Fields(tt.args)...); r.code != tt.code || !strings.Contains(r.out+r.err, tt.want) {
			t.Errorf("%s: %+v", tt.args, r)
		}
		unit, err := os.ReadFile(filepath.Join(home, ".config", "systemd", "user", "unodesk.service"))
		if tt.args == "service install --office private" && !strings.Contains(string(unit), `unodeskctl" "serve" "--office" "private"`) {
			t.Errorf("%s: %s, %v", tt.args, unit, err)
		}
	}
}
