package server

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/document"
)

// Whatever is sent, the answer is whole: JSON with a status that fits, or a
// stream, and nothing panics.
func FuzzRouter(f *testing.F) {
	const modern = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say_it","arguments":{"text":"x"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	f.Add("POST", "/mcp", "application/json", "application/json", "", "", listRequest)
	f.Add("POST", "/mcp/", "application/x-www-form-urlencoded", "", "", "", sayIt("x"))
	f.Add("POST", "/sse", "application/json", "text/event-stream", "2025-06-18", "", initRequest)
	f.Add("POST", "/messages?stream=A", "application/json", "", "", "", listRequest)
	f.Add("POST", "/mcp", "application/json", "", "2026-07-28", "", modern)
	f.Add("POST", "/mcp", "application/json", "", "", "u1.e30.AAAAAAAAAAAAAAAAAAAAAA", "["+listRequest+"]")
	f.Add("GET", "/mcp", "", "text/event-stream", "", "u1.", "")
	f.Add("DELETE", "/sse", "", "", "", "x", "")
	f.Add("POST", "/debug", "text/plain", "", "", "", `{"action":"call_tool","tool":"say_it"}`)
	f.Add("POST", "/mcp", "application/json", "", "", "", `{"jsonrpc":"2.0","id":1,"id":2,"METHOD":"x","method":"ping","params":{"_meta":{"progressToken":[]}}}`)
	f.Add("POST", "/mcp", "application/json", "", "", "", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"unodesk://document/tag-calc/cells/A1%3AB2"}}`)
	f.Add("POST", "/mcp", "application/json", "", "", "", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"unodesk://document/tag-writer?at=heading%3A1"}}`)
	f.Add("POST", "/mcp", "application/json", "", "", "", `{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"unodesk://document/tag-calc"}}`)
	f.Add("POST", "/mcp", "application/json", "", "", "", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"unodesk://document/{uid}{?at}"},"argument":{"name":"at","value":"h"},"context":{"arguments":{"uid":"tag-writer"}}}}`)
	f.Add("POST", "/mcp", "application/json", "", "", "", `{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"unodesk://document/tag-writer/outline"}}`)
	s, err := New(Options{Tools: readers(), Version: "1", Documents: reading("writer", "calc")})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.sessions.close(); s.stop() })
	same := &peer{owner: func(_, _ netip.AddrPort) (bool, error) { return true, nil }}
	f.Fuzz(func(t *testing.T, method, path, kind, accept, version, session, body string) {
		target, err := url.ParseRequestURI(path)
		if err != nil || !validMethod(method) || strings.Contains(body, "subscriptions/listen") || strings.HasPrefix(path, "/sse") && method == "GET" {
			return // what net/http refuses by itself, and what goes on for ever
		}
		r := httptest.NewRequest(http.MethodPost, "http://localhost/", strings.NewReader(body))
		r.Method, r.URL, r.Host = method, target, "localhost:8765"
		for name, value := range map[string]string{"Content-Type": kind, "Accept": accept, headerVersion: version, headerSession: session, "Mcp-Method": "tools/call", "Mcp-Name": "say_it"} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		r = r.WithContext(contextWithPeer(t.Context(), same))
		w := httptest.NewRecorder()
		s.http.Handler.ServeHTTP(w, r)
		got := w.Header().Get("Content-Type")
		switch {
		case w.Code < 200 || w.Code >= 500:
			t.Fatalf("status %d: %s", w.Code, w.Body)
		case w.Body.Len() == 0, strings.HasPrefix(got, "text/event-stream"), strings.HasPrefix(got, "text/html"):
		case got != "application/json" || !json.Valid(w.Body.Bytes()):
			t.Fatalf("%d %s: %q", w.Code, got, w.Body)
		}
	})
}

// The URI of a resource is read in one way: what is taken for a reference comes
// back as the same when it is written down again.
func FuzzReference(f *testing.F) {
	for _, uri := range []string{
		"unodesk://document/a-1", "unodesk://document/a-1?at=heading%3A1", "unodesk://document/a-1/cells/'A%20B'.A1%3AB2", "unodesk://document/a-1/outline",
		"unodesk://document/a-1/pages/%2e%2e", "unodesk://document//", "unodesk://document/a-1/cells/A1?at=1", "unodesk://document/a-1#x",
	} {
		f.Add(uri)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		r, ok := parseReference(uri)
		for _, kind := range []string{document.Writer, document.Calc, document.Draw, "unknown", ""} {
			if v := r.view(kind); v != nil {
				_ = v.args(r.value)
			}
		}
		if !ok {
			return
		}
		again := documentURI + r.uid
		switch {
		case r.section == "" && r.value != "":
			again += "?at=" + url.QueryEscape(r.value)
		case r.section != "":
			again += "/" + r.section
			if r.value != "" {
				again += "/" + url.PathEscape(r.value)
			}
		}
		if same, ok := parseReference(again); !ok || same != r {
			t.Errorf("%q is %+v, %q is %+v", uri, r, again, same)
		}
	})
}

func validMethod(m string) bool {
	return m != "" && strings.Trim(m, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// A host and an origin that pass are those of this computer, of the private
// network or of the list, by another reading of what they say.
func FuzzHeaders(f *testing.F) {
	for _, host := range []string{"localhost:8765", "[::1]", "127.0.0.1.nip.io", "localhost.evil.com", "0.0.0.0", "[::ffff:127.0.0.1]:1"} {
		f.Add(host, "http://"+host)
	}
	f.Add("", "null")
	f.Add("loCAlhost:A", "0")
	f.Add("localhost", "vscode-webview://x")
	f.Add("localhost", "http://nas.local:1")
	set := Settings{AllowPrivateOrigins: true, AllowedOrigins: []string{"https://app.example", "vscode-webview://"}}
	f.Fuzz(func(t *testing.T, host, origin string) {
		if loopbackHost(host) {
			u, err := url.Parse("http://" + strings.TrimSuffix(host, "."))
			name := host
			if err == nil {
				name = u.Hostname()
			}
			name = strings.Trim(strings.ToLower(strings.TrimSuffix(name, ".")), "[]")
			a, err := netip.ParseAddr(name)
			if name != "localhost" && (err != nil || !a.Unmap().IsLoopback()) {
				t.Errorf("host %q passes", host)
			}
		}
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Header["Origin"] = []string{origin}
		class := classify(r, set)
		if class == originRefused {
			return
		}
		if class == originListed {
			if !slices.ContainsFunc(set.AllowedOrigins, func(o string) bool {
				return strings.EqualFold(o, origin) || strings.HasSuffix(o, "://") && strings.HasPrefix(origin, o)
			}) {
				t.Errorf("origin %q counts as listed", origin)
			}
			return
		}
		u, err := url.Parse(origin)
		if err != nil || u.Hostname() == "" {
			t.Fatalf("origin %q passes: %v", origin, err)
		}
		name := strings.ToLower(u.Hostname())
		if class == originLoopback && !loopbackHost(u.Host) || class == originPrivate && !privateName(name) {
			t.Errorf("origin %q is class %d", origin, class)
		}
	})
}
