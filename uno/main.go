package uno

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
)

type mainKey struct{}

// mainCall is the office's thread that a context's calls run on: that of Main,
// or of a call of an exported object.
type mainCall struct {
	conn      *Conn
	tid       string
	main      bool   // tid is the office's main thread
	begin     bool   // the call that runs Main's function
	goroutine uint64 // that runs Main's function; 0 for others
	ended     bool   // guarded by conn.mu
	after     func() // called once the answer to the office is on its way
}

// endMain makes calls with m's context fail from now on.
func (c *Conn) endMain(m *mainCall) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m.ended = true
}

func mainOf(ctx context.Context) *mainCall {
	m, _ := ctx.Value(mainKey{}).(*mainCall)
	return m
}

// Main runs f while the office's main thread stands still and serves nobody
// else: calls made with the context given to f run on that thread. So f is
// atomic for the user and for all other clients, and may touch what only the
// main thread may: windows, views, selections, dispatches, dialogs.
//
// The user cannot type meanwhile: f must be short (aim below 50 ms) and must
// not wait for calls of other goroutines. A call from f with another context is
// refused with ErrNotMain. Main inside Main just runs f.
//
// When f has not run, NothingSent is true for the error. Otherwise Main returns
// what f returned, a panic as an error. When ctx ends while f runs, f's calls
// return and Main waits for f.
//
// With the context of a call of an exported object Main just runs f if the
// office made that call on its main thread and Main was used before, and else
// returns ErrNotMain: waiting for the main thread there would be a deadlock.
func (c *Conn) Main(ctx context.Context, f func(ctx context.Context) error) error {
	if ctx.Err() != nil {
		return &ConnError{Err: context.Cause(ctx)}
	}
	if m := mainOf(ctx); m != nil && m.conn == c {
		if !m.main {
			return &ConnError{Err: ErrNotMain}
		}
		return protect(ctx, f)
	}
	caller, err := c.services.asyncCallback(ctx, c)
	if err != nil {
		return unsent(err)
	}
	job := &mainJob{conn: c, outer: ctx, f: f, done: make(chan error, 1)}
	job.begun.came = make(chan struct{})
	callback, err := c.Export(job.notify, "com.sun.star.awt.XCallback")
	if err != nil {
		return err
	}
	callback.job = job
	defer callback.Close()
	_, err = caller.Call(ctx, "com.sun.star.awt.XRequestCallback", "addCallback", callback, nil)
	return job.wait(ctx, err)
}

var errGoexit = errors.New("uno: the function ended its goroutine")

// protect runs f; a panic must not cross to the office's side.
func protect(ctx context.Context, f func(ctx context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("uno: panic inside Main: %v\n%s", p, debug.Stack())
		}
	}()
	return f(ctx)
}

// mainJob is one Main. Its begun comes with the callback that runs f, or with
// the reason why f will not run.
type mainJob struct {
	conn  *Conn
	outer context.Context
	f     func(ctx context.Context) error
	begun moment
	done  chan error
}

// wait waits for f. refused is what addCallback returned.
func (j *mainJob) wait(ctx context.Context, refused error) error {
	j.expect(refused)
	j.conn.await(ctx, &j.begun)
	j.forget()
	switch err := j.begun.err; {
	case err == nil:
		return <-j.done
	case refused != nil:
		return unsent(err)
	case errors.Is(err, ErrClosed):
		return &ConnError{Err: err}
	default:
		return &ConnError{Err: fmt.Errorf("the office's main thread did not come to the job: %w", err)}
	}
}

// expect prepares for the end of the connection.
func (j *mainJob) expect(refused error) {
	c := j.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case refused != nil:
		c.come(&j.begun, refused) // unless f runs all the same
	case c.err != nil:
		c.come(&j.begun, c.err)
	default:
		c.jobs[j] = true
	}
}

func (j *mainJob) forget() {
	j.conn.mu.Lock()
	defer j.conn.mu.Unlock()
	delete(j.conn.jobs, j)
}

// notify is called by the office on its main thread. f gets the caller's
// context values and end, and the thread of this call.
func (j *mainJob) notify(ctx context.Context, method string, _ []any) (any, []any, error) {
	c, m := j.conn, mainOf(ctx)
	if method != "notify" || !m.begin {
		return nil, nil, nil
	}
	m.main, m.goroutine = true, goroutineID()
	c.mainTID.Store(&m.tid)
	outer := c.inMain.Swap(m) // another Main whose call let the office come to this one
	inner, cancel := context.WithCancelCause(context.WithValue(j.outer, mainKey{}, m))
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	err := errGoexit
	m.after = func() { j.done <- err }
	defer func() {
		stop()
		c.inMain.CompareAndSwap(m, outer)
		c.endMain(m)
		cancel(ErrMainEnded)
	}()
	err = protect(inner, j.f)
	return nil, nil, nil
}

// goroutineID reads the number from the first line of the stack trace. It
// costs a microsecond and is asked for only while a Main runs, to refuse a call
// that would otherwise wait for itself.
func goroutineID() uint64 {
	var buf [64]byte
	line := buf[:runtime.Stack(buf[:], false)]
	line = bytes.TrimPrefix(line, []byte("goroutine "))
	if i := bytes.IndexByte(line, ' '); i > 0 {
		n, _ := strconv.ParseUint(string(line[:i]), 10, 64)
		return n
	}
	return 0
}
