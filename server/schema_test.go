package server_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"
)

// The rules that model providers publish for the schemas of functions. A host
// passes on what we list; one tool that breaks a rule can cost the whole list.

type schema = map[string]any

// geminiKeywords are those that function declarations of the Gemini API take
// (ai.google.dev: Schema, and "JSON Schema support").
var geminiKeywords = []string{
	"type", "format", "title", "description", "enum", "items", "minItems", "maxItems", "properties", "required",
	"minimum", "maximum", "additionalProperties",
}

var geminiName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$`)

// gemini reports what the Gemini API refuses.
func gemini(path string, s schema) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, path+": "+fmt.Sprintf(format, args...)) }
	for _, keyword := range slices.Sorted(maps.Keys(s)) {
		if !slices.Contains(geminiKeywords, keyword) {
			fault("keyword %s", keyword)
		}
	}
	kind, _ := s["type"].(string)
	if !slices.Contains([]string{"string", "number", "integer", "boolean", "array", "object"}, kind) {
		fault("type %v", s["type"])
	}
	if values, ok := s["enum"].([]any); ok {
		for _, v := range values {
			if text, ok := v.(string); !ok || text == "" || kind != "string" {
				fault("enum value %v", v)
			}
		}
	}
	members, _ := s["properties"].(schema)
	if needed, ok := s["required"].([]any); ok {
		for _, name := range needed {
			if members[name.(string)] == nil {
				fault("requires %v, which it does not define", name)
			}
		}
	}
	items, _ := s["items"].(schema)
	if (kind == "array") != (items != nil) {
		fault("items and the type %s", kind)
	}
	return append(faults, below(path, s, gemini)...)
}

// strictKeywords are those that OpenAI's structured outputs take
// (platform.openai.com: "Supported schemas").
var strictKeywords = []string{
	"type", "description", "enum", "const", "items", "properties", "required", "additionalProperties", "anyOf",
	"pattern", "format", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "minItems", "maxItems",
}

var openAIName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// strictly is a schema as OpenAI's strict mode wants it, made as its SDKs do:
// what is optional is required and may be null.
func strictly(s schema) schema {
	s = maps.Clone(s)
	if items, ok := s["items"].(schema); ok {
		s["items"] = strictly(items)
	}
	members, ok := s["properties"].(schema)
	if !ok {
		return s
	}
	needed, _ := s["required"].([]any)
	members = maps.Clone(members)
	all := []any{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member := strictly(members[name].(schema))
		if !slices.Contains(needed, any(name)) {
			member["type"] = []any{member["type"], "null"}
			if values, ok := member["enum"].([]any); ok {
				member["enum"] = append(slices.Clone(values), nil)
			}
		}
		members[name] = member
		all = append(all, name)
	}
	s["properties"], s["required"] = members, all
	return s
}

// openAI reports what OpenAI's strict mode refuses.
func openAI(path string, s schema) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, path+": "+fmt.Sprintf(format, args...)) }
	for _, keyword := range slices.Sorted(maps.Keys(s)) {
		if !slices.Contains(strictKeywords, keyword) {
			fault("keyword %s", keyword)
		}
	}
	if s["type"] == nil && s["anyOf"] == nil {
		fault("no type")
	}
	if members, ok := s["properties"].(schema); ok || s["type"] == "object" {
		if s["additionalProperties"] != false {
			fault("additionalProperties is not false")
		}
		needed, _ := s["required"].([]any)
		if len(needed) != len(members) {
			fault("%d of %d properties are required", len(needed), len(members))
		}
	}
	return append(faults, below(path, s, openAI)...)
}

// size counts what OpenAI limits: properties in all, characters of names and
// enum values in all, values of an enum, levels.
func size(s schema) (properties, characters, values, levels int) {
	add := func(s schema) {
		p, c, v, l := size(s)
		properties, characters, values, levels = properties+p, characters+c, max(values, v), max(levels, l)
	}
	enum, _ := s["enum"].([]any)
	values = len(enum)
	for _, v := range enum {
		characters += len(fmt.Sprint(v))
	}
	if items, ok := s["items"].(schema); ok {
		add(items)
	}
	members, _ := s["properties"].(schema)
	for name, member := range members {
		characters += len(name)
		properties++
		add(member.(schema))
	}
	if len(members) > 0 {
		levels++
	}
	return properties, characters, values, levels
}

func below(path string, s schema, check func(string, schema) []string) (faults []string) {
	if items, ok := s["items"].(schema); ok {
		faults = append(faults, check(path+"[]", items)...)
	}
	members, _ := s["properties"].(schema)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		faults = append(faults, check(path+"."+name, members[name].(schema))...)
	}
	return faults
}

func TestSchemasSuitModelProviders(t *testing.T) {
	c := catalog(t)
	for _, name := range c.Names() {
		var listed struct {
			InputSchema schema `json:"inputSchema"`
		}
		if err := json.Unmarshal(c.JSON(name), &listed); err != nil {
			t.Fatal(err)
		}
		s := listed.InputSchema
		for _, fault := range append(gemini(name, s), openAI(name, strictly(s))...) {
			t.Error(fault)
		}
		if !geminiName.MatchString(name) || !openAIName.MatchString(name) || s["type"] != "object" {
			t.Errorf("%s: name, or no object", name)
		}
		if properties, characters, values, levels := size(s); properties > 5000 || characters > 120_000 || values > 1000 || levels > 10 {
			t.Errorf("%s: %d properties, %d characters, %d values, %d levels", name, properties, characters, values, levels)
		}
	}
}

// The checks find what they are for.
func TestSchemaChecks(t *testing.T) {
	for name, tt := range map[string]struct {
		text           string
		gemini, openAI int
	}{
		"plain":          {`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, 0, 0},
		"union":          {`{"type":["string","null"]}`, 1, 0},
		"one of":         {`{"type":"string","oneOf":[]}`, 1, 1},
		"a reference":    {`{"type":"string","$ref":"#/$defs/a"}`, 1, 1},
		"a default":      {`{"type":"string","default":"a"}`, 1, 1},
		"open object":    {`{"type":"object","properties":{}}`, 0, 1},
		"no items":       {`{"type":"array"}`, 1, 0},
		"enum of number": {`{"type":"integer","enum":[1]}`, 1, 0},
		"inside":         {`{"type":"array","items":{"type":"object","properties":{"a":{"minLength":1,"type":"string"}},"required":["b"]}}`, 2, 2},
	} {
		var s schema
		if err := json.Unmarshal([]byte(tt.text), &s); err != nil {
			t.Fatal(err)
		}
		if g, o := gemini("", s), openAI("", strictly(s)); len(g) != tt.gemini || len(o) != tt.openAI {
			t.Errorf("%s: %v, %v", name, g, o)
		}
	}
}
