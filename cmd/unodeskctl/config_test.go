//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/config/configtest"
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

// TestConfigEveryField sets each setting with the command line: a good value is there afterwards, a wrong one is refused
// with a sentence and leaves the file as it was.
func TestConfigEveryField(t *testing.T) {
	for _, f := range config.Fields() {
		t.Run(f.Key, func(t *testing.T) {
			t.Parallel()
			samples, err := configtest.Of(f)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "einstellungen ü.json")
			run := func(args ...string) result {
				return ctl(t, "", append([]string{"config", "--config", file}, args...)...)
			}
			good := samples.Good[0]
			if r := run("set", f.Key, good); r.code != exitOK {
				t.Errorf("set: %+v", r)
			}
			if c, mistakes, err := config.Load(file); f.Text(c) != good || len(mistakes) > 0 || err != nil {
				t.Errorf("set to %q, the file says %q, %v, %v", good, f.Text(c), mistakes, err)
			}
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			bad := samples.Bad[0] // the others take the same way
			if r := run("set", f.Key, bad); r.code != exitFailed || !configtest.Explains(f, r.err) {
				t.Errorf("set to %q: %+v", bad, r)
			}
			if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
				t.Errorf("after refused values the file holds %s, %v", after, err)
			}
		})
	}
}
