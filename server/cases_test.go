package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A10: two hosts append to one document at once, and a third reads. Every line
// stands there once, each host's in its order, and nobody sees half of one.
func TestA10TwoHostsAtOnce(t *testing.T) {
	const lines = 100
	b := newBench(t)
	uid := b.open(t, "writer")
	var writing, reading sync.WaitGroup
	for n := range 2 {
		host := b.connect(t)
		writing.Go(func() {
			for i := 1; i <= lines && !t.Failed(); i++ {
				said := callTool(t, host, "apply_document_content", map[string]any{
					"document_url": uid, "target": "end", "content": []string{fmt.Sprintf("<p>client %d line %d.</p>", n, i)},
				})
				if said["status"] != "ok" {
					t.Errorf("host %d, line %d: %v", n, i, said)
				}
			}
		})
	}
	written := make(chan struct{})
	host := b.connect(t)
	reading.Go(func() {
		for {
			checkLines(t, callTool(t, host, "get_document_content", map[string]any{"document_url": uid, "max_chars": 100_000}))
			select {
			case <-written:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	writing.Wait()
	close(written)
	reading.Wait()
	last := checkLines(t, callTool(t, host, "get_document_content", map[string]any{"document_url": uid, "max_chars": 100_000}))
	if last != [2]int{lines, lines} {
		t.Errorf("lines of the hosts: %v", last)
	}
}

var wholeLine = regexp.MustCompile(`^<p>client ([01]) line (\d+)\.(?:</p>)?$`)

// checkLines reads how many lines each host has written: whole ones, in order.
func checkLines(t *testing.T, said map[string]any) (last [2]int) {
	t.Helper()
	content, _ := said["content"].(string)
	for p := range strings.Lines(content) {
		p = strings.TrimSpace(p)
		m := wholeLine.FindStringSubmatch(p)
		if m == nil {
			if p != "" && p != "<p></p>" {
				t.Errorf("half a line: %q", p)
			}
			continue
		}
		host, _ := strconv.Atoi(m[1])
		if last[host]++; m[2] != strconv.Itoa(last[host]) {
			t.Errorf("%q stands where line %d belongs", p, last[host])
		}
	}
	return last
}

// callTool calls a tool and returns its answer.
func callTool(t *testing.T, host *mcp.ClientSession, name string, args map[string]any) map[string]any {
	t.Helper()
	r, err := host.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil || len(r.Content) == 0 {
		t.Errorf("%s: %v", name, err)
		return nil
	}
	var said map[string]any
	if err := json.Unmarshal([]byte(r.Content[0].(*mcp.TextContent).Text), &said); err != nil {
		t.Error(err)
	}
	return said
}

// A36: a host with a session and one without go on over a restart, and find the
// tools of a sheet that was opened after they had begun.
func TestA36RestartInBothEras(t *testing.T) {
	b := newBench(t)
	// Not the SDK's client, which repairs what others do not.
	var session string
	ask := func(body string, headers ...string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			r.Header.Set(name, value)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var out json.RawMessage
		if err := json.NewDecoder(resp.Body).Decode(&out); err != nil && resp.StatusCode != http.StatusAccepted {
			t.Fatalf("%s: %v", resp.Status, err)
		}
		if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
			session = id
		}
		return string(out)
	}
	defer http.DefaultClient.CloseIdleConnections()
	ids := 0
	old := func(method, params string) string {
		ids++
		return ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`, ids, method, params),
			"Mcp-Session-Id: "+session, "Mcp-Protocol-Version: 2025-11-25")
	}
	modern := func(method, name, params string) string {
		meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
		return ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s%s}}`, method, params, meta),
			"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: "+method, "Mcp-Name: "+name)
	}
	ask(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"P","version":"1"}}}`)
	if session == "" {
		t.Fatal("no session")
	}
	ask(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Session-Id: "+session)
	for when := range 2 {
		if when == 1 {
			b.restart(t)
		}
		for era, said := range map[string]string{
			"session":    old("tools/call", `"name":"list_open_documents"`),
			"no session": modern("tools/call", "list_open_documents", `"name":"list_open_documents",`),
		} {
			if !strings.Contains(said, `\"status\":\"ok\"`) {
				t.Errorf("%s, after %d restarts: %s", era, when, said)
			}
		}
		for era, said := range map[string]string{"session": old("tools/list", ""), "no session": modern("tools/list", "", "")} {
			if strings.Contains(said, `"write_formula_range"`) || !strings.Contains(said, `"create_document"`) {
				t.Errorf("%s, nothing open: %s", era, said)
			}
		}
	}
	uid := b.open(t, "calc")
	for era, said := range map[string]string{"session": old("tools/list", ""), "no session": modern("tools/list", "", "")} {
		if !strings.Contains(said, `"write_formula_range"`) {
			t.Errorf("%s, a sheet open: %s", era, said)
		}
	}
	write := `"name":"write_formula_range","arguments":{"document_url":"` + uid + `","range":"A1","values":"7"}`
	for era, said := range map[string]string{"session": old("tools/call", write), "no session": modern("tools/call", "write_formula_range", write+",")} {
		if !strings.Contains(said, `\"status\":\"ok\"`) {
			t.Errorf("%s: %s", era, said)
		}
	}
	// An id that nobody gave out ends no other call.
	if said := ask(`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Mcp-Session-Id: nobody's"); !strings.Contains(said, "-32001") {
		t.Errorf("an unknown session: %s", said)
	}
	if said := old("ping", ""); !strings.Contains(said, `"result":{}`) {
		t.Errorf("afterwards: %s", said)
	}
}
