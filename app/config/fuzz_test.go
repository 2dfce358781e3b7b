package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/app/config"
)

// FuzzOpen feeds whole files.
func FuzzOpen(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "null", "[]", `{"version": 1, "mcp.mcp_port": 9001}`, `{"mcp": {"mcp_port": 9001, "x": null}}`,
		`{"version": 99, "new.key": {"deep": [1, "two"]}}`, `{"mcp.cors_allowed_origins": ["https://a.example", ""]}`,
		`{"mcp.mcp_port": "9001", "mcp.mcp_enabled": 1}`, `{"mcp.mcp_port": 1e3}`, "\ufeff{}", `{"a": "\ud800"}`,
		`{"mcp.cors_allowed_origins": ["http://[::1]", "http://x:99999", "\u0000"]}`, `{"": {"": 1}}`, `{"version":-1}`,
		`{"app.language":"de","app.language":"xx"}`, "{\"llm.model\": \"名前\"}", `{"version":0,"mcp":{"mcp_port":{}}}`,
	} {
		f.Add([]byte(seed))
	}
	random := newRandom()
	for range 100 {
		f.Add(random.file())
	}
	f.Fuzz(func(t *testing.T, content []byte) { checkOpen(t, content) })
}

// TestRandomFiles opens 1,000 files, the same in every run.
func TestRandomFiles(t *testing.T) {
	random := newRandom()
	broken, refused := 0, 0
	for i := range 1000 {
		content := random.file()
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			for _, p := range checkOpen(t, content) {
				switch p.(type) {
				case *config.BrokenFileError:
					broken++
				case *config.ValueError:
					refused++
				}
			}
			if t.Failed() {
				t.Logf("the file is %q", content)
			}
		})
	}
	if broken < 100 || broken > 900 || refused < 100 {
		t.Errorf("%d files are broken, %d values refused: the files are not what people have", broken, refused)
	}
}

// checkOpen opens a file with that content and returns the problems. Whatever it holds, opening works, a save gives a
// valid file, and nothing is lost: what could not be read is beside it, byte for byte, and named; what is not understood or
// refused is still there.
func checkOpen(t *testing.T, content []byte) []error {
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := config.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if mistakes := s.Config().Check(); len(mistakes) > 0 {
		t.Fatalf("Open let mistakes through: %v", mistakes)
	}
	before, problems := s.Config(), s.Problems()
	var broken *config.BrokenFileError
	for _, p := range problems {
		if errors.As(p, &broken) {
			kept, err := os.ReadFile(broken.Kept)
			if err != nil || !bytes.Equal(kept, content) || !strings.Contains(broken.Error(), broken.Kept) {
				t.Fatalf("the broken file is lost: %q, %v, %v", kept, err, broken)
			}
		}
	}
	if err := s.Update(t.Context(), func(*config.Config) error { return nil }); err != nil {
		t.Fatal(err)
	}
	after, _, err := config.Load(path)
	if err != nil {
		t.Fatalf("the saved file is broken: %v", err)
	}
	if differ := config.Diff(before, after); len(differ) > 0 {
		t.Errorf("a save without a change changed %s", differ[0].Key)
	}
	if broken == nil {
		checkKept(t, content, path)
	}
	return problems
}

// checkKept fails if a key of the original is gone that is neither a setting nor a group.
func checkKept(t *testing.T, content []byte, path string) {
	var original, saved map[string]any
	if json.Unmarshal(bytes.TrimPrefix(content, []byte("\ufeff")), &original) != nil {
		return // blank
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &saved); err != nil {
		t.Fatal(err)
	}
	for key, value := range original {
		if _, group := value.(map[string]any); group {
			continue
		}
		if _, ok := saved[key]; !ok {
			t.Errorf("key %q is lost", key)
		}
	}
}
