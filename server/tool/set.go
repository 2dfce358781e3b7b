package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// MaxDescription is how long a description may be, in characters.
const MaxDescription = 400

// Set is a list of tools, in the order in which people should read them.
type Set []Tool

// Where returns the tools for which keep is true.
func (s Set) Where(keep func(*Tool) bool) Set {
	var out Set
	for i := range s {
		if keep(&s[i]) {
			out = append(out, s[i])
		}
	}
	return out
}

// AddTo compiles the set and adds its tools to an MCP server. It returns all
// mistakes joined, and adds nothing then.
func (s Set) AddTo(server *mcp.Server, o Options) error {
	c, err := s.Compile(o)
	if err != nil {
		return err
	}
	c.AddTo(server)
	return nil
}

// Compile checks every tool, derives the schemas and returns all mistakes
// joined.
func (s Set) Compile(o Options) (*Catalog, error) {
	c := &Catalog{o: o.withDefaults(), tools: map[string]*entry{}, jobs: newJobs()}
	var errs []error
	for i := range s {
		t := &s[i]
		if c.tools[t.Name] != nil {
			errs = append(errs, fmt.Errorf("tool %s: there are two of this name", t.Name))
			continue
		}
		e, err := t.compile()
		if err != nil {
			errs = append(errs, fmt.Errorf("tool %s: %w", t.Name, err))
		}
		c.tools[t.Name] = e
		c.order = append(c.order, t.Name)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return c, nil
}

// entry is a tool with its derived schema.
type entry struct {
	*Tool
	input  *jsonschema.Schema
	listed *mcp.Tool
	wire   json.RawMessage // as it stands in a list
}

func (t *Tool) compile() (*entry, error) {
	errs := []error{t.Spec.check(t.edit)}
	input, err := t.schema()
	if err != nil {
		return &entry{Tool: t}, errors.Join(append(errs, err)...)
	}
	errs = append(errs, plainSchema(input))
	if t.Example != "" {
		if _, err := coerce(json.RawMessage(t.Example), input); err != nil {
			errs = append(errs, fmt.Errorf("example: %w", err))
		}
	}
	e := &entry{Tool: t, input: input, listed: t.describe(forListing(input))}
	e.wire, err = leanTool(e.listed)
	return e, errors.Join(append(errs, err)...)
}

var wireName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// check reports what is missing or contradicts itself in a Spec.
func (s *Spec) check(edit bool) error {
	var errs []error
	rule := func(broken bool, text string, args ...any) {
		if broken {
			errs = append(errs, fmt.Errorf(text, args...))
		}
	}
	rule(!wireName.MatchString(s.Name) || len(s.Name) > 64, "name is not snake_case of at most 64 characters")
	rule(s.Title == "", "no title")
	rule(s.Description == "", "no description")
	n := utf8.RuneCountInString(s.Description)
	rule(n > MaxDescription, "description has %d characters, at most %d are allowed", n, MaxDescription)
	rule(s.Domain == "", "no domain")
	switch s.Family {
	case Common, Writer, Calc, Draw:
	default:
		rule(true, "no family")
	}
	rule(s.Tier < Essential || s.Tier > Specialized, "no such tier")
	rule(!s.Effect.valid(), "no effect")
	rule(!s.Undo.valid(), "no undo class")
	if s.Effect.valid() && s.Undo.valid() {
		rule((s.Effect == Reads) != (s.Undo == NotNeeded), "effect %v does not go with undo %v", s.Effect, s.Undo)
		rule(s.Undo == None && s.Effect != Destroys, "undo none needs effect destroys, not %v", s.Effect)
	}
	rule(edit && s.Effect == Reads, "is an edit that only reads")
	rule(edit && s.NoDocument, "is an edit without a document")
	return errors.Join(errs...)
}

// describe is what a client sees of a tool. Clients ask people before a
// destructive tool, so the hint is set only for what cannot be taken back.
func (t *Tool) describe(input *jsonschema.Schema) *mcp.Tool {
	destructive, open := t.Effect == Destroys, t.OpenWorld
	return &mcp.Tool{
		Name:        t.Name,
		Title:       t.Title,
		Description: t.Description,
		InputSchema: input,
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint:    t.Effect == Reads,
			IdempotentHint:  t.Effect == Reads,
			DestructiveHint: &destructive,
			OpenWorldHint:   &open,
		},
	}
}
