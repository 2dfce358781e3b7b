package tool

import (
	"context"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// headerDocument names the document of a request for clients that cannot set
// an argument.
const headerDocument = "X-Document-Url"

// AddTo adds the tools to an MCP server.
func (c *Catalog) AddTo(server *mcp.Server) {
	server.AddReceivingMiddleware(lean, c.exposed)
	for _, name := range c.order {
		server.AddTool(c.tools[name].listed, c.Handle)
	}
}

// Announce tells the clients that another list is shown. The SDK does so
// whenever a tool is added, also one that it has.
func (c *Catalog) Announce(server *mcp.Server) {
	if len(c.order) > 0 {
		server.AddTool(c.tools[c.order[0]].listed, c.Handle)
	}
}

// Handle is the MCP handler of every tool of the catalog, listed or not. The
// answer is one text block: the same as structured content would be sent
// twice, and hosts that read the one ignore the other. Pictures follow it.
func (c *Catalog) Handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	o := fromRequest(c, req)
	if token := req.Params.GetProgressToken(); token != nil && req.Session != nil {
		o.Progress = func(ctx context.Context, done, total float64, message string) {
			// A client that went away misses nothing.
			_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
				ProgressToken: token, Progress: done, Total: total, Message: message,
			})
		}
	}
	call := NewCall(o)
	r := c.Call(ctx, call, req.Params.Name, req.Params.Arguments)
	return &mcp.CallToolResult{
		Content: append([]mcp.Content{&mcp.TextContent{Text: string(r.JSON)}}, call.pictures(r)...),
		IsError: r.IsError(),
	}, nil
}

// Ask calls a tool for a request that is not a call of one, in the same session
// and with the same access.
func Ask[P mcp.Params](ctx context.Context, c *Catalog, req *mcp.ServerRequest[P], name string, args any) (*Result, []Image) {
	raw, err := encode(args)
	call := NewCall(fromRequest(c, req))
	if err != nil {
		return c.failed(call, name, time.Now(), err), nil
	}
	r := c.Call(ctx, call, name, raw)
	return r, call.Images()
}

// Refuses says why the sender of a request may not use a tool; nil: it may.
func (c *Catalog) Refuses(req mcp.Request, name string) error {
	e := c.tools[name]
	if e == nil {
		return c.unknown(name)
	}
	return c.o.Access(req.GetExtra()).refuses(&e.Spec)
}

func fromRequest[P mcp.Params](c *Catalog, req *mcp.ServerRequest[P]) CallOptions {
	o := CallOptions{Host: hostName(req), Protocol: protocol(req), Access: c.o.Access(req.Extra)}
	if req.Session != nil {
		o.Session = req.Session.ID()
	}
	if req.Extra != nil {
		o.Target = strings.TrimSpace(req.Extra.Header.Get(headerDocument))
	}
	return o
}

// protocol is the version of MCP that the caller speaks: in the era without
// sessions each request names it.
func protocol[P mcp.Params](req *mcp.ServerRequest[P]) string {
	if version, ok := req.Params.GetMeta()[mcp.MetaKeyProtocolVersion].(string); ok {
		return printable(version)
	}
	if req.Session != nil {
		if p := req.Session.InitializeParams(); p != nil {
			return printable(p.ProtocolVersion)
		}
	}
	return ""
}

// hostName is the display name of the caller: what it says of itself, else
// the first word of its User-Agent.
func hostName[P mcp.Params](req *mcp.ServerRequest[P]) string {
	if info := req.ClientInfo(); info != nil {
		if name := printable(info.Title); name != "" {
			return name
		}
		if name := printable(info.Name); name != "" {
			return name
		}
	}
	if req.Extra != nil {
		agent, _, _ := strings.Cut(req.Extra.Header.Get("User-Agent"), " ")
		agent, _, _ = strings.Cut(agent, "/")
		if name := printable(agent); name != "" {
			return name
		}
	}
	return "unknown"
}

// printable makes a name fit to be shown and logged.
func printable(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == ' ' }), " ")
	if r := []rune(name); len(r) > 40 {
		name = string(r[:40])
	}
	return name
}
