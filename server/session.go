package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	headerSession = "Mcp-Session-Id"
	maxSessions   = 200
	sessionIdle   = 2 * time.Hour
)

// sessions serves the protocol versions that have sessions. Ids are signed
// and hold what is needed to open the session again, so that a session
// outlives this process, its idle time and the limit on open sessions.
type sessions struct {
	key     []byte
	ended   *endedSet
	log     *slog.Logger
	server  *mcp.Server
	handler http.Handler // the SDK's
	// reopened gives a session that was opened again what else it had.
	reopened func(ctx context.Context, id string)

	// minting hands an id to the SDK, which asks for it through nextID while
	// it serves a request without one. It is held from before the request
	// until the SDK has asked, so no other request can take the id.
	minting sync.Mutex
	next    string
	taken   func()

	reviving sync.Mutex // one session is opened again at a time

	mu   sync.Mutex
	open map[string]*openSession
}

type openSession struct {
	session  *mcp.ServerSession
	lastSeen time.Time
}

// nextID is called by the SDK, in the goroutine that holds minting.
func (s *sessions) nextID() string {
	id := s.next
	s.next = ""
	s.taken()
	return id
}

// start serves initialize.
func (s *sessions) start(w http.ResponseWriter, r *http.Request, m *message) {
	ticket := newTicket(m.params, time.Now())
	exchangeOf(r.Context()).client = ticket.Client
	w.Header().Set(headerVersion, ticket.negotiated())
	s.begin(ticket.sign(s.key), w, r)
}

// begin serves a request that opens the session of this id.
func (s *sessions) begin(id string, w http.ResponseWriter, r *http.Request) {
	s.mint(id, w, r)
	for ss := range s.server.Sessions() {
		if ss.ID() == id {
			s.admit(id, ss)
			return
		}
	}
}

func (s *sessions) mint(id string, w http.ResponseWriter, r *http.Request) {
	s.minting.Lock()
	release := sync.OnceFunc(s.minting.Unlock)
	defer release() // a request that the SDK refuses takes no id
	s.next, s.taken = id, release
	r.Header.Del(headerSession)
	s.handler.ServeHTTP(w, r)
}

// admit counts a session and follows it to its end. Beyond the limit the one
// that was silent longest is closed; it is opened again when it speaks.
func (s *sessions) admit(id string, ss *mcp.ServerSession) {
	s.mu.Lock()
	s.open[id] = &openSession{ss, time.Now()}
	surplus := s.takeOldest()
	s.mu.Unlock()
	go func() {
		_ = ss.Wait()
		s.mu.Lock()
		defer s.mu.Unlock()
		if o := s.open[id]; o != nil && o.session == ss {
			delete(s.open, id)
		}
	}()
	if surplus != nil {
		go surplus.Close()
	}
}

// takeOldest takes the session that was silent longest out of those beyond the
// limit; s.mu is held.
func (s *sessions) takeOldest() *mcp.ServerSession {
	if len(s.open) <= maxSessions {
		return nil
	}
	var oldest string
	for id, o := range s.open {
		if oldest == "" || o.lastSeen.Before(s.open[oldest].lastSeen) {
			oldest = id
		}
	}
	ss := s.open[oldest].session
	delete(s.open, oldest)
	return ss
}

// serve serves a request that names a session.
func (s *sessions) serve(a *answerWriter, r *http.Request, body []byte) {
	id := r.Header.Get(headerSession)
	if id == "" {
		s.handler.ServeHTTP(a, r)
		return
	}
	ticket, err := openTicket(s.key, id, time.Now())
	if err != nil || s.ended.has(id) {
		http.Error(a, "session not found", http.StatusNotFound)
		return
	}
	exchangeOf(r.Context()).client = ticket.Client
	a.Header().Set(headerVersion, ticket.negotiated())
	if r.Method == http.MethodDelete {
		s.end(a, r, id)
		return
	}
	// A session may be closed between the look and the request: then the
	// request is served anew, once.
	for range 2 {
		if err := s.ensure(r.Context(), id, ticket); err != nil {
			s.log.Warn("session not opened again", "err", err)
			break
		}
		if body != nil {
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		s.handler.ServeHTTP(a, r)
		if !a.sessionGone() {
			return
		}
		a.reset()
		s.forget(id)
	}
	http.Error(a, "session not found", http.StatusNotFound)
}

// end closes a session for good.
func (s *sessions) end(a *answerWriter, r *http.Request, id string) {
	if err := s.ended.add(id, time.Now()); err != nil {
		s.log.Warn("ended session not written down", "err", err)
	}
	s.handler.ServeHTTP(a, r)
	if a.sessionGone() { // of an earlier run
		a.reset()
		a.WriteHeader(http.StatusNoContent)
	}
}

func (s *sessions) seen(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.open[id]
	if o != nil {
		o.lastSeen = time.Now()
	}
	return o != nil
}

func (s *sessions) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, id)
}

// ensure opens a session again if it is not open, by the same two messages
// with which the client opened it first.
func (s *sessions) ensure(ctx context.Context, id string, ticket sessionTicket) error {
	if s.seen(id) {
		return nil
	}
	s.reviving.Lock()
	defer s.reviving.Unlock()
	if s.seen(id) {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	s.begin(id, discard{http.Header{}}, replayed(ctx, ticket.initialize(), ""))
	if !s.seen(id) {
		return errors.New("initialize was refused")
	}
	s.handler.ServeHTTP(discard{http.Header{}}, replayed(ctx, []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`), id))
	s.reopened(ctx, id)
	s.log.Info("session opened again", "host", ticket.Client)
	return nil
}

// replayed is a request to ourselves.
func replayed(ctx context.Context, body []byte, id string) *http.Request {
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/mcp", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", acceptBoth)
	if id != "" {
		r.Header.Set(headerSession, id)
	}
	return r
}

// discard is a response that nobody reads.
type discard struct{ h http.Header }

func (d discard) Header() http.Header       { return d.h }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}
func (discard) Flush()                      {}

// close ends the open sessions and their streams and waits for them; their ids
// stay valid for the next run.
func (s *sessions) close() {
	var closing sync.WaitGroup
	for ss := range s.server.Sessions() {
		closing.Go(func() { _ = ss.Close() })
	}
	closing.Wait()
}
