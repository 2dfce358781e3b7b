package tool

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
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
	// JobAfter is after how long a call that still runs is answered with an id
	// and goes on as a job; 0: never.
	JobAfter func() time.Duration
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
	if o.JobAfter == nil {
		o.JobAfter = func() time.Duration { return 0 }
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
	jobs  *jobs
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
	return c.run(ctx, e, call, start, args)
}

// EndJobs cancels the calls that go on as jobs.
func (c *Catalog) EndJobs() { c.jobs.end() }

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
