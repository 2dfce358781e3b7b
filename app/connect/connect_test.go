package connect

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

var target = Target{URL: "http://127.0.0.1:8765/mcp", Program: "/opt/Uno desk/unodeskctl"}

// newConnector is a computer with nothing on it.
func newConnector(t *testing.T, system string, env map[string]string) *Connector {
	t.Helper()
	dir := t.TempDir()
	return &Connector{
		System: System{
			OS: system, Home: filepath.Join(dir, "home ü"),
			Env:  func(name string) string { return strings.ReplaceAll(env[name], "$", dir) },
			Find: func(string) (string, error) { return "", os.ErrNotExist },
		},
		Target: target, State: filepath.Join(dir, "state"),
	}
}

// before are settings that people have, by the form, in the words of a host.
func before(h *Host) map[string]string {
	key := h.place[0]
	switch {
	case strings.HasSuffix(h.file(System{OS: "linux", Env: func(string) string { return "" }}), ".toml"):
		return map[string]string{
			"unknown": "model = \"o9\" # the best\n\n[mcp_servers.docs]\ncommand = 'npx'\nargs = [ \"a\",\n  \"b\" ] # two\n\n# about tools\n[tools]\nweb = true\n",
			"ours":    "[mcp_servers.libreoffice] # ours\nurl = \"http://127.0.0.1:1/mcp\"\nenabled_tools = [\"undo\"]\n[mcp_servers.libreoffice.http_headers]\nX = \"y\"\n\n# theirs\n[mcp_servers.docs]\nurl = \"https://x.example/mcp\"\n",
			"no end":  "a = 1",
			"empty":   "",
		}
	case h.listed:
		return map[string]string{
			"unknown": "name: Mine # my name\nversion: 1.0.0\nschema: v1\n\nmodels:\n  - name: m\n    provider: ollama\nmcpServers:\n  # a server\n  - name: docs\n    command: npx\n    args: [a, \"b\"]\n\n# the end\nrules: []\n",
			"ours":    "name: Mine\nversion: 1.0.0\nschema: v1\nmcpServers:\n- name: libreoffice\n  url: http://127.0.0.1:1/mcp\n  timeout: 9\n# theirs\n- name: docs\n  command: npx\n",
			"no end":  "name: Mine\nversion: 1.0.0\nschema: v1",
			"empty":   "\n",
			"none":    "name: Mine\nversion: 1.0.0\nschema: v1\nmcpServers: [] # none yet\n",
		}
	case strings.HasSuffix(h.file(System{OS: "linux", Env: func(string) string { return "" }}), ".yaml"):
		return map[string]string{
			"unknown": "GOOSE_MODEL: m # the model\nextensions:\n  # built in\n  developer:\n    enabled: true\n    text: |\n      # no comment\n      x: y\n\n# the end\nOTHER: 'yes'\n",
			"ours":    "extensions:\n    libreoffice:\n        enabled: false\n        uri: http://127.0.0.1:1/mcp\n        bundled: null\n    # theirs\n    developer:\n        enabled: true\n",
			"no end":  "GOOSE_MODEL: m",
			"empty":   "",
			"none":    "extensions: # none yet\nOTHER: 1\n",
		}
	}
	return map[string]string{
		"unknown":  "// my settings\n{\n\t\"theme\": \"dark\", // at night\n\t\"" + key + "\": {\n\t\t/* docs */\n\t\t\"docs\": {\"command\": \"npx\", \"env\": {\"KEY\": \"ü<&>\"}}, // the docs\n\t},\n\t\"z\": [1, 2.50, 1e3,],\n}\n",
		"ours":     "{\n    \"a\": null,\n    \"" + key + "\": {\n        \"libreoffice\": {\"url\": \"http://127.0.0.1:1/mcp\", \"disabled\": false, \"timeout\": 12},\n        \"docs\": {}\n    }\n}",
		"one line": "{\"a\":{\"b\":[]},\"" + key + "\":{\"docs\":{\"command\":\"x\"}}}",
		"nothing":  "{ }\n",
		"none":     "{\n  \"" + key + "\": {\n    // nothing yet\n  },\n  \"x\": 1\n}\n",
		"comment":  "{\"a\": 1 // one\n}\n",
		"empty":    "  \n",
	}
}

// invalid are files that nobody can understand, or that hold something else where our entry belongs.
func invalid(h *Host) map[string]string {
	key := h.place[0]
	if h.ID == "codex" {
		return map[string]string{"broken": "a = [1,\n", "twice": "a = 1\na = 2\n", "one line": "mcp_servers = { docs = { url = \"x\" } }\n", "dotted": "mcp_servers.libreoffice.url = \"x\"\n"}
	}
	if strings.HasSuffix(h.file(System{OS: "linux", Env: func(string) string { return "" }}), ".yaml") {
		return map[string]string{"broken": "a: [1\n", "a text": "hello\n", "two": "a: 1\n---\nb: 2\n", "flow": key + ": {a: {b: 1}}\n", "whole flow": "{a: 1}\n", "tab": "a:\n\tb: 1\n"}
	}
	return map[string]string{"broken": "{\"a\": 1,,}", "half": "{\"" + key + "\": {", "a list": "[1]\n", "other": "{\"" + key + "\": [1]}", "text behind": "{} x", "twice": "{\"" + key + "\": {\"a\": 1}, \"" + key + "\": {}}"}
}

func withFiles(t *testing.T, each func(t *testing.T, h *Host, c *Connector, path string)) {
	for _, h := range hosts {
		if h.file == nil {
			continue
		}
		t.Run(h.ID, func(t *testing.T) {
			t.Parallel()
			c := newConnector(t, "linux", nil)
			each(t, h, c, h.file(c.System))
		})
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o640)); err != nil {
		t.Fatal(err)
	}
}

// connect connects a host and checks what holds in all cases: the second time changes nothing, undo restores the bytes.
func (c *Connector) connect(t *testing.T, h *Host, path string, had []byte) []byte {
	t.Helper()
	ch, err := c.Plan(h.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Apply(t.Context(), ch); err != nil {
		t.Fatal(err)
	}
	made, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(made, ch.After) {
		t.Fatalf("wrote %q, %v; planned %q", made, err, ch.After)
	}
	again, err := c.Plan(h.ID)
	if err != nil || again.Needed() || again.Diff() != "" {
		t.Errorf("the second time changes\n%s%v", again.Diff(), err)
	}
	if _, err := c.Undo(h.ID); err != nil {
		t.Fatal(err)
	}
	restored, err := os.ReadFile(path)
	if had == nil && !errors.Is(err, os.ErrNotExist) || had != nil && !bytes.Equal(restored, had) {
		t.Errorf("after undo %q, %v; want %q", restored, err, had)
	}
	if _, err := c.Undo(h.ID); !errors.Is(err, ErrNotOurs) {
		t.Errorf("a second undo: %v", err)
	}
	return made
}

func TestSettingsOfHosts(t *testing.T) {
	withFiles(t, func(t *testing.T, h *Host, c *Connector, path string) {
		golden := filepath.Join("testdata", h.ID+".txtar")
		archive := &txtar.Archive{Comment: []byte("What " + h.Name + "'s settings are after connecting; the settings before stand in connect_test.go.\n")}
		add := func(name string, made []byte) {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: append(bytes.TrimSuffix(made, []byte("\n")), '\n')})
		}
		add("missing", c.connect(t, h, path, nil))
		for _, name := range []string{"unknown", "ours", "no end", "empty", "none", "one line", "nothing", "comment"} {
			text, ok := before(h)[name]
			if !ok {
				continue
			}
			put(t, path, text)
			made := c.connect(t, h, path, []byte(text))
			add(name, made)
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("%s: the mode is %v now", name, info.Mode())
			}
			windows := strings.ReplaceAll(text, "\n", "\r\n")
			put(t, path, byteOrderMark+windows)
			got := c.connect(t, h, path, []byte(byteOrderMark+windows))
			if strings.Contains(text, "\n") && strings.TrimSpace(text) != "" && string(got) != byteOrderMark+strings.ReplaceAll(string(made), "\n", "\r\n") {
				t.Errorf("%s with a mark and CRLF: %q", name, got)
			}
			if !bytes.HasPrefix(got, []byte(byteOrderMark)) {
				t.Errorf("%s: the mark is gone", name)
			}
		}
		if *update {
			if err := os.WriteFile(golden, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || !bytes.Equal(want, txtar.Format(archive)) {
			t.Errorf("%s differs (-update writes it), %v:\n%s", golden, err, txtar.Format(archive))
		}
	})
}

func TestInvalidSettingsAreLeftAlone(t *testing.T) {
	withFiles(t, func(t *testing.T, h *Host, c *Connector, path string) {
		for name, text := range invalid(h) {
			put(t, path, text)
			ch, err := c.Plan(h.ID)
			var refused *FileError
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v, %+v", name, err, ch)
			}
			if now, err := os.ReadFile(path); err != nil || string(now) != text {
				t.Errorf("%s: %q, %v", name, now, err)
			}
		}
	})
}

func TestHostsAreFound(t *testing.T) {
	c := newConnector(t, "linux", nil)
	for _, f := range c.Hosts() {
		if f.Installed || f.Connected {
			t.Errorf("%s is found on an empty computer", f.ID)
		}
	}
	put(t, c.System.home(".cursor", "argv.json"), "{}")
	put(t, c.System.home(".codex", "config.toml"), "a = [")
	c.System.Find = func(program string) (string, error) {
		if program == "zeditor" {
			return "/usr/bin/zeditor", nil
		}
		return "", os.ErrNotExist
	}
	got := ""
	for _, f := range c.Hosts() {
		if f.Installed {
			got += fmt.Sprint(f.ID, " ", f.Problem != nil, ";")
		}
	}
	if got != "cursor false;codex true;zed false;" {
		t.Errorf("found %s", got)
	}
	if _, err := c.Plan("emacs"); err == nil || !strings.Contains(err.Error(), "cursor") {
		t.Errorf("an unknown host: %v", err)
	}
	if _, err := c.Plan("open-webui"); err == nil || !strings.Contains(err.Error(), target.URL) {
		t.Errorf("a host without a file: %v", err)
	}
}

// Where the settings of the hosts are. A37: Claude Desktop from the Windows store reads another file than the usual one.
func TestA37PlacesOfSettings(t *testing.T) {
	for name, tt := range map[string]struct {
		system string
		env    map[string]string
		make   string
		want   map[string]string
	}{
		"linux": {"linux", nil, "", map[string]string{
			"claude-desktop": "home ü/.config/Claude/claude_desktop_config.json", "vscode": "home ü/.config/Code/User/mcp.json",
			"zed": "home ü/.config/zed/settings.json", "goose": "home ü/.config/goose/config.yaml", "codex": "home ü/.codex/config.toml",
			"lmstudio": "home ü/.lmstudio/mcp.json", "antigravity": "home ü/.gemini/config/mcp_config.json",
		}},
		"linux with variables": {"linux", map[string]string{"XDG_CONFIG_HOME": "$/xdg", "CODEX_HOME": "$/codex"}, "home ü/.cache/lm-studio/mcp.json", map[string]string{
			"zed": "xdg/zed/settings.json", "codex": "codex/config.toml", "lmstudio": "home ü/.cache/lm-studio/mcp.json",
		}},
		"mac": {"darwin", nil, "", map[string]string{
			"claude-desktop": "home ü/Library/Application Support/Claude/claude_desktop_config.json", "cursor": "home ü/.cursor/mcp.json",
			"vscode": "home ü/Library/Application Support/Code/User/mcp.json", "zed": "home ü/.config/zed/settings.json",
			"goose": "home ü/.config/goose/config.yaml", "windsurf": "home ü/.codeium/windsurf/mcp_config.json",
		}},
		"windows": {"windows", map[string]string{"APPDATA": "$/Roaming", "LOCALAPPDATA": "$/Local"}, "", map[string]string{
			"claude-desktop": "Roaming/Claude/claude_desktop_config.json", "vscode": "Roaming/Code/User/mcp.json", "zed": "Roaming/Zed/settings.json",
			"goose": "Roaming/Block/goose/config/config.yaml", "claude-code": "home ü/.claude.json", "continue": "home ü/.continue/config.yaml",
		}},
		"windows store": {"windows", map[string]string{"APPDATA": "$/Roaming", "LOCALAPPDATA": "$/Local"}, "Local/Packages/Claude_pzs8sxrjxfjjc/x", map[string]string{
			"claude-desktop": "Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newConnector(t, tt.system, tt.env)
			root := filepath.Dir(c.System.Home)
			if tt.make != "" {
				put(t, filepath.Join(root, tt.make), "{}")
			}
			for id, want := range tt.want {
				h, err := Lookup(id)
				if err != nil {
					t.Fatal(err)
				}
				if got := h.file(c.System); got != filepath.Join(root, want) {
					t.Errorf("%s: %s", id, got)
				}
			}
		})
	}
}
