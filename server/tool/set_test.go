package tool

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

func good() Spec {
	return Spec{Name: "add_it", Title: "Add it", Description: "Adds it.", Domain: "tests", Family: Writer, Effect: Adds, Undo: Native}
}

func TestCompileReportsMistakes(t *testing.T) {
	ok := func(ctx, *Call, noArgs) (any, error) { return nil, nil }
	with := func(change func(*Spec)) Tool {
		s := good()
		change(&s)
		return Define(s, ok)
	}
	type untyped struct {
		A any `json:"a" jsonschema:"a"`
	}
	type silent struct {
		A string `json:"a"`
	}
	type own struct {
		A string `json:"document_url" jsonschema:"a"`
	}
	type needed struct {
		A int `json:"a" jsonschema:"a"`
	}
	tests := []struct {
		name string
		tool Tool
		want string
	}{
		{"no name", with(func(s *Spec) { s.Name = "" }), "snake_case"},
		{"capitals", with(func(s *Spec) { s.Name = "addIt" }), "snake_case"},
		{"no title", with(func(s *Spec) { s.Title = "" }), "no title"},
		{"no description", with(func(s *Spec) { s.Description = "" }), "no description"},
		{"long description", with(func(s *Spec) { s.Description = strings.Repeat("ä", 401) }), "401 characters"},
		{"no domain", with(func(s *Spec) { s.Domain = "" }), "no domain"},
		{"no family", with(func(s *Spec) { s.Family = "" }), "no family"},
		{"no effect", with(func(s *Spec) { s.Effect = 0 }), "no effect"},
		{"no undo", with(func(s *Spec) { s.Undo = 0 }), "no undo class"},
		{"a read with undo", with(func(s *Spec) { s.Effect = Reads }), "does not go with"},
		{"an edit without undo", with(func(s *Spec) { s.Undo = None }), "needs effect destroys"},
		{"an edit that reads", DefineEdit(Spec{Effect: Reads, Undo: NotNeeded}, func(ctx, *Call, noArgs) (Plan, error) { return nil, nil }), "only reads"},
		{"refines nothing", with(func(s *Spec) { s.Refine = []Refinement{NotEmpty("x")} }), `refines "x"`},
		{"untyped", Define(good(), func(ctx, *Call, untyped) (any, error) { return nil, nil }), "no type"},
		{"no hint", Define(good(), func(ctx, *Call, silent) (any, error) { return nil, nil }), "no description"},
		{"own document_url", Define(good(), func(ctx, *Call, own) (any, error) { return nil, nil }), "middleware adds"},
		{"no struct", Define(good(), func(ctx, *Call, []int) (any, error) { return nil, nil }), "want a struct"},
		{"union by refinement", Define(with(func(s *Spec) {
			s.Refine = []Refinement{Refine("a", func(s *jsonschema.Schema) { s.AnyOf = []*jsonschema.Schema{{}} })}
		}).Spec, func(ctx, *Call, needed) (any, error) { return nil, nil }), "union"},
		{"required with a default", Define(with(func(s *Spec) { s.Refine = []Refinement{Default("a", 1)} }).Spec,
			func(ctx, *Call, needed) (any, error) { return nil, nil }), "required and has a default"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Set{tt.tool}.Compile(Options{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	_, err := Set{with(func(s *Spec) { s.Title = "" }), with(func(s *Spec) { s.Effect = 0 }), with(func(*Spec) {})}.Compile(Options{})
	if err == nil || !strings.Contains(err.Error(), "no title") || !strings.Contains(err.Error(), "two of this name") {
		t.Errorf("not all mistakes are named: %v", err)
	}
}

func TestListedSchema(t *testing.T) {
	tool := everyTool()
	tool.Name, tool.Title, tool.Description, tool.Domain, tool.Family = "try_it", "Try", "Tries.", "tests", Common
	tool.Effect, tool.Undo = Reads, NotNeeded
	catalog, err := Set{tool}.Compile(Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(catalog.Tools()[0])
	if err != nil {
		t.Fatal(err)
	}
	want := `{"annotations":{"destructiveHint":false,"idempotentHint":true,"openWorldHint":false,"readOnlyHint":true},"description":"Tries.","inputSchema":` +
		`{"type":"object","properties":{"text":{"type":"string","description":"a text"},` +
		`"count":{"type":"integer","description":"a whole number","maximum":10},"size":{"type":"number","description":"a number"},` +
		`"deep":{"type":"boolean","description":"yes or no"},"scope":{"type":"string","description":"an enum (default full)","enum":["full","selection"]},` +
		`"texts":{"type":"array","items":{"type":"string"},"description":"texts"},"counts":{"type":"array","items":{"type":"integer"},"description":"numbers"},` +
		`"rows":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string","description":"column"},"up":{"type":"boolean","description":"ascending"}},` +
		`"required":["name"],"additionalProperties":false},"description":"objects"},"values":{"type":"string","description":"anything"},` +
		`"document_url":{"type":"string","description":"uid or URL"}},` +
		`"required":["text"],"additionalProperties":false},"name":"try_it","title":"Try"}`
	var g, w any
	_ = json.Unmarshal(got, &g)
	_ = json.Unmarshal([]byte(want), &w)
	gs, _ := json.Marshal(g)
	ws, _ := json.Marshal(w)
	if string(gs) != string(ws) {
		t.Errorf("got  %s\nwant %s", gs, ws)
	}
}

func TestDestructiveHintOnlyForDestroys(t *testing.T) {
	for _, e := range []Effect{Reads, Adds, Edits, Destroys} {
		tool := Tool{Spec: Spec{Effect: e}}
		d := tool.describe(nil).Annotations
		if *d.DestructiveHint != (e == Destroys) || d.ReadOnlyHint != (e == Reads) {
			t.Errorf("%v: read-only %v, destructive %v", e, d.ReadOnlyHint, *d.DestructiveHint)
		}
	}
}

func TestEveryCodeHasAMeaning(t *testing.T) {
	for old, code := range Formerly {
		if _, ok := meanings[code]; !ok || old == code {
			t.Errorf("%s became %s", old, code)
		}
	}
	for code, m := range meanings {
		if m.Next == "" || (m.Outcome != outcomeNothing && m.Outcome != outcomeUnknown) || m.Retryable && m.Outcome == outcomeUnknown {
			t.Errorf("%s: %+v", code, m)
		}
	}
}

// Hosts that name the document in every call may do so where it means nothing.
func TestToolsWithoutDocumentTakeTheArgument(t *testing.T) {
	tool := read("try_it", func(_ ctx, c *Call, _ noArgs) (any, error) { return nil, nil })
	tool.NoDocument = true
	wantAnswer(t, call(t, Options{}, tool, t.Context(), `{"document_url":"x"}`), `{"status":"ok"}`)
	catalog, err := Set{tool}.Compile(Options{})
	if err != nil {
		t.Fatal(err)
	}
	listed, _ := json.Marshal(catalog.Tools()[0])
	if strings.Contains(string(listed), argDocument) {
		t.Errorf("it is offered: %s", listed)
	}
}
