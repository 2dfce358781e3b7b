package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
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

// A38: who may ask.
func TestA38ForeignCallers(t *testing.T) {
	at, err := url.Parse(plain(t, tools.All(nil), server.Settings{}))
	if err != nil {
		t.Fatal(err)
	}
	port := at.Port()
	for _, tt := range []struct {
		name, address, header, value string
		want                         int
	}{
		{"foreign host", "127.0.0.1", "Host", "evil.example", 403},
		{"foreign origin", "127.0.0.1", "Origin", "https://evil.example", 403},
		{"no origin", "127.0.0.1", "", "", 200},
		{"no origin, IPv6", "::1", "", "", 200},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+net.JoinHostPort(tt.address, port)+"/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if tt.header == "Host" {
			r.Host = tt.value
		} else if tt.header != "" {
			r.Header.Set(tt.header, tt.value)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode != tt.want {
			t.Errorf("%s: %s", tt.name, resp.Status)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	// Another machine would come to one of these addresses.
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		n, ok := a.(*net.IPNet)
		if !ok || n.IP.IsLoopback() || n.IP.IsLinkLocalUnicast() {
			continue
		}
		if c, err := net.DialTimeout("tcp", net.JoinHostPort(n.IP.String(), port), 2*time.Second); err == nil {
			c.Close()
			t.Errorf("%s can be reached", n.IP)
		}
	}
}

// A39: tools that every model can take. The checks of the schemas are those of
// TestSchemasSuitModelProviders.
func TestA39ToolsThatEveryModelCanTake(t *testing.T) {
	c := catalog(t)
	for _, kind := range []tool.Family{tool.Writer, tool.Calc, tool.Draw} {
		list := c.Listed(tool.Exposure{Kinds: []tool.Family{kind}})
		if tokens := listBytes(c, list) / 4; len(list) > 20 || tokens > 6000 {
			t.Errorf("%s: %d tools, about %d tokens", kind, len(list), tokens)
		}
		for _, name := range list {
			var listed struct{ InputSchema schema }
			if err := json.Unmarshal(c.JSON(name), &listed); err != nil {
				t.Fatal(err)
			}
			for _, fault := range append(gemini(name, listed.InputSchema), openAI(name, strictly(listed.InputSchema))...) {
				t.Error(fault)
			}
		}
	}
	b := newBench(t)
	host := b.connect(t)
	uid := b.open(t, "calc")
	for name, args := range map[string]map[string]any{
		"null":           {"range": []string{"A1"}, "values": "x", "dry_run": nil},
		"a list as text": {"range": `["A1", "B1"]`, "values": `[[1, 2]]`},
	} {
		args["document_url"] = uid
		if said := callTool(t, host, "write_formula_range", args); said["status"] != "ok" {
			t.Errorf("%s: %v", name, said)
		}
	}
	if said := callTool(t, host, "read_cell_range", map[string]any{"document_url": uid, "range": "A1", "max_bytes": "5000"}); said["status"] != "ok" {
		t.Errorf("a number as text: %v", said)
	}
}

// plain starts a server that needs no office and returns its address.
func plain(t *testing.T, set tool.Set, settings server.Settings) string {
	t.Helper()
	s, err := server.New(server.Options{Version: "test", Tools: set, Settings: func() server.Settings { return settings }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_ = s.Stop(ctx)
	})
	return s.Address()
}

// A39: a job that takes longer than a host waits is answered with an id in time,
// runs once, and its result can be fetched.
func TestA39JobOfAPatientHost(t *testing.T) {
	var ran atomic.Int64
	finish := make(chan struct{})
	research := tool.Spec{Name: "research", Title: "Research", Description: "Takes long.", Domain: "tests", Family: tool.Common, Effect: tool.Reads, Undo: tool.NotNeeded, Long: true}
	set := append(tool.Jobs(), tool.Define(research, func(c context.Context, _ *tool.Call, _ struct{}) (any, error) {
		ran.Add(1)
		select {
		case <-finish:
			return map[string]any{"found": 3}, nil
		case <-c.Done():
			return nil, c.Err()
		}
	}))
	host := (&bench{address: plain(t, set, server.Settings{JobAfter: 50 * time.Millisecond})}).connect(t)
	said := callTool(t, host, "research", nil)
	id, _ := said["job_id"].(string)
	if id == "" {
		t.Fatalf("no job: %v", said)
	}
	close(finish)
	for {
		said = callTool(t, host, "get_job_result", map[string]any{"job_id": id, "wait": 1})
		if said["found"] != nil || t.Failed() {
			break
		}
	}
	if said["found"] != 3.0 || ran.Load() != 1 {
		t.Errorf("ran %d times: %v", ran.Load(), said)
	}
}
