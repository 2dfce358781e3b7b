// Package program finds the programs of Unodesk: they lie beside each other, or where the system looks for programs.
package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// The programs.
const (
	Tray        = "unodesk"
	CommandLine = "unodeskctl"
)

// Find returns the path of a program.
func Find(name string) (string, error) {
	file := name
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	if own, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(own), file)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath(file)
	if err != nil {
		return "", fmt.Errorf("%s is neither beside this program nor in the search path; install it there", file)
	}
	return filepath.Abs(path)
}
