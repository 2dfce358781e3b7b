package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// converse runs a bridge on the given lines and returns what it says.
func converse(t *testing.T, handler http.HandlerFunc, lines ...string) string {
	t.Helper()
	s := httptest.NewServer(handler)
	defer s.Close()
	var out bytes.Buffer
	err := Run(t.Context(), Options{
		In: strings.NewReader(strings.Join(lines, "\n") + "\n"), Out: &out,
		Server: func() (Target, error) { return Target{Address: s.URL, Token: "secret"}, nil },
	})
	if err != nil {
		t.Error(err)
	}
	return out.String()
}

const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

func TestAnswers(t *testing.T) {
	for name, tt := range map[string]struct {
		status     int
		kind, body string
		want       string
	}{
		"JSON":           {200, "application/json", "{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}\n", `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"},
		"an RPC error":   {400, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x"}}`, `"code":-32602`},
		"a stream":       {200, "text/event-stream", ": hi\nid: 3\ndata:\n\nevent: message\r\ndata: {\"jsonrpc\":\"2.0\",\r\ndata: \"id\":1,\"result\":{}}\r\n\r\n", `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"},
		"a refusal":      {401, "application/json", `{"code":"TOKEN_NEEDED","message":"show a token"}`, "show a token (TOKEN_NEEDED)"},
		"a foreigner":    {200, "text/html", `<html>`, "something else than Unodesk"},
		"an empty one":   {200, "application/json", ``, "outcome is not known"},
		"a broken event": {200, "text/event-stream", "data: {\"id\":1", "outcome is not known"},
	} {
		t.Run(name, func(t *testing.T) {
			got := converse(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer secret" {
					t.Errorf("no token: %v", r.Header)
				}
				w.Header().Set("Content-Type", tt.kind)
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
			}, list)
			if !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// An edit whose answer got lost is not repeated.
func TestEditsAreSentOnce(t *testing.T) {
	edits := 0
	got := converse(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		edits++
		panic(http.ErrAbortHandler)
	}, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"undo"}}`)
	if edits != 1 || !strings.Contains(got, "outcome is not known") {
		t.Errorf("sent %d times, %q", edits, got)
	}
}

// The name of the program goes along, also where no session tells it.
func TestTheProgramIsNamed(t *testing.T) {
	var agent, method, subject string
	converse(t, func(_ http.ResponseWriter, r *http.Request) {
		agent, method, subject = r.Header.Get("User-Agent"), r.Header.Get("Mcp-Method"), r.Header.Get("Mcp-Name")
	}, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"undo","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"Claude Desktop","version":"1.2"}}}}`)
	if !strings.HasPrefix(agent, "Claude-Desktop/1.2 unodeskctl/") || method != "tools/call" || subject != "undo" {
		t.Errorf("agent %q, method %q, name %q", agent, method, subject)
	}
}

// Without sessions a request is taken back by the end of its connection.
func TestCancelWithoutSession(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(begun)
		<-r.Context().Done()
		close(ended)
	}))
	defer s.Close()
	in, say := io.Pipe()
	var out bytes.Buffer
	done := make(chan error)
	go func() {
		done <- Run(context.Background(), Options{In: in, Out: &out, Server: func() (Target, error) { return Target{Address: s.URL}, nil }})
	}()
	_, _ = io.WriteString(say, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"undo","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`+"\n")
	<-begun
	_, _ = io.WriteString(say, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`+"\n")
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the server does not notice")
	}
	say.Close()
	if err := <-done; err != nil || out.Len() > 0 {
		t.Errorf("%v, said %q", err, out.String())
	}
}

// brokenPipe is what an AI program leaves that has crashed.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBrokenOutputEndsIt(t *testing.T) {
	in, say := io.Pipe()
	defer say.Close()
	done := make(chan error)
	go func() {
		done <- Run(context.Background(), Options{In: in, Out: brokenPipe{}, Server: func() (Target, error) { return Target{}, errors.New("none") }})
	}()
	_, _ = io.WriteString(say, list+"\n")
	if err := <-done; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}

// Whatever a line is, it is passed on as it is or refused, and never a panic.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{list, `[]`, `{"id":null,"method":5}`, `{"params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"a b"}}}}`, `{`, `{"params":[1]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m, err := parse(line)
		if (err == nil) != json.Valid(line) {
			t.Errorf("%q: %v", line, err)
		}
		if err == nil && !bytes.Equal(m.raw, line) {
			t.Errorf("changed to %q", m.raw)
		}
	})
}

// Each event has no line break at its ends and none is empty.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("data: a\ndata: b\n\ndata:\n\n:x\nid: 1\ndata: c\n\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		if err := events(bytes.NewReader(stream), func(raw []byte) {
			if len(raw) == 0 {
				t.Error("an empty event")
			}
		}); err != nil {
			t.Error(err)
		}
	})
}
