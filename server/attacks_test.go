package server

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// What a page can send without asking first, and what others of this network
// and computer try, executes nothing. The tool counts.
func TestNothingIsExecutedForStrangers(t *testing.T) {
	var ran atomic.Int64
	s := started(t, Options{
		Settings: func() Settings { return Settings{AllowPrivateOrigins: true, AccessToken: "access", Debug: true} },
		Tools: tool.Set{tool.Define(toolbox()[0].Spec, func(ctx, *tool.Call, echoArgs) (any, error) {
			ran.Add(1)
			return nil, nil
		})},
		Documents: func(c context.Context) ([]document.Info, error) {
			ran.Add(1)
			return reading("writer")(c)
		},
	})
	const resource = `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"unodesk://document/tag-writer"}}`
	const modern = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say_it","arguments":{"text":"x"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	origins := []string{
		"http://evil.com", "https://evil.com", "null", "http://localhost.evil.com", "http://10.evil.com", "http://127.0.0.1.nip.io",
		"http://localhost@evil.com", "file://", "chrome-extension://abcdefghijklmnop", "vscode-webview://abc", "tauri://localhost",
		"http://100.64.1.1", "http://8.8.8.8", "http://nas.lan", "http://192.168.1.1", "http://[fe80::1]", // the private ones lack the token
	}
	types := []string{"application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain; charset=application/json", ""}
	for _, path := range []string{"/mcp", "/mcp/", "/sse", "/messages", "/debug"} {
		for _, kind := range types {
			for _, origin := range origins {
				for _, message := range []string{sayIt("x"), resource, initRequest} {
					ask(t, s, http.MethodPost, path, message, "Content-Type: "+kind, "Origin: "+origin)
				}
				ask(t, s, http.MethodPost, path, modern, "Content-Type: "+kind, "Origin: "+origin, "Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: say_it")
			}
			for _, host := range []string{"evil.com", "evil.com:8765", "0.0.0.0", "localhost.evil.com", "192.168.1.2", "[::]", "127.0.0.1.nip.io", "2130706433", "0x7f.1"} {
				ask(t, s, http.MethodPost, path, sayIt("x"), "Content-Type: "+kind, "Host: "+host)
			}
		}
		for _, kind := range types[1:] { // a page of this computer that did not ask first, and a browser that hides the page
			ask(t, s, http.MethodPost, path, sayIt("x"), "Content-Type: "+kind, "Origin: http://localhost:3000")
			for _, site := range []string{"cross-site", "same-site", "none"} {
				ask(t, s, http.MethodPost, path, sayIt("x"), "Content-Type: "+kind, "Sec-Fetch-Site: "+site)
			}
		}
	}
	if n := ran.Load(); n != 0 {
		t.Errorf("%d calls were executed", n)
	}
	if post(t, s, sayIt("x")); ran.Load() != 1 {
		t.Error("the tool does not count")
	}
	if post(t, s, resource); ran.Load() != 2 {
		t.Error("the office does not count")
	}
}

// Answers go to whoever asked, though all use the same ids, on all transports.
func TestAnswersGoToWhoeverAsked(t *testing.T) {
	s := started(t, Options{})
	session := openSessionID(t, s)
	var all sync.WaitGroup
	for n := range 16 {
		mine := fmt.Sprintf("of client %d!", n)
		all.Go(func() {
			for range 20 {
				if got := text(t, post(t, s, sayIt(mine))); !strings.Contains(got, mine) {
					t.Errorf("%s got %s", mine, got)
				}
			}
		})
		all.Go(func() {
			for i := range 20 {
				message := strings.Replace(sayIt(mine), `"id":7`, fmt.Sprintf(`"id":"%d-%d"`, n, i), 1) // one client, so ids of its own
				if got := text(t, post(t, s, message, "Mcp-Session-Id: "+session)); !strings.Contains(got, mine) {
					t.Errorf("%s got %s", mine, got)
				}
			}
		})
		events, path := openLegacy(t, s)
		all.Go(func() {
			for range 20 {
				ask(t, s, http.MethodPost, path, sayIt(mine), typeJSON)
				if got := events.next(); !strings.Contains(got, mine) {
					t.Errorf("%s got %s", mine, got)
				}
			}
		})
	}
	all.Wait()
}

// A key that is there twice, or in other letters, is not read in two ways.
func TestKeysAreReadInOneWay(t *testing.T) {
	s := started(t, Options{})
	for name, tt := range map[string]struct{ message, never string }{
		"two methods":      {`{"jsonrpc":"2.0","id":1,"method":"ping","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, `"result":{}`},
		"method and a cap": {`{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"say_it","arguments":{"text":"x"}}}`, "say_it"},
		"other params":     {`{"jsonrpc":"2.0","id":1,"method":"tools/call","Params":{"name":"say_it","arguments":{"text":"heard"}}}`, "heard"},
		"other name":       {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing","Name":"say_it","arguments":{"text":"heard"}}}`, "heard"},
	} {
		if got := text(t, post(t, s, tt.message)); strings.Contains(got, tt.never) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// The preflight for the private network is granted to those alone who may ask.
func TestPrivateNetworkPreflight(t *testing.T) {
	s := started(t, Options{})
	for origin, want := range map[string]string{"http://localhost:3000": "true", "http://nas.lan": "true", "http://evil.com": ""} {
		for _, asked := range []bool{true, false} {
			headers := []string{"Origin: " + origin, "Access-Control-Request-Method: POST"}
			expect := ""
			if asked {
				headers, expect = append(headers, "Access-Control-Request-Private-Network: true"), want
			}
			r := ask(t, s, http.MethodOptions, "/mcp", "", headers...)
			if got := r.Header.Get("Access-Control-Allow-Private-Network"); got != expect {
				t.Errorf("%s, asked %v: %q", origin, asked, got)
			}
		}
	}
}

// A stream of the newest protocol version ends with the server, too.
func TestStopWithSubscription(t *testing.T) {
	s, err := New(Options{Tools: toolbox(), Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(0); err != nil {
		t.Fatal(err)
	}
	r := post(t, s, `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: subscriptions/listen")
	line, err := bufio.NewReader(r.Body).ReadString('\n')
	if err != nil || r.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%s %q %v", r.Status, line, err)
	}
	began := time.Now()
	c, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if _ = s.Stop(c); time.Since(began) > 2*time.Second {
		t.Errorf("the stop took %v", time.Since(began))
	}
	http.DefaultClient.CloseIdleConnections()
}
