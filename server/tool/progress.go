package tool

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// progress is what the client of a call has been told of it. Progress only
// grows, as the protocol wants it.
type progress struct {
	mu    sync.Mutex // one notification is sent at a time
	muted bool       // the call is answered
	done  float64
	total float64
	at    time.Time
}

// Progress tells the client how far a long call is, if it asked. Total is 0
// when it is not known.
func (c *Call) Progress(ctx context.Context, done, total float64, message string) {
	p := &c.told
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.o.Progress == nil || p.muted {
		return
	}
	p.total = total
	p.send(ctx, c, done, message)
}

func (p *progress) send(ctx context.Context, c *Call, done float64, message string) {
	const least = 0.001
	p.done, p.at = max(done, p.done+least), time.Now()
	c.o.Progress(ctx, p.done, p.total, message)
}

// stillThere tells the client that the call goes on, if it has not heard of it
// for a while.
func (c *Call) stillThere(ctx context.Context, elapsed time.Duration) {
	p := &c.told
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.muted || time.Since(p.at) < beat*3/4 {
		return
	}
	p.send(ctx, c, 0, fmt.Sprintf("%s: %.0f s so far", c.tool.Title, elapsed.Seconds()))
}

// mute ends the notifications, because the call has been answered.
func (c *Call) mute() {
	c.told.mu.Lock()
	defer c.told.mu.Unlock()
	c.told.muted = true
}
