package conformance

import (
	"context"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tally is the one tool that is not counted.
const tally = "tally"

// clients are tools for the tests with real clients.
func (s *set) clients() []fixture {
	return []fixture{
		{name: "noop", about: "Does nothing.", run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return says("done"), nil
		}},
		{name: tally, about: "Tells how many calls of these tools there were, and how many of slow were cancelled.", run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			counts := map[string]int64{"calls": s.calls.Load(), "cancelled": s.cancelled.Load()}
			return &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: counts}, nil
		}},
		{name: "whoami", about: "Tells what the server knows of the caller.", run: whoAmI},
		{
			name: "slow", about: "Takes so many steps of so many milliseconds, and tells its progress.",
			schema: `{"type":"object","properties":{"steps":{"type":"integer"},"ms":{"type":"integer"}}}`, run: s.slow,
		},
		{name: "toggle", about: "Adds a tool, or takes it away again.", run: s.toggle},
	}
}

func whoAmI(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var who struct {
		Client   string `json:"client"`
		Protocol string `json:"protocol"`
		Session  bool   `json:"session"`
		Document string `json:"document"`
	}
	if info := r.ClientInfo(); info != nil {
		who.Client = info.Name
	}
	who.Protocol, who.Session = r.ProtocolVersion(), r.Session.ID() != ""
	if r.Extra != nil {
		who.Document = strings.TrimSpace(r.Extra.Header.Get("X-Document-Url"))
	}
	return &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: who}, nil
}

// slow ends as soon as it is cancelled.
func (s *set) slow(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	a, err := arguments[struct{ Steps, MS int }](r)
	if err != nil {
		return nil, err
	}
	for i := range a.Steps {
		if err := notify(ctx, r, float64(i+1), float64(a.Steps)); err != nil && ctx.Err() == nil {
			return nil, err
		}
		select {
		case <-time.After(time.Duration(a.MS) * time.Millisecond):
		case <-ctx.Done():
			s.cancelled.Add(1)
			return nil, ctx.Err()
		}
	}
	return says("done"), nil
}

const extra = "extra"

func (s *set) toggle(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.toggled = !s.toggled; s.toggled {
		s.addTool(fixture{name: extra, about: "Is here for a while.", run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return says("here"), nil
		}})
	} else {
		s.server.RemoveTools(extra)
	}
	return says("done"), nil
}
