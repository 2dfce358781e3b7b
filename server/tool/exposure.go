package tool

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Mode is which tools a client is shown at first. Every tool that a caller may
// use can be called by name in every mode.
type Mode string

// The modes.
const (
	// Delegate shows the default tools and a gateway through which a helper
	// model uses the others; without one, find_tools and call_tool instead.
	Delegate Mode = "delegate"
	// DirectFlat shows all tools for the open documents; all there are when
	// nothing is open.
	DirectFlat Mode = "direct_flat"
	// DirectDiscovery shows the default tools and find_tools.
	DirectDiscovery Mode = "direct_discovery"
)

// Exposure is what of the tools a client is shown.
type Exposure struct {
	Mode   Mode // "" means Delegate
	Access Access
	Kinds  []Family // of the open documents
}

// shows reports whether a tool is in the list.
func (x Exposure) shows(s *Spec) bool {
	switch {
	case x.Access.refuses(s) != nil:
		return false
	case s.Name == FindTools:
		return x.Mode != DirectFlat
	case s.Name == CallTool:
		return x.Mode != DirectFlat && x.Mode != DirectDiscovery
	case x.Mode == DirectFlat && len(x.Kinds) == 0:
		return true
	case s.Tier > Core && x.Mode != DirectFlat:
		return false
	}
	return s.fits(x.Kinds)
}

// fits reports whether a tool has a document of these kinds to work on.
func (s *Spec) fits(open []Family) bool {
	return s.Family == Common || slices.Contains(open, s.Family)
}

// Listed names the tools that a client is shown, sorted.
func (c *Catalog) Listed(x Exposure) []string {
	return slices.DeleteFunc(c.Names(), func(name string) bool { return !x.shows(&c.tools[name].Spec) })
}

// JSON is a tool as it stands in a list, nil for one that is not of the catalog.
func (c *Catalog) JSON(name string) json.RawMessage {
	if e := c.tools[name]; e != nil {
		return e.wire
	}
	return nil
}

// exposed cuts the SDK's list of all tools down to what the caller is shown.
func (c *Catalog) exposed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		all, ok := result.(*mcp.ListToolsResult)
		if !ok || err != nil {
			return result, err
		}
		x := Exposure{Mode: c.o.Mode(), Access: c.o.Access(req.GetExtra()), Kinds: c.o.Kinds(ctx)}
		all.Tools = slices.DeleteFunc(all.Tools, func(t *mcp.Tool) bool {
			e := c.tools[t.Name]
			return e != nil && !x.shows(&e.Spec)
		})
		return &leanList{all, c}, nil
	}
}
