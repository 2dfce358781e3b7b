//go:build unix

package connect

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func apply(t *testing.T, c *Connector, id string) *Change {
	t.Helper()
	ch, err := c.Plan(id)
	if err == nil {
		err = c.Apply(t.Context(), ch)
	}
	if err != nil {
		t.Fatal(err)
	}
	return ch
}

func content(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A new address reaches the entries that we made, and only those; undo still leads to what was there first.
func TestRefresh(t *testing.T) {
	c := newConnector(t, "linux", nil)
	cursor, codex, zed := c.System.home(".cursor", "mcp.json"), c.System.home(".codex", "config.toml"), c.System.home(".config", "zed", "settings.json")
	put(t, cursor, "{} // first\n")
	put(t, zed, `{"context_servers": {"libreoffice": {"url": "http://127.0.0.1:8765/mcp"}}}`) // made by the user
	apply(t, c, "cursor")
	apply(t, c, "codex")
	put(t, codex, "# emptied by the user\n")
	c.Target.URL = "http://127.0.0.1:8766/mcp"
	names, err := c.Refresh(t.Context())
	if err != nil || fmt.Sprint(names) != "[Cursor]" || !strings.Contains(content(t, cursor), ":8766/") {
		t.Errorf("refreshed %v, %v: %s", names, err, content(t, cursor))
	}
	if strings.Contains(content(t, codex), "mcp") || strings.Contains(content(t, zed), "8766") {
		t.Error("an entry was changed that is not ours")
	}
	if names, err := c.Refresh(t.Context()); err != nil || len(names) > 0 {
		t.Errorf("again %v, %v", names, err)
	}
	if _, err := c.Undo("cursor"); err != nil || content(t, cursor) != "{} // first\n" {
		t.Errorf("undo: %v, %q", err, content(t, cursor))
	}
}

// What somebody changed after us is not thrown away by undo.
func TestUndoOfAChangedFile(t *testing.T) {
	c := newConnector(t, "linux", nil)
	path := c.System.home(".cursor", "mcp.json")
	put(t, path, "{}\n")
	apply(t, c, "cursor")
	later := strings.Replace(content(t, path), "{", "{ // mine", 1)
	put(t, path, later)
	var refused *FileError
	if _, err := c.Undo("cursor"); !errors.As(err, &refused) || !strings.Contains(err.Error(), "cursor.backup") {
		t.Errorf("undo: %v", err)
	}
	if content(t, path) != later {
		t.Errorf("changed: %s", content(t, path))
	}
	ch, err := c.Plan("cursor") // between plan and apply
	if err != nil {
		t.Fatal(err)
	}
	ch.After = append(ch.After, ' ')
	put(t, path, "{}\n")
	if err := c.Apply(t.Context(), ch); !errors.As(err, &refused) || content(t, path) != "{}\n" {
		t.Errorf("apply: %v", err)
	}
}

// A symbolic link stays one.
func TestSettingsBehindALink(t *testing.T) {
	c := newConnector(t, "linux", nil)
	path, real := c.System.home(".cursor", "mcp.json"), c.System.home("dotfiles", "mcp.json")
	put(t, real, "{}\n")
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.Symlink(real, path)); err != nil {
		t.Fatal(err)
	}
	apply(t, c, "cursor")
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 || !strings.Contains(content(t, real), EntryName) {
		t.Errorf("%v, %v: %s", info, err, content(t, real))
	}
}

// A host's own command makes a new entry, if it does; else we do.
func TestOwnCommand(t *testing.T) {
	for name, tt := range map[string]struct{ script, want string }{
		"works":           {`echo "{\"mcpServers\": {\"$7\": {\"type\": \"http\", \"url\": \"$8\"}}, \"by\": \"command\"}" > "$FILE"`, `"by": "command"`},
		"fails":           {"exit 3", `"url": "http://127.0.0.1:8765/mcp"`},
		"writes nowhere":  {"exit 0", `"url": "http://127.0.0.1:8765/mcp"`},
		"changes, fails":  {`echo '{"other": 1}' > "$FILE"; exit 1`, `"other": 1`},
		"is called again": {`exit 1`, EntryName},
	} {
		t.Run(name, func(t *testing.T) {
			c := newConnector(t, "linux", nil)
			c.OwnCommands = true
			path, program := c.System.home(".claude.json"), c.System.home("claude")
			put(t, path, `{"projects": {}}`)
			put(t, program, "#!/bin/sh\nFILE='"+path+"'\n"+tt.script+"\n")
			if err := os.Chmod(program, 0o700); err != nil {
				t.Fatal(err)
			}
			c.System.Find = func(string) (string, error) { return program, nil }
			apply(t, c, "claude-code")
			if text := content(t, path); !strings.Contains(text, tt.want) || !strings.Contains(text, EntryName) {
				t.Errorf("made %s", text)
			}
			if ch, err := c.Plan("claude-code"); err != nil || ch.Needed() || ch.command != nil {
				t.Errorf("the second time: %+v, %v", ch, err)
			}
			if _, err := c.Undo("claude-code"); err != nil || content(t, path) != `{"projects": {}}` {
				t.Errorf("undo: %v, %s", err, content(t, path))
			}
		})
	}
}

// Links and commands that hosts understand.
func TestLinksAndCommands(t *testing.T) {
	got := ""
	for _, h := range hosts {
		if link := h.Link(target); link != "" {
			got += h.ID + " " + link + "\n"
		}
		if command := h.Command(target); command != nil {
			got += h.ID + " " + strings.Join(command, " ") + "\n"
		}
	}
	want := `claude-code claude mcp add --transport http --scope user libreoffice http://127.0.0.1:8765/mcp
cursor cursor://anysphere.cursor-deeplink/mcp/install?name=libreoffice&config=eyJ1cmwiOiJodHRwOi8vMTI3LjAuMC4xOjg3NjUvbWNwIn0%3D
vscode vscode:mcp/install?%7B%22name%22%3A%22libreoffice%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22http%3A%2F%2F127.0.0.1%3A8765%2Fmcp%22%7D
vscode code --add-mcp {"name":"libreoffice","type":"http","url":"http://127.0.0.1:8765/mcp"}
lmstudio lmstudio://add_mcp?name=libreoffice&config=eyJ1cmwiOiJodHRwOi8vMTI3LjAuMC4xOjg3NjUvbWNwIn0%3D
codex codex mcp add libreoffice --url http://127.0.0.1:8765/mcp
gemini gemini mcp add --scope user --transport http libreoffice http://127.0.0.1:8765/mcp
antigravity agy mcp add libreoffice http://127.0.0.1:8765/mcp
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

// A trial goes the way that the settings name.
func TestTry(t *testing.T) {
	c := newConnector(t, "linux", nil)
	answer, status := `{"jsonrpc":"2.0","id":2,"result":{"tools":[{},{}]}}`, http.StatusOK
	ended := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete && r.Header.Get("Mcp-Session-Id") == "s" {
			ended++
		}
		if r.Header.Get("Authorization") != "" {
			t.Error("a trial has a token that the host does not have")
		}
		w.Header().Set("Mcp-Session-Id", "s")
		w.WriteHeader(status)
		fmt.Fprintf(w, "event: message\ndata: %s\n\n", answer)
	}))
	c.Target = Target{URL: s.URL, Program: c.System.home("ctl")}
	put(t, c.Target.Program, "#!/bin/sh\n[ \"$*\" = mcp ] && grep -q tools/list && echo '{\"id\":1,\"result\":{}}' && echo '"+answer+"'\n")
	if err := os.Chmod(c.Target.Program, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"cursor", "gemini", "windsurf", "codex", "goose", "continue", "claude-desktop"} {
		apply(t, c, id)
		if n, err := c.Try(t.Context(), id); n != 2 || err != nil {
			t.Errorf("%s: %d, %v", id, n, err)
		}
	}
	if ended != 6 {
		t.Errorf("%d of 6 sessions were ended", ended)
	}
	answer = `{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}`
	if _, err := c.Try(t.Context(), "cursor"); !errors.Is(err, ErrNoServer) {
		t.Errorf("no tools: %v", err)
	}
	status = http.StatusUnauthorized
	if _, err := c.Try(t.Context(), "cursor"); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("refused: %v", err)
	}
	s.Close()
	if _, err := c.Try(t.Context(), "cursor"); !errors.Is(err, ErrNoServer) {
		t.Errorf("nobody: %v", err)
	}
	if _, err := c.Try(t.Context(), "zed"); err == nil {
		t.Error("tried what is not connected")
	}
	if err := os.Remove(c.Target.Program); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Try(context.Background(), "claude-desktop"); err == nil || !strings.Contains(err.Error(), "ctl") {
		t.Errorf("no program: %v", err)
	}
}

// Whatever stands in a file: it is refused, or means afterwards what it meant before, with our entry.
func FuzzEdit(f *testing.F) {
	ids := []string{"cursor", "codex", "continue", "goose"}
	for i, id := range ids {
		h, _ := Lookup(id)
		for _, text := range before(h) {
			f.Add(i, text)
		}
		for _, text := range invalid(h) {
			f.Add(i, text)
		}
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		h, _ := Lookup(ids[uint(i)%uint(len(ids))])
		made, err := h.edit([]byte(text), target)
		if err != nil {
			return
		}
		again, err := h.edit(made, target)
		if err != nil || string(again) != string(made) {
			t.Errorf("%s: %q became %q, then %q, %v", h.ID, text, made, again, err)
		}
	})
}
