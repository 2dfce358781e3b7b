package server

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// Each line that docs/troubleshooting.md explains.
func TestLogTellsOfEachRequest(t *testing.T) {
	var mu sync.Mutex
	var log strings.Builder
	s := started(t, Options{Log: logTo(locked{&mu, &log}), Settings: func() Settings {
		return Settings{AllowPrivateOrigins: true, AccessToken: "access"}
	}})
	id := openSessionID(t, s)
	const modern = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"new host","version":"1"}}}}`
	for _, tt := range []struct {
		name string
		do   func() *http.Response
		want string
	}{
		{"call", func() *http.Response { return post(t, s, sayIt("x"), "User-Agent: Cursor/1.2 (x)") }, `level=INFO msg=request verb=POST path=/mcp method=tools/call client=Cursor answer=200 ms=`},
		{"call in a session", func() *http.Response { return post(t, s, sayIt("x"), "Mcp-Session-Id: "+id) }, `method=tools/call client=tester answer=200`},
		{"call without a session", func() *http.Response {
			return post(t, s, modern, "Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list")
		}, `method=tools/list client="new host" answer=200`},
		{"alias", func() *http.Response { return ask(t, s, "POST", "/messages/", listRequest, typeJSON) }, `path=/messages method=tools/list`},
		{"unknown method", func() *http.Response { return post(t, s, `{"jsonrpc":"2.0","id":1,"method":"secret"}`) }, `method=other`},
		{"unknown method that looks known", func() *http.Response { return post(t, s, `{"jsonrpc":"2.0","id":1,"method":"tools/Secret"}`) }, `method=other`},
		{"lost session", func() *http.Response { return post(t, s, listRequest, "Mcp-Session-Id: nope") }, `method=tools/list client=Go-http-client answer=404`},
		{"no JSON", func() *http.Response { return post(t, s, "{bad") }, `verb=POST path=/mcp client=Go-http-client answer=400`},
		{"nothing there", func() *http.Response { return ask(t, s, "GET", "/secret", "") }, `verb=GET path=other client=Go-http-client answer=404`},
		{"odd verb", func() *http.Response { return ask(t, s, "SECRET", "/mcp", "") }, `verb=other path=/mcp client=Go-http-client answer=405`},
		{"health", func() *http.Response { return ask(t, s, "GET", "/health", "") }, `level=DEBUG msg=request verb=GET path=/health`},
		{"preflight", func() *http.Response {
			return ask(t, s, "OPTIONS", "/mcp", "", "Origin: http://nas.lan", "Access-Control-Request-Method: POST")
		}, `level=INFO msg=preflight verb=OPTIONS path=/mcp client=Go-http-client answer=204 ms=0 allowed=true origin=http://nas.lan`},
		{"preflight of a foreign page", func() *http.Response {
			return ask(t, s, "OPTIONS", "/mcp", "", "Origin: http://evil.com", "Access-Control-Request-Method: POST")
		}, `answer=403 ms=0 allowed=false origin=http://evil.com why=ORIGIN_NOT_ALLOWED`},
		{"foreign page", func() *http.Response { return post(t, s, sayIt("x"), "Origin: http://evil.com") }, `level=WARN msg="request refused" verb=POST path=/mcp client=Go-http-client answer=403`},
		{"foreign host", func() *http.Response { return post(t, s, sayIt("x"), "Host: evil.com") }, `why=HOST_NOT_ALLOWED host=evil.com`},
		{"no token", func() *http.Response { return post(t, s, sayIt("x"), "Origin: http://nas.lan") }, `answer=401`},
		{"stream", func() *http.Response {
			return ask(t, s, "GET", "/mcp", "", "Accept: text/event-stream", "Mcp-Session-Id: "+id)
		}, `msg="stream opened" path=/mcp client=tester`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mu.Lock()
			log.Reset()
			mu.Unlock()
			r := tt.do()
			if r.Header.Get("Content-Type") != "text/event-stream" {
				text(t, r)
			}
			var got string
			for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
				mu.Lock()
				got = log.String()
				mu.Unlock()
				if strings.Contains(got, tt.want) {
					break
				}
			}
			if !strings.Contains(got, tt.want) || strings.Contains(strings.ToLower(got), "secret") {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
