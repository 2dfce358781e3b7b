package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"
)

// instructions stand in for the server's when it is not there yet. A program
// reads them once, so that it must connect again for the real ones.
const instructions = "Unodesk works on the documents that are open in the user's LibreOffice. It was not running when this " +
	"conversation began, so its full instructions are missing and its tools appear when it has been started; reconnect this " +
	"server in your program afterwards for the full instructions. If no tools are listed, ask the user to start Unodesk and to switch it on."

// versions are those of the protocol that have sessions, newest first.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// placeholder answers initialize without a server.
func (b *bridge) placeholder(m *message) []byte {
	version := m.hello
	if !slices.Contains(versions, version) {
		version = versions[0]
	}
	changing := map[string]bool{"listChanged": true}
	return answer(m.id, map[string]any{
		"protocolVersion": version,
		"capabilities":    map[string]any{"tools": changing, "prompts": changing, "resources": changing},
		"serverInfo":      map[string]string{"name": "unodesk", "title": "Unodesk", "version": b.o.Version},
		"instructions":    instructions,
	})
}

// lists are the empty ones that are there without a server.
var lists = map[string]string{
	"tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources", "resources/templates/list": "resourceTemplates",
}

// offline answers a request that the server did not.
func (b *bridge) offline(m *message, err error) []byte {
	if isUnreachable(err) {
		result := map[string]any{}
		if m.stateless() {
			result["resultType"], result["ttlMs"], result["cacheScope"] = "complete", 0, "private"
		}
		if list := lists[m.method]; list != "" {
			result[list] = []any{}
			return answer(m.id, result)
		}
		switch m.method {
		case "ping":
			return answer(m.id, result)
		case "server/discover": // the program then opens a session, which outlives the absence
			return failure(m.id, codeNoMethod, err.Error())
		}
	}
	text := err.Error()
	if failed := b.launch.failed(); isUnreachable(err) && failed != nil {
		text += ". " + failed.Error()
	}
	return failure(m.id, codeUnreachable, text)
}

// pending are the requests under way.
type pending struct {
	mu     sync.Mutex
	cancel map[string]context.CancelFunc // of those without a session
}

func (p *pending) add(ctx context.Context, m *message) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if !m.stateless() {
		return ctx, cancel
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cancel[string(m.id)] = cancel
	return ctx, func() {
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.cancel, string(m.id))
	}
}

// stop ends the request of that id, if it belongs to no session.
func (p *pending) stop(id json.RawMessage) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	cancel := p.cancel[string(id)]
	if cancel != nil {
		cancel()
	}
	return cancel != nil
}

// launchEvery is how long a start of the server is given before the next one.
const launchEvery = time.Minute

// launcher starts a server now and then.
type launcher struct {
	start func() error // nil starts none

	mu   sync.Mutex
	last time.Time
	err  error
}

var errNoLauncher = errors.New("nothing starts it")

// try starts a server unless that was tried lately. The error is that of the
// last try.
func (l *launcher) try() error {
	if l.start == nil {
		return errNoLauncher
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.last) < launchEvery {
		return l.err
	}
	l.last = time.Now()
	l.err = l.start()
	return l.err
}

// failed is why the last try started nothing.
func (l *launcher) failed() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}
