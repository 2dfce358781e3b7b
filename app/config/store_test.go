package config_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/unodesk/unodesk/app/config"
)

func tempFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "Ein Ordner für Einstellungen", "settings.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if content != "" {
		put(t, path, content)
	}
	return path
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, path string) *config.Store {
	t.Helper()
	s, err := config.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func members(t *testing.T, path string) map[string]json.RawMessage {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatalf("%v in:\n%s", err, data)
	}
	return m
}

func TestLoad(t *testing.T) {
	tests := []struct {
		name, content string
		port          int
		mistakes      int
		broken        string
	}{
		{"missing", "", 8765, 0, ""},
		{"blank", " \n", 8765, 0, ""},
		{"empty object", "{}", 8765, 0, ""},
		{"current", `{"version": 1, "mcp.mcp_port": 9001}`, 9001, 0, ""},
		{"no version", `{"mcp.mcp_port": 9001}`, 9001, 0, ""},
		{"groups", `{"mcp": {"mcp_port": 9001, "mcp_enabled": true}}`, 9001, 0, ""},
		{"group and whole key", `{"mcp": {"mcp_port": 9001}, "mcp.mcp_port": 9002}`, 9002, 0, ""},
		{"later version", `{"version": 7, "mcp.mcp_port": 9001, "mcp.new": [1]}`, 9001, 0, ""},
		{"byte order mark and CRLF", "\ufeff{\r\n\"mcp.mcp_port\": 9001\r\n}\r\n", 9001, 0, ""},
		{"number as text", `{"mcp.mcp_port": "9001"}`, 9001, 0, ""},
		{"refused values", `{"mcp.mcp_port": 7, "mcp.mcp_enabled": "perhaps", "llm.model": 5}`, 8765, 3, ""},
		{"null values", `{"mcp.mcp_port": null}`, 8765, 1, ""},
		{"syntax", "{\n\"mcp.mcp_port\": 9001,\n}", 8765, 0, "line 3"},
		{"array", "[]", 8765, 0, "cannot be read"},
		{"null", "null", 8765, 0, "null"},
		{"bad version", `{"version": "one"}`, 8765, 0, "version"},
		{"not text", "\x00\x01\x02", 8765, 0, "line 1"},
		{"too large", `{"x": "` + strings.Repeat("y", 1<<20) + `"}`, 8765, 0, "larger"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := tempFile(t, tt.content)
			c, mistakes, err := config.Load(path)
			if (err == nil) != (tt.broken == "") || (err != nil && !strings.Contains(err.Error(), tt.broken)) {
				t.Errorf("got error %v, want %q", err, tt.broken)
			}
			if c.MCP.Port != tt.port || len(mistakes) != tt.mistakes {
				t.Errorf("got port %d and mistakes %v, want %d and %d", c.MCP.Port, mistakes, tt.port, tt.mistakes)
			}
			if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) > 1 {
				t.Errorf("Load left files behind: %v", entries)
			}
		})
	}
}

func TestUpdateKeepsWhatItDoesNotKnow(t *testing.T) {
	path := tempFile(t, `{"version": 3, "mcp.mcp_port": 9001, "mcp.tunnel": {"a": [1, 2.50]}, "my note": "<keep & see>", "doc.edit_review_timeout": 1}`)
	s := open(t, path)
	if len(s.Problems()) != 1 {
		t.Fatalf("problems: %v, want the one refused value", s.Problems())
	}
	if err := s.Set(t.Context(), "mcp.mcp_enabled", "on"); err != nil {
		t.Fatal(err)
	}
	m := members(t, path)
	for key, want := range map[string]string{
		"version": "3", "mcp.mcp_port": "9001", "mcp.mcp_enabled": "true", "my note": `"<keep & see>"`,
		"doc.edit_review_timeout": "1", // refused, but not lost
	} {
		if got := string(m[key]); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	if !strings.Contains(string(m["mcp.tunnel"]), "2.50") {
		t.Errorf("mcp.tunnel is %s", m["mcp.tunnel"])
	}
	if err := s.Set(t.Context(), "doc.edit_review_timeout", "60"); err != nil {
		t.Fatal(err)
	}
	if got := string(members(t, path)["doc.edit_review_timeout"]); got != "60" || len(s.Problems()) != 0 {
		t.Errorf("value %s, problems %v; want 60 and none", got, s.Problems())
	}
}

func TestOpenSetsBrokenFileAside(t *testing.T) {
	const content = "{\"mcp.mcp_port\": 9001,,}"
	path := tempFile(t, content)
	s := open(t, path)
	var broken *config.BrokenFileError
	if len(s.Problems()) != 1 || !errors.As(s.Problems()[0], &broken) {
		t.Fatalf("problems: %v", s.Problems())
	}
	if !strings.Contains(broken.Error(), broken.Kept) || broken.Kept == "" {
		t.Errorf("the sentence does not name the kept file: %v", broken)
	}
	if kept, err := os.ReadFile(broken.Kept); err != nil || string(kept) != content {
		t.Errorf("kept file: %q, %v", kept, err)
	}
	if s.Config().MCP.Port != 8765 {
		t.Errorf("port is %d", s.Config().MCP.Port)
	}
	if s.First() {
		t.Error("a broken file counts as a first start")
	}
}

func TestUpdateRefusesMistakesAndSavesNothing(t *testing.T) {
	path := tempFile(t, "")
	s := open(t, path)
	if !s.First() {
		t.Error("First is false without a file")
	}
	err := s.Update(t.Context(), func(c *config.Config) error {
		c.MCP.Port, c.MCP.ExposureMode = 1, "all"
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "mcp.mcp_port") || !strings.Contains(err.Error(), "tool_exposure_mode") {
		t.Errorf("got %v, want both mistakes", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was written: %v", err)
	}
	boom := errors.New("boom")
	if err := s.Update(t.Context(), func(*config.Config) error { return boom }); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
}

func TestFirst(t *testing.T) {
	tests := map[string]bool{
		"": true, "{}": true, `{"mcp.mcp_port": 9001}`: true,
		`{"mcp.mcp_enabled": false}`: false, `{"mcp": {"mcp_enabled": true}}`: false, "{broken": false,
	}
	for content, want := range tests {
		if got := open(t, tempFile(t, content)).First(); got != want {
			t.Errorf("%q: First is %v, want %v", content, got, want)
		}
	}
}

func TestFileIsPrivateAndLinksStay(t *testing.T) {
	path := tempFile(t, "")
	target := filepath.Join(t.TempDir(), "real.json")
	put(t, target, "{}")
	if err := os.Symlink(target, path); err != nil {
		t.Skip("no symbolic links here")
	}
	s := open(t, path)
	if err := s.Set(t.Context(), "mcp.mcp_port", "9001"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	info, err := os.Stat(target)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode is %v, %v", info.Mode(), err)
	}
}

func TestWritersDoNotUndoEachOther(t *testing.T) {
	path := tempFile(t, "")
	stores := []*config.Store{open(t, path), open(t, path), open(t, path)}
	changes := []struct{ key, value string }{
		{"mcp.mcp_port", "9001"},
		{"llm.model", "qwen"},
		{"doc.edit_review_timeout", "77"},
	}
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			if err := s.Set(context.Background(), changes[i].key, changes[i].value); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	last := open(t, path)
	for _, c := range changes {
		if got, _ := last.Get(c.key); got != c.value {
			t.Errorf("%s is %q, want %q", c.key, got, c.value)
		}
	}
}

func TestWatch(t *testing.T) {
	path := tempFile(t, `{"mcp.mcp_port": 9001}`)
	s := open(t, path)
	changed := make(chan struct{}, 100)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Watch(ctx, func() { changed <- struct{}{} }) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	until := func(what string, ok func() bool) {
		t.Helper()
		deadline := time.After(20 * time.Second)
		for !ok() {
			select {
			case <-changed:
			case <-time.After(50 * time.Millisecond):
			case <-deadline:
				t.Fatalf("not seen within 20 s: %s", what)
			}
		}
	}
	for i, content := range []string{`{"mcp.mcp_port": 9002}`, `{"mcp.mcp_port": 9003, "x": 1}`} {
		put(t, path, content)
		until(content, func() bool { return s.Config().MCP.Port == 9002+i })
	}

	put(t, path, `{"mcp.mcp_port": 70000}`)
	until("a problem", func() bool { return len(s.Problems()) == 1 })
	put(t, path, `{"mcp.mcp_port":`)
	until("a broken file", func() bool { return strings.Contains(problem(s), "cannot be read") })
	if got := s.Config().MCP.Port; got != 9003 {
		t.Errorf("after bad values the port is %d, want the old one", got)
	}

	if err := s.Set(ctx, "llm.model", "qwen"); err != nil {
		t.Fatal(err)
	}
	if got := string(members(t, path)["mcp.mcp_port"]); got != "9003" {
		t.Errorf("the save over a broken file wrote port %s", got)
	}
	if kept, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "settings.broken-*.json")); len(kept) != 1 {
		t.Errorf("kept files: %v, want one", kept)
	}
	other := open(t, path)
	if err := other.Set(ctx, "mcp.mcp_port", strconv.Itoa(9009)); err != nil {
		t.Fatal(err)
	}
	until("the change of another process", func() bool { return s.Config().MCP.Port == 9009 })
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if got := s.Config().MCP.Port; got != 9009 {
		t.Errorf("after the file vanished the port is %d", got)
	}
	if err := s.Set(ctx, "llm.model", "other"); err != nil {
		t.Fatal(err)
	}
	if got := string(members(t, path)["mcp.mcp_port"]); got != "9009" {
		t.Errorf("the save after the file vanished wrote port %s", got)
	}
}

func problem(s *config.Store) string {
	if p := s.Problems(); len(p) > 0 {
		return p[0].Error()
	}
	return ""
}
