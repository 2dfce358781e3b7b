package endpoint

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestStartTimeIsSinceTheSystemStarted: it must not come from the time of day,
// which can be corrected while a server runs.
func TestStartTimeIsSinceTheSystemStarted(t *testing.T) {
	own, err := startTime(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(30 * time.Millisecond) // some ticks of a hundredth of a second
	child := exec.Command("sleep", "60")
	child.Args[0] = "a name) with (brackets"
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = child.Process.Kill(); _ = child.Wait() }()
	later, err := startTime(child.Process.Pid)
	if err != nil || later <= own || later > own+100*60*10 {
		t.Errorf("own %d, of a child %d: %v", own, later, err)
	}
	if _, err := startTime(1 << 30); err == nil {
		t.Error("a process that is not there has a start time")
	}
}
