package server

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/tool"
)

// Both eras can give a call up, each in its way: it ends before its edit
// begins, and the next one is served.
func TestCallsCanBeGivenUp(t *testing.T) {
	begun, ended, applied := make(chan struct{}, 1), make(chan error, 1), atomic.Bool{}
	spec := tool.Spec{Name: "edit_slowly", Title: "Edit", Description: "Edits.", Domain: "tests", Family: tool.Writer, Effect: tool.Edits, Undo: tool.Native}
	set := append(toolbox(), tool.DefineEdit(spec, func(c ctx, _ *tool.Call, _ struct{}) (tool.Plan, error) {
		begun <- struct{}{}
		<-c.Done()
		ended <- c.Err()
		return plan{&applied}, nil // as if it had not noticed
	}))
	s := started(t, Options{Tools: set})
	const call = `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"edit_slowly","arguments":{}`
	id := openSessionID(t, s)
	for _, tt := range []struct {
		name, body string
		headers    []string
		giveUp     func(stop func())
	}{
		{"with sessions", call + `}}`, []string{"Mcp-Session-Id: " + id, "Accept: application/json, text/event-stream"}, func(func()) {
			post(t, s, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`, "Mcp-Session-Id: "+id)
		}},
		{
			"without", call + `,"_meta":{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
			[]string{"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: edit_slowly", "Accept: application/json, text/event-stream"},
			func(stop func()) { stop() },
		},
	} {
		c, stop := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(c, http.MethodPost, s.Address(), strings.NewReader(tt.body))
		r.Header.Set("Content-Type", "application/json")
		for _, h := range tt.headers {
			name, value, _ := strings.Cut(h, ": ")
			r.Header.Set(name, value)
		}
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			if resp, err := http.DefaultClient.Do(r); err == nil {
				resp.Body.Close()
			}
		}()
		select {
		case <-begun:
		case <-answered:
			t.Fatalf("%s: refused", tt.name)
		}
		tt.giveUp(stop)
		select {
		case err := <-ended:
			if err != context.Canceled {
				t.Errorf("%s: %v", tt.name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: the call goes on", tt.name)
		}
		stop()
		<-answered
		for s.gate.fast.in.Load() > 0 {
			time.Sleep(time.Millisecond)
		}
		if applied.Load() {
			t.Errorf("%s: the edit was made", tt.name)
		}
		if r := post(t, s, sayIt("next")); r.StatusCode != 200 {
			t.Errorf("%s: the next call: %d", tt.name, r.StatusCode)
		}
	}
}

// plan notes that it was applied.
type plan struct{ applied *atomic.Bool }

func (plan) Preview() any { return nil }

func (p plan) Apply(context.Context, string) (any, error) {
	p.applied.Store(true)
	return nil, nil
}
