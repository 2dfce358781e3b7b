//lint:file-ignore SA1019 sampling, roots and logging are deprecated, and clients use them

package conformance

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server"
)

// Fixtures returns all of them, for one server.
func Fixtures() *server.Fixtures {
	s := &set{key: newKey()}
	return &server.Fixtures{
		Options: func(o *mcp.ServerOptions) {
			o.Capabilities.Logging = &mcp.LoggingCapabilities{}
		},
		Add:    s.add,
		Events: mcp.NewMemoryEventStore(nil),
	}
}

// set is the fixtures of one server.
type set struct {
	server *mcp.Server
	key    []byte       // signs the state of questions
	calls  atomic.Int64 // of tools, but tally

	cancelled atomic.Int64 // calls of slow

	mu      sync.Mutex
	toggled bool
}

// fixture is one tool.
type fixture struct {
	name, about string
	schema      string // "" for no arguments
	run         mcp.ToolHandler
}

const noArguments = `{"type":"object","properties":{}}`

func (s *set) add(m *mcp.Server) {
	s.server = m
	for _, list := range [][]fixture{contents(), signals(), s.clients(), asking(), s.questions(), s.changes(), schemas()} {
		for _, f := range list {
			s.addTool(f)
		}
	}
	addResources(m)
	s.addPrompts(m)
}

func (s *set) addTool(f fixture) {
	schema := f.schema
	if schema == "" {
		schema = noArguments
	}
	s.server.AddTool(&mcp.Tool{Name: f.name, Description: f.about, InputSchema: json.RawMessage(schema)},
		func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if f.name != tally {
				s.calls.Add(1)
			}
			return f.run(ctx, r)
		})
}

// says answers with one text.
func says(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// fails answers with the error of a tool.
func fails(text string) *mcp.CallToolResult {
	r := says(text)
	r.IsError = true
	return r
}

// arguments reads the arguments of a call; what is missing stays zero.
func arguments[T any](r *mcp.CallToolRequest) (T, error) {
	var a T
	if len(r.Params.Arguments) == 0 {
		return a, nil
	}
	return a, json.Unmarshal(r.Params.Arguments, &a)
}

// picture is a PNG of one red dot, sound a WAV of one silent sample.
var (
	picture = mustDecode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC")
	sound   = mustDecode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==")
)

func mustDecode(s string) []byte {
	raw, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return raw
}
