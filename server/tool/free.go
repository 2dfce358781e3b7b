package tool

import (
	"encoding/json"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Free is an argument that takes any value: text, a number, true or false, or
// a list of these, nested as deep as the tool likes. It is never coerced, so
// that "007" stays text.
//
// A type that takes everything would be a union, which several model
// providers refuse, and a list of texts would turn every number into text. So
// the schema says "string", and the description must ask for a JSON list
// written out as text; a list that comes as a list is taken as it is.
type Free struct {
	// Value is nil, a bool, float64, string or []any of these, or a
	// map[string]any.
	Value any
}

// UnmarshalJSON takes any JSON. A text that is a JSON list becomes that list;
// to write such a text itself, put it into a list.
func (f *Free) UnmarshalJSON(raw []byte) error {
	if err := json.Unmarshal(raw, &f.Value); err != nil {
		return err
	}
	if text, ok := f.Value.(string); ok {
		if list, ok := parseList(text); ok {
			f.Value = list
		}
	}
	return nil
}

// freeType marks the schema of a Free argument for the coercion.
const freeMark = "free"

func freeSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Comment: freeMark}
}

func isFree(s *jsonschema.Schema) bool { return s.Type == "" || s.Comment == freeMark }

func parseList(text string) ([]any, bool) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return nil, false
	}
	var list []any
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, false
	}
	return list, true
}
