package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/ui/lang"
	"github.com/unodesk/unodesk/uno/attach"
)

var english = words{lang.For("en")}

func TestReach(t *testing.T) {
	tests := []struct {
		name             string
		enabled, private bool
		listed           []string
		token            bool
		want             string
	}{
		{"off", false, true, []string{"https://a.example"}, true, "Nobody"},
		{"usual", true, true, nil, false, "Only programs that you run on this computer."},
		{"no pages at all", true, false, nil, true, "Only programs"},
		{"own network", true, true, nil, true, "Web pages from your own network that"},
		{"own and listed", true, true, []string{"https://a.example", "https://b.example"}, true, "your own network and from https://a.example, https://b.example that"},
		{"listed", true, false, []string{"https://a.example"}, true, "Web pages from https://a.example that know"},
		{"listed without token", true, false, []string{"https://a.example"}, false, "Only programs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := config.Default()
			c.MCP.Enabled, c.MCP.AllowPrivateOrigins, c.MCP.AllowedOrigins = tt.enabled, tt.private, tt.listed
			if got := english.reach(c, tt.token); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReachOfOthers(t *testing.T) {
	c := config.Default()
	c.MCP.Enabled, c.MCP.LAN, c.MCP.AllowPrivateOrigins = true, true, false
	if got := english.reach(c, false); got != "Programs that you run on this computer. Programs on other computers of your network that know the access token." {
		t.Errorf("open to the network: %q", got)
	}
	c.MCP.TokenForAll, c.MCP.ReadOnly = true, true
	got := english.reach(c, false)
	for _, want := range []string{"if they know the access token;", "other computers", "change nothing"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}

func TestEveryOfficePhaseSaysWhatToDo(t *testing.T) {
	for _, phase := range []app.OfficePhase{app.Unavailable, app.Connecting, app.Headless, app.Waiting, app.Lost} {
		if got := english.officeMore(app.Office{Phase: phase, Dialog: "X"}); got == "" || strings.Contains(got, "office.") {
			t.Errorf("%s: %q", phase, got)
		}
	}
	if got := english.officeMore(app.Office{Phase: app.Attached}); got != "" {
		t.Errorf("attached: %q, want nothing to do", got)
	}
	if got := english.officeMore(app.Office{Phase: app.Waiting, Dialog: "Recovery"}); !strings.Contains(got, "“Recovery”") {
		t.Errorf("the dialog is not named: %q", got)
	}
	if got := english.officeMore(app.Office{Phase: app.Waiting}); strings.Contains(got, "“”") {
		t.Errorf("a dialog without a title: %q", got)
	}
	two := app.Office{Phase: app.Attached, Others: make([]attach.Instance, 2)}
	if got := english.officeMore(two); !strings.Contains(got, "2 more LibreOffices are") {
		t.Errorf("further offices: %q", got)
	}
	if got := english.office(app.Office{Phase: app.Attached, Version: "25.2.1.2"}); got != "Connected to LibreOffice 25.2.1" {
		t.Errorf("got %q", got)
	}
}

func TestProblems(t *testing.T) {
	tests := []struct {
		problem app.Problem
		want    []string
	}{
		{
			app.Problem{Code: app.PortTaken, Args: map[string]any{"port": 8765, "program": "nginx", "pid": 9, "next": 8766}},
			[]string{"nginx", "8765", "“Use port 8766”"},
		},
		{app.Problem{Code: app.PortTaken, Args: map[string]any{"port": 8765, "program": "nginx"}}, []string{"Close nginx"}},
		{app.Problem{Code: app.PortTakenHidden, Args: map[string]any{"port": 8765}}, []string{"another user", "Choose another"}},
		{app.Problem{Code: app.Unexpected, Args: map[string]any{"reason": "disk full"}}, []string{"Details: disk full"}},
		{app.Problem{Code: app.ProbeTimeout, Args: map[string]any{"seconds": 3}}, []string{"3 seconds", "Test again"}},
	}
	for _, tt := range tests {
		got := english.problem(&tt.problem)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q does not say %q", tt.problem.Code, got, want)
			}
		}
		if strings.Contains(got, "<no value>") {
			t.Errorf("%s: %q has a gap", tt.problem.Code, got)
		}
	}
}

func TestDocuments(t *testing.T) {
	var many []app.Document
	for i := range 12 {
		many = append(many, app.Document{Name: fmt.Sprint("Doc ", i), Type: "writer"})
	}
	tests := []struct {
		name string
		docs app.Documents
		want string
	}{
		{"not asked", app.Documents{}, "LibreOffice has not said"},
		{"none", app.Documents{Known: true}, "No document is open."},
		{"odd kind", app.Documents{Known: true, List: []app.Document{{Name: "名前.odb", Type: "base"}}}, "名前.odb (document)"},
		{"changed", app.Documents{Known: true, List: []app.Document{{Name: "A", Type: "calc", Modified: true}}}, "A (spreadsheet, unsaved)"},
		{"nine fit", app.Documents{Known: true, List: many[:9]}, "Doc 8 (text document)"},
		{"many", app.Documents{Known: true, List: many}, "Doc 7 (text document)\nand 4 more"},
	}
	for _, tt := range tests {
		if got := english.documents(tt.docs); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q in it", tt.name, got, tt.want)
		}
	}
}

func TestDuration(t *testing.T) {
	tests := map[time.Duration]string{
		0:                               "less than a minute",
		59 * time.Second:                "less than a minute",
		time.Minute:                     "1 minute",
		59*time.Minute + 59*time.Second: "59 minutes",
		time.Hour:                       "1 hour",
		47 * time.Hour:                  "47 hours",
		48 * time.Hour:                  "2 days",
	}
	for d, want := range tests {
		if got := english.duration(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	f, _ := config.Lookup("mcp.cors_allowed_origins")
	_, err := f.Parse("https://good.example\nhttps://*.bad.example")
	if got := english.refused(err.(*config.ValueError)); got != "Line 2: A star is not possible. Write each address in full." {
		t.Errorf("got %q", got)
	}
}
