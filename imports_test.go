package main_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/unodesk/unodesk"

// rule says what the packages of a folder may import beside the standard
// library and packages of the folder itself. The longest folder wins; "x/..."
// stands for x and what is below it.
type rule struct {
	folder string   // below the module; "/..." includes what is below it
	ours   []string // own packages
	others []string // modules of others; "..." is any
	never  []string // stronger than the lists before
}

const (
	mcpSDK  = "github.com/modelcontextprotocol/go-sdk/..."
	schemas = "github.com/google/jsonschema-go/..."
	fyne    = "fyne.io/fyne/v2/..."
	fyneApp = "fyne.io/fyne/v2/app"
	tray    = "fyne.io/systray"
)

// rules is the table of ARCHITECTURE.md: who may import whom.
var rules = []rule{
	{folder: "uno/...", others: []string{"golang.org/x/sys/..."}}, // x/sys is for pipes on Windows
	{folder: "server/content/...", others: []string{"golang.org/x/net/html/...", "github.com/yuin/goldmark/..."}},
	{folder: "server/document/...", ours: []string{"uno", "server/content"}},
	{folder: "server/tool", others: []string{mcpSDK, schemas}, never: []string{"net/http"}},
	{folder: "server/tools", ours: []string{"server/tools/...", "server/tool", "server/document"}, never: []string{"net/http"}},
	{folder: "server/tools/common", ours: toolsMay, never: []string{"net/http"}},
	{folder: "server/tools/writer", ours: toolsMay, never: []string{"net/http"}},
	{folder: "server/tools/calc", ours: toolsMay, never: []string{"net/http"}},
	{folder: "server/tools/draw", ours: toolsMay, never: []string{"net/http"}},
	{folder: "server/agent/...", ours: []string{"server/tool"}, others: []string{"..."}, never: []string{fyne, tray}},
	{folder: "server/bridge"},
	{folder: "server/endpoint", others: []string{"github.com/adrg/xdg", "github.com/shirou/gopsutil/v4/..."}},
	{folder: "server/conformance", ours: []string{"server"}, others: []string{mcpSDK}},
	{folder: "server/servertest", ours: []string{"..."}, others: []string{"..."}, never: []string{fyne, tray}}, // for tests alone
	{folder: "server/roundtrip"},  // holds tests alone
	{folder: "server/acceptance"}, // holds tests alone
	{folder: "server", ours: []string{"server/...", "uno", "uno/attach"}, others: []string{"..."}, never: []string{fyne, tray, module + "/server/servertest"}},
	{folder: "app/...", ours: []string{"server", "server/endpoint", "uno/attach"}, others: []string{"..."}, never: []string{fyne, tray, mcpSDK}},
	{folder: "ui/...", ours: []string{"app/...", "icons", "assets"}, others: []string{"..."}, never: []string{fyneApp, mcpSDK}},
	{folder: "assets/..."},
	{folder: "icons/..."},
	{folder: "docs/hosts"},
	{folder: "cmd/...", ours: []string{"docs/hosts", "app/...", "server/...", "uno/..."}, others: []string{"..."}, never: []string{fyne, tray, module + "/ui/..."}},
	{folder: "", ours: []string{"..."}, others: []string{"..."}},
}

var toolsMay = []string{"server/tool", "server/document/...", "server/content"}

// listed is a package as "go list" tells of it.
type listed struct {
	ImportPath string
	Doc        string
	Imports    []string
	GoFiles    []string // none in a folder of tests alone
}

// ruleFor finds the rule of a package, nil if there is none.
func ruleFor(path string) *rule {
	folder := strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
	var best *rule
	for i := range rules {
		if r := &rules[i]; covers(r.folder, folder) && (best == nil || len(r.folder) > len(best.folder)) {
			best = r
		}
	}
	return best
}

// covers reports whether a pattern with or without "/..." means a path.
func covers(pattern, path string) bool {
	prefix, below := strings.CutSuffix(pattern, "...")
	prefix = strings.TrimSuffix(prefix, "/")
	return path == prefix || below && (prefix == "" || strings.HasPrefix(path, prefix+"/"))
}

func anyCovers(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return covers(p, path) })
}

// broken lists what the imports of the packages break.
func broken(packages []listed) []string {
	var out []string
	for _, p := range packages {
		if len(p.GoFiles) == 0 {
			continue
		}
		r := ruleFor(p.ImportPath)
		if r == nil {
			out = append(out, p.ImportPath+" stands in no rule: add its folder to the table")
			continue
		}
		for _, i := range p.Imports {
			if !r.allows(p.ImportPath, i) {
				out = append(out, p.ImportPath+" must not import "+i)
			}
		}
	}
	return out
}

func (r *rule) allows(from, imported string) bool {
	if anyCovers(r.never, imported) {
		return false
	}
	own, ok := strings.CutPrefix(imported, module+"/")
	switch {
	case ok:
		// Packages that belong to one folder may use each other, unless the
		// rule is for a single package.
		return anyCovers(r.ours, own) || strings.HasSuffix(r.folder, "...") && covers(r.folder, own)
	case !strings.Contains(strings.Split(imported, "/")[0], "."):
		return true // the standard library
	}
	return anyCovers(r.others, imported)
}

func list(t *testing.T, system string, args ...string) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-e", "-json=ImportPath,Doc,Imports,GoFiles"}, args...)...)
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var packages []listed
	for d := json.NewDecoder(out); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if len(packages) == 0 {
		t.Fatal("no packages")
	}
	return packages
}

func TestImports(t *testing.T) {
	for _, system := range []string{"linux", "windows", "darwin"} {
		for _, b := range broken(list(t, system, "./...")) {
			t.Errorf("%s: %s", system, b)
		}
	}
}

// The command line must run where there is no display and build without cgo,
// so nothing below it may be a window toolkit either.
func TestCommandLineHasNoWindows(t *testing.T) {
	for _, p := range list(t, "linux", "-deps", "./cmd/...") {
		if covers("fyne.io/...", p.ImportPath) || covers("github.com/go-gl/...", p.ImportPath) {
			t.Errorf("unodeskctl depends on %s", p.ImportPath)
		}
	}
}

// The checker itself: each line breaks or keeps the rules.
func TestBrokenImportsAreFound(t *testing.T) {
	tests := []struct {
		from, imports string
		ok            bool
	}{
		{"uno", "net", true},
		{"uno", module + "/uno/internal/urp", true},
		{"uno", "github.com/adrg/xdg", false},
		{"uno/attach", module + "/server", false},
		{"server/content", "golang.org/x/net/html/atom", true},
		{"server/content", module + "/uno", false},
		{"server/document", module + "/uno", true},
		{"server/document/writer", module + "/server/document", true},
		{"server/document/writer", module + "/uno/attach", false},
		{"server/document", module + "/server/tool", false},
		{"server/tool", "github.com/modelcontextprotocol/go-sdk/mcp", true},
		{"server/tool", module + "/server/document", false},
		{"server/tool", "net/http", false},
		{"server/tools/writer", module + "/server/document/writer", true},
		{"server/tools/writer", module + "/server/tools/calc", false},
		{"server/tools/writer", module + "/uno", false},
		{"server/tools/writer", "net/http", false},
		{"server/tools/impress", "fmt", false}, // a new folder needs a line in the table
		{"server/agent", module + "/server/tools", false},
		{"server", module + "/server/tools", true},
		{"server", module + "/app", false},
		{"server", module + "/server/servertest", false},
		{"app", module + "/server", true},
		{"app/config", "fyne.io/fyne/v2", false},
		{"app", "github.com/modelcontextprotocol/go-sdk/mcp", false},
		{"app", module + "/ui", false},
		{"ui", "fyne.io/fyne/v2/widget", true},
		{"ui", "fyne.io/fyne/v2/app", false},
		{"ui", module + "/server", false},
		{"cmd/unodeskctl", module + "/server/tool", true},
		{"cmd/unodeskctl", "fyne.io/fyne/v2/lang", false},
		{"cmd/unodeskctl", module + "/ui", false},
		{"", "fyne.io/fyne/v2/app", true},
		{"somewhere/new", "fmt", false},
	}
	for _, tt := range tests {
		path := strings.TrimSuffix(module+"/"+tt.from, "/")
		got := broken([]listed{{ImportPath: path, Imports: []string{tt.imports}, GoFiles: []string{"a.go"}}})
		if (len(got) == 0) != tt.ok {
			t.Errorf("%s importing %s: %v", path, tt.imports, got)
		}
	}
}

// Every package says what it is for.
func TestPackagesHaveComments(t *testing.T) {
	for _, u := range uncommented(list(t, "linux", "./...")) {
		t.Error(u)
	}
	files := []string{"a.go"}
	if got := uncommented([]listed{{ImportPath: "a", Doc: "Package a is good.", GoFiles: files}, {ImportPath: "b", GoFiles: files}}); len(got) != 1 {
		t.Errorf("the check is broken: %v", got)
	}
}

func uncommented(packages []listed) []string {
	var out []string
	for _, p := range packages {
		if p.Doc == "" && len(p.GoFiles) > 0 {
			out = append(out, fmt.Sprintf("package %s has no comment", p.ImportPath))
		}
	}
	return out
}
