package server

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// The tests that are called TestBehaviour and TestA with a number are those of
// two lists: what hosts rely on, and what people reported to go wrong.

func TestBehaviour01Messages(t *testing.T) {
	s := started(t, Options{})
	for _, tt := range []struct {
		name, message string
		status        int
		want          string // in the answer; "" for an empty one
	}{
		{"ping", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 200, `"id":1,"result":{}`},
		{"unknown method", `{"jsonrpc":"2.0","id":"a","method":"foo/bar"}`, 200, `"code":-32601`},
		{"JSON-RPC 1.0", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, 400, `"code":-32600`},
		{"params as a list", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, 400, `"code":-32602`},
		{"no JSON", `{bad`, 400, `"code":-32700`},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, ""},
	} {
		r := post(t, s, tt.message)
		got := text(t, r)
		if r.StatusCode != tt.status || !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %d %s", tt.name, r.StatusCode, got)
		}
	}
}

func TestBehaviour02ProtocolVersions(t *testing.T) {
	s := started(t, Options{})
	for version, want := range map[string]int{"2099-01-01": 400, "2025-11-25": 200, "2025-06-18": 200, "2025-03-26": 200, "2024-11-05": 200} {
		r := post(t, s, listRequest, "Mcp-Protocol-Version: "+version)
		if got := text(t, r); r.StatusCode != want || want == 400 && !strings.Contains(got, `"code":-32`) {
			t.Errorf("%s: %d %s", version, r.StatusCode, got)
		}
	}
}

func TestBehaviour03InitializeOf2024(t *testing.T) {
	s := started(t, Options{})
	r := post(t, s, strings.ReplaceAll(initRequest, "2025-11-25", "2024-11-05"))
	if got := text(t, r); !strings.Contains(got, `"protocolVersion":"2024-11-05"`) || r.Header.Get(headerSession) == "" {
		t.Errorf("session %q, %s", r.Header.Get(headerSession), got)
	}
}

// find_tools can be called in every mode; without arguments it tells the
// domains, and no tools.
func TestBehaviour13FindToolsInEveryMode(t *testing.T) {
	for mode, listed := range map[string]bool{"delegate": true, "direct_discovery": true, "direct_flat": false} {
		s := started(t, Options{Tools: shelf(), Settings: func() Settings { return Settings{ToolMode: mode} }})
		if got := slices.Contains(toolsListed(t, s), "find_tools"); got != listed {
			t.Errorf("%s: listed %v", mode, got)
		}
		got := called(t, s, "find_tools", `{}`)
		domains, _ := got["available_domains"].([]any)
		tools, _ := got["tools"].([]any)
		if got["status"] != "ok" || len(domains) == 0 || len(tools) != 0 {
			t.Errorf("%s: %v", mode, got)
		}
	}
}

// The preflight is answered before any token is asked for, whatever headers a
// new version of the protocol brings.
func TestBehaviour18Preflight(t *testing.T) {
	s := started(t, Options{Settings: func() Settings { return Settings{AccessToken: "access", TokenForAll: true} }})
	for wanted, want := range map[string]string{
		"Content-Type, X-Document-URL, content-type, x-own, X-OWN":           "content-type x-document-url x-own",
		"mcp-method,mcp-name,mcp-protocol-version,mcp-param-region":          "mcp-method mcp-name mcp-param-region mcp-protocol-version",
		"authorization,mcp-session-id,last-event-id,content-type,x-anything": "authorization content-type last-event-id mcp-session-id x-anything",
	} {
		r := ask(t, s, http.MethodOptions, "/mcp", "", "Origin: http://localhost:3000", "Access-Control-Request-Method: POST",
			"Access-Control-Request-Headers: "+wanted)
		if body := text(t, r); r.StatusCode != http.StatusNoContent || body != "" || r.Header.Get("Access-Control-Max-Age") != "7200" {
			t.Errorf("%s %q %v", r.Status, body, r.Header)
		}
		var got []string
		for name := range strings.SplitSeq(r.Header.Get("Access-Control-Allow-Headers"), ",") {
			got = append(got, strings.ToLower(strings.TrimSpace(name)))
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}
