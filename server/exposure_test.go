package server

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// shelf is a set of tools of all sorts that need no office.
func shelf() tool.Set {
	set := append(toolbox(), tool.Discovery()...)
	for _, s := range []tool.Spec{
		{Name: "write_text", Family: tool.Writer, Domain: "content", Effect: tool.Edits, Undo: tool.Native, Tier: tool.Essential},
		{Name: "read_text", Family: tool.Writer, Domain: "content", Effect: tool.Reads, Undo: tool.NotNeeded},
		{Name: "number_footnotes", Family: tool.Writer, Domain: "footnotes", Effect: tool.Edits, Undo: tool.Native, Tier: tool.Specialized},
		{Name: "read_cells", Family: tool.Calc, Domain: "cells", Effect: tool.Reads, Undo: tool.NotNeeded, Tier: tool.Essential},
	} {
		s.Title, s.Description, s.Example = strings.ReplaceAll(s.Name, "_", " "), "Serves a test.", `{"text": "a"}`
		set = append(set, tool.Define(s, func(_ ctx, c *tool.Call, a echoArgs) (map[string]any, error) {
			return map[string]any{"tool": s.Name, "text": a.Text, "target": c.Target()}, nil
		}))
	}
	return set
}

// reading is an office with documents of the given kinds open.
func reading(kinds ...string) func(context.Context) ([]document.Info, error) {
	return func(context.Context) ([]document.Info, error) {
		var docs []document.Info
		for _, k := range kinds {
			docs = append(docs, document.Info{Name: k, UID: "tag-" + k, DocType: k})
		}
		return docs, nil
	}
}

func toolsListed(t *testing.T, s *Server, headers ...string) []string {
	t.Helper()
	answer := decoded[struct {
		Result struct {
			Tools []struct{ Name string }
		}
	}](t, post(t, s, listRequest, headers...))
	var names []string
	for _, l := range answer.Result.Tools {
		names = append(names, l.Name)
	}
	if !slices.IsSorted(names) {
		t.Errorf("not sorted: %v", names)
	}
	return names
}

// called calls a tool and returns its answer.
func called(t *testing.T, s *Server, name, args string, headers ...string) map[string]any {
	t.Helper()
	r := post(t, s, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`","arguments":`+args+`}}`, headers...)
	answer := decoded[struct {
		Result struct {
			Content []struct{ Text string }
		}
		Error *struct{ Message string }
	}](t, r)
	if answer.Error != nil || len(answer.Result.Content) == 0 {
		t.Fatalf("%s%s: %+v", name, args, answer)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(answer.Result.Content[0].Text), &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

func TestWhatIsListed(t *testing.T) {
	const find, call = "find_tools", "call_tool"
	common := []string{"say_it", "wait_long"}
	with := func(names ...string) []string { return slices.Sorted(slices.Values(append(names, common...))) }
	for _, tt := range []struct {
		name string
		set  Settings
		open []string
		want []string
	}{
		{"nothing open", Settings{}, nil, with(find, call)},
		{"delegate", Settings{ToolMode: "delegate"}, []string{"writer"}, with(find, call, "write_text", "read_text")},
		{"both kinds", Settings{}, []string{"calc", "writer", "writer"}, with(find, call, "write_text", "read_text", "read_cells")},
		{"discovery", Settings{ToolMode: "direct_discovery"}, []string{"calc"}, with(find, "read_cells")},
		{"flat", Settings{ToolMode: "direct_flat"}, []string{"writer"}, with("write_text", "read_text", "number_footnotes")},
		{"flat, nothing open", Settings{ToolMode: "direct_flat"}, nil, with("write_text", "read_text", "number_footnotes", "read_cells")},
		{"flat, standard", Settings{ToolMode: "direct_flat", Profile: "standard"}, []string{"writer"}, with("write_text", "read_text")},
		{"small", Settings{Profile: "small"}, []string{"writer", "calc"}, []string{"read_cells", "write_text"}},
		{"read-only", Settings{ReadOnly: true}, []string{"writer"}, with(find, call, "read_text")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := started(t, Options{Tools: shelf(), Settings: func() Settings { return tt.set }, Documents: reading(tt.open...)})
			if got := toolsListed(t, s); !slices.Equal(got, tt.want) {
				t.Errorf("got  %v\nwant %v", got, tt.want)
			}
			h := decoded[Health](t, ask(t, s, http.MethodGet, "/health", ""))
			if h.Tools.Listed != len(tt.want) || h.Tools.Detail == "" || h.Tools.Mode == "" {
				t.Errorf("health: %+v", h.Tools)
			}
		})
	}
}

// A tool is reached by its name in every mode, and through call_tool.
func TestEveryToolCanBeCalled(t *testing.T) {
	for _, mode := range []string{"delegate", "direct_flat", "direct_discovery"} {
		s := started(t, Options{Tools: shelf(), Settings: func() Settings { return Settings{ToolMode: mode} }})
		for name, args := range map[string]string{
			"number_footnotes": `{"text":"a","document_url":"tag-1"}`,
			"call_tool":        `{"name":"number_footnotes","arguments":{"text":"a","document_url":"tag-1"}}`,
		} {
			if got := called(t, s, name, args); got["tool"] != "number_footnotes" || got["target"] != "tag-1" {
				t.Errorf("%s, %s: %v", mode, name, got)
			}
		}
		if got := called(t, s, "call_tool", `{"name":"read_cells","arguments":"{\"text\":\"b\"}","document_url":"tag-2"}`); got["text"] != "b" || got["target"] != "tag-2" {
			t.Errorf("arguments as text: %v", got)
		}
		if got := called(t, s, "find_tools", `{}`); got["status"] != "ok" || len(got["tools"].([]any)) != 0 || got["available_domains"] == nil {
			t.Errorf("%s: find_tools: %v", mode, got)
		}
	}
}

// The profile and read-only hold wherever a tool is met, each with its code.
func TestAccessIsEnforced(t *testing.T) {
	for _, tt := range []struct {
		set                    Settings
		tool, code, stillThere string
	}{
		{Settings{}, "no_such_tool", "UNKNOWN_TOOL", "read_text"},
		{Settings{Profile: "standard"}, "number_footnotes", "TOOL_NOT_IN_PROFILE", "read_text"},
		{Settings{ReadOnly: true}, "write_text", "READ_ONLY_MODE", "read_text"},
	} {
		s := started(t, Options{Tools: shelf(), Settings: func() Settings { return tt.set }, Documents: reading("writer")})
		if tt.code != "UNKNOWN_TOOL" { // which by its name is the protocol's business
			if got := called(t, s, tt.tool, `{"text":"a"}`); got["code"] != tt.code {
				t.Errorf("%s: %v", tt.tool, got)
			}
		}
		if got := called(t, s, "call_tool", `{"name":"`+tt.tool+`","arguments":{"text":"a"}}`); got["code"] != tt.code {
			t.Errorf("call_tool %s: %v", tt.tool, got)
		}
		if got := called(t, s, "find_tools", `{"name":"`+tt.tool+`"}`); got["code"] != tt.code {
			t.Errorf("find_tools %s: %v", tt.tool, got)
		}
		if got := called(t, s, "find_tools", `{"query":"test"}`); strings.Contains(mustJSON(t, got), tt.tool) || !strings.Contains(mustJSON(t, got), tt.stillThere) {
			t.Errorf("find_tools without %s: %v", tt.tool, got)
		}
	}
	s := started(t, Options{Tools: shelf()})
	if got := called(t, s, "call_tool", `{"name":"call_tool"}`); got["code"] != "VALIDATION_ERROR" {
		t.Errorf("call_tool calls itself: %v", got)
	}
	if got := called(t, s, "call_tool", `{"name":"number_footnote"}`); !strings.Contains(got["message"].(string), "number_footnotes") {
		t.Errorf("no near name: %v", got)
	}
}

// The access token can narrow what everybody may use, not widen it.
func TestAccessOfTheToken(t *testing.T) {
	set := Settings{AccessToken: "secret", Profile: "standard", TokenProfile: "full", TokenReadOnly: true}
	s := started(t, Options{Tools: shelf(), Settings: func() Settings { return set }, Documents: reading("writer")})
	for _, tt := range []struct {
		headers []string
		want    string
	}{{nil, "ok"}, {[]string{"Authorization: Bearer secret"}, "READ_ONLY_MODE"}} {
		got := called(t, s, "write_text", `{"text":"a"}`, tt.headers...)
		if got["code"] != tt.want && got["status"] != tt.want {
			t.Errorf("%v: %v", tt.headers, got)
		}
		if names := toolsListed(t, s, tt.headers...); slices.Contains(names, "write_text") != (tt.want == "ok") || slices.Contains(names, "number_footnotes") {
			t.Errorf("%v: %v", tt.headers, names)
		}
	}
}

// A busy office does not hold a list up: it is that of before.
func TestListOfABusyOffice(t *testing.T) {
	var busy atomic.Bool
	s := started(t, Options{Tools: shelf(), Documents: func(ctx context.Context) ([]document.Info, error) {
		if busy.Load() {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return reading("calc")(ctx)
	}})
	before := toolsListed(t, s)
	busy.Store(true)
	if after := toolsListed(t, s); !slices.Equal(before, after) || !slices.Contains(after, "read_cells") {
		t.Errorf("before %v, after %v", before, after)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
