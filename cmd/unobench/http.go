package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/conformance"
	"github.com/unodesk/unodesk/server/tools"
)

// Aims of a call that does nothing: what is before and around the SDK's handler
// may cost a fifth of what that takes.
const (
	noopShare = 0.8
	noopTime  = 500 * time.Microsecond
	listTime  = 3 * time.Millisecond
)

// httpFigures are the times of one request through the server, with no office
// behind it.
type httpFigures struct {
	plain, sdk, ours, list []time.Duration
}

const (
	noopMessage = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"noop","arguments":{}}}`
	listMessage = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
)

// measureHTTP sends a request after the other to a bare handler, to the SDK's
// handler in the mode that we use, and to the server, in turn.
func measureHTTP(ctx context.Context, rounds int) (*httpFigures, error) {
	s, err := server.New(server.Options{Version: "bench", Tools: tools.All(nil), Fixtures: conformance.Fixtures()})
	if err != nil {
		return nil, err
	}
	if err := s.Start(0); err != nil {
		return nil, err
	}
	defer func() { _ = s.Stop(context.WithoutCancel(ctx)) }()
	plain, sdk := httptest.NewServer(http.HandlerFunc(bare)), httptest.NewServer(bareSDK())
	defer plain.Close()
	defer sdk.Close()
	var client http.Client
	defer client.CloseIdleConnections()
	f := &httpFigures{}
	for n := range rounds + 1 {
		for _, side := range []struct {
			address, message string
			to               *[]time.Duration
		}{{plain.URL, noopMessage, &f.plain}, {sdk.URL, noopMessage, &f.sdk}, {s.Address(), noopMessage, &f.ours}, {s.Address(), listMessage, &f.list}} {
			took, err := ask(ctx, &client, side.address, side.message, 100)
			if err != nil {
				return nil, err
			}
			if n > 0 { // the first warms up
				*side.to = append(*side.to, took)
			}
		}
	}
	return f, nil
}

// ask sends a message n times and returns the median time.
func ask(ctx context.Context, client *http.Client, address, message string, n int) (time.Duration, error) {
	var took []time.Duration
	for range n {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(message))
		if err != nil {
			return 0, err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		began := time.Now()
		response, err := client.Do(r)
		if err != nil {
			return 0, err
		}
		answer, err := io.ReadAll(response.Body)
		took = append(took, time.Since(began))
		response.Body.Close()
		if err != nil || !bytes.Contains(answer, []byte(`"result"`)) {
			return 0, fmt.Errorf("%s answered %.200s: %w", address, answer, err)
		}
	}
	return median(took), nil
}

// bare reads a message and answers it, with nothing but the standard library.
func bare(w http.ResponseWriter, r *http.Request) {
	var m struct{ ID json.RawMessage }
	if json.NewDecoder(r.Body).Decode(&m) != nil {
		http.Error(w, "no JSON", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"done"}]}}`, m.ID)
}

func bareSDK() http.Handler {
	m := mcp.NewServer(&mcp.Implementation{Name: "bare", Version: "1"}, nil)
	m.AddTool(&mcp.Tool{Name: "noop", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil
	})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return m }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

// write writes the table.
func (f *httpFigures) write(b *strings.Builder, mark func(bool) string) {
	show := func(list []time.Duration) string {
		return fmt.Sprintf("%.3f ms", median(list).Seconds()*1000)
	}
	share := float64(median(f.sdk)) / float64(median(f.ours))
	b.WriteString("\nOne request after the other through HTTP alone, with no office behind it:\n\n" +
		"| | bare net/http | bare SDK handler | Unodesk | target | |\n| --- | --- | --- | --- | --- | --- |\n")
	fmt.Fprintf(b, "| a call that does nothing | %s | %s | %s (%.2f of the SDK's rate) | ≥ %g of the SDK's rate, < %v | %s |\n",
		show(f.plain), show(f.sdk), show(f.ours), share, noopShare, noopTime, mark(share >= noopShare && median(f.ours) < noopTime))
	fmt.Fprintf(b, "| the list of tools | – | – | %s | < %v | %s |\n", show(f.list), listTime, mark(median(f.list) < listTime))
}
