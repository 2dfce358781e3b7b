package server

import (
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// waitingCalls are the calls of a stream that were let in and have no answer
// yet: it goes to the stream, long after the request that brought the call.
type waitingCalls struct {
	mu    sync.Mutex
	leave map[jsonrpc.ID][]func()
	ended bool
}

// begin notes a message that was let in; leave is called once when it has been
// answered, or when the stream ends. So does the function it returns, for one
// that is answered in another way.
func (c *waitingCalls) begin(body []byte, leave func()) (answered func()) {
	leave = sync.OnceFunc(leave)
	m, err := jsonrpc.DecodeMessage(body)
	r, ok := m.(*jsonrpc.Request)
	if err != nil || !ok || !r.IsCall() {
		leave() // nobody will answer it
		return leave
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		leave()
		return leave
	}
	if c.leave == nil {
		c.leave = map[jsonrpc.ID][]func(){}
	}
	c.leave[r.ID] = append(c.leave[r.ID], leave)
	return func() { c.answered(r.ID) }
}

func (c *waitingCalls) answered(id jsonrpc.ID) {
	c.mu.Lock()
	list := c.leave[id]
	delete(c.leave, id)
	c.mu.Unlock()
	for _, leave := range list {
		leave()
	}
}

// end lets go of all, and of those that come later.
func (c *waitingCalls) end() {
	c.mu.Lock()
	c.ended = true
	left := c.leave
	c.leave = nil
	c.mu.Unlock()
	for _, list := range left {
		for _, leave := range list {
			leave()
		}
	}
}
