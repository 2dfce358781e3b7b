package ui

import (
	"testing"

	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
	"github.com/unodesk/unodesk/ui/lang"
)

// TestToolsHaveGermanTitles: a tool that is new needs one in ui/lang/de.json.
func TestToolsHaveGermanTitles(t *testing.T) {
	names := []string{tool.CallTool, "find_tools", "get_job_result"}
	for _, s := range tools.All(nil) {
		names = append(names, s.Name)
	}
	german := words{lang.For("de")}
	for _, name := range names {
		if german.toolTitle(name, "") == "" {
			t.Errorf("%s has no German title", name)
		}
		if got := english.toolTitle(name, "Title"); got != "Title" {
			t.Errorf("%s is called %q in English", name, got)
		}
	}
}
