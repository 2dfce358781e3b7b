package hosts_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/docs/hosts"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
)

// TestTheFilesAreTrue: what they name is there, with these arguments and codes.
func TestTheFilesAreTrue(t *testing.T) {
	catalog, err := tools.All(nil).Compile(tool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden := map[string]bool{}
	for _, listed := range catalog.Tools() {
		golden[listed.Name] = true
	}
	codes := map[string]bool{}
	for _, code := range tool.Codes() {
		codes[string(code)] = true
	}
	words := []string{ // arguments, their values, and fields of answers; docs/tools.md has them
		"uid", "document_url", "at", "next", "old_content", "target", "full_document", "max_chars", "path", "all_own", "outcome",
		"unknown", "nothing_changed", "dry_run", "replaced_count", "data-lo-object",
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	for name, text := range map[string]string{"libreoffice.mdc": hosts.CursorRules, "SKILL.md": hosts.Skill} {
		named := 0
		for _, found := range quoted.FindAllStringSubmatch(text, -1) {
			word := found[1]
			switch {
			case golden[word]:
				named++
			case codes[word], slices.Contains(words, word):
			default:
				t.Errorf("%s names %q, which is no tool", name, word)
			}
		}
		if named < 10 {
			t.Errorf("%s names only %d tools", name, named)
		}
		if !strings.HasPrefix(text, "---\n") || !strings.Contains(text, "\ndescription: ") {
			t.Errorf("%s has no head", name)
		}
	}
}
