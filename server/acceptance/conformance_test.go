//go:build unix

package acceptance

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	suite     = "node_modules/@modelcontextprotocol/conformance/dist/index.js" // knows the versions with sessions
	suiteNext = "node_modules/conformance-next/dist/index.js"                  // knows the one without, too
)

// The official suites, whose exit status says whether all that is required
// passed.
func TestConformance(t *testing.T) {
	t.Parallel()
	s := withFixtures(t)
	for _, tt := range []struct {
		name, script string
		args         []string
		total        string // a line that must be there, "" for none
	}{
		{"all", suite, []string{"--suite", "all"}, "Total: 44 passed, 0 failed"},
		{"2025-11-25", suiteNext, []string{"--requirements", "2025-11-25"}, "Total: 84 passed, 0 failed"},
		{"2026-07-28", suiteNext, []string{"--requirements", "2026-07-28"}, ""}, // the extension for tasks is not required
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out, err := node(t, tt.script, append([]string{"server", "--url", s.address}, tt.args...)...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), tt.total) {
				t.Errorf("%v\n%s", err, tail(out))
			}
		})
	}
}

// The product as it is passes what does not ask for tools with fixed names.
func TestConformanceWithoutFixtures(t *testing.T) {
	t.Parallel()
	s := serve(t)
	common := []string{
		"completion-complete", "dns-rebinding-protection", "prompts-list", "resources-list", "server-sse-multiple-streams", "tools-list",
	}
	sessions := append([]string{"logging-set-level", "ping", "resources-subscribe", "resources-unsubscribe", "server-initialize"}, common...)
	for _, tt := range []struct {
		name, script string
		args         []string
		pass         []string
	}{
		{"all", suite, []string{"--suite", "all"}, sessions},
		{"2025-11-25", suiteNext, []string{"--requirements", "2025-11-25"}, append([]string{"server-session-lifecycle"}, sessions...)},
		{"2026-07-28", suiteNext, []string{"--requirements", "2026-07-28"}, append([]string{
			"caching", "http-header-validation", "input-required-result-ignore-extra-params",
			"input-required-result-missing-input-response", "input-required-result-unsupported-methods",
			"input-required-result-validate-input", "sep-2164-resource-not-found",
		}, common...)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out, _ := node(t, tt.script, append([]string{"server", "--url", s.address}, tt.args...)...).CombinedOutput()
			passed := passedScenarios(out)
			for _, name := range tt.pass {
				if !slices.Contains(passed, name) {
					t.Errorf("%s did not pass", name)
				}
			}
			if t.Failed() {
				t.Logf("%s", tail(out))
			}
		})
	}
}

var passedLine = regexp.MustCompile(`(?m)^✓ ([\w-]+): [1-9]\d* passed, 0 failed`)

func passedScenarios(out []byte) []string {
	var names []string
	for _, m := range passedLine.FindAllSubmatch(out, -1) {
		names = append(names, string(m[1]))
	}
	return names
}

// tail is the end of an output, where the summary stands.
func tail(out []byte) []byte { return out[max(0, len(out)-6000):] }
