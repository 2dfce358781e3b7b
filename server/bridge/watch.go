package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// watch follows the server for a program with a session: it passes on what the
// server says unasked, and tells the program to ask for its lists again when
// the server has come, or is another one.
func (b *bridge) watch(ctx context.Context) {
	away := !b.isOpen()
	known := b.session.runName()
	for ctx.Err() == nil {
		t, err := b.o.Server()
		if err == nil {
			_, err = b.ensure(ctx, t)
		}
		if err != nil {
			away = true
			pause(ctx, pollPause)
			continue
		}
		if away || t.Run != known {
			away, known = false, t.Run
			for _, name := range b.session.lists() {
				b.out.write(notification("notifications/"+name+"/list_changed", nil))
			}
		}
		away = b.stream(ctx, t)
		pause(ctx, pollPause)
	}
}

func (b *bridge) isOpen() bool {
	_, open, _ := b.session.state()
	return open
}

func (s *session) runName() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run
}

func (s *session) lists() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names
}

// stream passes on what the server says unasked, as long as it does, and
// reports whether the server went away.
func (b *bridge) stream(ctx context.Context, t Target) (away bool) {
	h := http.Header{"User-Agent": {b.agent(&message{})}}
	b.session.mark(h)
	resp, err := b.do(ctx, http.MethodGet, t, nil, h, func() {})
	if err != nil {
		return true
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		_ = events(resp.Body, b.out.write)
		return !b.reachable(ctx)
	case http.StatusNotFound:
		b.session.drop(h.Get(headerSession))
		return false
	}
	for b.reachable(ctx) { // a server that says nothing unasked
		if !pause(ctx, 3*time.Second) {
			return true
		}
	}
	return true
}

// subscribe keeps a subscription of the protocol without sessions alive, over
// restarts of the server.
func (b *bridge) subscribe(ctx context.Context, m *message, sent func()) {
	for first := true; ctx.Err() == nil; first = false {
		err := b.forward(ctx, m, sent)
		var refused *refusedError
		if first && (isUnreachable(err) || errors.As(err, &refused)) {
			b.out.write(b.offline(m, err))
			return
		}
		for pause(ctx, pollPause) && !b.reachable(ctx) {
		}
		if ctx.Err() == nil {
			b.tellSubscriber(m)
		}
	}
}

// tellSubscriber tells of every list that was subscribed to that it may have
// changed while the server was away.
func (b *bridge) tellSubscriber(m *message) {
	for _, list := range []struct{ want, name string }{
		{"toolsListChanged", "tools"}, {"promptsListChanged", "prompts"}, {"resourcesListChanged", "resources"},
	} {
		if m.wants[list.want] == true {
			b.out.write(notification("notifications/"+list.name+"/list_changed", map[string]any{
				"_meta": map[string]json.RawMessage{metaSubscribing: m.id},
			}))
		}
	}
}
