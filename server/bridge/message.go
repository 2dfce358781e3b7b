package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
)

// Methods and keys of the protocol that the bridge knows.
const (
	methodListen    = "subscriptions/listen"
	metaVersion     = "io.modelcontextprotocol/protocolVersion"
	metaClient      = "io.modelcontextprotocol/clientInfo"
	metaSubscribing = "io.modelcontextprotocol/subscriptionId"
)

// The codes of JSON-RPC errors that the bridge makes itself.
const (
	codeParse       = -32700
	codeNoMethod    = -32601
	codeUnreachable = -32000
)

// message is a line of the program, and as much of it as the way needs.
type message struct {
	raw     []byte
	id      json.RawMessage // nil for notifications
	method  string          // "" for the program's own answers, and for batches
	batch   bool
	version string          // of the protocol, when the message says so itself: then it belongs to no session
	subject string          // the name or URI that the message is about
	client  string          // name/version of the program
	cancels json.RawMessage // the request that it takes back
	wants   map[string]any  // the notifications that it subscribes to
	hello   string          // the version that initialize asks for
}

func parse(line []byte) (*message, error) {
	m := &message{raw: line}
	if line = bytes.Trim(line, " \t\r\n"); len(line) > 0 && line[0] == '[' && json.Valid(line) {
		m.batch = true
		return m, nil
	}
	type program struct{ Name, Version string }
	var fields struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Meta            map[string]json.RawMessage `json:"_meta"`
			Name            string                     `json:"name"`
			URI             string                     `json:"uri"`
			RequestID       json.RawMessage            `json:"requestId"`
			Notifications   map[string]any             `json:"notifications"`
			ProtocolVersion string                     `json:"protocolVersion"`
			ClientInfo      program                    `json:"clientInfo"`
		} `json:"params"`
	}
	var wrongType *json.UnmarshalTypeError
	if err := json.Unmarshal(line, &fields); err != nil && !errors.As(err, &wrongType) {
		return nil, errors.New("a line is not valid JSON")
	}
	p := fields.Params
	m.id, m.method, m.cancels, m.wants, m.hello = fields.ID, fields.Method, p.RequestID, p.Notifications, p.ProtocolVersion
	m.subject = p.Name
	if p.URI != "" {
		m.subject = p.URI
	}
	who := p.ClientInfo
	_ = json.Unmarshal(p.Meta[metaClient], &who)
	_ = json.Unmarshal(p.Meta[metaVersion], &m.version)
	if who.Name != "" {
		m.client = strings.Join(strings.Fields(who.Name), "-") + "/" + strings.Join(strings.Fields(who.Version), "-")
	}
	return m, nil
}

func (m *message) isRequest() bool { return m.batch || m.method != "" && m.id != nil }

// stateless reports whether the message belongs to the protocol without sessions.
func (m *message) stateless() bool { return m.version != "" }

// onlyReads reports whether a second try of a request does no harm.
func (m *message) onlyReads() bool {
	return m.method == "ping" || m.method == "server/discover" || slices.ContainsFunc([]string{"/list", "/read", "/get", "/complete"}, func(end string) bool {
		return strings.HasSuffix(m.method, end)
	})
}

// needsServer reports whether a request is worth starting a server for.
func (m *message) needsServer() bool {
	return m.method == "tools/call" || m.method == "resources/read" || m.method == "prompts/get"
}

// answer makes the result of a request.
func answer(id json.RawMessage, result any) []byte {
	return encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}{"2.0", id, result})
}

// failure makes the error of a request; a nil id is that of none.
func failure(id json.RawMessage, code int, text string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	type rpcError struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	return encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   rpcError        `json:"error"`
	}{"2.0", id, rpcError{code, text}})
}

// notification makes a message that wants no answer.
func notification(method string, params any) []byte {
	return encode(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", method, params})
}

func encode(v any) []byte {
	raw, _ := json.Marshal(v) // texts and valid JSON always encode
	return raw
}

// output writes whole lines.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	broken func(error)
}

func (o *output) write(raw []byte) {
	var line bytes.Buffer
	if json.Compact(&line, raw) != nil { // no JSON: it cannot be a message
		return
	}
	line.WriteByte('\n')
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, err := o.w.Write(line.Bytes()); err != nil {
		o.broken(err)
	}
}
