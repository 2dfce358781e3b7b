package main

import (
	"fmt"
	"os"
	"os/exec"
)

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
