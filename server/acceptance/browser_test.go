//go:build unix

package acceptance

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Pages in a real browser. What the page sees says little, so the server counts
// what was done.
func TestBrowser(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.FileServer(http.Dir(".")))
	t.Cleanup(page.Close) // after those that run in parallel
	_, port, _ := strings.Cut(strings.TrimPrefix(page.URL, "http://"), ":")
	for _, tt := range []struct {
		name, page string // where the page is from
		server     string // what it calls the server, "" for its address
		calls      int
		want       []string
	}{
		{"page of this computer", "localhost", "", 1, []string{"client 200 2025-11-25 200 true", "modern 200 true"}},
		{"page from elsewhere", "evil.example", "", 0, []string{"client stopped", "modern stopped"}},
		{"rebinding", "evil.example", "evil.example", 0, []string{"client stopped", "modern stopped"}},
		{"rebinding to the page's own name", "evil.example", "localhost.evil.example", 0, []string{"client stopped", "modern stopped"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := withFixtures(t)
			target := s.address
			if tt.server != "" {
				target = strings.Replace(target, "127.0.0.1", tt.server, 1)
			}
			out := browse(t, "http://"+tt.page+":"+port+"/page.html?u="+url.QueryEscape(target))
			for _, want := range append(tt.want, "END") {
				if !strings.Contains(out, want) {
					t.Errorf("the page does not say %q:\n%s", want, out)
				}
			}
			if n := executed(t, s); n != tt.calls {
				t.Errorf("%d calls were executed, want %d:\n%s", n, tt.calls, out)
			}
		})
	}
}

// browse opens a page in headless Chromium and returns what it says.
func browse(t *testing.T, address string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--no-first-run", "--no-proxy-server", "--disable-background-networking", "--user-data-dir="+t.TempDir(),
		"--host-resolver-rules=MAP *.example 127.0.0.1", "--virtual-time-budget=10000", "--dump-dom", address)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	_, text, _ := strings.Cut(string(out), `<pre id="out">`)
	text, _, _ = strings.Cut(text, "</pre>")
	return html.UnescapeString(text)
}

// executed is how many calls of the fixtures' tools there were.
func executed(t *testing.T, s *server) int {
	t.Helper()
	r, err := http.Post(s.address, "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tally"}}`))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	var answer struct {
		Result struct{ StructuredContent struct{ Calls *int } }
	}
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil || answer.Result.StructuredContent.Calls == nil {
		t.Fatalf("tally: %v", err)
	}
	return *answer.Result.StructuredContent.Calls
}
