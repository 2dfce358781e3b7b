package server

import (
	"context"
	"strings"
	"sync"

	"github.com/unodesk/unodesk/server/tool"
)

// queue lets edits of one document through one after the other, host by host,
// those of one host in the order in which they came. Edits of different
// documents do not wait for each other, reads for nobody.
type queue struct {
	// key names the document that a target means, so that its URL and its uid
	// are the same document.
	key func(ctx context.Context, target string) string

	mu    sync.Mutex
	lines map[string]*line
}

// line is the queue of one document.
type line struct {
	*turns
	users int
}

// around runs a tool call, an edit when its turn has come.
func (q *queue) around(ctx context.Context, t *tool.Tool, c *tool.Call, next func(context.Context) error) error {
	if !t.Effect.Mutates() || t.NoDocument {
		return next(ctx)
	}
	key := q.key(ctx, strings.TrimSpace(c.Target()))
	l := q.enter(key)
	defer q.leave(key, l)
	if err := l.take(ctx, hostOf(c)); err != nil {
		return waited(err, "other edits of this document")
	}
	defer l.give()
	return next(ctx)
}

func (q *queue) enter(key string) *line {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.lines[key]
	if l == nil {
		if q.lines == nil {
			q.lines = map[string]*line{}
		}
		l = &line{turns: newTurns(1)}
		q.lines[key] = l
	}
	l.users++
	return l
}

func (q *queue) leave(key string, l *line) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l.users--; l.users == 0 {
		delete(q.lines, key)
	}
}

// waiting counts the edits of each document that wait or run, by uid.
func (q *queue) waiting() map[string]int {
	q.mu.Lock()
	defer q.mu.Unlock()
	counts := map[string]int{}
	for key, l := range q.lines {
		if uid, ok := strings.CutPrefix(key, "uid:"); ok {
			counts[uid] = l.users
		}
	}
	return counts
}

// documentKey names the document that a target means.
func (s *Server) documentKey(ctx context.Context, target string) string {
	unresolved := "?" + target // never the key of an open document
	if s.o.DocumentID == nil {
		return unresolved
	}
	uid, err := s.o.DocumentID(ctx, target)
	if err != nil {
		return unresolved // the call will fail by itself
	}
	return "uid:" + uid
}
