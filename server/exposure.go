package server

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// access is what the sender of a request may use. The access token can narrow
// what everybody may use, not widen it.
func (s *Server) access(extra *mcp.RequestExtra) tool.Access {
	set := s.o.Settings()
	a := tool.Access{Profile: tool.Profile(set.Profile), ReadOnly: set.ReadOnly}
	if extra == nil {
		return a
	}
	token, _ := bearer(extra.Header)
	if !sameToken(token, set.AccessToken) {
		return a
	}
	return a.With(tool.Access{Profile: tool.Profile(set.TokenProfile), ReadOnly: set.TokenReadOnly})
}

func (s *Server) mode() tool.Mode { return tool.Mode(s.o.Settings().ToolMode) }

// kindsTime is how long a list may wait for the office to say which
// documents are open. A busy office says nothing: then they are those of before.
const kindsTime = 250 * time.Millisecond

// opened remembers which documents are open.
type opened struct {
	mu   sync.Mutex
	list []document.Info
}

func (o *opened) get() []document.Info {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.list
}

func (o *opened) set(list []document.Info) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = list
}

// documents are those that are open now, or were before if the office is busy.
func (s *Server) documents(ctx context.Context) []document.Info {
	if docs, err := s.openDocuments(ctx, kindsTime); err == nil {
		s.open.set(docs)
	}
	return s.open.get()
}

// kinds are the kinds of the open documents.
func (s *Server) kinds(ctx context.Context) []tool.Family { return kindsOf(s.documents(ctx)) }

// live reports whether there is an office that can be asked.
func (s *Server) live() bool { return s.o.Office == nil || s.o.Office.State().Live() }

// openDocuments lists the open documents; without an office there are none.
func (s *Server) openDocuments(ctx context.Context, within time.Duration) ([]document.Info, error) {
	if s.o.Documents == nil || !s.live() {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return s.o.Documents(ctx)
}

func kindsOf(docs []document.Info) []tool.Family {
	var list []tool.Family
	for _, d := range docs {
		kind, ok := map[string]tool.Family{
			document.Writer: tool.Writer, document.Calc: tool.Calc, document.Draw: tool.Draw, document.Impress: tool.Draw,
		}[d.DocType]
		if ok && !slices.Contains(list, kind) {
			list = append(list, kind)
		}
	}
	slices.Sort(list)
	return list
}

// ToolsHealth tells which tools clients are shown now, and why.
type ToolsHealth struct {
	Mode     string `json:"mode"`
	Profile  string `json:"profile"`
	ReadOnly bool   `json:"read_only,omitempty"`
	Listed   int    `json:"listed"`
	Detail   string `json:"detail"`
}

func (s *Server) toolsHealth() ToolsHealth {
	x := tool.Exposure{Mode: s.mode(), Access: s.access(nil), Kinds: kindsOf(s.open.get())}
	h := ToolsHealth{Mode: string(x.Mode), Profile: string(x.Access.Profile), ReadOnly: x.Access.ReadOnly, Listed: len(s.catalog.Listed(x))}
	switch x.Mode {
	case tool.DirectFlat:
		h.Detail = "All tools for the open documents are listed."
	case tool.DirectDiscovery:
		h.Detail = "The default tools are listed; find_tools tells the others."
	default:
		h.Mode = string(tool.Delegate)
		h.Detail = "The default tools are listed. There is no helper model to give tasks to, so find_tools and call_tool stand in its place."
	}
	if h.Profile == "" {
		h.Profile = string(tool.Full)
	}
	if h.Profile != string(tool.Full) {
		h.Detail += fmt.Sprintf(" The profile %s leaves out the others.", h.Profile)
	}
	if h.ReadOnly {
		h.Detail += " Tools that change something are refused."
	}
	return h
}
