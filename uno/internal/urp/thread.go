package urp

// Thread is what we know of one thread id: our calls that wait for a reply, and
// the office's calls to us that we have not answered (section 4). A reply has
// no number; these rules say which request it belongs to, and when an answer
// may be sent so that the office cannot mistake it for another one's.
//
// C and B are the caller's own records of a call and of a callback.
type Thread[C any, B any] struct {
	calls     []call[C]
	callbacks []callback[B] // innermost last
}

type call[C any] struct {
	record  C
	blocked bool // a callback arrived while it ran and is not answered yet
}

type callback[B any] struct {
	record B
	blocks int // index into calls, or -1
}

// Called notes that a request was sent.
func (t *Thread[C, B]) Called(c C) { t.calls = append(t.calls, call[C]{record: c}) }

// Replied returns the call that a reply belongs to: the oldest one that is not
// blocked. It reports false for a reply that nothing waits for.
func (t *Thread[C, B]) Replied() (C, bool) {
	i := t.running()
	if i < 0 {
		var none C
		return none, false
	}
	c := t.calls[i].record
	t.calls = append(t.calls[:i], t.calls[i+1:]...)
	for j := range t.callbacks {
		if t.callbacks[j].blocks > i {
			t.callbacks[j].blocks--
		}
	}
	return c, true
}

// running returns the index of the call that the office executes now.
func (t *Thread[C, B]) running() int {
	for i := range t.calls {
		if !t.calls[i].blocked {
			return i
		}
	}
	return -1
}

// Entered notes that the office called us; the call that runs is blocked by it.
func (t *Thread[C, B]) Entered(b B) {
	i := t.running()
	if i >= 0 {
		t.calls[i].blocked = true
	}
	t.callbacks = append(t.callbacks, callback[B]{record: b, blocks: i})
}

// Innermost returns the innermost unanswered callback, and whether its turn has
// come: every request queued on this thread id has begun and waits in a
// callback. Only then may it be answered or make calls of its own.
func (t *Thread[C, B]) Innermost() (b B, turn, ok bool) {
	if len(t.callbacks) == 0 {
		return b, false, false
	}
	return t.callbacks[len(t.callbacks)-1].record, t.running() < 0, true
}

// Answered removes the innermost callback and unblocks the call it blocked.
func (t *Thread[C, B]) Answered() {
	last := t.callbacks[len(t.callbacks)-1]
	t.callbacks = t.callbacks[:len(t.callbacks)-1]
	if last.blocks >= 0 && last.blocks < len(t.calls) {
		t.calls[last.blocks].blocked = false
	}
}

// Idle reports that nothing waits on this thread id in either direction.
func (t *Thread[C, B]) Idle() bool { return len(t.calls) == 0 && len(t.callbacks) == 0 }

// Waiting returns the records of all calls that wait for a reply.
func (t *Thread[C, B]) Waiting() []C {
	out := make([]C, len(t.calls))
	for i := range t.calls {
		out[i] = t.calls[i].record
	}
	return out
}
