package tool

import (
	"cmp"
	"context"
	"encoding/json"
	"reflect"
)

// Family is the application whose documents a tool works on.
type Family string

// The families. Draw includes Impress.
const (
	Common Family = "common"
	Writer Family = "writer"
	Calc   Family = "calc"
	Draw   Family = "draw"
)

// Domain is the subject of a tool, in lower-case words: "comments".
type Domain string

// Tier is how soon a client meets a tool.
type Tier int

// The tiers. Core tools are the default ones, essential those of them that even
// a small model gets; specialized tools are found through their domain.
// (Default is the name of a refinement.)
const (
	Essential Tier = iota - 1
	Core
	Specialized
)

func (t Tier) String() string {
	switch t {
	case Essential:
		return "essential"
	case Core:
		return "core"
	}
	return "specialized"
}

// Spec is all that is said about a tool. Names are wire names: snake_case,
// verb first.
type Spec struct {
	Name        string
	Title       string // for people; also names the step in the undo list
	Description string // for models: verb first, at most MaxDescription characters
	Domain      Domain
	Family      Family
	Tier        Tier
	Effect      Effect
	Undo        Undo
	Refine      []Refinement // what the argument types cannot say
	Example     string       // arguments of a typical call, as a JSON object

	Long       bool // may run for minutes: long deadline, outside the gate for fast calls
	NoDocument bool // works without a document: gets no document_url argument
	OpenWorld  bool // reaches beyond this computer

	forwards bool // calls another tool
}

// Tool is a declared tool: a Spec with its handler. Make one with Define or
// DefineEdit.
type Tool struct {
	Spec
	args reflect.Type
	edit bool // made by DefineEdit: takes dry_run
	run  handler
}

// handler is a typed handler behind one signature. Args are already coerced
// and valid.
type handler func(ctx context.Context, c *Call, args json.RawMessage) (any, error)

// Define declares a tool. It does no work and cannot fail: mistakes are
// reported together by Set.Compile.
//
// The argument struct A gives the input schema: json tags name the arguments
// (omitempty makes one optional), jsonschema tags describe them, and a named
// string type with a Values method is an enum. The result R becomes the fields
// of the answer.
func Define[A, R any](s Spec, h func(ctx context.Context, c *Call, a A) (R, error)) Tool {
	return Tool{
		Spec: s,
		args: reflect.TypeFor[A](),
		run: func(ctx context.Context, c *Call, raw json.RawMessage) (any, error) {
			a, err := decode[A](raw)
			if err != nil {
				return nil, err
			}
			if err := c.consent(ctx, raw, nil); err != nil {
				return nil, err
			}
			return h(ctx, c, a)
		},
	}
}

// DefineEdit declares a tool that changes a document. Its handler only reads
// and returns a Plan. The middleware takes two further arguments: with dry_run
// it answers with the plan's preview instead of applying it, and if_revision is
// what Call.IfRevision gives. Both are listed only for a tool that declares them
// (DryRun bool `json:"dry_run"`, IfRevision string `json:"if_revision"`).
func DefineEdit[A any](s Spec, h func(ctx context.Context, c *Call, a A) (Plan, error)) Tool {
	return Tool{
		Spec: s,
		args: reflect.TypeFor[A](),
		edit: true,
		run: func(ctx context.Context, c *Call, raw json.RawMessage) (any, error) {
			a, err := decode[A](raw)
			if err != nil {
				return nil, err
			}
			err = c.consent(ctx, raw, func() (any, error) {
				p, err := h(ctx, c, a)
				if err != nil {
					return nil, err
				}
				return p.Preview(), nil
			})
			if err != nil {
				return nil, err
			}
			p, err := h(ctx, c, a)
			if err != nil {
				return nil, err
			}
			return carryOut(ctx, c, p)
		},
	}
}

// Plan is an edit that has been thought out and not yet begun.
type Plan interface {
	// Preview says what Apply would do.
	Preview() any
	// Apply does it as one step of the undo list with this title. Its context
	// ends with the call's deadline, not when the client gives up: from here
	// on an edit is finished.
	Apply(ctx context.Context, title string) (any, error)
}

// carryOut previews or applies a plan. A call that was cancelled before this
// point changes nothing.
func carryOut(ctx context.Context, c *Call, p Plan) (any, error) {
	if c.DryRun() {
		return preview{p.Preview()}, nil
	}
	if err := cmp.Or(ctx.Err(), c.givenUp()); err != nil {
		return nil, err
	}
	applying := context.WithoutCancel(ctx)
	if t, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		applying, cancel = context.WithDeadline(applying, t)
		defer cancel()
	}
	c.begin()
	return p.Apply(applying, c.Title())
}

// preview marks the answer of a dry run.
type preview struct{ of any }

func decode[A any](raw json.RawMessage) (A, error) {
	var a A
	if err := json.Unmarshal(raw, &a); err != nil {
		return a, Errorf(CodeValidation, "arguments: %w", err)
	}
	return a, nil
}
