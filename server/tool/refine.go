package tool

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Refinement says about one argument what its Go type cannot. Arg is the
// argument's name; "rows[].name" reaches into lists and objects.
type Refinement struct {
	Arg   string
	Apply func(*jsonschema.Schema) error
}

// Default is the value of an optional argument that is not given.
func Default(arg string, value any) Refinement {
	return Refinement{arg, func(s *jsonschema.Schema) error {
		raw, err := json.Marshal(value)
		s.Default = raw
		return err
	}}
}

// Range bounds a number, both ends included.
func Range(arg string, lowest, highest float64) Refinement {
	return Refinement{arg, func(s *jsonschema.Schema) error {
		s.Minimum, s.Maximum = &lowest, &highest
		return nil
	}}
}

// AtLeast bounds a number from below.
func AtLeast(arg string, lowest float64) Refinement {
	return Refinement{arg, func(s *jsonschema.Schema) error {
		s.Minimum = &lowest
		return nil
	}}
}

// NotEmpty refuses an empty text or list.
func NotEmpty(arg string) Refinement {
	return Refinement{arg, func(s *jsonschema.Schema) error {
		one := 1
		switch s.Type {
		case "string":
			s.MinLength = &one
		case "array":
			s.MinItems = &one
		default:
			return fmt.Errorf("not-empty does not fit a %s", s.Type)
		}
		return nil
	}}
}

// Refine is the way out for whatever else a schema can say.
func Refine(arg string, apply func(*jsonschema.Schema)) Refinement {
	return Refinement{arg, func(s *jsonschema.Schema) error {
		apply(s)
		return nil
	}}
}

// refine applies r to the input schema of a tool.
func (r Refinement) refine(root *jsonschema.Schema) error {
	s := root
	for part := range strings.SplitSeq(r.Arg, ".") {
		name, list := strings.CutSuffix(part, "[]")
		if s = s.Properties[name]; s == nil {
			return fmt.Errorf("refines %q, which is no argument", r.Arg)
		}
		if list {
			if s = s.Items; s == nil {
				return fmt.Errorf("refines %q, but %s is no list", r.Arg, name)
			}
		}
	}
	if err := r.Apply(s); err != nil {
		return fmt.Errorf("refines %q: %w", r.Arg, err)
	}
	return nil
}
