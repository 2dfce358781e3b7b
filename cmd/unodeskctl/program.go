package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// appProgram finds the tray app: beside this program, else where the system
// looks for programs.
func appProgram() (string, error) {
	name := "unodesk"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	own, err := ownProgram()
	if err == nil {
		beside := filepath.Join(filepath.Dir(own), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("the app %s is neither beside unodeskctl nor in the search path; install it there", name)
	}
	return filepath.Abs(path)
}

// ownProgram is the path of this program, as it stays over updates.
func ownProgram() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	return own, nil
}

// startDetached starts a program that goes on after this one has ended, and
// holds none of its files open.
func startDetached(path string, args ...string) error {
	cmd := exec.Command(path, args...)
	cmd.SysProcAttr = detached()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start Unodesk: %w", err)
	}
	go func() { _ = cmd.Wait() }() // so that it leaves no zombie should it end first
	return nil
}
