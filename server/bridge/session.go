package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"
)

// openTime bounds the opening of a session: a server that hangs is none.
const openTime = 3 * time.Second

// session is the one that the program has, in the versions of the protocol with
// sessions. The server may lose it, and may not have been there yet when the
// program opened it: then it is opened with the program's own words again.
type session struct {
	turn chan struct{} // held by who opens it

	mu      sync.Mutex
	hello   *message // the program's initialize; nil before
	open    bool
	id      string
	version string
	run     string // of the server that it is open at
	names   []string
}

func (s *session) begin(hello *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hello, s.open, s.id, s.version, s.run = hello, false, "", "", ""
}

func (s *session) client() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hello == nil {
		return ""
	}
	return s.hello.client
}

// mark puts the session into the header of a request.
func (s *session) mark(h http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.id != "" {
		h.Set(headerSession, s.id)
	}
	if s.version != "" {
		h.Set(headerVersion, s.version)
	}
}

func (s *session) drop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.id == id {
		s.open, s.id = false, ""
	}
}

func (s *session) state() (hello *message, open bool, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hello, s.open, s.id
}

func (s *session) opened(id, run string, result *helloResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open, s.id, s.version, s.run, s.names = true, id, result.Version, run, result.lists()
}

// helloResult is what the answer to initialize holds for the bridge.
type helloResult struct {
	Version      string `json:"protocolVersion"`
	Capabilities map[string]struct {
		ListChanged bool `json:"listChanged"`
	} `json:"capabilities"`
}

// lists names the lists of whose changes the server tells.
func (h *helloResult) lists() []string {
	var names []string
	for _, name := range []string{"tools", "prompts", "resources"} {
		if h.Capabilities[name].ListChanged {
			names = append(names, name)
		}
	}
	return names
}

// ensure opens the program's session, if it has begun one and it is not open,
// and returns its id.
func (b *bridge) ensure(ctx context.Context, t Target) (string, error) {
	hello, open, id := b.session.state()
	if hello == nil || open {
		return id, nil
	}
	_, err := b.open(ctx, t)
	_, _, id = b.session.state()
	return id, err
}

// open opens the session and returns the server's answer to initialize; nil if
// somebody else has just opened it.
func (b *bridge) open(ctx context.Context, t Target) ([]byte, error) {
	select {
	case b.session.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-b.session.turn }()
	hello, open, _ := b.session.state()
	if open {
		return nil, nil
	}
	short, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	raw, id, err := b.hello(short, t, hello)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, &unreachableError{errors.New("it does not answer; restart Unodesk")}
	}
	if err != nil {
		return nil, err
	}
	var reply struct {
		Result *helloResult `json:"result"`
	}
	if json.Unmarshal(raw, &reply) != nil || reply.Result == nil {
		return raw, nil // the program reads why
	}
	b.session.opened(id, t.Run, reply.Result)
	h := http.Header{"User-Agent": {b.agent(hello)}}
	b.session.mark(h)
	resp, err := b.do(short, http.MethodPost, t, notification("notifications/initialized", nil), h, func() {})
	if err == nil {
		resp.Body.Close()
	}
	return raw, err
}

// hello sends initialize and returns the answer and the id of the session.
func (b *bridge) hello(ctx context.Context, t Target, m *message) (raw []byte, id string, err error) {
	resp, err := b.do(ctx, http.MethodPost, t, m.raw, http.Header{"User-Agent": {b.agent(m)}}, func() {})
	if errors.Is(err, errCut) {
		return nil, "", &unreachableError{err} // opening a session twice does no harm
	}
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	err = messages(resp, func(message []byte) {
		if isAnswer(message) {
			raw = append([]byte(nil), message...)
		}
	})
	if err == nil && raw == nil {
		err = &unreachableError{errors.New("it did not answer; restart Unodesk")}
	}
	return raw, resp.Header.Get(headerSession), err
}

// initialize answers the program's initialize: with the server's answer, or
// after a short while without one.
func (b *bridge) initialize(ctx context.Context, m *message) {
	b.session.begin(m)
	raw, err := b.tryOpen(ctx)
	for end := time.Now().Add(helloTime); isUnreachable(err) && time.Now().Before(end) && pause(ctx, helloPause); {
		_ = b.launch.try()
		raw, err = b.tryOpen(ctx)
	}
	switch {
	case ctx.Err() != nil:
		return
	case isUnreachable(err):
		_ = b.launch.try()
		b.out.write(b.placeholder(m))
	case err != nil:
		b.out.write(failure(m.id, codeUnreachable, err.Error()))
	default:
		b.out.write(raw)
	}
	b.follow.Do(func() { b.streams.Go(func() { b.watch(ctx) }) })
}

func (b *bridge) tryOpen(ctx context.Context) ([]byte, error) {
	t, err := b.o.Server()
	if err != nil {
		return nil, &unreachableError{err}
	}
	return b.open(ctx, t)
}

// bye tells the server that the session is over.
func (b *bridge) bye() {
	_, open, id := b.session.state()
	t, err := b.o.Server()
	if !open || id == "" || err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), byeTime)
	defer cancel()
	h := http.Header{}
	b.session.mark(h)
	if resp, err := b.do(ctx, http.MethodDelete, t, nil, h, func() {}); err == nil {
		resp.Body.Close()
	}
}
