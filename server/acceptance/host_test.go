//go:build unix

package acceptance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
)

// seen is what a host saw in its day; see play.mjs.
type seen struct {
	Tools  []string
	WhoAmI struct {
		Client, Protocol, Document string
		Session                    bool
	}
	Progress                    int
	Changed, Cancelled, Stopped bool
	After                       []string
}

// Hosts built on the TypeScript SDKs, through a restart of the server that they
// must not notice.
func TestTypeScriptHosts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, script, path, mode string
		client, protocol         string
		session                  bool
	}{
		{"v1", "host_v1.mjs", "/mcp", "http", "host v1", "2025-11-25", true},
		{"v1 on the oldest transport", "host_v1.mjs", "/sse", "sse", "host v1", "2025-11-25", true},
		{"v2 legacy", "host_v2.mjs", "/mcp", "legacy", "host v2", "2025-11-25", true},
		{"v2 auto", "host_v2.mjs", "/mcp", "auto", "host v2", "2026-07-28", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := withFixtures(t)
			got := day(t, s, tt.script, s.base()+tt.path, tt.mode)
			if !slices.Contains(got.Tools, "noop") || !slices.Contains(got.Tools, "list_open_documents") {
				t.Errorf("tools %v", got.Tools)
			}
			if who := got.WhoAmI; who.Client != tt.client || who.Protocol != tt.protocol || who.Session != tt.session || who.Document != "file:///a.odt" {
				t.Errorf("the server knows %+v", who)
			}
			// The oldest client drops what arrives along with the answer.
			if got.Progress == 0 || got.Progress != 4 && tt.mode != "sse" || !got.Changed || !got.Cancelled || !got.Stopped {
				t.Errorf("%+v", got)
			}
			if !slices.Equal(got.After, []string{"done", "done"}) {
				t.Errorf("after the restart: %q", got.After)
			}
		})
	}
}

// day plays a host's day and restarts the server when the host says so.
func day(t *testing.T, s *server, script string, args ...string) seen {
	t.Helper()
	cmd := node(t, script, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var last string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if last = lines.Text(); last == "restart" {
			s.restart()
			_, _ = io.WriteString(in, "go on\n")
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%s: %v\n%s\n%s", script, err, last, errs.String())
	}
	var got seen
	if err := json.Unmarshal([]byte(last), &got); err != nil {
		t.Fatalf("%s said %q: %v\n%s", script, last, err, errs.String())
	}
	return got
}

// The official inspector, which also finds schemas that some host would not
// understand: strict makes an error of them.
func TestInspector(t *testing.T) {
	t.Parallel()
	shipped, fixtures := serve(t), withFixtures(t)
	for _, tt := range []struct {
		name string
		s    *server
		path string
		args string
		want string
	}{
		{"strict", shipped, "/mcp", "--transport http --method tools/list --strict", "list_open_documents"},
		{"strict, 2026", shipped, "/mcp", "--transport http --protocol-era modern --method tools/list --strict", "list_open_documents"},
		{"call", fixtures, "/mcp", "--transport http --method tools/call --tool-name whoami --format json --header X-Document-URL:file:///a.odt", "file:///a.odt"},
		{"oldest transport", fixtures, "/sse", "--transport sse --method tools/list", "noop"},
		{"call, 2026", fixtures, "/mcp", "--transport http --protocol-era modern --method tools/call --tool-name whoami --format json", "2026-07-28"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"--cli", tt.s.base() + tt.path}, strings.Fields(tt.args)...)
			out, err := node(t, "node_modules/.bin/mcp-inspector", args...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), tt.want) {
				t.Errorf("%v\n%s", err, tail(out))
			}
		})
	}
}
