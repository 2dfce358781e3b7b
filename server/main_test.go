package server

import (
	"context"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/unodesk/unodesk/server/tool"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type ctx = context.Context

type echoArgs struct {
	Text string `json:"text" jsonschema:"what to say"`
}

// toolbox is a set of tools that need no office.
func toolbox() tool.Set {
	spec := func(name string, e tool.Effect, u tool.Undo) tool.Spec {
		return tool.Spec{
			Name: name, Title: strings.ReplaceAll(name, "_", " "), Description: "Serves a test.", Domain: "tests",
			Family: tool.Common, Effect: e, Undo: u,
		}
	}
	return tool.Set{
		tool.Define(spec("say_it", tool.Reads, tool.NotNeeded), func(_ ctx, c *tool.Call, a echoArgs) (map[string]any, error) {
			return map[string]any{"text": a.Text, "target": c.Target(), "host": c.Host(), "session": c.Session() != ""}, nil
		}),
		tool.Define(spec("wait_long", tool.Reads, tool.NotNeeded), func(c ctx, call *tool.Call, _ struct{}) (any, error) {
			for i := range 3 {
				call.Progress(c, float64(i+1), 3, "step")
				select {
				case <-time.After(20 * time.Millisecond):
				case <-c.Done():
					return nil, c.Err()
				}
			}
			return nil, nil
		}),
	}
}

// started starts a server on any free port and stops it with the test.
func started(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Tools == nil {
		o.Tools = toolbox()
	}
	o.Version = "1.2.3"
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if err := s.Stop(c); err != nil {
			t.Errorf("stop: %v", err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return s
}

// ask sends one request; headers are "Name: value".
func ask(t testing.TB, s *Server, method, path, body string, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, strings.TrimSuffix(s.Address(), "/mcp")+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Add(name, value)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

func post(t testing.TB, s *Server, body string, headers ...string) *http.Response {
	t.Helper()
	return ask(t, s, http.MethodPost, "/mcp", body, append([]string{"Content-Type: application/json"}, headers...)...)
}

func text(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func decoded[T any](t testing.TB, r *http.Response) T {
	t.Helper()
	var v T
	s := text(t, r)
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

const listRequest = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`

func sayIt(text string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"say_it","arguments":{"text":"` + text + `"}}}`
}

const initRequest = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"tester","version":"1"}}}`

func logTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
