package uno

import (
	"fmt"
	"time"

	"github.com/unodesk/unodesk/uno/internal/urp"
)

// block is one encoded block on its way out.
type block struct {
	bytes []byte
	// started is set, under the connection's mu, before the first byte goes out,
	// and taken back when it turns out that none did.
	started bool
	part    bool // some of it has gone out already
}

// output is what waits to be written; its fields are guarded by the
// connection's mu. Blocks leave in the order in which they were encoded.
type output struct {
	queue  []*block
	size   int         // bytes in queue
	writes writer      // others leave their blocks to it
	spare  []byte      // a buffer for the next block
	broken error       // why nothing can be written any more
	drain  *time.Timer // ends the connection after that
}

// writer says who writes to the connection now.
type writer int

const (
	nobody writer = iota
	aCaller
	theLoop
)

const (
	// maxBacklog bounds what may wait for a stalled office, in bytes.
	maxBacklog = 64 << 20
	// joinLimit keeps blocks from being called started long before they are.
	joinLimit = 64 << 10
	// keepBuffer is the size up to which buffers are kept for the next block.
	keepBuffer = 64 << 10
)

// begin starts a block; mu must be held.
func (o *output) begin() *block {
	buf := o.spare
	o.spare = nil
	if buf == nil {
		buf = make([]byte, 0, 512)
	}
	return &block{bytes: urp.BeginBlock(buf[:0])}
}

// enqueue adds a finished block; mu must be held, and flush called after it is
// released.
func (o *output) enqueue(b *block) {
	o.queue = append(o.queue, b)
	o.size += len(b.bytes)
}

// take removes blocks from the front that are to be written together, at least
// one; mu must be held.
func (o *output) take(limit int) []*block {
	n, size := 1, len(o.queue[0].bytes)
	for n < len(o.queue) && size+len(o.queue[n].bytes) <= limit {
		size += len(o.queue[n].bytes)
		n++
	}
	taken := make([]*block, n)
	copy(taken, o.queue)
	for _, b := range taken {
		b.started = true
	}
	rest := copy(o.queue, o.queue[n:])
	clear(o.queue[rest:])
	o.queue = o.queue[:rest]
	o.size -= size
	return taken
}

// flush sees to it that what is queued gets written. When nobody writes and the
// system takes the bytes at once, the caller writes them itself, which saves
// waking the loop; it never waits for the office.
func (c *Conn) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.out.writes != nobody || len(c.out.queue) == 0 {
		return
	}
	if c.direct != nil && len(c.out.queue) == 1 {
		b := c.out.take(0)[0]
		c.out.writes = aCaller
		c.mu.Unlock()
		n, err := c.direct.write(b.bytes)
		c.mu.Lock()
		c.out.writes = nobody
		if err != nil {
			b.started = n > 0
			c.writeFailed(err)
			return
		}
		c.out.wrote(b, n)
	}
	if len(c.out.queue) > 0 {
		select {
		case c.wake <- struct{}{}:
		default:
		}
	}
}

// wrote puts what is left of a block back to the front of the queue.
func (o *output) wrote(b *block, n int) {
	if n == len(b.bytes) {
		if cap(b.bytes) <= keepBuffer {
			o.spare = b.bytes
		}
		b.bytes = nil
		return
	}
	b.started, b.part = n > 0, n > 0
	b.bytes = b.bytes[n:]
	o.queue = append([]*block{b}, o.queue...)
	o.size += len(b.bytes)
}

// writeLoop writes what flush leaves to it, joined, so that a burst of small
// blocks costs one system call. It alone waits for an office that does not read.
func (c *Conn) writeLoop() {
	defer c.workers.Done()
	var joined []byte
	for {
		select {
		case <-c.done:
			return
		case <-c.wake:
		}
		for blocks := c.next(); blocks != nil; blocks = c.next() {
			joined = c.write(blocks, joined[:0])
		}
		if cap(joined) > 1<<20 {
			joined = nil
		}
	}
}

// next takes what the loop is to write now, and keeps callers from writing
// until nothing is left.
func (c *Conn) next() []*block {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.out.writes == aCaller {
		return nil // it wakes the loop when it is done
	}
	if len(c.out.queue) == 0 {
		c.out.writes = nobody
		return nil
	}
	c.out.writes = theLoop
	return c.out.take(joinLimit)
}

// write writes blocks, joined in the given buffer, which it returns.
func (c *Conn) write(blocks []*block, joined []byte) []byte {
	bytes := blocks[0].bytes
	if len(blocks) > 1 {
		for _, b := range blocks {
			joined = append(joined, b.bytes...)
		}
		bytes = joined
	}
	n, err := c.nc.Write(bytes)
	if err == nil {
		return joined
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, b := range blocks {
		b.started = b.part || n > 0
		n -= len(b.bytes)
	}
	c.writeFailed(err)
	return joined
}

// drainTime is how long answers are waited for that were on their way when a
// write failed. An office that has gone ends them sooner.
const drainTime = time.Second

// writeFailed stops writing for good. Answers that have arrived are still read,
// then the connection ends; mu must be held.
func (c *Conn) writeFailed(err error) {
	if c.err != nil || c.out.broken != nil {
		return
	}
	c.out.broken = fmt.Errorf("%w: write to the office: %w", ErrClosed, err)
	c.out.drop()
	c.out.drain = time.AfterFunc(drainTime, func() { c.fail(err) })
}

// drop forgets what has not been written.
func (o *output) drop() {
	clear(o.queue)
	o.queue, o.size = nil, 0
}
