package server

import (
	"bufio"
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func openSessionID(t *testing.T, s *Server) string {
	t.Helper()
	r := post(t, s, initRequest)
	if r.StatusCode != 200 || r.Header.Get(headerSession) == "" {
		t.Fatalf("initialize: %d %s", r.StatusCode, text(t, r))
	}
	id := r.Header.Get(headerSession)
	if r := post(t, s, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Session-Id: "+id); r.StatusCode != 202 {
		t.Fatalf("initialized: %d %s", r.StatusCode, text(t, r))
	}
	return id
}

var messageID atomic.Int64

func inSession(t *testing.T, s *Server, id string) (int, string) {
	t.Helper()
	message := strings.Replace(sayIt("hi"), `"id":7`, `"id":7`+strconv.FormatInt(messageID.Add(1), 10), 1)
	r := post(t, s, message, "Mcp-Session-Id: "+id, "Mcp-Protocol-Version: 2025-11-25")
	return r.StatusCode, text(t, r)
}

func TestSessionSurvivesRestart(t *testing.T) {
	dir := t.TempDir()
	first := started(t, Options{StateDir: dir})
	id := openSessionID(t, first)
	ended := openSessionID(t, first)
	if r := ask(t, first, http.MethodDelete, "/mcp", "", "Mcp-Session-Id: "+ended); r.StatusCode != 204 {
		t.Fatalf("DELETE: %d", r.StatusCode)
	}
	if code, body := inSession(t, first, id); code != 200 || !strings.Contains(body, `\"host\":\"tester\"`) {
		t.Fatalf("before the restart: %d %s", code, body)
	}
	for _, s := range []*Server{first, started(t, Options{StateDir: dir})} {
		if code, body := inSession(t, s, ended); code != 404 {
			t.Errorf("ended session: %d %s", code, body)
		}
		// The session is the same: its host is known without a new initialize.
		if code, body := inSession(t, s, id); code != 200 || !strings.Contains(body, `\"host\":\"tester\"`) || !strings.Contains(body, `\"session\":true`) {
			t.Errorf("after the restart: %d %s", code, body)
		}
	}
	other := started(t, Options{StateDir: t.TempDir()})
	if code, _ := inSession(t, other, id); code != 404 {
		t.Errorf("the session of another installation: %d", code)
	}
}

func TestSessionKeepsCapabilities(t *testing.T) {
	dir := t.TempDir()
	id := openSessionID(t, started(t, Options{StateDir: dir}))
	s := started(t, Options{StateDir: dir})
	inSession(t, s, id)
	for ss := range s.mcp.Sessions() {
		if p := ss.InitializeParams(); ss.ID() == id {
			if p.Capabilities.Elicitation == nil || p.ProtocolVersion != "2025-11-25" || p.ClientInfo.Name != "tester" {
				t.Errorf("got %+v", p)
			}
			return
		}
	}
	t.Error("the session is not open")
}

func TestForgedSessionIDs(t *testing.T) {
	s := started(t, Options{})
	id := openSessionID(t, s)
	prefix, body, mac := id[:3], id[3:strings.LastIndex(id, ".")], id[strings.LastIndex(id, ".")+1:]
	old := sessionTicket{Random: "x", Issued: time.Now().Add(-31 * 24 * time.Hour).Unix()}.sign(s.sessions.key)
	for name, forged := range map[string]string{
		"other ticket":  prefix + otherThan(body[0]) + body[1:] + "." + mac,
		"other code":    prefix + body + "." + otherThan(mac[0]) + mac[1:],
		"no code":       prefix + body,
		"empty code":    prefix + body + ".",
		"cut":           id[:len(id)-1],
		"longer":        id + "A",
		"huge":          id + strings.Repeat("A", 10_000),
		"another key":   sessionTicket{Random: "x", Issued: time.Now().Unix()}.sign([]byte("key")),
		"old":           old,
		"not an object": prefix + "W10." + seal(s.sessions.key, "W10") + "x",
	} {
		if code, body := inSession(t, s, forged); code != 404 || !strings.Contains(body, `"code":-32001`) || !strings.Contains(body, `"id":7`) {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
}

// otherThan gives another letter: one in 64 codes begins with any given one.
func otherThan(c byte) string {
	if c == 'A' {
		return "B"
	}
	return "A"
}

func TestConcurrentStartsAndRevivals(t *testing.T) {
	dir := t.TempDir()
	before := started(t, Options{StateDir: dir})
	var ids []string
	for range 8 {
		ids = append(ids, openSessionID(t, before))
	}
	s := started(t, Options{StateDir: dir})
	var wg sync.WaitGroup
	fresh := make([]string, 40)
	for n := range fresh {
		wg.Go(func() { fresh[n] = openSessionID(t, s) })
		wg.Go(func() {
			if code, body := inSession(t, s, ids[n%len(ids)]); code != 200 {
				t.Errorf("revived: %d %s", code, body)
			}
		})
	}
	wg.Wait()
	seen := map[string]bool{}
	for _, id := range append(fresh, ids...) {
		if seen[id] {
			t.Errorf("two sessions share an id")
		}
		seen[id] = true
	}
	if n := len(s.sessions.open); n != len(seen) {
		t.Errorf("%d sessions open, want %d", n, len(seen))
	}
}

func TestSessionsAreCapped(t *testing.T) {
	s := started(t, Options{})
	first := openSessionID(t, s)
	for range maxSessions + 10 {
		openSessionID(t, s)
	}
	deadline := time.Now().Add(5 * time.Second)
	for {
		n := 0
		for range s.mcp.Sessions() {
			n++
		}
		if n <= maxSessions {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d sessions open", n)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if code, body := inSession(t, s, first); code != 200 {
		t.Errorf("the first session: %d %s", code, body)
	}
}

func TestStopWithOpenStream(t *testing.T) {
	o := Options{Tools: toolbox(), Version: "1"}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(0); err != nil {
		t.Fatal(err)
	}
	id := openSessionID(t, s)
	stream := ask(t, s, http.MethodGet, "/mcp", "", "Accept: text/event-stream", "Mcp-Session-Id: "+id)
	if line, err := bufio.NewReader(stream.Body).ReadString('\n'); err != nil || stream.StatusCode != 200 {
		t.Fatalf("stream: %d %q %v", stream.StatusCode, line, err)
	}
	begin := time.Now()
	c, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if err := s.Stop(c); err != nil {
		t.Errorf("stop: %v", err)
	}
	if took := time.Since(begin); took > 1500*time.Millisecond {
		t.Errorf("the stop took %v", took)
	}
	http.DefaultClient.CloseIdleConnections()
}

// The SDK's own client, in both eras.
func TestClients(t *testing.T) {
	s := started(t, Options{})
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			var progress []float64
			var mu sync.Mutex
			client := mcp.NewClient(&mcp.Implementation{Name: "sdk", Version: "1"}, &mcp.ClientOptions{
				ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
					mu.Lock()
					defer mu.Unlock()
					progress = append(progress, r.Params.Progress)
				},
			})
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.Address()}, &mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			if got := session.InitializeResult().ProtocolVersion; got != version {
				t.Errorf("negotiated %s", got)
			}
			list, err := session.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) != len(toolbox()) {
				t.Fatalf("list: %v, %v", list, err)
			}
			r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "say_it", Arguments: map[string]any{"text": "hi"}})
			if err != nil || r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, `"host":"sdk"`) {
				t.Errorf("call: %+v, %v", r, err)
			}
			params := &mcp.CallToolParams{Name: "wait_long"}
			params.SetProgressToken("p")
			if _, err := session.CallTool(t.Context(), params); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if len(progress) != 3 {
				t.Errorf("progress %v", progress)
			}
		})
	}
}

func TestListChangedReachesSessions(t *testing.T) {
	s := started(t, Options{})
	changed := make(chan struct{}, 10)
	client := mcp.NewClient(&mcp.Implementation{Name: "sdk", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.Address()}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	s.mcp.RemoveTools("say_it")
	select {
	case <-changed:
	case <-time.After(5 * time.Second):
		t.Error("no notification")
	}
}
