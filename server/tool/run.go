package tool

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// outcome is what a handler returned.
type outcome struct {
	v   any
	err error
}

// execution is a call whose handler runs in a goroutine of its own: one that
// does not notice its deadline is left behind, still inside Around.
type execution struct {
	c     *Catalog
	e     *entry
	call  *Call
	start time.Time
	done  chan outcome
	late  *time.Timer // answers for a handler that does not
}

// beat is how often a client that wants to know hears of a call.
const beat = 2 * time.Second

// run runs a call until it has ended, or until it has taken as long as a host
// may wait: then it goes on as a job. Until then it ends when ctx does.
func (c *Catalog) run(ctx context.Context, e *entry, call *Call, start time.Time, args []byte) *Result {
	limit := c.o.Timeout()
	if e.Long {
		limit = c.o.LongTimeout()
	}
	if d, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(d))
	}
	call.follow(ctx.Err)
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	independent := context.AfterFunc(ctx, cancel)
	defer independent()
	x := &execution{c: c, e: e, call: call, start: start, done: make(chan outcome, 1), late: time.NewTimer(limit + grace)}
	go func() {
		defer cancel()
		var o outcome
		o.err = c.guarded(own, e, call, func(ctx context.Context) (err error) {
			o.v, err = e.Tool.run(ctx, call, args)
			return err
		})
		x.done <- o
	}()
	handover, pulse := x.timers()
	defer handover.Stop()
	defer pulse.Stop()
	for {
		select {
		case o := <-x.done:
			return x.answer(o)
		case <-x.late.C:
			return x.answer(outcome{err: context.DeadlineExceeded})
		case <-pulse.C:
			call.stillThere(ctx, time.Since(start))
		case <-handover.C:
			if o := x.job(independent, cancel); o != nil {
				a, _ := success(o.running())
				return &Result{JSON: a.finish(call, time.Since(start))}
			}
		}
	}
}

// timers tell when the call becomes a job and when its client hears of it;
// they never fire where that is not wanted.
func (x *execution) timers() (handover *time.Timer, pulse *time.Ticker) {
	const never = 1 << 62
	after := x.c.o.JobAfter()
	if after <= 0 || x.e.Name == JobResult {
		after = never
	}
	every := time.Duration(never)
	if x.call.o.Progress != nil {
		every = beat
	}
	return time.NewTimer(after), time.NewTicker(every)
}

// job makes a job of the call and sees to its end. It returns nil if there are
// too many.
func (x *execution) job(independent func() bool, cancel context.CancelFunc) *job {
	o := x.c.jobs.add(x.call.owner(), x.e.Name, x.start, cancel)
	if o == nil {
		return nil
	}
	if !independent() {
		cancel() // it is ending: what it answers nobody will fetch
	}
	x.call.follow(nil)
	x.call.mute()
	go func() {
		var r *Result
		select {
		case out := <-x.done:
			r = x.answer(out)
		case <-x.late.C:
			r = x.answer(outcome{err: context.DeadlineExceeded})
		}
		o.finish(r, x.call.Images())
	}()
	return o
}

// answer makes the answer of what a handler returned.
func (x *execution) answer(o outcome) *Result {
	x.late.Stop()
	if o.err != nil {
		return x.c.failed(x.call, x.e.Name, x.start, o.err)
	}
	if of, ok := o.v.(*Result); ok { // another call's, whole
		x.c.record(x.call, x.e.Name, x.start, failure{})
		return of
	}
	a, err := success(o.v)
	if err != nil {
		return x.c.failed(x.call, x.e.Name, x.start, fmt.Errorf("encode the answer: %w", err))
	}
	x.c.record(x.call, x.e.Name, x.start, failure{})
	return &Result{JSON: a.finish(x.call, time.Since(x.start))}
}

// guarded runs a handler inside Around and turns a panic of either into an
// error. What a panic says may be document text, so only its type is logged.
func (c *Catalog) guarded(ctx context.Context, e *entry, call *Call, handle func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.o.Log.Error("tool panicked", "tool", e.Name, "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			err = Errorf(CodeInternal, "%s failed inside Unodesk; this is a defect, please report it", e.Name)
		}
	}()
	return c.o.Around(ctx, e.Tool, call, handle)
}
