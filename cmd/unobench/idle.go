package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// idle is what a server costs that is attached to an office and has nothing to
// do.
type idle struct {
	memory int           // resident, in bytes
	used   time.Duration // of processors
	over   time.Duration
}

const (
	maxMemory = 40 << 20
	maxLoad   = 0.003 // of one core
)

func (i idle) load() float64 { return i.used.Seconds() / i.over.Seconds() }

// measureIdle builds the command-line server and watches it.
func measureIdle(ctx context.Context, o *office, over time.Duration) (idle, error) {
	program := filepath.Join(o.folder, "unodeskctl")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", program, "github.com/unodesk/unodesk/cmd/unodeskctl")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return idle{}, fmt.Errorf("build the server: %w\n%s", err, out)
	}
	state := filepath.Join(o.folder, "state")
	cmd := exec.Command(program, "serve", "--port", "0", "--profile", o.process.Profile,
		"--state", state, "--config", filepath.Join(o.folder, "config.json"))
	if err := cmd.Start(); err != nil {
		return idle{}, err
	}
	defer func() {
		_ = cmd.Process.Signal(os.Interrupt) // it may have ended by itself, which the readings show
		_ = cmd.Wait()
	}()
	if err := sleep(ctx, 5*time.Second); err != nil { // to attach and settle
		return idle{}, err
	}
	out, err := exec.CommandContext(ctx, program, "status", "--state", state).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "office: headless") {
		return idle{}, fmt.Errorf("the server is not attached: %w\n%s", err, out)
	}
	before, err := cpuTime(cmd.Process.Pid)
	if err != nil {
		return idle{}, err
	}
	if err := sleep(ctx, over); err != nil {
		return idle{}, err
	}
	after, err := cpuTime(cmd.Process.Pid)
	if err != nil {
		return idle{}, err
	}
	memory, err := resident(cmd.Process.Pid)
	return idle{memory, after - before, over}, err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// cpuTime is what all threads of a process have used, as Linux tells it.
func cpuTime(pid int) (time.Duration, error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		return 0, errors.New("the server has ended, or this is no Linux")
	}
	var total time.Duration
	for _, path := range threads {
		n, err := firstNumber(path)
		if err != nil {
			return 0, err
		}
		total += time.Duration(n)
	}
	return total, nil
}

func resident(pid int) (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("statm of %d: %q", pid, text)
	}
	pages, err := strconv.Atoi(fields[1])
	return pages * os.Getpagesize(), err
}

func firstNumber(path string) (int64, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	field, _, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	return strconv.ParseInt(field, 10, 64)
}
