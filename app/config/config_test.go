package config_test

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/app/config"
)

var update = flag.Bool("update", false, "rewrite docs/settings.md")

func TestDefaultsAreSafe(t *testing.T) {
	c := config.Default()
	if c.MCP.Enabled {
		t.Error("the listener is on by default")
	}
	if c.MCP.Port != 8765 || c.MCP.ExposureMode != "delegate" || !c.MCP.AllowPrivateOrigins || c.Doc.ReviewMode != "off" {
		t.Errorf("defaults are %+v", c)
	}
	if mistakes := c.Check(); len(mistakes) > 0 {
		t.Errorf("the defaults are refused: %v", mistakes)
	}
}

func TestEveryFieldIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range config.Fields() {
		if f.Key == "" || !strings.Contains(f.Key, ".") || seen[f.Key] {
			t.Errorf("key %q is empty, without a group, or there twice", f.Key)
		}
		seen[f.Key] = true
		if !strings.HasSuffix(f.Help, ".") {
			t.Errorf("%s: help %q is no sentence", f.Key, f.Help)
		}
	}
}

func TestSettingsPageIsCurrent(t *testing.T) {
	const path = "../../docs/settings.md"
	want := config.Markdown()
	if *update {
		if err := os.MkdirAll("../../docs", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/settings.md is not current: run go test ./app/config -update")
	}
}

func TestSet(t *testing.T) {
	tests := []struct {
		name, key, text string
		want            string // text afterwards
		wrong           string // part of the sentence; "" for accepted
	}{
		{"on", "mcp.mcp_enabled", "on", "true", ""},
		{"Yes with blanks", "mcp.mcp_enabled", " Yes ", "true", ""},
		{"0", "mcp.mcp_enabled", "0", "false", ""},
		{"maybe", "mcp.mcp_enabled", "maybe", "false", "use true or false"},
		{"port", "mcp.mcp_port", "9000", "9000", ""},
		{"port word", "mcp.mcp_port", "nine", "8765", "use a number from 1024 to 65535"},
		{"port low", "mcp.mcp_port", "80", "8765", "80 is out of range"},
		{"port high", "mcp.mcp_port", "65536", "8765", "use a number from 1024 to 65535"},
		{"port huge", "mcp.mcp_port", "99999999999999999999", "8765", "not a whole number"},
		{"port float", "mcp.mcp_port", "8765.0", "8765", "not a whole number"},
		{"mode", "mcp.tool_exposure_mode", "direct_flat", "direct_flat", ""},
		{"mode unknown", "mcp.tool_exposure_mode", "flat", "delegate", "use delegate, direct_flat or direct_discovery"},
		{"origins", "mcp.cors_allowed_origins", "https://A.example/\nhttp://nas.lan:8080", "https://a.example\nhttp://nas.lan:8080", ""},
		{"origins by comma", "mcp.cors_allowed_origins", "https://a.example, https://a.example:443", "https://a.example", ""},
		{"origins none", "mcp.cors_allowed_origins", " \n ", "", ""},
		{"origin star", "mcp.cors_allowed_origins", "https://*.example", "", "has a star"},
		{"origin path", "mcp.cors_allowed_origins", "https://a.example\nhttps://b.example/x", "", "entry 2"},
		{"origin bare", "mcp.cors_allowed_origins", "a.example", "", "use scheme and name only"},
		{"origin null", "mcp.cors_allowed_origins", "null", "", "not the start of a web address"},
		{"origin password", "mcp.cors_allowed_origins", "https://u:p@a.example", "", "user name or password"},
		{"origin v6", "mcp.cors_allowed_origins", "http://[fd00::1]:3000", "http://[fd00::1]:3000", ""},
		{"origin bad port", "mcp.cors_allowed_origins", "http://a.example:0", "", "not the start"},
		{"origin of an editor", "mcp.cors_allowed_origins", "vscode-webview://abc", "vscode-webview://abc", ""},
		{"origin of a scheme", "mcp.cors_allowed_origins", "VSCode-Webview://", "vscode-webview://", ""},
		{"origin of all the web", "mcp.cors_allowed_origins", "https://", "", "not the start"},
		{"folders", "doc.folders", "~/Letters, old\n~/Work\n~/Work", "~/Letters, old\n~/Work", ""},
		{"folder relative", "doc.folders", "~/Work\nLetters", "", "entry 2"},
		{"timeout", "doc.edit_review_timeout", "5", "900", "use a number from 10 to 86400 seconds"},
		{"endpoint", "llm.endpoint", "http://localhost:11434/v1", "http://localhost:11434/v1", ""},
		{"endpoint cleared", "llm.endpoint", "", "", ""},
		{"endpoint without scheme", "llm.endpoint", "localhost:11434", "", "use an address such as"},
		{"endpoint file", "llm.endpoint", "file:///etc/passwd", "", "not a web address"},
		{"endpoint key", "llm.endpoint", "https://me:secret@x.example/v1", "", "user name or password"},
		{"model", "llm.model", "qwen2.5:14b", "qwen2.5:14b", ""},
		{"model of two lines", "llm.model", "a\nb", "", "one line of ordinary text"},
		{"model long", "llm.model", strings.Repeat("x", 2001), "", "longer than 2000"},
		{"language", "app.language", "fr", "system", "use system, en or de"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := config.Lookup(tt.key)
			if err != nil {
				t.Fatal(err)
			}
			c := config.Default()
			err = f.Set(&c, tt.text)
			if (err == nil) != (tt.wrong == "") || (err != nil && !strings.Contains(err.Error(), tt.wrong)) {
				t.Errorf("Set(%q) = %v, want a sentence with %q", tt.text, err, tt.wrong)
			}
			if err != nil && !strings.HasPrefix(err.Error(), tt.key) {
				t.Errorf("the sentence does not name the setting: %v", err)
			}
			if got := f.Text(c); got != tt.want {
				t.Errorf("value is %q, want %q", got, tt.want)
			}
			again := config.Default()
			if err := f.Set(&again, f.Text(c)); err != nil || f.Text(again) != f.Text(c) {
				t.Errorf("the text form %q does not come back: %q, %v", f.Text(c), f.Text(again), err)
			}
		})
	}
}

func TestPasswordIsNotRepeated(t *testing.T) {
	f, _ := config.Lookup("llm.endpoint")
	c := config.Default()
	if err := f.Set(&c, "https://me:secret@x.example"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v, want a refusal that does not quote the password", err)
	}
}

func TestLookupNamesTheSettings(t *testing.T) {
	_, err := config.Lookup("mcp.port")
	var unknown *config.UnknownKeyError
	if !errors.As(err, &unknown) || !strings.Contains(err.Error(), "mcp.mcp_port") {
		t.Errorf("got %v, want an UnknownKeyError that lists the keys", err)
	}
}

func TestDiffAndCopy(t *testing.T) {
	a, b := config.Default(), config.Default()
	b.MCP.Port = 9000
	b.MCP.AllowedOrigins = []string{"https://a.example"}
	differ := config.Diff(a, b)
	if len(differ) != 2 {
		t.Fatalf("Diff found %d settings, want 2", len(differ))
	}
	config.Copy(&a, b, differ)
	if len(config.Diff(a, b)) != 0 {
		t.Error("Copy left a difference")
	}
	b.MCP.AllowedOrigins[0] = "https://changed.example"
	if a.MCP.AllowedOrigins[0] != "https://a.example" {
		t.Error("Copy shares the list")
	}
}
