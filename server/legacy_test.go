package server

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stream reads the events of an open stream.
type stream struct {
	t     *testing.T
	lines *bufio.Reader
}

// next returns the data of the next event.
func (s stream) next() string {
	s.t.Helper()
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			s.t.Fatal(err)
		}
		if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok {
			return data
		}
	}
}

// openLegacy opens a stream and returns where to post.
func openLegacy(t *testing.T, s *Server, headers ...string) (stream, string) {
	t.Helper()
	r := ask(t, s, http.MethodGet, "/sse", "", append([]string{"Accept: text/event-stream"}, headers...)...)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("GET /sse: %s %s", r.Status, r.Header.Get("Content-Type"))
	}
	events := stream{t, bufio.NewReader(r.Body)}
	return events, events.next()
}

const typeJSON = "Content-Type: application/json"

func TestLegacyStream(t *testing.T) {
	s := started(t, Options{})
	events, path := openLegacy(t, s, "X-Document-URL: file:///a.odt", "User-Agent: Old/1.0")
	send := func(message string, want int) string {
		t.Helper()
		r := ask(t, s, http.MethodPost, path, message, typeJSON)
		body := text(t, r)
		if r.StatusCode != want {
			t.Fatalf("%s: %s %s", message, r.Status, body)
		}
		return body
	}
	send(strings.ReplaceAll(initRequest, "2025-11-25", "2024-11-05"), 202)
	if got := events.next(); !strings.Contains(got, `"protocolVersion":"2024-11-05"`) {
		t.Errorf("initialize: %s", got)
	}
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202)
	send(sayIt("hi"), 202)
	if got := events.next(); !strings.Contains(got, `"id":7`) || !strings.Contains(got, `\"session\":true`) || !strings.Contains(got, "file:///a.odt") || !strings.Contains(got, `\"host\":\"tester\"`) {
		t.Errorf("call: %s", got)
	}
	for name, tt := range map[string]struct {
		message string
		status  int
		want    string
	}{
		"no JSON":        {"{bad", 400, "-32700"},
		"no method":      {`{"jsonrpc":"2.0","id":3}`, 400, "-32600"},
		"unknown method": {`{"jsonrpc":"2.0","id":3,"method":"foo/bar"}`, 400, "-32601"},
	} {
		if got := send(tt.message, tt.status); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if r := ask(t, s, http.MethodPost, path, sayIt("x"), "Content-Type: text/plain"); r.StatusCode != 415 {
		t.Errorf("text/plain: %s", r.Status)
	}
	if r := ask(t, s, http.MethodPost, path, sayIt("x"), typeJSON, "Origin: http://evil.com"); r.StatusCode != 403 {
		t.Errorf("foreign origin: %s", r.Status)
	}
	send(`{"jsonrpc":"2.0","id":8,"method":"ping"}`, 202)
	if got := events.next(); !strings.Contains(got, `"id":8`) {
		t.Errorf("an answer was sent to a refused message: %s", got)
	}
}

// A client whose stream broke opens a new one, and goes on without initialize.
func TestLegacyStreamAfterRestart(t *testing.T) {
	s := started(t, Options{})
	events, path := openLegacy(t, s)
	for _, message := range []string{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, sayIt("hi"), sayIt("again")} {
		if r := ask(t, s, http.MethodPost, path, message, typeJSON); r.StatusCode != 202 {
			t.Fatalf("%s: %s", message, r.Status)
		}
		if got := events.next(); !strings.Contains(got, `"result"`) || strings.Contains(got, "protocolVersion") {
			t.Errorf("%s: %s", message, got)
		}
	}
}

func TestLegacyStreamEndsWithTheServer(t *testing.T) {
	s, err := New(Options{Tools: toolbox(), Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(0); err != nil {
		t.Fatal(err)
	}
	openLegacy(t, s)
	began := time.Now()
	c, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if err := s.Stop(c); err != nil || time.Since(began) > 2*time.Second {
		t.Errorf("stop: %v after %v", err, time.Since(began))
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestLegacyClient(t *testing.T) {
	s := started(t, Options{})
	client := mcp.NewClient(&mcp.Implementation{Name: "old", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.SSEClientTransport{Endpoint: strings.TrimSuffix(s.Address(), "/mcp") + "/sse"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "say_it", Arguments: map[string]any{"text": "hi"}})
	if err != nil || r.IsError {
		t.Errorf("%+v, %v", r, err)
	}
}
