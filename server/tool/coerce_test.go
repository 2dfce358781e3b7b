package tool

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type scope string

func (scope) Values() []string { return []string{"full", "selection"} }

type rowArgs struct {
	Name string `json:"name" jsonschema:"column"`
	Up   bool   `json:"up,omitempty" jsonschema:"ascending"`
}

type everyArgs struct {
	Text   string    `json:"text" jsonschema:"a text"`
	Count  int       `json:"count,omitempty" jsonschema:"a whole number"`
	Size   float64   `json:"size,omitempty" jsonschema:"a number"`
	Deep   *bool     `json:"deep,omitempty" jsonschema:"yes or no"`
	Scope  scope     `json:"scope,omitempty" jsonschema:"an enum"`
	Texts  []string  `json:"texts,omitempty" jsonschema:"texts"`
	Counts []int     `json:"counts,omitempty" jsonschema:"numbers"`
	Rows   []rowArgs `json:"rows,omitempty" jsonschema:"objects"`
	Values Free      `json:"values,omitzero" jsonschema:"anything"`
}

func everyTool() Tool {
	return Define(Spec{Refine: []Refinement{
		Default("scope", scope("full")), Range("count", 1, 10), NotEmpty("text"),
	}}, func(_ ctx, _ *Call, a everyArgs) (everyArgs, error) { return a, nil })
}

func TestCoerce(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"as it should be", `{"text":"a","count":5,"deep":true}`, `{"text":"a","count":5,"deep":true,"scope":"full"}`},
		{"number as text", `{"text":"a","count":"5","size":" 1.5 "}`, `{"text":"a","count":5,"size":1.5,"scope":"full"}`},
		{"whole float", `{"text":"a","count":5.0}`, `{"text":"a","count":5,"scope":"full"}`},
		{"bool as text", `{"text":"a","deep":"True"}`, `{"text":"a","deep":true,"scope":"full"}`},
		{"null is absent", `{"text":"a","count":null,"texts":null}`, `{"text":"a","scope":"full"}`},
		{"bare text for a list", `{"text":"a","texts":"one"}`, `{"text":"a","texts":["one"],"scope":"full"}`},
		{"list sent as text", `{"text":"a","texts":"[\"one\",\"two\"]","counts":"[1,2]"}`, `{"text":"a","texts":["one","two"],"counts":[1,2],"scope":"full"}`},
		{"a text that looks like a list", `{"text":"a","texts":"[1]"}`, `{"text":"a","texts":["[1]"],"scope":"full"}`},
		{"a text that begins like a list", `{"text":"a","texts":"[see note"}`, `{"text":"a","texts":["[see note"],"scope":"full"}`},
		{"bare number for a list", `{"text":"a","counts":7}`, `{"text":"a","counts":[7],"scope":"full"}`},
		{"number for a text keeps its digits", `{"text":1.50}`, `{"text":"1.50","scope":"full"}`},
		{"enum in capitals", `{"text":"a","scope":"Selection"}`, `{"text":"a","scope":"selection"}`},
		{"one object for a list", `{"text":"a","rows":{"name":"x","up":"false"}}`, `{"text":"a","rows":[{"name":"x","up":false}],"scope":"full"}`},
		{"objects sent as text", `{"text":"a","rows":"[{\"name\":\"x\"}]"}`, `{"text":"a","rows":[{"name":"x"}],"scope":"full"}`},
		{"free values are never coerced", `{"text":"a","values":["007","true",7,[1.5,null]]}`, `{"text":"a","values":["007","true",7,[1.5,null]],"scope":"full"}`},
		{"free text", `{"text":"a","values":"5"}`, `{"text":"a","values":"5","scope":"full"}`},
		{"all arguments as text", `"{\"text\":\"a\"}"`, `{"text":"a","scope":"full"}`},
	}
	tool := everyTool()
	schema, err := tool.schema()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := coerce([]byte(tt.in), schema)
			if err != nil {
				t.Fatalf("coerce(%s): %v", tt.in, err)
			}
			raw, _ := json.Marshal(got)
			var g, w any
			_ = json.Unmarshal(raw, &g)
			_ = json.Unmarshal([]byte(tt.want), &w)
			if d := cmp.Diff(w, g); d != "" {
				t.Errorf("coerce(%s) (-want +got):\n%s", tt.in, d)
			}
		})
	}
}

func TestBehaviour12ArgumentsAreChecked(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"missing", `{}`, `missing required argument "text"`},
		{"null for a required one", `{"text":null}`, `missing required argument "text"`},
		{"no arguments at all", ``, `missing required argument "text"`},
		{"unknown", `{"text":"a","foo":1,"bar":2}`, `unknown arguments "bar", "foo"; valid arguments are text, count, size, deep, scope, texts, counts, rows, values, document_url`},
		{"other capitals", `{"Text":"a"}`, `missing required argument "text"; unknown argument "Text"`},
		{"unknown below", `{"text":"a","rows":[{"name":"x","nmae":1}]}`, `unknown argument "rows[0].nmae"`},
		{"missing below", `{"text":"a","rows":[{}]}`, `missing required argument "rows[0].name"`},
		{"no number", `{"text":"a","count":"many"}`, `count: want a number, got "many"`},
		{"no whole number", `{"text":"a","count":1.5}`, `count: want a whole number, got 1.5`},
		{"not a number", `{"text":"a","size":"NaN"}`, `size: want a number, got "NaN"`},
		{"too small", `{"text":"a","count":0}`, `count: must be at least 1, got 0`},
		{"too large", `{"text":"a","count":"11"}`, `count: must be at most 10, got 11`},
		{"empty", `{"text":""}`, `text: must not be empty`},
		{"no bool", `{"text":"a","deep":"maybe"}`, `deep: want true or false, got "maybe"`},
		{"number for a bool", `{"text":"a","deep":1}`, `deep: want true or false, got a number`},
		{"not in the enum", `{"text":"a","scope":"page"}`, `scope: "page" is not one of full, selection`},
		{"object for a text", `{"text":{}}`, `text: want a text, got an object`},
		{"text for an object", `{"text":"a","rows":"x"}`, `rows[0]: want an object, got a text`},
		{"several at once", `{"count":"x","foo":1}`, `missing required argument "text"; unknown argument "foo"; count: want a number`},
		{"a list", `[1]`, `arguments must be a JSON object`},
		{"garbage after", `{"text":"a"} {}`, `arguments must be one JSON object`},
	}
	tool := everyTool()
	schema, err := tool.schema()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := coerce([]byte(tt.in), schema)
			var coded Coded
			if !errors.As(err, &coded) || coded.Code() != CodeValidation {
				t.Fatalf("coerce(%s): got %v, want a %s", tt.in, err, CodeValidation)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("coerce(%s): got %q, want it to contain %q", tt.in, err, tt.want)
			}
		})
	}
}

func FuzzCoerce(f *testing.F) {
	f.Add([]byte(`{"text":"a","texts":"[1]","rows":[{"name":"x"}],"values":[[1]]}`))
	f.Add([]byte(`"{}"`))
	tool := everyTool()
	schema, err := tool.schema()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		args, err := coerce(raw, schema)
		if err != nil {
			return
		}
		out, err := encode(args)
		if err != nil {
			t.Fatalf("coerce(%q) cannot be encoded: %v", raw, err)
		}
		var a everyArgs
		if err := json.Unmarshal(out, &a); err != nil {
			t.Errorf("coerce(%q) passed %s, which does not fit: %v", raw, out, err)
		}
	})
}
