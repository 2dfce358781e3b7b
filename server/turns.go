package server

import (
	"context"
	"slices"
	"sync"

	"github.com/unodesk/unodesk/server/tool"
)

// turns lets a number of calls run at a time. Those who wait are served host
// by host, so that a host with a hundred calls does not hold the others up, and
// those of one host in the order in which they came.
type turns struct {
	mu    sync.Mutex
	free  int
	hosts []string // that wait, in the order in which they are served
	lines map[string][]chan struct{}
}

func newTurns(n int) *turns { return &turns{free: n, lines: map[string][]chan struct{}{}} }

// take waits for a turn. Without an error give has to be called.
func (q *turns) take(ctx context.Context, host string) error {
	q.mu.Lock()
	if q.free > 0 { // then nobody waits
		q.free--
		q.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	if len(q.lines[host]) == 0 {
		q.hosts = append(q.hosts, host)
	}
	q.lines[host] = append(q.lines[host], turn)
	q.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.lines[host], turn)
	if i < 0 { // its turn came at the same moment
		q.next()
		return ctx.Err()
	}
	if q.lines[host] = slices.Delete(q.lines[host], i, i+1); len(q.lines[host]) == 0 {
		delete(q.lines, host)
		q.hosts = slices.DeleteFunc(q.hosts, func(h string) bool { return h == host })
	}
	return ctx.Err()
}

// give ends a turn.
func (q *turns) give() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next()
}

// next passes a turn on; mu is held.
func (q *turns) next() {
	if len(q.hosts) == 0 {
		q.free++
		return
	}
	host := q.hosts[0]
	q.hosts = q.hosts[1:]
	line := q.lines[host]
	close(line[0])
	if len(line) == 1 {
		delete(q.lines, host)
		return
	}
	q.lines[host] = line[1:]
	q.hosts = append(q.hosts, host)
}

// hostOf tells callers apart.
func hostOf(c *tool.Call) string {
	if c.Session() != "" {
		return c.Session()
	}
	return "host " + c.Host()
}
