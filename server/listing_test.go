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

	"github.com/modelcontextprotocol/go-sdk/mcp"

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
	for _, listed := range catalog(t).Tools() {
		e := json.NewEncoder(&got)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(listed); err != nil {
			t.Fatal(err)
		}
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

// The budget of a list: at most 20 tools and 14 KB (some 3,500 tokens) for each
// kind of document.
func TestListingBudget(t *testing.T) {
	const maxTools, maxBytes = 20, 14 << 10
	c := catalog(t)
	for _, family := range []tool.Family{tool.Writer, tool.Calc, tool.Draw} {
		var listed []*mcp.Tool
		for _, l := range c.Tools() {
			if s, _ := c.Spec(l.Name); s.Tier == tool.Core && (s.Family == family || s.Family == tool.Common) {
				listed = append(listed, l)
			}
		}
		raw, err := json.Marshal(listed)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d tools, %d bytes", family, len(listed), len(raw))
		if len(listed) > maxTools || len(raw) > maxBytes {
			t.Errorf("%s: %d tools in %d bytes, at most %d in %d are allowed", family, len(listed), len(raw), maxTools, maxBytes)
		}
	}
}

// What every model provider understands. Unions, null types, references and
// conditions are refused by some for the whole list.
var portable = []string{
	"type", "description", "properties", "required", "items", "enum", "default", "additionalProperties",
	"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern",
}

func TestSchemasArePortable(t *testing.T) {
	for _, l := range catalog(t).Tools() {
		raw, err := json.Marshal(l.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema map[string]any
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatal(err)
		}
		for _, fault := range unportable(l.Name, schema) {
			t.Error(fault)
		}
	}
	bad := map[string]any{"type": []any{"string", "null"}, "oneOf": []any{}}
	if got := unportable("bad", bad); len(got) != 2 {
		t.Errorf("the check is broken: %v", got)
	}
}

func unportable(path string, s map[string]any) []string {
	var faults []string
	for keyword := range s {
		if !slices.Contains(portable, keyword) {
			faults = append(faults, fmt.Sprintf("%s: keyword %s", path, keyword))
		}
	}
	kind, ok := s["type"].(string)
	if !ok {
		faults = append(faults, fmt.Sprintf("%s: type %v", path, s["type"]))
	}
	if more, ok := s["additionalProperties"]; kind == "object" && (!ok || more != false) {
		faults = append(faults, path+": open object")
	}
	if items, ok := s["items"].(map[string]any); ok {
		faults = append(faults, unportable(path+"[]", items)...)
	} else if kind == "array" {
		faults = append(faults, path+": list without items")
	}
	members, _ := s["properties"].(map[string]any)
	for name, member := range members {
		faults = append(faults, unportable(path+"."+name, member.(map[string]any))...)
	}
	return faults
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
