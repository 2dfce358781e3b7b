package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// legacy serves the transport of 2024-11-05: a client opens a stream, is told
// on it where to post its messages, and gets all answers on the stream.
type legacy struct {
	server *mcp.Server
	gate   *gate

	mu      sync.Mutex
	streams map[string]*legacyTransport
}

func newLegacy(s *mcp.Server, g *gate) *legacy {
	return &legacy{server: s, gate: g, streams: map[string]*legacyTransport{}}
}

const (
	legacyParam = "stream" // of the address that names a stream
	// legacyRetry is how soon a client shall come back when its stream broke.
	legacyRetry = 300 * time.Millisecond
)

// open holds a stream until its client or the server ends it.
func (l *legacy) open(w http.ResponseWriter, r *http.Request) {
	id := rand.Text()
	stream := &mcp.SSEServerTransport{Endpoint: "/messages?" + legacyParam + "=" + id, Response: w, MaxRequestBodyBytes: -1}
	t := &legacyTransport{SSEServerTransport: stream, id: id, header: r.Header}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache, no-transform")
	// The line belongs to the first event, which the transport writes.
	_, _ = fmt.Fprintf(w, "retry: %d\n", legacyRetry.Milliseconds())
	// Its first message may be here before Connect returns, and waits for it.
	l.mu.Lock()
	session, err := l.server.Connect(r.Context(), t, nil)
	if err == nil {
		l.streams[id] = t
	}
	l.mu.Unlock()
	if err != nil {
		return // the client is gone: nothing else can fail
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = session.Wait() }()
	select {
	case <-r.Context().Done():
	case <-ended:
	}
	l.mu.Lock()
	delete(l.streams, id)
	l.mu.Unlock()
	_ = session.Close()
	<-ended
	t.calls.end()
}

// message takes a message for a stream.
func (l *legacy) message(w http.ResponseWriter, r *http.Request) {
	m, body, ok := receive(w, r)
	if !ok {
		return
	}
	l.mu.Lock()
	t := l.streams[r.URL.Query().Get(legacyParam)]
	l.mu.Unlock()
	if t == nil {
		writeRPCError(w, m.id, &rpcError{Code: codeNoSession, Message: "there is no such stream; open a new one with GET /sse", status: http.StatusNotFound})
		return
	}
	leave, ok := l.gate.admit(w, m)
	if !ok {
		return
	}
	a := &answerWriter{ResponseWriter: w, id: m.id, elsewhere: true}
	defer a.finish()
	answered := t.calls.begin(body, leave)
	r.Body = io.NopCloser(bytes.NewReader(body))
	t.ServeHTTP(a, r)
	if a.status != http.StatusAccepted {
		answered()
	}
}

// legacyTransport gives a stream an id and the headers of its client.
type legacyTransport struct {
	*mcp.SSEServerTransport
	id     string
	header http.Header
	calls  waitingCalls
}

func (t *legacyTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.SSEServerTransport.Connect(ctx)
	return &legacyConn{Connection: c, id: t.id, header: t.header, calls: &t.calls}, err
}

// legacyConn opens the session by itself for a client that does not: one whose
// stream broke with a restart comes back and goes on where it was.
type legacyConn struct {
	mcp.Connection
	id      string
	header  http.Header
	calls   *waitingCalls
	begun   bool
	pending []jsonrpc.Message // to be read first; only the reader uses these two
}

// replayedID is the id of the messages that no client sent.
var replayedID, _ = jsonrpc.MakeID("unodesk:replayed")

// beforeInitialize are the methods with which a client may try what there is.
var beforeInitialize = []string{"ping", "server/discover"}

func (c *legacyConn) SessionID() string { return c.id }

func (c *legacyConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	if len(c.pending) > 0 {
		m := c.pending[0]
		c.pending = c.pending[1:]
		return m, nil
	}
	m, err := c.Connection.Read(ctx)
	r, ok := m.(*jsonrpc.Request)
	if err != nil || !ok {
		return m, err
	}
	r.Extra = &mcp.RequestExtra{Header: c.header}
	if c.begun || slices.Contains(beforeInitialize, r.Method) {
		return m, nil
	}
	c.begun = true
	if r.Method == "initialize" {
		return m, nil
	}
	hello, err := jsonrpc.DecodeMessage(sessionTicket{Version: "2024-11-05", Client: clientAgent(c.header)}.initialize())
	if err != nil {
		return nil, err
	}
	first := hello.(*jsonrpc.Request)
	first.ID = replayedID
	c.pending = []jsonrpc.Message{&jsonrpc.Request{Method: "notifications/initialized"}, m}
	return first, nil
}

func (c *legacyConn) Write(ctx context.Context, m jsonrpc.Message) error {
	if r, ok := m.(*jsonrpc.Response); ok {
		if r.ID == replayedID {
			return nil
		}
		defer c.calls.answered(r.ID)
	}
	return c.Connection.Write(ctx, m)
}
