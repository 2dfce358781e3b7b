package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	headerVersion   = "Mcp-Protocol-Version"
	firstStateless  = "2026-07-28"
	acceptBoth      = "application/json, text/event-stream"
	maxBody         = 16 << 20
	bodyReadTimeout = 20 * time.Second
)

// router serves both eras of the protocol on one address: the versions with
// sessions, and the one where each message stands for itself. A message
// without a session is served too, so that plain curl works.
type router struct {
	sessions *sessions
	asJSON   http.Handler // no sessions, one JSON answer
	asStream http.Handler // no sessions, an event stream
}

func newRouter(s *mcp.Server, ss *sessions, f *Fixtures) *router {
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
		sessions: ss,
		asJSON:   handler(mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}),
		asStream: handler(mcp.StreamableHTTPOptions{Stateless: true}),
	}
}

func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if v := r.Header.Get(headerVersion); slices.Contains(mcp.SupportedProtocolVersions(), v) {
		w.Header().Set(headerVersion, v)
	}
	switch r.Method {
	case http.MethodPost:
		rt.post(w, r)
	case http.MethodGet, http.MethodDelete:
		a := &answerWriter{ResponseWriter: w}
		defer a.finish()
		rt.sessions.serve(a, r, nil)
	case http.MethodOptions:
		w.Header().Set("Allow", corsMethods)
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", corsMethods)
		problem(w, http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "use POST, GET, DELETE or OPTIONS")
	}
}

// post reads one message and gives it to the handler of its era.
func (rt *router) post(w http.ResponseWriter, r *http.Request) {
	if !bodyTypeAllowed(r) {
		writeRPCError(w, nil, &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: "Content-Type must be application/json", status: http.StatusUnsupportedMediaType})
		return
	}
	body, bad := readBody(w, r)
	if bad != nil {
		writeRPCError(w, nil, bad)
		return
	}
	m, bad := parseMessage(body)
	if bad != nil {
		writeRPCError(w, m.id, bad)
		return
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

// readBody reads a body of bounded size in bounded time.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *rpcError) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(bodyReadTimeout))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	_ = c.SetReadDeadline(time.Time{})
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return body, nil
	case errors.As(err, &tooLarge):
		return nil, &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: "the body is larger than " + strconv.Itoa(maxBody>>20) + " MiB", status: http.StatusRequestEntityTooLarge}
	}
	return nil, &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: "the body did not arrive whole", status: http.StatusRequestTimeout}
}
