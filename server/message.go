package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// message is as much of a JSON-RPC message as the router needs. Keys are
// compared exactly: "Method" is not "method".
type message struct {
	id     json.RawMessage // nil for a notification
	method string          // "" for a client's answer
	params json.RawMessage
	meta   map[string]json.RawMessage
	batch  bool
	others []*message // of a batch, as far as they are well-formed
}

// rpcError is a JSON-RPC error with the HTTP status that goes with it.
type rpcError struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
	status  int
}

func badMessage(code int64, text string) *rpcError {
	return &rpcError{Code: code, Message: text, status: http.StatusBadRequest}
}

// maxBatch is how many messages a batch may hold. Batches were part of one
// version of the protocol only, and their calls all run at once.
const maxBatch = 50

// parseMessage reads the body of a POST. Of a batch only the first message is
// checked here, the others by the SDK.
func parseMessage(body []byte) (*message, *rpcError) {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || !json.Valid(body) {
		return &message{}, badMessage(jsonrpc.CodeParseError, "the body is not valid JSON")
	}
	if body[0] != '[' {
		return parseOne(body)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(body, &all); err != nil || len(all) == 0 {
		return &message{batch: true}, badMessage(jsonrpc.CodeInvalidRequest, "an empty batch")
	}
	if len(all) > maxBatch {
		return &message{batch: true}, badMessage(jsonrpc.CodeInvalidRequest, fmt.Sprintf("a batch holds at most %d messages", maxBatch))
	}
	m, bad := parseOne(all[0])
	m.batch = true
	for _, raw := range all[1:] {
		if other, bad := parseOne(raw); bad == nil {
			m.others = append(m.others, other)
		}
	}
	return m, bad
}

func parseOne(raw []byte) (*message, *rpcError) {
	m := &message{}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return m, badMessage(jsonrpc.CodeInvalidRequest, "a message must be a JSON object")
	}
	if id, ok := fields["id"]; ok {
		if c := id[0]; c != '"' && c != '-' && (c < '0' || c > '9') {
			return m, badMessage(jsonrpc.CodeInvalidRequest, "id must be a string or a number")
		}
		m.id = id
	}
	if string(fields["jsonrpc"]) != `"2.0"` {
		return m, badMessage(jsonrpc.CodeInvalidRequest, `jsonrpc must be "2.0"`)
	}
	method, ok := fields["method"]
	if !ok {
		if fields["result"] == nil && fields["error"] == nil {
			return m, badMessage(jsonrpc.CodeInvalidRequest, "a message needs a method")
		}
		return m, nil
	}
	if json.Unmarshal(method, &m.method) != nil || m.method == "" {
		return m, badMessage(jsonrpc.CodeInvalidRequest, "method must be a text")
	}
	m.params = fields["params"]
	if len(m.params) > 0 && m.params[0] != '{' && string(m.params) != "null" {
		return m, badMessage(jsonrpc.CodeInvalidParams, "params must be an object")
	}
	var params struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	_ = json.Unmarshal(m.params, &params) // what is wrong inside, the SDK will say
	m.meta = params.Meta
	return m, nil
}

// stateless reports whether a message belongs to the protocol without
// sessions: it carries its own protocol version.
func (m *message) stateless() bool { return m.meta[mcp.MetaKeyProtocolVersion] != nil }

// client is what a message without a session calls its sender, "" for nothing.
func (m *message) client() string {
	var info struct{ Name, Title string }
	_ = json.Unmarshal(m.meta[mcp.MetaKeyClientInfo], &info)
	return clip(cmp.Or(info.Title, info.Name), 40)
}

// metaLogLevel asks for log messages with a call. The SDK's name for it is
// marked as deprecated along with the feature, which clients still use.
const metaLogLevel = "io.modelcontextprotocol/logLevel"

// streams reports whether the answer must be able to carry notifications.
func (m *message) streams() bool {
	return m.method == "subscriptions/listen" || m.meta["progressToken"] != nil || m.meta[metaLogLevel] != nil
}

// writeRPCError answers with a JSON-RPC error, in the caller's id if it had one.
func writeRPCError(w http.ResponseWriter, id json.RawMessage, e *rpcError) {
	if id == nil {
		id = json.RawMessage("null")
	}
	writeJSON(w, e.status, struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *rpcError       `json:"error"`
	}{"2.0", id, e})
}
