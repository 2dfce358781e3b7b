//go:build unix

package acceptance

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	other "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Hosts built on the official Go SDK, through a restart.
func TestGoHosts(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2024-11-05", "2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			s := withFixtures(t)
			var progress, changed atomic.Int64
			c := mcp.NewClient(&mcp.Implementation{Name: "go host", Version: "1"}, &mcp.ClientOptions{
				ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { progress.Add(1) },
				ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { changed.Add(1) },
			})
			session, err := c.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.address}, &mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			if got := session.InitializeResult().ProtocolVersion; got != version {
				t.Errorf("negotiated %s", got)
			}
			slow := &mcp.CallToolParams{Name: "slow", Arguments: map[string]any{"steps": 4, "ms": 20}}
			slow.SetProgressToken("p")
			for _, params := range []*mcp.CallToolParams{slow, {Name: "toggle"}} {
				if _, err := session.CallTool(t.Context(), params); err != nil {
					t.Fatal(err)
				}
			}
			if !eventually(func() bool { return progress.Load() == 4 }) {
				t.Errorf("%d times progress", progress.Load())
			}
			if version >= "2025-11-25" && version < "2026" && !eventually(func() bool { return changed.Load() > 0 }) {
				t.Error("the change of the list was not told")
			}
			cancelled, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if _, err := session.CallTool(cancelled, &mcp.CallToolParams{Name: "slow", Arguments: map[string]any{"steps": 100, "ms": 50}}); err == nil {
				t.Error("the call was not cancelled")
			}
			if !eventually(func() bool {
				r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "tally"})
				return err == nil && r.StructuredContent.(map[string]any)["cancelled"] == 1.0
			}) {
				t.Error("the tool did not stop")
			}
			s.restart()
			for range 2 {
				if r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "noop"}); err != nil || r.Content[0].(*mcp.TextContent).Text != "done" {
					t.Errorf("after the restart: %+v, %v", r, err)
				}
			}
		})
	}
}

// Hosts built on the other Go library, through a restart.
func TestMCPGoHosts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, version, want string }{
		{"2025-11-25", "2025-11-25", "2025-11-25"}, {"newest", other.LATEST_PROTOCOL_VERSION, "2026-07-28"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := withFixtures(t)
			c, err := client.NewStreamableHttpClient(s.address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			var hello other.InitializeRequest
			hello.Params.ProtocolVersion = tt.version
			hello.Params.ClientInfo = other.Implementation{Name: "other host", Version: "1"}
			got, err := c.Initialize(t.Context(), hello)
			if err != nil || got.ProtocolVersion != tt.want {
				t.Fatalf("initialize: %+v, %v", got, err)
			}
			list, err := c.ListTools(t.Context(), other.ListToolsRequest{})
			if err != nil || len(list.Tools) < 20 {
				t.Fatalf("list: %v", err)
			}
			call := func(when string) {
				var r other.CallToolRequest
				r.Params.Name = "noop"
				got, err := c.CallTool(t.Context(), r)
				if err != nil || got.IsError {
					t.Errorf("%s: %+v, %v", when, got, err)
				}
			}
			call("before the restart")
			s.restart()
			call("after the restart")
			call("again")
		})
	}
}

func eventually(condition func() bool) bool {
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if condition() {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
	}
}
