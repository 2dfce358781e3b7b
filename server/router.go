package server

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	headerVersion  = "Mcp-Protocol-Version"
	firstStateless = "2026-07-28"
	acceptBoth     = "application/json, text/event-stream"
)

// router serves both eras of the protocol on one address: the versions with
// sessions, and the one where each message stands for itself. A message
// without a session is served too, so that plain curl works.
type router struct {
	sessions *sessions
	gate     *gate
	asJSON   http.Handler // no sessions, one JSON answer
	asStream http.Handler // no sessions, an event stream
	replays  bool         // what was written may be written again, elsewhere
}

func newRouter(s *mcp.Server, ss *sessions, g *gate, f *Fixtures) *router {
	one := func(*http.Request) *mcp.Server { return s }
	handler := func(o mcp.StreamableHTTPOptions) http.Handler {
		o.DisableLocalhostProtection = true // the policy has looked at the host
		o.MaxRequestBodyBytes = -1          // and we at the size
		o.PropagateRequestCancellation = true
		return mcp.NewStreamableHTTPHandler(one, &o)
	}
	withSessions := mcp.StreamableHTTPOptions{SessionTimeout: sessionIdle}
	if f != nil {
		withSessions.EventStore = f.Events
	}
	ss.handler = handler(withSessions)
	return &router{
		replays:  withSessions.EventStore != nil,
		sessions: ss,
		gate:     g,
		asJSON:   handler(mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}),
		asStream: handler(mcp.StreamableHTTPOptions{Stateless: true}),
	}
}

// ServeHTTP serves what the route lets through.
func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set(headerVersion, assumedVersion(r))
	if r.Method == http.MethodPost {
		rt.post(w, r)
		return
	}
	a := &answerWriter{ResponseWriter: w}
	defer a.finish()
	rt.sessions.serve(a, r, nil)
}

// assumedVersion is the protocol version in which a request is answered: the
// one that it names, if we know it, else what the protocol says to assume.
// What opens or names a session knows better, and says so itself.
func assumedVersion(r *http.Request) string {
	if v := r.Header.Get(headerVersion); slices.Contains(mcp.SupportedProtocolVersions(), v) {
		return v
	}
	return "2025-03-26"
}

// post reads one message and gives it to the handler of its era.
func (rt *router) post(w http.ResponseWriter, r *http.Request) {
	m, body, ok := receive(w, r)
	if !ok {
		return
	}
	leave, ok := rt.gate.admit(w, m)
	if !ok {
		return
	}
	defer leave()
	if !rt.replays && (m.method == "tools/call" || m.batch) {
		aside := goAside(w, r)
		defer aside.Close()
		w = aside
	}
	a := &answerWriter{ResponseWriter: w, id: m.id, plain: !asksForStream(r)}
	defer a.finish()
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", acceptBoth)
	switch {
	case m.stateless() || r.Header.Get(headerVersion) >= firstStateless:
		rt.stateless(a, r, m)
	case m.method == "initialize" && !m.batch:
		rt.sessions.start(a, r, m)
	case r.Header.Get(headerSession) != "":
		rt.sessions.serve(a, r, body)
	default:
		rt.stateless(a, r, m)
	}
}

// receive reads the message that a request carries. What is no message is
// answered.
func receive(w http.ResponseWriter, r *http.Request) (*message, []byte, bool) {
	if !bodyTypeAllowed(r) {
		writeRPCError(w, nil, &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: "Content-Type must be application/json", status: http.StatusUnsupportedMediaType})
		return nil, nil, false
	}
	body, bad := readBody(w, r)
	if bad != nil {
		writeRPCError(w, nil, bad)
		return nil, nil, false
	}
	m, bad := parseMessage(body)
	if bad != nil {
		writeRPCError(w, m.id, bad)
		return nil, nil, false
	}
	e := exchangeOf(r.Context())
	e.rpc = knownMethod(m)
	if name := m.client(); name != "" {
		e.client = name
	}
	return m, body, true
}

// stateless answers with a stream only where notifications may have to travel
// before the answer: most clients read JSON faster.
func (rt *router) stateless(a *answerWriter, r *http.Request, m *message) {
	if m.streams() {
		a.plain = false
		rt.asStream.ServeHTTP(a, r)
		return
	}
	rt.asJSON.ServeHTTP(a, r)
}

// bodyTypeAllowed forgives curl its form type, but not a browser: a page may
// send forms and plain text across origins without asking first.
func bodyTypeAllowed(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err == nil && kind == "application/json":
		return true
	case r.Header.Get("Content-Type") == "", err == nil && kind == "application/x-www-form-urlencoded":
		return r.Header["Origin"] == nil && r.Header["Sec-Fetch-Site"] == nil
	}
	return false
}

// asksForStream reports whether the client names event streams as something
// it can read. A mere */* gets JSON: it comes from scripts.
func asksForStream(r *http.Request) bool {
	return strings.Contains(strings.ToLower(strings.Join(r.Header.Values("Accept"), ",")), "text/event-stream")
}
