package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// drawer is a catalog with enough tools to look for one.
func drawer(t *testing.T) *Catalog {
	t.Helper()
	set := Discovery()
	add := func(name, about string, domain Domain, family Family) {
		s := Spec{Name: name, Title: strings.ReplaceAll(name, "_", " "), Description: about, Domain: domain, Family: family, Effect: Reads, Undo: NotNeeded, Tier: Specialized}
		set = append(set, Define(s, func(ctx, *Call, noArgs) (any, error) { return nil, nil }))
	}
	add("list_footnotes", "Lists the notes. And more.", "footnotes", Writer)
	add("add_footnote", "Adds a note.", "footnotes", Writer)
	add("read_cells", "Reads cells, notes too.", "cells", Calc)
	for n := range 30 {
		add(fmt.Sprintf("count_shapes_%02d", n), "Counts.", "shapes", Draw)
	}
	c, err := set.Compile(Options{Kinds: func(context.Context) []Family { return []Family{Calc} }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBehaviour14FindTools(t *testing.T) {
	c := drawer(t)
	ask := func(args string) (f found, code string) {
		r := c.Call(t.Context(), NewCall(CallOptions{}), FindTools, json.RawMessage(args))
		if err := json.Unmarshal(r.JSON, &f); err != nil {
			t.Fatal(err)
		}
		return f, r.Code
	}
	names := func(f found) string {
		var list []string
		for _, e := range f.Tools {
			list = append(list, e.Name)
		}
		return strings.Join(list, " ")
	}
	for _, tt := range []struct{ name, args, want string }{
		{"a domain, sorted", `{"domain":"footnotes"}`, "add_footnote list_footnotes"},
		{"a domain, capitals", `{"domain":" Footnotes "}`, "add_footnote list_footnotes"},
		{"the best first", `{"query":"footnote"}`, "add_footnote list_footnotes"},
		{"among equals what can be used", `{"query":"notes"}`, "add_footnote list_footnotes read_cells"},
		{"words of a name", `{"query":"read_cells"}`, "read_cells"},
		{"query in a domain", `{"query":"add","domain":"footnotes"}`, "add_footnote"},
		{"nothing", `{"query":"zebra"}`, ""},
	} {
		if f, code := ask(tt.args); names(f) != tt.want || code != "" {
			t.Errorf("%s: got %q, %s", tt.name, names(f), code)
		}
	}
	f, _ := ask(`{}`)
	if len(f.Domains) != 3 || f.Domains[2].Tools != 30 || len(f.Tools) != 0 {
		t.Errorf("without arguments: %+v", f)
	}
	f, _ = ask(`{"name":"list_footnotes"}`)
	if d := f.Tool; d == nil || d.Available || d.Why != "no writer document is open" || d.Schema == nil || d.Description != "Lists the notes. And more." {
		t.Errorf("one tool: %+v", f.Tool)
	}
	if f, _ = ask(`{"name":"read_cells"}`); !f.Tool.Available || f.Tool.Why != "" {
		t.Errorf("one tool: %+v", f.Tool)
	}
	if f, _ = ask(`{"name":"call_tool"}`); !strings.Contains(string(f.Tool.Example), `"name":"call_tool","arguments":{`) {
		t.Errorf("example: %s", f.Tool.Example)
	}
	for args, want := range map[string]string{
		`{"domain":"zebras"}`: CodeValidation, `{"domain":"cells","cursor":"x"}`: CodeValidation, `{"domain":"cells","cursor":"-1"}`: CodeValidation,
		`{"name":"list_zebras"}`: CodeUnknownTool, `{"limit":100}`: CodeValidation,
	} {
		if _, code := ask(args); code != want {
			t.Errorf("%s: code %q, want %q", args, code, want)
		}
	}
}

func TestFindToolsByPages(t *testing.T) {
	c := drawer(t)
	seen := map[string]bool{}
	cursor, pages := "", 0
	for {
		r := c.Call(t.Context(), NewCall(CallOptions{}), FindTools, json.RawMessage(`{"domain":"shapes","limit":7,"cursor":"`+cursor+`"}`))
		var f found
		if err := json.Unmarshal(r.JSON, &f); err != nil || f.Total != 30 || len(f.Tools) > 7 {
			t.Fatalf("%v: %s", err, r.JSON)
		}
		for _, e := range f.Tools {
			seen[e.Name] = true
		}
		pages++
		if cursor = f.Next; cursor == "" {
			break
		}
	}
	if len(seen) != 30 || pages != 5 {
		t.Errorf("%d tools on %d pages", len(seen), pages)
	}
}
