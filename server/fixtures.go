package server

import "github.com/modelcontextprotocol/go-sdk/mcp"

// Fixtures are features of the MCP server beside the tools, for tests of the
// protocol. They stand behind the same router and policy.
type Fixtures struct {
	Options func(*mcp.ServerOptions) // changes how the MCP server is made
	Add     func(*mcp.Server)        // adds the features
	Events  mcp.EventStore           // lets clients take up a stream that broke
}
