package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The deadlines of a call when nothing else is set.
const (
	DefaultTimeout     = time.Minute
	DefaultLongTimeout = 15 * time.Minute
	// grace is how long an overdue handler may take to notice its deadline
	// before it is answered for.
	grace = time.Second
)

// Options is what a Catalog needs from outside. All of it has defaults.
type Options struct {
	Log *slog.Logger
	// Timeout is the deadline of a call, LongTimeout that of a long tool. They
	// are asked anew for each call.
	Timeout, LongTimeout func() time.Duration
	// TextLimit is how many bytes of content an answer holds by default.
	TextLimit func() int
	// Mode is which tools clients are shown, Access what the sender of a
	// request may use, Kinds of which kinds documents are open. They are asked
	// anew for each request.
	Mode   func() Mode
	Access func(*mcp.RequestExtra) Access
	Kinds  func(context.Context) []Family
	// Around runs each call: it may queue it or refuse it with an error, and
	// must not return while next runs.
	Around func(ctx context.Context, t *Tool, c *Call, next func(context.Context) error) error
	// Consent is asked before a call changes something; nil: never.
	Consent Consent
	// Record is told of each call that has ended, before its answer goes out.
	// It must not wait.
	Record func(Record)
}

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if o.Timeout == nil {
		o.Timeout = func() time.Duration { return DefaultTimeout }
	}
	if o.LongTimeout == nil {
		o.LongTimeout = func() time.Duration { return DefaultLongTimeout }
	}
	if o.TextLimit == nil {
		o.TextLimit = func() int { return DefaultTextLimit }
	}
	if o.Mode == nil {
		o.Mode = func() Mode { return Delegate }
	}
	if o.Access == nil {
		o.Access = func(*mcp.RequestExtra) Access { return Access{} }
	}
	if o.Kinds == nil {
		o.Kinds = func(context.Context) []Family { return nil }
	}
	if o.Around == nil {
		o.Around = func(ctx context.Context, _ *Tool, _ *Call, next func(context.Context) error) error { return next(ctx) }
	}
	return o
}

// Catalog is a compiled Set. It is safe for concurrent use.
type Catalog struct {
	o     Options
	tools map[string]*entry
	order []string
}

// Tools lists the tools as a client sees them, in the order of the set.
func (c *Catalog) Tools() []*mcp.Tool {
	out := make([]*mcp.Tool, len(c.order))
	for i, name := range c.order {
		out[i] = c.tools[name].listed
	}
	return out
}

// Spec returns the declaration of a tool.
func (c *Catalog) Spec(name string) (Spec, bool) {
	e := c.tools[name]
	if e == nil {
		return Spec{}, false
	}
	return e.Spec, true
}

// Call runs a tool. It always returns an answer, within the deadline and a
// second.
func (c *Catalog) Call(ctx context.Context, call *Call, name string, raw json.RawMessage) *Result {
	start := time.Now()
	call.limit = c.o.TextLimit()
	call.catalog = c
	e := c.tools[name]
	if e != nil && e.forwards {
		var err error
		if name, raw, err = c.forwarded(e, call, raw); err != nil {
			return c.failed(call, e.Name, start, err)
		}
		e = c.tools[name]
	}
	if e == nil {
		return c.failed(call, name, start, c.unknown(name))
	}
	if err := call.o.Access.refuses(&e.Spec); err != nil {
		return c.failed(call, name, start, err)
	}
	call.tool, call.user = e.Tool, c.o.Consent
	args, err := e.take(call, raw)
	if err != nil {
		return c.failed(call, name, start, err)
	}
	v, err := c.run(ctx, e, call, args)
	if err != nil {
		return c.failed(call, name, start, err)
	}
	a, err := success(v)
	if err != nil {
		return c.failed(call, name, start, fmt.Errorf("encode the answer: %w", err))
	}
	c.record(call, name, start, failure{})
	return &Result{JSON: a.finish(call, time.Since(start))}
}

// take coerces the arguments and takes out those of the middleware.
func (e *entry) take(call *Call, raw json.RawMessage) (json.RawMessage, error) {
	args, err := coerce(raw, e.input)
	if err != nil {
		return nil, err
	}
	if target, _ := args[argDocument].(string); target != "" {
		call.o.Target = target
	}
	delete(args, argDocument)
	if e.edit {
		dry, _ := args[argDryRun].(bool)
		call.setDryRun(dry)
		call.mustBe, _ = args[argRevision].(string)
	}
	return encode(args)
}

// run runs the handler under its deadline, in a goroutine of its own: a handler
// that does not notice the deadline is left behind, still inside Around.
func (c *Catalog) run(ctx context.Context, e *entry, call *Call, args json.RawMessage) (any, error) {
	limit := c.o.Timeout()
	if e.Long {
		limit = c.o.LongTimeout()
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	type outcome struct {
		v   any
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		defer cancel()
		var o outcome
		o.err = c.guarded(ctx, e, call, func(ctx context.Context) (err error) {
			o.v, err = e.Tool.run(ctx, call, args)
			return err
		})
		done <- o
	}()
	overdue := time.NewTimer(limit + grace)
	defer overdue.Stop()
	select {
	case o := <-done:
		return o.v, o.err
	case <-overdue.C:
		return nil, context.DeadlineExceeded
	}
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

func (c *Catalog) failed(call *Call, name string, start time.Time, err error) *Result {
	// A change without a plan may have happened as soon as its handler ran.
	f := explain(err, call.hasBegun() || call.mayHaveBegun(err))
	raw, encErr := encode(f)
	if encErr != nil {
		f.Details = nil
		raw, _ = encode(f)
	}
	c.record(call, name, start, f)
	a, _ := answer{}.splice(raw)
	return &Result{JSON: a.finish(call, time.Since(start)), Code: f.Code}
}

// Names lists the tools by name.
func (c *Catalog) Names() []string { return slices.Sorted(slices.Values(c.order)) }
