package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// answerWriter mends what the SDK's handlers write: errors in plain text
// become JSON-RPC errors with the caller's id, and an event stream becomes one
// JSON object for a client that did not ask for a stream.
type answerWriter struct {
	http.ResponseWriter
	id    json.RawMessage
	plain bool // the client wants JSON, not a stream
	// elsewhere says that answers go to a stream: an error here is one of HTTP.
	elsewhere bool

	started bool
	status  int
	held    held
	buf     bytes.Buffer
}

// held is why an answer is kept back until it is complete.
type held int

const (
	notHeld held = iota
	heldError
	heldStream
)

func (a *answerWriter) WriteHeader(status int) {
	if a.started {
		return
	}
	a.started, a.status = true, status
	kind := a.Header().Get("Content-Type")
	switch {
	case status >= 400 && strings.HasPrefix(kind, "text/plain"):
		a.held = heldError
	case a.plain && strings.HasPrefix(kind, "text/event-stream"):
		a.held = heldStream
	default:
		a.ResponseWriter.WriteHeader(status)
	}
}

func (a *answerWriter) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.held != notHeld {
		return a.buf.Write(b)
	}
	return a.ResponseWriter.Write(b)
}

// Flush lets events through as they come.
func (a *answerWriter) Flush() {
	if a.held == notHeld {
		_ = http.NewResponseController(a.ResponseWriter).Flush()
	}
}

// sessionGone reports whether the SDK did not know the session. Nothing has
// been sent then, and the request may be served anew after reset.
func (a *answerWriter) sessionGone() bool {
	return a.held == heldError && a.status == http.StatusNotFound
}

func (a *answerWriter) reset() {
	a.started, a.status, a.held = false, 0, notHeld
	a.buf.Reset()
	a.Header().Del("Content-Type")
}

// finish sends what was held back.
func (a *answerWriter) finish() {
	switch a.held {
	case heldError:
		e := mendError(a.status, strings.TrimSpace(a.buf.String()))
		if a.elsewhere {
			e.status = a.status
		}
		writeRPCError(a.ResponseWriter, a.id, e)
	case heldStream:
		h := a.Header()
		h.Set("Content-Type", "application/json")
		h.Del("Connection")
		a.ResponseWriter.WriteHeader(a.status)
		_, _ = a.ResponseWriter.Write(lastResponse(a.buf.Bytes()))
	}
	a.held = notHeld
}

// codeNoSession is what the TypeScript SDK answers for a session it lost;
// clients know it.
const codeNoSession = -32001

// mendError gives an error in plain text its JSON-RPC code. An unknown method
// is the answer to a well-formed request, so its status is 200.
func mendError(status int, text string) *rpcError {
	switch {
	case status == http.StatusNotFound:
		return &rpcError{Code: codeNoSession, Message: "session not found; initialize a new one", status: status}
	case strings.Contains(text, "JSON RPC not handled"):
		return &rpcError{Code: jsonrpc.CodeMethodNotFound, Message: "method not found" + strings.TrimPrefix(text, "JSON RPC not handled"), status: http.StatusOK}
	case strings.HasPrefix(text, "malformed payload"):
		return &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: text, status: status}
	}
	return &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: text, status: status}
}

// lastResponse finds the JSON-RPC response in a finished event stream.
func lastResponse(stream []byte) []byte {
	var last []byte
	for event := range bytes.SplitSeq(stream, []byte("\n\n")) {
		for line := range bytes.SplitSeq(event, []byte("\n")) {
			data, ok := bytes.CutPrefix(line, []byte("data: "))
			if !ok {
				continue
			}
			var m map[string]json.RawMessage
			if json.Unmarshal(data, &m) == nil && m["method"] == nil && m["id"] != nil {
				last = data
			}
		}
	}
	return last
}
