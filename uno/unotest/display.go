package unotest

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// displayTime is how long a display may take to come up.
const displayTime = 20 * time.Second

// Display starts a virtual screen (Xvfb) on a display that is free and gives
// its name. The test ends it.
func Display(t testing.TB) string {
	t.Helper()
	program, err := exec.LookPath("Xvfb")
	if err != nil {
		Missing(t, "Xvfb is not installed")
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	// The server chooses the number itself and writes it to descriptor 3. It
	// does not start afresh, dropping newcomers, when its last client leaves.
	cmd := exec.Command(program, "-noreset", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	err = cmd.Start()
	write.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended by itself
		_ = cmd.Wait()
	})
	if err := read.SetReadDeadline(time.Now().Add(displayTime)); err != nil {
		t.Fatal(err)
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("start Xvfb: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}
