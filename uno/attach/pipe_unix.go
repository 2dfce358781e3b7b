//go:build unix

package attach

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// pipePrefix starts the file names of all pipes of this user's offices.
func pipePrefix() string { return "OSL_PIPE_" + strconv.Itoa(os.Getuid()) + "_" }

// pipeFolders are the places where offices put their pipes, the first writable
// one being used.
func pipeFolders() []string {
	folders := []string{"/tmp", "/var/tmp"}
	if extra := os.Getenv("OSL_SOCKET_PATH"); extra != "" {
		folders = append(folders, extra)
	}
	return folders
}

// pipesOf lists the single-instance pipes in a folder.
func pipesOf(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	prefix := pipePrefix() + singleInstance
	var pipes []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && e.Type()&fs.ModeSocket != 0 {
			pipes = append(pipes, filepath.Join(folder, e.Name()))
		}
	}
	return pipes, err
}

// sibling gives the path of another pipe of the office that has pipe.
func sibling(pipe, name string) string {
	return filepath.Join(filepath.Dir(pipe), pipePrefix()+name)
}

// pipeName gives the name that a pipe was made with.
func pipeName(pipe string) string {
	return strings.TrimPrefix(filepath.Base(pipe), pipePrefix())
}

// dialPipe connects to a pipe; the error is errNoPipe or errPipeBusy where
// these fit.
func dialPipe(ctx context.Context, pipe string) (net.Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "unix", pipe)
	switch {
	case err == nil:
		return c, nil
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w", pipe, errNoPipe)
	case errors.Is(err, syscall.EAGAIN):
		return nil, fmt.Errorf("%s: %w", pipe, errPipeBusy)
	default:
		return nil, err
	}
}

// pipesChanged gives a value that differs when a pipe came or went since.
func pipesChanged() string {
	var stamp strings.Builder
	for _, folder := range pipeFolders() {
		if info, err := os.Stat(folder); err == nil {
			stamp.WriteString(info.ModTime().String())
		}
	}
	return stamp.String()
}
