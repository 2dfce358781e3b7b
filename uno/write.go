package uno

import (
	"fmt"

	"github.com/unodesk/unodesk/uno/internal/urp"
)

// block is one encoded block on its way out.
type block struct {
	bytes []byte
	// started is set, under the connection's mu, before the first byte goes out.
	started bool
}

// maxBacklog bounds what may wait for a stalled office, in bytes.
const maxBacklog = urp.MaxBlock

// enqueue hands a finished block to the writer; mu must be held.
func (c *Conn) enqueue(b *block) {
	c.outbox = append(c.outbox, b)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// writeLoop sends what is in the outbox, joined, so that a burst of small
// blocks costs one system call.
func (c *Conn) writeLoop() {
	defer c.workers.Done()
	var joined []byte
	for {
		select {
		case <-c.done:
			return
		case <-c.wake:
		}
		for {
			bytes := c.take(&joined)
			if len(bytes) == 0 {
				break
			}
			if _, err := c.nc.Write(bytes); err != nil {
				c.fail(fmt.Errorf("write to the office: %w", err))
				return
			}
		}
		if cap(joined) > 1<<20 {
			joined = nil
		}
	}
}

// joinLimit keeps blocks from being called started long before they are.
const joinLimit = 64 << 10

func (c *Conn) take(joined *[]byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil || len(c.outbox) == 0 {
		return nil
	}
	first := c.outbox[0]
	n, size := 1, len(first.bytes)
	for n < len(c.outbox) && size+len(c.outbox[n].bytes) <= joinLimit {
		size += len(c.outbox[n].bytes)
		n++
	}
	for _, b := range c.outbox[:n] {
		b.started = true
	}
	bytes := first.bytes
	if n > 1 {
		*joined = (*joined)[:0]
		for _, b := range c.outbox[:n] {
			*joined = append(*joined, b.bytes...)
		}
		bytes = *joined
	}
	for _, b := range c.outbox[:n] {
		b.bytes = nil
	}
	c.outbox = append(c.outbox[:0], c.outbox[n:]...)
	return bytes
}

// backlog returns how many bytes wait to be written; mu must be held.
func (c *Conn) backlog() int {
	n := 0
	for _, b := range c.outbox {
		n += len(b.bytes)
	}
	return n
}
