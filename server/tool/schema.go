package tool

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// The arguments that the middleware adds and answers for.
const (
	argDocument = "document_url"
	argDryRun   = "dry_run"
	argRevision = "if_revision"
)

// Enum is a named string type with a fixed set of values. The method belongs
// on the value, not the pointer.
type Enum interface{ Values() []string }

// schema derives the input schema of t: argument types, enums, refinements and
// the arguments that every such tool has.
func (t *Tool) schema() (*jsonschema.Schema, error) {
	if t.args == nil || t.args.Kind() != reflect.Struct {
		return nil, fmt.Errorf("arguments are %v, want a struct", t.args)
	}
	types := map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[Free](): freeSchema()}
	collectEnums(t.args, types, map[reflect.Type]bool{})
	s, err := jsonschema.ForType(t.args, &jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		return nil, err
	}
	stripNull(s)
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	if err := t.addOwn(s); err != nil {
		return nil, err
	}
	var errs []error
	for _, r := range t.Refine {
		errs = append(errs, r.refine(s))
	}
	return s, errors.Join(errs...)
}

// addOwn adds the arguments that the middleware handles.
func (t *Tool) addOwn(s *jsonschema.Schema) error {
	add := func(name string, arg *jsonschema.Schema) {
		s.Properties[name] = arg
		s.PropertyOrder = append(s.PropertyOrder, name)
	}
	if _, taken := s.Properties[argDocument]; taken {
		return fmt.Errorf("declares %s, which the middleware adds", argDocument)
	}
	document := &jsonschema.Schema{Type: "string", Description: "uid or URL"}
	if t.NoDocument {
		// Taken without being offered: hosts that name the document in every
		// call need not know the exceptions.
		s.Properties[argDocument] = document
	} else {
		add(argDocument, document)
	}
	if !t.edit {
		return nil
	}
	// Taken without being offered, as above, unless the tool declares them: they
	// would be a tenth of the list.
	var errs []error
	for _, arg := range []struct{ name, kind, about string }{
		{argRevision, "string", "refuse unless the document has this revision"},
		{argDryRun, "boolean", "only say what would change"},
	} {
		own, taken := s.Properties[arg.name]
		switch {
		case !taken:
			s.Properties[arg.name] = &jsonschema.Schema{Type: arg.kind, Description: arg.about}
		case own.Type != arg.kind || slices.Contains(s.Required, arg.name):
			errs = append(errs, fmt.Errorf("declares %s as something else than an optional %s", arg.name, arg.kind))
		}
	}
	return errors.Join(errs...)
}

// collectEnums finds the enums below t.
func collectEnums(t reflect.Type, into map[reflect.Type]*jsonschema.Schema, seen map[reflect.Type]bool) {
	if seen[t] || into[t] != nil {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		collectEnums(t.Elem(), into, seen)
	case reflect.Struct:
		for i := range t.NumField() {
			collectEnums(t.Field(i).Type, into, seen)
		}
	case reflect.String:
		if e, ok := reflect.Zero(t).Interface().(Enum); ok {
			s := &jsonschema.Schema{Type: "string"}
			for _, v := range e.Values() {
				s.Enum = append(s.Enum, v)
			}
			into[t] = s
		}
	}
}

// stripNull removes null from the types of an input: an argument that is null
// counts as absent.
func stripNull(s *jsonschema.Schema) {
	walk(s, "", func(_ string, s *jsonschema.Schema) {
		types := slices.DeleteFunc(slices.Clone(s.Types), func(t string) bool { return t == "null" })
		if s.Type == "" && len(types) == 1 {
			s.Type, s.Types = types[0], nil
		}
	})
}

// walk visits s and the schemas of its arguments and items.
func walk(s *jsonschema.Schema, path string, visit func(path string, s *jsonschema.Schema)) {
	visit(path, s)
	if s.Items != nil {
		walk(s.Items, path+"[]", visit)
	}
	for _, name := range sortedKeys(s.Properties) {
		walk(s.Properties[name], strings.TrimPrefix(path+"."+name, "."), visit)
	}
	if a := s.AdditionalProperties; a != nil && !isNever(a) {
		walk(a, path+"{}", visit)
	}
}

// isNever recognises the schema that nothing satisfies.
func isNever(s *jsonschema.Schema) bool { return s.Not != nil }

// plainSchema reports what keeps a schema from being understood by every
// model provider: unions, null types, lists without items, untyped values,
// and arguments without a hint.
func plainSchema(root *jsonschema.Schema) error {
	var errs []error
	walk(root, "", func(path string, s *jsonschema.Schema) {
		complain := func(what string) { errs = append(errs, fmt.Errorf("argument %q %s", path, what)) }
		switch {
		case len(s.Types) > 0 || s.AnyOf != nil || s.OneOf != nil || s.AllOf != nil || s.Not != nil || s.If != nil:
			complain("is a union or a condition")
		case s.Type == "":
			complain("has no type; use Free for any value")
		case s.Type == "array" && s.Items == nil:
			complain("is a list without items")
		}
		if path != "" && !strings.HasSuffix(path, "]") && !strings.HasSuffix(path, "}") && s.Description == "" {
			complain("has no description")
		}
	})
	for _, name := range root.Required {
		if p := root.Properties[name]; p != nil && p.Default != nil {
			errs = append(errs, fmt.Errorf("argument %q is required and has a default", name))
		}
	}
	return errors.Join(errs...)
}

// farAway is a bound that nobody meets by chance.
const farAway = 100_000

// forListing returns a copy of s without what is only ours (marks, and arguments
// that are taken without being offered), and without keywords that some model
// providers refuse: what an argument is when it is not given, its description
// says. Bounds of texts, and those that nobody meets by chance, are left to the
// error that names them.
func forListing(s *jsonschema.Schema) *jsonschema.Schema {
	c := s.CloneSchemas()
	maps.DeleteFunc(c.Properties, func(name string, _ *jsonschema.Schema) bool { return !slices.Contains(c.PropertyOrder, name) })
	walk(c, "", func(_ string, s *jsonschema.Schema) {
		if s.Comment == freeMark {
			s.Comment = ""
		}
		if d := string(s.Default); d != "" && d != "false" {
			s.Description += " (default " + strings.Trim(d, `"`) + ")"
		}
		s.Default, s.MinLength, s.MaxLength, s.Pattern = nil, nil, nil, ""
		if s.Maximum != nil && *s.Maximum >= farAway {
			s.Maximum = nil
		}
		if s.Minimum != nil && (*s.Minimum == 0 || *s.Minimum == 1) {
			s.Minimum = nil
		}
	})
	return c
}
