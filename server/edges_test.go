package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/uno/attach"
)

// raw sends bytes as they are and returns what comes back.
func raw(t *testing.T, s *Server, request string) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", s.port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Body.Close() })
	return r
}

func TestChunkedAndExpectContinue(t *testing.T) {
	s := started(t, Options{})
	head := "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
	chunked := head + "Transfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(listRequest), listRequest)
	if r := raw(t, s, chunked); r.StatusCode != 200 {
		t.Errorf("chunked: %s %s", r.Status, text(t, r))
	}
	expect := head + fmt.Sprintf("Expect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(listRequest)) + listRequest
	if r := raw(t, s, expect); r.StatusCode != 100 {
		t.Errorf("expect: %s", r.Status)
	}
}

func TestHugeHeadersAreRefused(t *testing.T) {
	s := started(t, Options{})
	r := raw(t, s, "GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: "+strings.Repeat("a", 2*maxHeader)+"\r\n\r\n")
	if r.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("got %s", r.Status)
	}
}

func TestHealthWithSlowOffice(t *testing.T) {
	s := started(t, Options{Office: fixedOffice{Phase: attach.Attached, Version: "7.4.7.2", PID: 5}, Documents: func(c ctx) ([]document.Info, error) {
		<-c.Done()
		return nil, c.Err()
	}})
	begin := time.Now()
	h := decoded[Health](t, ask(t, s, http.MethodGet, "/health", ""))
	if h.Documents != nil || h.Office.Phase != "attached" || h.Office.PID != 5 || time.Since(begin) > 2*time.Second {
		t.Errorf("got %+v after %v", h, time.Since(begin))
	}
}

type fixedOffice attach.State

func (f fixedOffice) State() attach.State { return attach.State(f) }

func TestDocumentHeaderReachesTheTool(t *testing.T) {
	s := started(t, Options{})
	for _, headers := range [][]string{nil, {"Mcp-Session-Id: " + openSessionID(t, s)}} {
		r := post(t, s, sayIt("x"), append(headers, "X-Document-URL: file:///a.odt")...)
		if body := text(t, r); !strings.Contains(body, `\"target\":\"file:///a.odt\"`) {
			t.Errorf("got %s", body)
		}
	}
}

// Cancelling in the era without sessions is closing the connection.
func TestClosedRequestCancelsTheCall(t *testing.T) {
	ended, began := make(chan error, 1), make(chan struct{})
	s := started(t, Options{Tools: tool.Set{tool.Define(toolbox()[0].Spec, func(c ctx, _ *tool.Call, _ echoArgs) (any, error) {
		close(began)
		<-c.Done()
		ended <- c.Err()
		return nil, c.Err()
	})}})
	c, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(c, http.MethodPost, s.Address(), strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say_it","arguments":{"text":"x"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "say_it"} {
		r.Header.Set(name, value)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		if resp, err := http.DefaultClient.Do(r); err == nil {
			resp.Body.Close()
		}
	})
	<-began
	cancel()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("the call went on")
	}
	wg.Wait()
}

// A stop answers within two seconds whatever a call does.
func TestStopWithRunningCall(t *testing.T) {
	began, release := make(chan struct{}), make(chan struct{})
	s, err := New(Options{Tools: tool.Set{tool.Define(toolbox()[0].Spec, func(ctx, *tool.Call, echoArgs) (any, error) {
		close(began)
		<-release
		return nil, nil
	})}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(0); err != nil {
		t.Fatal(err)
	}
	address := s.Address()
	var wg sync.WaitGroup
	wg.Go(func() {
		if r, err := http.Post(address, "application/json", strings.NewReader(sayIt("x"))); err == nil {
			r.Body.Close()
		}
	})
	<-began
	begin := time.Now()
	_ = s.Stop(t.Context())
	if took := time.Since(begin); took > 1900*time.Millisecond {
		t.Errorf("the stop took %v", took)
	}
	close(release)
	wg.Wait()
	http.DefaultClient.CloseIdleConnections()
}

func TestInstallKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	var wg sync.WaitGroup
	keys := make([]string, 8)
	for n := range keys {
		wg.Go(func() {
			k, err := installKey(dir)
			if err != nil {
				t.Error(err)
			}
			keys[n] = string(k)
		})
	}
	wg.Wait()
	for _, k := range keys {
		if k != keys[0] || len(k) != keySize {
			t.Fatal("the keys differ")
		}
	}
	if err := os.WriteFile(filepath.Join(dir, keyFile), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if k, err := installKey(dir); err != nil || len(k) != keySize {
		t.Errorf("damaged key: %v, %v", k, err)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestEndedSessionsAreBounded(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	e := loadEnded(dir)
	for n := range maxEnded + 20 {
		if err := e.add(fmt.Sprint(n), now.Add(time.Duration(n)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	again := loadEnded(dir)
	if len(again.ids) != maxEnded || again.has("0") || !again.has(fmt.Sprint(maxEnded+19)) {
		t.Errorf("%d ids", len(again.ids))
	}
	if err := again.add("new", now.Add(2*sessionMaxAge)); err != nil || len(again.ids) != 1 {
		t.Errorf("%d ids after their age, %v", len(again.ids), err)
	}
}

// What people write and what lets others in stays out of the log, at any level.
func TestLogHoldsNoSecrets(t *testing.T) {
	var mu sync.Mutex
	var log strings.Builder
	s := started(t, Options{Log: logTo(locked{&mu, &log}), Settings: func() Settings { return Settings{AccessToken: "access-secret"} }})
	id := openSessionID(t, s)
	post(t, s, sayIt("text-secret"), "Mcp-Session-Id: "+id)
	post(t, s, sayIt("text-secret"), "Authorization: Bearer access-secret")
	post(t, s, sayIt("text-secret"), "Authorization: Bearer guess-secret", "Origin: http://a.lan")
	post(t, s, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say_it","arguments":{"text":7,"text-secret":1}}}`)
	post(t, s, `{"jsonrpc":"2.0","id":1,"method":"text-secret"}`)
	ask(t, s, http.MethodPost, "/text-secret", "text-secret")
	mu.Lock()
	defer mu.Unlock()
	for _, secret := range []string{"text-secret", "access-secret", "guess-secret", s.control, id} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, log.String())
		}
	}
	if !strings.Contains(log.String(), "tool=say_it") || !strings.Contains(log.String(), "request refused") {
		t.Errorf("the log tells too little:\n%s", log.String())
	}
}

type locked struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l locked) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

func BenchmarkCall(b *testing.B) {
	s := started(b, Options{})
	for b.Loop() {
		r, err := http.Post(s.Address(), "application/json", strings.NewReader(sayIt("x")))
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
}

func FuzzParseMessage(f *testing.F) {
	for _, s := range []string{listRequest, initRequest, sayIt("x"), "[" + listRequest + "]", `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"id":""}`, "[[]]", "null"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m, bad := parseMessage(body)
		if m == nil {
			t.Fatal("no message")
		}
		if bad == nil && m.method == "" && m.id == nil && !m.batch {
			return
		}
		_ = m.stateless()
		_ = m.streams()
	})
}

func FuzzOpenTicket(f *testing.F) {
	key := []byte("0123456789abcdef")
	f.Add(sessionTicket{Random: "a", Issued: 1}.sign(key))
	f.Add("u1..")
	f.Fuzz(func(t *testing.T, id string) {
		if ticket, err := openTicket(key, id, time.Unix(1, 0)); err == nil && ticket.sign(key) != id {
			// Only what sign made may be accepted.
			t.Errorf("accepted %q", id)
		}
	})
}
