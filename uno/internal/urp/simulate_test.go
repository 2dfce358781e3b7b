package urp

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// message is one on its way between the two simulated sides.
type message struct {
	kind byte // '+' request, '=' reply to it, '<' callback, '>' answer to it
	id   int
}

// office plays the office's side of one thread id by its rules (urp.md 4): one
// queue of jobs, taken when idle or while waiting for an answer, which always
// goes to the innermost waiting frame.
type office struct {
	random *rand.Rand
	queue  []message
	frames []frame
	next   int // id of the next callback
}

// frame runs a request, or waits for the answer to a callback that it made.
type frame struct {
	request   int
	callbacks int // that it will still make
	waits     int // for the answer to this callback; 0 when it does not wait
}

// step does one thing and returns what it sends, if anything.
func (o *office) step() (message, bool, error) {
	if n := len(o.frames); n > 0 && o.frames[n-1].waits == 0 {
		f := &o.frames[n-1]
		if f.callbacks > 0 {
			o.next++
			f.callbacks--
			f.waits = o.next
			return message{'<', f.waits}, true, nil
		}
		o.frames = o.frames[:n-1]
		return message{'=', f.request}, true, nil
	}
	if len(o.queue) == 0 {
		return message{}, false, nil
	}
	job := o.queue[0]
	o.queue = o.queue[1:]
	if job.kind == '+' {
		o.frames = append(o.frames, frame{request: job.id, callbacks: max(0, o.random.IntN(5)-2)})
		return message{}, false, nil
	}
	if len(o.frames) == 0 {
		return message{}, false, fmt.Errorf("an answer to %d that nothing waits for", job.id)
	}
	top := &o.frames[len(o.frames)-1]
	if top.waits != job.id {
		return message{}, false, fmt.Errorf("the frame that waits for %d gets the answer to %d", top.waits, job.id)
	}
	top.waits = 0
	return message{}, false, nil
}

func (o *office) busy() bool { return len(o.queue)+len(o.frames) > 0 }

// client plays ours with a Thread.
type client struct {
	random   *rand.Rand
	thread   Thread[int, int]
	requests int         // ids given so far
	budget   int         // requests that it may still make
	nested   map[int]int // requests that the handler of a callback will still make
}

func (c *client) request() message {
	c.requests++
	c.budget--
	c.thread.Called(c.requests)
	return message{'+', c.requests}
}

func (c *client) receive(m message) error {
	switch m.kind {
	case '=':
		got, ok := c.thread.Replied()
		if !ok || got != m.id {
			return fmt.Errorf("the reply to %d was taken for that to %d, %v", m.id, got, ok)
		}
	case '<':
		c.thread.Entered(m.id)
		c.nested[m.id] = c.random.IntN(3)
	}
	return nil
}

// act lets the innermost handler make a nested request or answer, when its turn
// has come.
func (c *client) act() (message, bool) {
	id, turn, ok := c.thread.Innermost()
	if !ok || !turn {
		return message{}, false
	}
	if c.nested[id] > 0 && c.budget > 0 {
		c.nested[id]--
		return c.request(), true
	}
	c.thread.Answered()
	return message{'>', id}, true
}

// The bookkeeping against a simulated office: requests call back, handlers make
// requests, other goroutines add more at any time, messages cross. Every reply
// must reach its request, every answer the frame that waits for it.
func TestThreadAgainstOffice(t *testing.T) {
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 1))
		o := office{random: random}
		c := client{random: random, nested: map[int]int{}, budget: 2 + random.IntN(12)}
		var toOffice, toClient []message
		var log []message
		send := func(m message, to *[]message) {
			*to = append(*to, m)
			log = append(log, m)
		}
		for steps := 0; c.budget > 0 || o.busy() || len(toOffice)+len(toClient) > 0; steps++ {
			var err error
			var m message
			ok := false
			switch random.IntN(5) {
			case 0:
				if c.budget > 0 && random.IntN(3) == 0 {
					send(c.request(), &toOffice)
				}
			case 1:
				if m, ok = c.act(); ok {
					send(m, &toOffice)
				}
			case 2:
				if m, ok, err = o.step(); ok {
					send(m, &toClient)
				}
			case 3:
				if len(toOffice) > 0 {
					o.queue = append(o.queue, toOffice[0])
					toOffice = toOffice[1:]
				}
			case 4:
				if len(toClient) > 0 {
					err = c.receive(toClient[0])
					toClient = toClient[1:]
				}
			}
			if steps > 100_000 {
				err = fmt.Errorf("nothing goes on")
			}
			if err != nil {
				t.Fatalf("seed %d, after %c: %v", seed, log, err)
			}
		}
		if !c.thread.Idle() {
			t.Errorf("seed %d: %v wait", seed, c.thread.Waiting())
		}
	}
}
