package server

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The matrix is what the server answers to well-formed, odd and hostile
// requests, one line each, in testdata/matrix.golden.
func TestRequestMatrix(t *testing.T) {
	s := started(t, Options{Settings: func() Settings { return Settings{AllowPrivateOrigins: true, AccessToken: "access"} }})
	const (
		form    = "Content-Type: application/x-www-form-urlencoded"
		typ     = "Content-Type: application/json"
		modern  = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
		version = "Mcp-Protocol-Version: "
	)
	call := func(name, meta string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":{"text":"x"},` + meta + `}}`
	}
	rows := []struct {
		name, method, path, body string
		headers                  []string
	}{
		{"plain curl -d", "POST", "/mcp", listRequest, []string{form}},
		{"plain curl -d, tool", "POST", "/mcp", sayIt("hi"), []string{form, "Accept: */*"}},
		{"no content type", "POST", "/mcp", listRequest, nil},
		{"json", "POST", "/mcp", listRequest, []string{typ}},
		{"json, accepts nothing", "POST", "/mcp", listRequest, []string{typ, "Accept: "}},
		{"json, accepts anything", "POST", "/mcp", listRequest, []string{typ, "Accept: */*"}},
		{"json, accepts json only", "POST", "/mcp", listRequest, []string{typ, "Accept: application/json"}},
		{"json, accepts streams", "POST", "/mcp", listRequest, []string{typ, "Accept: application/json, text/event-stream"}},
		{"json with charset", "POST", "/mcp", listRequest, []string{"Content-Type: application/json; charset=utf-8"}},
		{"trailing slash", "POST", "/mcp/", listRequest, []string{typ}},
		{"two trailing slashes", "POST", "/mcp//", listRequest, []string{typ}},
		{"alias /sse", "POST", "/sse", listRequest, []string{typ}},
		{"alias /messages", "POST", "/messages/", listRequest, []string{form}},
		{"message for no stream", "POST", "/messages?stream=nope", listRequest, []string{typ}},
		{"messages, read", "GET", "/messages", "", nil},
		{"text/plain", "POST", "/mcp", listRequest, []string{"Content-Type: text/plain"}},
		{"form from a browser", "POST", "/mcp", listRequest, []string{form, "Sec-Fetch-Site: cross-site"}},
		{"form from a local page", "POST", "/mcp", listRequest, []string{form, "Origin: http://localhost:3000"}},
		{"form from a private page", "POST", "/mcp", listRequest, []string{form, "Origin: http://nas.lan", "Authorization: Bearer access"}},
		{"multipart", "POST", "/mcp", listRequest, []string{"Content-Type: multipart/form-data; boundary=x"}},
		{"batch", "POST", "/mcp", `[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"ping"}]`, []string{typ}},
		{"batch of 2025-06-18", "POST", "/mcp", "[" + listRequest + "]", []string{typ, version + "2025-06-18"}},
		{"empty batch", "POST", "/mcp", "[]", []string{typ}},
		{"batch with garbage", "POST", "/mcp", "[" + listRequest + ",7]", []string{typ}},
		{"version 1999", "POST", "/mcp", listRequest, []string{typ, version + "1999-01-01"}},
		{"version 2026 in the header only", "POST", "/mcp", listRequest, []string{typ, version + "2026-07-28"}},
		{"version 2099 in the header only", "POST", "/mcp", listRequest, []string{typ, version + "2099-01-01"}},
		{"unknown session", "POST", "/mcp", listRequest, []string{typ, "Mcp-Session-Id: nope"}},
		{"forged session", "POST", "/mcp", listRequest, []string{typ, "Mcp-Session-Id: u1.e30.AAAAAAAAAAAAAAAAAAAAAA"}},
		{"malformed JSON", "POST", "/mcp", "{bad", []string{typ}},
		{"empty body", "POST", "/mcp", "", []string{typ}},
		{"a number", "POST", "/mcp", "7", []string{typ}},
		{"two objects", "POST", "/mcp", listRequest + listRequest, []string{typ}},
		{"JSON-RPC 1.0", "POST", "/mcp", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, []string{typ}},
		{"no method", "POST", "/mcp", `{"jsonrpc":"2.0","id":1}`, []string{typ}},
		{"method in capitals", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"Method":"ping"}`, []string{typ}},
		{"id null", "POST", "/mcp", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, []string{typ}},
		{"id as object", "POST", "/mcp", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, []string{typ}},
		{"params as list", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, []string{typ}},
		{"deep JSON", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}}`, []string{typ}},
		{"unknown method", "POST", "/mcp", `{"jsonrpc":"2.0","id":"a","method":"foo/bar"}`, []string{typ}},
		{"unknown method, 2026", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"foo/bar","params":{` + modern + `}}`, []string{typ, version + "2026-07-28", "Mcp-Method: foo/bar"}},
		{"unknown tool", "POST", "/mcp", call("zzz", `"x":1`), []string{typ}},
		{"tool without arguments", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say_it"}}`, []string{typ}},
		{"ping", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{typ}},
		{"notification", "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, []string{typ}},
		{"ping of 2024", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{typ, version + "2024-11-05"}},
		{"initialize of 2026", "POST", "/mcp", strings.ReplaceAll(initRequest, "2025-11-25", "2026-07-28"), []string{typ}},
		{"initialize of 2024", "POST", "/mcp", strings.ReplaceAll(initRequest, "2025-11-25", "2024-11-05"), []string{typ}},
		{"initialize, accepts streams", "POST", "/mcp", initRequest, []string{typ, "Accept: application/json, text/event-stream"}},
		{"discover", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + modern + `}}`, []string{typ, version + "2026-07-28", "Mcp-Method: server/discover"}},
		{"2026 call", "POST", "/mcp", call("say_it", modern), []string{typ, version + "2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: say_it"}},
		{"2026 call without Mcp-Method", "POST", "/mcp", call("say_it", modern), []string{typ, version + "2026-07-28"}},
		{"2026 call, other Mcp-Name", "POST", "/mcp", call("say_it", modern), []string{typ, version + "2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: zzz"}},
		{"2026 call without the header", "POST", "/mcp", call("say_it", modern), []string{typ}},
		{"2099 call", "POST", "/mcp", call("say_it", strings.ReplaceAll(modern, "2026-07-28", "2099-01-01")), []string{typ, version + "2099-01-01", "Mcp-Method: tools/call", "Mcp-Name: say_it"}},
		{"resources", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, []string{typ}},
		{"resources, a cursor of nobody", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"x"}}`, []string{typ}},
		{"resource templates", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/templates/list"}`, []string{typ}},
		{"resource that is not there", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"unodesk://document/a-1"}}`, []string{typ}},
		{"resource of others", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`, []string{typ}},
		{"2026 resource", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"unodesk://document/a-1",` + modern + `}}`, []string{typ, version + "2026-07-28", "Mcp-Method: resources/read", "Mcp-Name: unodesk://document/a-1"}},
		{"2026 resource, other Mcp-Name", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"unodesk://document/a-1",` + modern + `}}`, []string{typ, version + "2026-07-28", "Mcp-Method: resources/read", "Mcp-Name: unodesk://document/a-2"}},
		{"subscription to a document that is not open", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"unodesk://document/a-1"}}`, []string{typ}},
		{"completion", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"translate"},"argument":{"name":"language","value":"fr"}}}`, []string{typ}},
		{"completion of nothing", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{}}`, []string{typ}},
		{"progress", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait_long","_meta":{"progressToken":"p"}}}`, []string{typ}},
		{"stream without a session", "GET", "/mcp", "", []string{"Accept: text/event-stream"}},
		{"end without a session", "DELETE", "/mcp", "", nil},
		{"end of a forged session", "DELETE", "/mcp", "", []string{"Mcp-Session-Id: nope"}},
		{"put", "PUT", "/mcp", "", nil},
		{"options", "OPTIONS", "/mcp", "", nil},
		{"foreign host", "POST", "/mcp", listRequest, []string{typ, "Host: evil.com"}},
		{"host 0.0.0.0", "POST", "/mcp", listRequest, []string{typ, "Host: 0.0.0.0:8765"}},
		{"foreign host on a path that is not there", "GET", "/nothing", "", []string{"Host: evil.com"}},
		{"origin of a name below a foreign one", "POST", "/mcp", listRequest, []string{typ, "Origin: http://localhost.evil.com"}},
		{"origin that begins like an address", "POST", "/mcp", listRequest, []string{typ, "Origin: http://10.evil.com"}},
		{"origin of a name that means this computer", "POST", "/mcp", listRequest, []string{typ, "Origin: http://127.0.0.1.nip.io"}},
		{"origin null", "POST", "/mcp", listRequest, []string{typ, "Origin: null"}},
		{"origin of an extension", "POST", "/mcp", listRequest, []string{typ, "Origin: chrome-extension://abcdef"}},
		{"foreign origin with text", "POST", "/mcp", sayIt("x"), []string{"Content-Type: text/plain", "Origin: http://evil.com"}},
		{"foreign origin asks for health", "GET", "/health", "", []string{"Origin: http://evil.com"}},
		{"foreign origin", "POST", "/mcp", listRequest, []string{typ, "Origin: http://evil.com"}},
		{"private origin without token", "POST", "/mcp", listRequest, []string{typ, "Origin: http://nas.lan:8080"}},
		{"private origin with token", "POST", "/mcp", listRequest, []string{typ, "Origin: http://nas.lan:8080", "Authorization: Bearer access"}},
		{"private origin, wrong token", "POST", "/mcp", listRequest, []string{typ, "Origin: http://nas.lan:8080", "Authorization: Bearer acces"}},
		{"local origin", "POST", "/mcp", listRequest, []string{typ, "Origin: http://localhost:5173"}},
		{"preflight of a private page", "OPTIONS", "/mcp", "", []string{"Origin: http://nas.local:3000", "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: content-type,mcp-session-id,x-document-url"}},
		{"preflight of a foreign page", "OPTIONS", "/mcp", "", []string{"Origin: https://evil.com", "Access-Control-Request-Method: POST"}},
		{"preflight of http://localhost:5173", "OPTIONS", "/mcp", "", []string{"Origin: http://localhost:5173", "Access-Control-Request-Method: POST"}},
		{"preflight of http://10.1.2.3", "OPTIONS", "/mcp", "", []string{"Origin: http://10.1.2.3", "Access-Control-Request-Method: POST"}},
		{"preflight of http://192.168.1.9:8080", "OPTIONS", "/mcp", "", []string{"Origin: http://192.168.1.9:8080", "Access-Control-Request-Method: POST"}},
		{"preflight of http://172.16.3.4", "OPTIONS", "/mcp", "", []string{"Origin: http://172.16.3.4", "Access-Control-Request-Method: POST"}},
		{"preflight of http://[fd00::1]", "OPTIONS", "/mcp", "", []string{"Origin: http://[fd00::1]", "Access-Control-Request-Method: POST"}},
		{"preflight of http://app.lan", "OPTIONS", "/mcp", "", []string{"Origin: http://app.lan", "Access-Control-Request-Method: POST"}},
		{"preflight of http://x.home.arpa", "OPTIONS", "/mcp", "", []string{"Origin: http://x.home.arpa", "Access-Control-Request-Method: POST"}},
		{"preflight of http://a.internal", "OPTIONS", "/mcp", "", []string{"Origin: http://a.internal", "Access-Control-Request-Method: POST"}},
		{"health", "GET", "/health", "", nil},
		{"health, written", "POST", "/health", "", nil},
		{"root", "GET", "/", "", nil},
		{"root in a browser", "GET", "/", "", []string{"Accept: text/html"}},
		{"health with a slash", "GET", "/health/", "", nil},
		{"options of health", "OPTIONS", "/health", "", nil},
		{"debug, off", "POST", "/debug", `{"action":"call_tool","tool":"say_it","args":{"text":"x"}}`, []string{typ}},
		{"nothing there", "GET", "/admin", "", nil},
		{"a path that climbs", "GET", "/mcp/../health", "", nil},
	}
	var got bytes.Buffer
	for _, row := range rows {
		r := ask(t, s, row.method, row.path, row.body, row.headers...)
		fmt.Fprintf(&got, "%s\n  %d %s\n", row.name, r.StatusCode, r.Header.Get("Content-Type"))
		for _, h := range []string{"Mcp-Session-Id", "Mcp-Protocol-Version", "WWW-Authenticate", "Allow", "Vary", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Access-Control-Allow-Headers", "Access-Control-Allow-Methods", "Access-Control-Max-Age"} {
			if v := strings.Join(r.Header.Values(h), ", "); v != "" {
				fmt.Fprintf(&got, "  %s: %s\n", h, v)
			}
		}
		if body := normal(s, text(t, r)); body != "" {
			fmt.Fprintf(&got, "  %s\n", strings.ReplaceAll(body, "\n", "\n  "))
		}
	}
	golden(t, "testdata/matrix.golden", []byte(sessionIDs.ReplaceAllString(got.String(), "u1.…")))
}

var (
	sessionIDs = regexp.MustCompile(`u1\.[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{22}`)
	variable   = regexp.MustCompile(`(_elapsed_ms\\?":|"listening_since":"?|"pid":)[0-9TZ.:-]+`)
	clock      = regexp.MustCompile(`It is \w+day, [0-9T:-]+ \(\S+\)\.`)
)

func normal(s *Server, body string) string {
	body = strings.ReplaceAll(strings.TrimSpace(body), fmt.Sprint(":", s.port), ":PORT")
	body = variable.ReplaceAllString(body, "${1}…")
	body = clock.ReplaceAllString(body, "It is now.")
	if before, _, ok := strings.Cut(body, `"tools":[{`); ok {
		body = before + `"tools":[…`
	}
	if before, _, ok := strings.Cut(body, "<style>"); ok {
		body = before + "…"
	}
	return body
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s differs at line %d (run with -update after looking at it)\ngot  %s\nwant %s", path, i+1, g[i], append(w, make([]string, len(g))...)[i])
		}
	}
	t.Fatalf("%s has more lines than the answer", path)
}

func TestBodyLimit(t *testing.T) {
	s := started(t, Options{})
	r := post(t, s, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"`+strings.Repeat("x", maxBody)+`"}}`)
	if r.StatusCode != http.StatusRequestEntityTooLarge || r.Header.Get("Content-Type") != "application/json" {
		t.Errorf("got %d %s", r.StatusCode, text(t, r))
	}
}
