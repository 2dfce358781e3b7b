package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// arguments are the checked arguments of one call.
type arguments map[string]any

// coerce reads the arguments of a call, makes of them what the schema wants
// where that is certain ("5" for 5, a bare text for a list of texts, null for
// absent), fills in defaults and reports everything that is wrong at once.
func coerce(raw json.RawMessage, s *jsonschema.Schema) (arguments, error) {
	args := map[string]any{}
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && !bytes.Equal(raw, []byte("null")) {
		// Some clients send the whole object as text.
		var text string
		if raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
			raw = []byte(text)
		}
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&args); err != nil {
			return nil, Errorf(CodeValidation, "arguments must be a JSON object: %w", err)
		}
		if _, err := d.Token(); !errors.Is(err, io.EOF) {
			return nil, Errorf(CodeValidation, "arguments must be one JSON object")
		}
	}
	var p problems
	p.object("", args, s)
	return args, p.err(s)
}

// object coerces the members of m in place.
func (p *problems) object(path string, m map[string]any, s *jsonschema.Schema) {
	at := func(name string) string { return strings.TrimPrefix(path+"."+name, ".") }
	maps.DeleteFunc(m, func(name string, v any) bool {
		return v == nil && !(s.Properties[name] != nil && isFree(s.Properties[name]))
	})
	for _, name := range sortedKeys(m) {
		switch member := s.Properties[name]; {
		case member != nil:
			m[name] = p.value(at(name), m[name], member)
		case s.AdditionalProperties != nil && !isNever(s.AdditionalProperties):
			m[name] = p.value(at(name), m[name], s.AdditionalProperties)
		default:
			p.unknown = append(p.unknown, at(name))
		}
	}
	for _, name := range s.Required {
		if _, given := m[name]; !given {
			p.missing = append(p.missing, at(name))
		}
	}
	for name, member := range s.Properties {
		if _, given := m[name]; !given && member.Default != nil {
			var v any
			if json.Unmarshal(member.Default, &v) == nil {
				m[name] = v
			}
		}
	}
}

// value coerces one value and checks it.
func (p *problems) value(path string, v any, s *jsonschema.Schema) any {
	if isFree(s) {
		return v
	}
	switch s.Type {
	case "string":
		return p.text(path, v, s)
	case "integer", "number":
		return p.number(path, v, s)
	case "boolean":
		return p.boolean(path, v)
	case "array":
		return p.list(path, v, s)
	case "object":
		return p.nested(path, v, s)
	}
	return v
}

func (p *problems) text(path string, v any, s *jsonschema.Schema) any {
	text, ok := v.(string)
	switch v := v.(type) {
	case json.Number: // as it was written: 1.50 stays 1.50
		text, ok = v.String(), true
	case bool:
		text, ok = strconv.FormatBool(v), true
	}
	switch {
	case !ok:
		p.add(path, "want a text, got %s", kind(v))
	case s.Enum != nil:
		return p.choice(path, text, s.Enum)
	case s.MinLength != nil && len(text) < *s.MinLength:
		p.add(path, "must not be empty")
	case s.MaxLength != nil && utf8.RuneCountInString(text) > *s.MaxLength:
		p.add(path, "must be at most %d characters", *s.MaxLength)
	case s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(text):
		p.add(path, "%q does not match %s", text, s.Pattern)
	}
	return text
}

// choice accepts a value of an enum, in other capitals too.
func (p *problems) choice(path, text string, values []any) any {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = fmt.Sprint(v)
	}
	if slices.Contains(names, text) {
		return text
	}
	for _, n := range names {
		if strings.EqualFold(n, strings.TrimSpace(text)) {
			return n
		}
	}
	p.add(path, "%q is not one of %s", text, strings.Join(names, ", "))
	return text
}

func (p *problems) number(path string, v any, s *jsonschema.Schema) any {
	var written string
	switch v := v.(type) {
	case json.Number:
		written = v.String()
	case string:
		written = strings.TrimSpace(v)
	default:
		p.add(path, "want a number, got %s", kind(v))
		return v
	}
	n, err := strconv.ParseFloat(written, 64)
	switch {
	case err != nil || math.IsNaN(n) || math.IsInf(n, 0):
		p.add(path, "want a number, got %q", written)
		return v
	case s.Type == "integer" && (n != math.Trunc(n) || math.Abs(n) > 1<<53):
		p.add(path, "want a whole number, got %s", written)
	case s.Minimum != nil && n < *s.Minimum:
		p.add(path, "must be at least %v, got %s", *s.Minimum, written)
	case s.Maximum != nil && n > *s.Maximum:
		p.add(path, "must be at most %v, got %s", *s.Maximum, written)
	}
	if s.Type == "integer" {
		return int64(n)
	}
	return n
}

func (p *problems) boolean(path string, v any) any {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "true":
			return true
		case "false":
			return false
		}
		p.add(path, "want true or false, got %q", v)
	default:
		p.add(path, "want true or false, got %s", kind(v))
	}
	return v
}

// list takes a list, a list written out as text, or one item. A text is a list
// only if all its items have the right type as they stand: "[1]" for a list of
// texts is the text "[1]".
func (p *problems) list(path string, v any, s *jsonschema.Schema) any {
	items, ok := v.([]any)
	if text, isText := v.(string); isText {
		if items, ok = parseNumbered(text); ok && !allFit(items, s.Items) {
			ok = false
		}
	}
	if !ok {
		if s.Items.Type == "array" {
			p.add(path, "want a list of lists, got %s", kind(v))
			return v
		}
		items = []any{v}
	}
	for i := range items {
		items[i] = p.value(fmt.Sprintf("%s[%d]", path, i), items[i], s.Items)
	}
	if s.MinItems != nil && len(items) < *s.MinItems {
		p.add(path, "must not be empty")
	}
	if s.MaxItems != nil && len(items) > *s.MaxItems {
		p.add(path, "must have at most %d items, got %d", *s.MaxItems, len(items))
	}
	return items
}

func (p *problems) nested(path string, v any, s *jsonschema.Schema) any {
	m, ok := v.(map[string]any)
	if text, isText := v.(string); isText {
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		ok = d.Decode(&m) == nil && m != nil
	}
	if !ok {
		p.add(path, "want an object, got %s", kind(v))
		return v
	}
	p.object(path, m, s)
	return m
}

func parseNumbered(text string) (list []any, ok bool) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&list); err != nil {
		return nil, false
	}
	_, err := d.Token()
	return list, errors.Is(err, io.EOF)
}

// allFit reports whether every item has the type that s names.
func allFit(items []any, s *jsonschema.Schema) bool {
	if isFree(s) {
		return true
	}
	for _, v := range items {
		var fits bool
		switch v.(type) {
		case string:
			fits = s.Type == "string"
		case json.Number:
			fits = s.Type == "integer" || s.Type == "number"
		case bool:
			fits = s.Type == "boolean"
		case []any:
			fits = s.Type == "array"
		case map[string]any:
			fits = s.Type == "object"
		}
		if !fits {
			return false
		}
	}
	return true
}

func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case string:
		return "a text"
	case []any:
		return "a list"
	}
	return "an object"
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
