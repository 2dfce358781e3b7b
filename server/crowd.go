package server

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// maxConnections is how many connections there may be at a time. Hosts keep a
// few each, for as long as they run.
const maxConnections = 512

// crowd bounds the connections. Beyond the limit one that waits is closed: the
// one that has been silent longest since it was opened, else since its last
// answer. Nobody who is being served is disturbed, so a program that opens
// connections and says nothing harms nobody but itself.
type crowd struct {
	limit int

	mu    sync.Mutex
	total int
	fresh *list.List // never sent a request
	idle  *list.List // between two requests
	place map[net.Conn]place
}

// place is where a connection that waits stands.
type place struct {
	line *list.List
	at   *list.Element
}

func newCrowd(limit int) *crowd {
	return &crowd{limit: limit, fresh: list.New(), idle: list.New(), place: map[net.Conn]place{}}
}

// watch is the ConnState of the HTTP server.
func (c *crowd) watch(conn net.Conn, state http.ConnState) {
	if surplus := c.note(conn, state); surplus != nil {
		_ = surplus.Close() // its goroutine finds out
	}
}

func (c *crowd) note(conn net.Conn, state http.ConnState) (surplus net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, waits := c.place[conn]; waits {
		p.line.Remove(p.at)
		delete(c.place, conn)
	}
	switch state {
	case http.StateNew:
		c.total++
		c.place[conn] = place{c.fresh, c.fresh.PushBack(conn)}
		if c.total > c.limit {
			return c.first()
		}
	case http.StateIdle:
		c.place[conn] = place{c.idle, c.idle.PushBack(conn)}
	case http.StateClosed, http.StateHijacked:
		c.total--
	}
	return nil
}

// first takes the first of those who wait; c.mu is held. The newest is one of
// them, so there is one.
func (c *crowd) first() net.Conn {
	line := c.fresh
	if line.Len() == 1 && c.idle.Len() > 0 {
		line = c.idle
	}
	conn := line.Remove(line.Front()).(net.Conn)
	delete(c.place, conn)
	return conn
}
