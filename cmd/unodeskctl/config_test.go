//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "einstellungen ü.json")
	run := func(args ...string) result {
		return ctl(t, "", append([]string{"config", "--config", file}, args...)...)
	}
	if r := run("get", "mcp.mcp_port"); r.code != exitOK || r.out != "8765\n" {
		t.Errorf("get: %+v", r)
	}
	if r := run("set", "mcp.mcp_port", "9000"); r.code != exitOK {
		t.Errorf("set: %+v", r)
	}
	if r := run("list"); !strings.Contains(r.out, "mcp.mcp_port = 9000\n") || !strings.Contains(r.out, `app.office_address = ""`) {
		t.Errorf("list: %+v", r)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		want string
	}{
		"bad value":   {[]string{"set", "mcp.mcp_port", "many"}, exitFailed, "1024"},
		"unknown key": {[]string{"set", "mcp.port", "9000"}, exitUsage, "mcp.mcp_port"},
		"no command":  {[]string{"show"}, exitUsage, "list"},
	} {
		t.Run(name, func(t *testing.T) {
			if r := run(c.args...); r.code != c.code || !strings.Contains(r.err, c.want) {
				t.Errorf("%+v, want code %d and %q", r, c.code, c.want)
			}
		})
	}
	if r := run("get", "mcp.mcp_port"); r.out != "9000\n" {
		t.Errorf("after refused changes: %+v", r)
	}
}
