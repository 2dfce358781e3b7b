//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// at runs the program for a user whose home is elsewhere.
func at(t *testing.T, home string, args ...string) result {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "CODEX_HOME=", "PATH="+home+":/usr/bin:/bin")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run()
	return result{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// Both ways to a server, over HTTP and over the bridge, from nothing to the tools and back.
func TestConnect(t *testing.T) {
	t.Parallel()
	s := start(t, noOffice(t)...)
	home := filepath.Join(t.TempDir(), "home ü")
	for host, file := range map[string]string{"cursor": ".cursor/mcp.json", "claude-desktop": ".config/Claude/claude_desktop_config.json"} {
		path := filepath.Join(home, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		const had = "{\"mcpServers\": {\"docs\": {\"command\": \"npx\"}}, \"x\": \"ü\"}\r\n"
		write(t, path, had, 0o600)
		run := func(args ...string) result {
			return at(t, home, append([]string{"connect", host, "--state", s.state}, args...)...)
		}
		if r := run("--print"); r.code != exitOK || !strings.Contains(r.out, "+ ") || !strings.Contains(r.out, path) {
			t.Errorf("%s print: %+v", host, r)
		}
		if text, _ := os.ReadFile(path); string(text) != had {
			t.Errorf("%s: print changes the file: %s", host, text)
		}
		if r := run(); r.code != exitOK || !strings.Contains(r.out, "--undo") || !strings.Contains(r.out, " tools.") {
			t.Errorf("%s: %+v", host, r)
		}
		if r := run(); r.code != exitOK || !strings.Contains(r.out, "connected already") || !strings.Contains(r.out, " tools.") {
			t.Errorf("%s again: %+v", host, r)
		}
		if r := at(t, home, "connect", "--state", s.state); r.code != exitOK || !strings.Contains(r.out, "connected, in "+path) {
			t.Errorf("%s list: %+v", host, r)
		}
		if r := run("--undo"); r.code != exitOK {
			t.Errorf("%s undo: %+v", host, r)
		}
		if text, _ := os.ReadFile(path); string(text) != had {
			t.Errorf("%s: after undo %s", host, text)
		}
	}
}

func TestConnectWithoutServer(t *testing.T) {
	t.Parallel()
	home, state := t.TempDir(), t.TempDir()
	settings := filepath.Join(home, "settings.json")
	write(t, settings, `{"version":1,"mcp.mcp_port":8799}`, 0o600)
	for _, host := range []string{"codex", "claude-desktop"} {
		if r := at(t, home, "connect", host, "--state", state, "--config", settings); r.code != exitOK || !strings.Contains(r.out, "Not tried out: no Unodesk server answers") {
			t.Errorf("%s: %+v", host, r)
		}
	}
	if text, err := os.ReadFile(filepath.Join(home, ".codex", "config.toml")); err != nil || !strings.Contains(string(text), ":8799/mcp") {
		t.Errorf("%s, %v", text, err)
	}
	write(t, filepath.Join(home, ".codex", "config.toml"), "a = [", 0o600)
	for i, tt := range []struct {
		args string
		code int
		want string
	}{
		{"connect codex", exitFailed, "is left as it is: it is no valid TOML"},
		{"connect emacs", exitUsage, "it knows claude-desktop, claude-code"},
		{"connect --undo", exitUsage, "name the AI program"},
		{"connect zed --undo", exitFailed, "nothing to take back"},
		{"connect open-webui", exitOK, "http://127.0.0.1:8799/mcp"},
		{"connect vscode --print", exitOK, "vscode:mcp/install?"},
	} {
		r := at(t, home, append(strings.Fields(tt.args), "--state", state, "--config", settings)...)
		if r.code != tt.code || !strings.Contains(r.out+r.err, tt.want) {
			t.Errorf("%d %s: %+v", i, tt.args, fmt.Sprintf("%+v", r))
		}
	}
}
