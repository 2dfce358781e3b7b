package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
)

func catalog(t *testing.T) *tool.Catalog {
	t.Helper()
	c, err := tools.All(nil).Compile(tool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The golden file holds every tool as a client sees it. People's rules files
// rely on names and arguments: read its diff as they would.
func TestListing(t *testing.T) {
	var got bytes.Buffer
	c := catalog(t)
	for _, listed := range c.Tools() {
		if err := json.Indent(&got, c.JSON(listed.Name), "", "  "); err != nil {
			t.Fatal(err)
		}
		got.WriteByte('\n')
	}
	const path = "testdata/listing.golden"
	if update() {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the tools are not those of %s: look at the difference, then run with -update\ngot:\n%s", path, got.Bytes())
	}
}

// listBytes is how long a list is, in which nothing is written twice.
func listBytes(c *tool.Catalog, names []string) int {
	n := len(`{"tools":[]}`)
	for _, name := range names {
		n += len(c.JSON(name)) + 1
	}
	return n
}

// The budget of a list: at most 20 tools and 12 KB (some 3,000 tokens) for each
// kind of document, 30 tools for several, 12 for a small model.
func TestListingBudget(t *testing.T) {
	kinds := []tool.Family{tool.Writer, tool.Calc, tool.Draw}
	c := catalog(t)
	for _, mode := range []tool.Mode{tool.Delegate, tool.DirectDiscovery} {
		for _, kind := range kinds {
			list := c.Listed(tool.Exposure{Mode: mode, Kinds: []tool.Family{kind}})
			n := listBytes(c, list)
			t.Logf("%s, %s: %d tools, %d bytes", mode, kind, len(list), n)
			if len(list) > 20 || n > 12<<10 {
				t.Errorf("%s, %s: %d tools in %d bytes, at most 20 in 12 KB are allowed", mode, kind, len(list), n)
			}
		}
		if list := c.Listed(tool.Exposure{Mode: mode, Kinds: kinds}); len(list) > 30 {
			t.Errorf("%s: %d tools for all kinds, at most 30 are allowed", mode, len(list))
		}
	}
	for _, kind := range kinds {
		list := c.Listed(tool.Exposure{Kinds: []tool.Family{kind}, Access: tool.Access{Profile: tool.Small}})
		t.Logf("small, %s: %d tools, %d bytes", kind, len(list), listBytes(c, list))
		if len(list) > 12 {
			t.Errorf("small, %s: %d tools, at most 12 are allowed", kind, len(list))
		}
	}
}

// What changes something says so to hosts, and is what read-only mode leaves
// out: one fact decides both.
func TestBehaviour22WhatChangesSomething(t *testing.T) {
	c := catalog(t)
	readOnly := c.Listed(tool.Exposure{Mode: tool.DirectFlat, Access: tool.Access{ReadOnly: true}})
	all := c.Listed(tool.Exposure{Mode: tool.DirectFlat})
	for _, name := range all {
		spec, _ := c.Spec(name)
		var listed struct {
			Annotations struct{ ReadOnlyHint bool }
		}
		if err := json.Unmarshal(c.JSON(name), &listed); err != nil {
			t.Fatal(err)
		}
		if hint := listed.Annotations.ReadOnlyHint; hint == spec.Effect.Mutates() || hint != slices.Contains(readOnly, name) {
			t.Errorf("%s %v: read-only hint %v", name, spec.Effect, hint)
		}
	}
	for name, changes := range map[string]bool{"get_document_content": false, "get_sheet_summary": false, "apply_style": true, "add_comment": true, "undo": true} {
		if slices.Contains(readOnly, name) == changes || !slices.Contains(all, name) {
			t.Errorf("%s changes something: %v?", name, !changes)
		}
	}
}

// find_tools gives a tool out with an example of its call.
func TestEveryToolHasAnExample(t *testing.T) {
	c := catalog(t)
	for _, l := range c.Tools() {
		s, _ := c.Spec(l.Name)
		if s.Domain.About() == "" {
			t.Errorf("%s: nobody says what the domain %s is about", s.Name, s.Domain)
		}
		if schema := l.InputSchema.(*jsonschema.Schema); s.Example == "" && len(schema.PropertyOrder) > 0 {
			t.Errorf("%s has no example", s.Name)
		}
	}
}

// Arguments of the same name mean the same everywhere: one type each.
func TestArgumentsMeanTheSame(t *testing.T) {
	seen := map[string]string{}
	for _, l := range catalog(t).Tools() {
		raw, _ := json.Marshal(l.InputSchema)
		var schema struct {
			Properties map[string]struct {
				Type  string         `json:"type"`
				Items map[string]any `json:"items"`
			} `json:"properties"`
		}
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatal(err)
		}
		for name, p := range schema.Properties {
			kind := strings.TrimSpace(fmt.Sprint(p.Type, " ", p.Items["type"]))
			if before, ok := seen[name]; ok && before != kind {
				t.Errorf("%s: argument %s is %s, elsewhere %s", l.Name, name, kind, before)
			}
			seen[name] = kind
		}
	}
}

// Codes that documents and tools answer with stand in the table of codes:
// otherwise a caller is told that nobody knows what happened.
func TestCodesAreInTheTable(t *testing.T) {
	found := 0
	for _, folder := range []string{"document", "tools"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			for _, code := range codesIn(t, path) {
				found++
				if !slices.Contains(tool.Codes(), code) {
					t.Errorf("%s: code %s is not in server/tool/code.go", path, code)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 10 {
		t.Errorf("only %d codes found: the check is broken", found)
	}
}

var looksLikeCode = regexp.MustCompile(`^[A-Z][A-Z_]{5,}$`)

// codesIn finds the codes in constants and in the first arguments of calls of
// a file.
func codesIn(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	take := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, _ := strconv.Unquote(lit.Value); looksLikeCode.MatchString(s) {
				codes = append(codes, s)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if strings.HasPrefix(strings.ToLower(name.Name), "code") && i < len(n.Values) {
					take(n.Values[i])
				}
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Errorf" && len(n.Args) > 0 {
				take(n.Args[0])
			}
		}
		return true
	})
	return codes
}
