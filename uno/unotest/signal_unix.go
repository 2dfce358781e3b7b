//go:build unix

package unotest

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// Stop makes a process stand still. Where the system tells (/proc), it returns
// when all threads do: on a busy machine that takes a while, in which a thread
// can answer a call.
func Stop(t testing.TB, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	threads := filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "stat")
	for deadline := time.Now().Add(10 * time.Second); !stopped(threads); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d does not stop", pid)
		}
	}
}

func stopped(threads string) bool {
	files, _ := filepath.Glob(threads)
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		// The state follows the program's name, which is in parentheses.
		_, rest, _ := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
		if len(rest) > 0 && rest[0] != 'T' && rest[0] != 'Z' {
			return false
		}
	}
	return true
}

// Continue lets a process run again.
func Continue(t testing.TB, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Error(err)
	}
}
