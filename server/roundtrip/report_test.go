package roundtrip

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
)

// report is what a run tells the file that UNODESK_ROUNDTRIP_REPORT names.
var report struct {
	sync.Mutex
	strings.Builder
}

// tell adds a line to the report.
func tell(format string, args ...any) {
	report.Lock()
	defer report.Unlock()
	fmt.Fprintf(&report, format+"\n", args...)
}

func TestMain(m *testing.M) {
	tell("# Round trips\n\n`make exam` writes this. Each document is read, written back unchanged (which must change nothing: " +
		"neither the undo list nor what is in it), then changed at random, compared with what a model predicts, and taken back with one undo.")
	code := m.Run()
	if path := os.Getenv("UNODESK_ROUNDTRIP_REPORT"); path != "" {
		tell("\nOutcome: %s", map[bool]string{true: "passed", false: "failed"}[code == 0])
		if err := os.WriteFile(path, []byte(report.String()), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}
