package uno

import (
	"errors"
	"os"
	"time"
)

// Reading is a role that one goroutine has at a time, because the caches follow
// the order of the bytes. A caller that waits for an answer reads itself: that
// saves two changes of goroutine, some 10 µs of 60. When nobody waits, the
// standby goroutine reads. It leaves the role to callers as long as they come
// often, so that most calls find it free; what the office sends of its own
// accord in such a time waits for restTime at most.

// restTime is how often the standby looks whether callers still come.
const restTime = time.Millisecond

// errGone is why a connection ends when a handler ended the reading goroutine.
var errGone = errors.New("a handler ended the goroutine that reads")

// serve reads, or lets others read, until came is closed. The end of the
// connection closes it as well.
func (r *receiver) serve(came <-chan struct{}) {
	for {
		select {
		case <-came:
			return
		case <-r.role:
			r.callers.Add(1)
			r.readUntil(came)
		}
	}
}

// readUntil reads until came is closed, and gives the role back.
func (r *receiver) readUntil(came <-chan struct{}) {
	defer func() { r.role <- struct{}{} }()
	for {
		select {
		case <-came:
			return
		default:
			r.step()
		}
	}
}

// step reads and handles one block, or returns because the source was
// interrupted: whoever reads is to look whether its moment has come.
func (r *receiver) step() {
	err := errGone
	defer func() {
		if err != nil {
			r.conn.fail(explain(err))
		}
	}()
	body, count, failed := r.blocks.Next()
	switch {
	case failed == nil:
		err = r.block(body, count)
	case errors.Is(failed, os.ErrDeadlineExceeded):
		err = nil
	default:
		err = failed
	}
}

// standby reads when no caller does.
func (r *receiver) standby() {
	defer r.conn.workers.Done()
	for {
		select {
		case <-r.conn.done:
			return
		case <-r.role:
			r.readAlone()
		}
		for before := uint32(0); before != r.callers.Load(); {
			before = r.callers.Load()
			select {
			case <-r.conn.done:
				return
			case <-time.After(restTime):
			}
		}
	}
}

// readAlone reads until a caller has got an answer, and gives the role back.
func (r *receiver) readAlone() {
	defer func() { r.role <- struct{}{} }()
	r.answered = false
	for !r.answered && r.conn.Err() == nil {
		r.step()
	}
}
