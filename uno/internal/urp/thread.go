package urp

import "slices"

// Thread is what we know of one thread id: our calls that wait for a reply, and
// the office's calls to us that we have not answered (section 4). A reply has
// no number; these rules say which request it belongs to, and when an answer
// may be sent so that the office cannot mistake it for another one's.
//
// C and B are the caller's own records of a call and of a callback.
type Thread[C any, B any] struct {
	calls []C // in the order they were sent
	// blocked says how many of the first calls have begun and wait for the
	// answer to a callback that arrived while they ran.
	blocked   int
	callbacks []callback[B] // innermost last
}

type callback[B any] struct {
	record B
	blocks bool // a call; callbacks nest, so the last one that is blocked
}

// Called notes that a request was sent.
func (t *Thread[C, B]) Called(c C) { t.calls = append(t.calls, c) }

// Replied returns the call that a reply belongs to: the oldest one that is not
// blocked. It reports false for a reply that nothing waits for.
func (t *Thread[C, B]) Replied() (c C, ok bool) {
	if !t.running() {
		return c, false
	}
	c = t.calls[t.blocked]
	t.calls = slices.Delete(t.calls, t.blocked, t.blocked+1)
	return c, true
}

// running reports whether the office executes a call now.
func (t *Thread[C, B]) running() bool { return t.blocked < len(t.calls) }

// Entered notes that the office called us; the call that runs is blocked by it.
func (t *Thread[C, B]) Entered(b B) {
	blocks := t.running()
	if blocks {
		t.blocked++
	}
	t.callbacks = append(t.callbacks, callback[B]{b, blocks})
}

// Innermost returns the innermost unanswered callback, and whether its turn has
// come: every request queued on this thread id has begun and waits in a
// callback. Only then may it be answered or make calls of its own.
func (t *Thread[C, B]) Innermost() (b B, turn, ok bool) {
	if len(t.callbacks) == 0 {
		return b, false, false
	}
	return t.callbacks[len(t.callbacks)-1].record, !t.running(), true
}

// Answered removes the innermost callback and unblocks the call it blocked.
func (t *Thread[C, B]) Answered() {
	last := len(t.callbacks) - 1
	if t.callbacks[last].blocks {
		t.blocked--
	}
	t.callbacks = slices.Delete(t.callbacks, last, last+1)
}

// Idle reports that nothing waits on this thread id in either direction.
func (t *Thread[C, B]) Idle() bool { return len(t.calls) == 0 && len(t.callbacks) == 0 }

// Waiting returns the records of all calls that wait for a reply.
func (t *Thread[C, B]) Waiting() []C { return slices.Clone(t.calls) }
