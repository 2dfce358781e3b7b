package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// longTexts are answers of a size that goes past the SDK, and such as it could
// take for something else.
var longTexts = map[string]string{
	"short":        "a",
	"long":         strings.Repeat("Ä <b>text</b> & \"more\" \u2028 ", 2000),
	"about itself": strings.Repeat("Unodesk-Aside: ", 2000),
	"numbers":      strings.Repeat("0123456789", 2000),
}

// A long text comes as it is, by each way that answers take.
func TestLongAnswers(t *testing.T) {
	settings := func() Settings { return Settings{TextLimit: 1 << 20} }
	for name, s := range map[string]*Server{
		"": started(t, Options{Settings: settings}),
		"event store: ": started(t, Options{Settings: settings, Fixtures: &Fixtures{
			Options: func(*mcp.ServerOptions) {}, Add: func(*mcp.Server) {}, Events: mcp.NewMemoryEventStore(nil),
		}}),
	} {
		for kind, value := range longTexts {
			quoted, _ := json.Marshal(value)
			call := strings.Replace(sayIt("x"), `"x"`, string(quoted), 1)
			progress := strings.Replace(call, `"params":{`, `"params":{"_meta":{"progressToken":1},`, 1)
			for way, answer := range map[string]string{
				"JSON":         text(t, post(t, s, call)),
				"a stream":     text(t, post(t, s, progress, "Accept: application/json, text/event-stream")),
				"kept back":    text(t, post(t, s, progress, "Accept: application/json")),
				"not believed": text(t, post(t, s, call, "Unodesk-Aside: x")),
				"a session":    throughSDK(t, s, value),
			} {
				if got := said(t, answer); got != value {
					t.Errorf("%s%s text, %s: got %.80q…, %d bytes for %d", name, kind, way, got, len(got), len(value))
				}
			}
		}
	}
}

// Requests at the same time do not get each other's texts.
func TestLongAnswersAtOnce(t *testing.T) {
	s := started(t, Options{Settings: func() Settings { return Settings{TextLimit: 1 << 20} }})
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			want := strings.Repeat(fmt.Sprint(n, " "), 8000)
			r, err := http.Post(s.Address(), "application/json", strings.NewReader(sayIt(want)))
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Body.Close()
			b, err := io.ReadAll(r.Body)
			if got := said(t, string(b)); err != nil || got != want {
				t.Errorf("%d: got %.40q…, %v", n, got, err)
			}
		})
	}
	all.Wait()
}

// said is the text in the last answer.
func said(t *testing.T, answer string) string {
	if i := strings.LastIndex(answer, "data: "); i >= 0 {
		answer = answer[i+len("data: "):]
	}
	var m struct {
		Result struct {
			Content []struct{ Text string } `json:"content"`
		} `json:"result"`
	}
	var v struct{ Text string }
	if err := json.Unmarshal([]byte(answer), &m); err != nil || len(m.Result.Content) != 1 {
		t.Errorf("%.200s: %v", answer, err)
	} else if err := json.Unmarshal([]byte(m.Result.Content[0].Text), &v); err != nil {
		t.Errorf("%.200s: %v", m.Result.Content[0].Text, err)
	}
	return v.Text
}

// throughSDK makes the call through the SDK's client and returns the result as an
// answer.
func throughSDK(t *testing.T, s *Server, value string) string {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.Address()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	r, err := session.CallTool(context.WithoutCancel(t.Context()), &mcp.CallToolParams{Name: "say_it", Arguments: map[string]any{"text": value}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(map[string]any{"result": r})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
