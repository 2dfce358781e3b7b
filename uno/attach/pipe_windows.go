package attach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pipeRoot is where Windows shows its named pipes.
const pipeRoot = `\\.\pipe\`

// errorPipeBusy is what opening a pipe gives while all its instances are in
// use.
const errorPipeBusy = syscall.Errno(231)

// pipePrefix starts the names of all pipes of this user's offices; they hold
// the user's security identifier.
func pipePrefix() string {
	token, err := syscall.OpenCurrentProcessToken()
	if err != nil {
		return "OSL_PIPE_"
	}
	defer token.Close()
	user, err := token.GetTokenUser()
	if err != nil {
		return "OSL_PIPE_"
	}
	sid, err := user.User.Sid.String()
	if err != nil {
		return "OSL_PIPE_"
	}
	return "OSL_PIPE_" + sid + "_"
}

func pipeFolders() []string { return []string{pipeRoot} }

// pipesOf lists the single-instance pipes.
func pipesOf(folder string) ([]string, error) {
	names, err := pipeNames(folder + "*")
	if err != nil {
		return nil, err
	}
	prefix := pipePrefix() + singleInstance
	var pipes []string
	for _, name := range names {
		if strings.HasPrefix(name, prefix) {
			pipes = append(pipes, folder+name)
		}
	}
	return pipes, nil
}

func pipeNames(pattern string) ([]string, error) {
	p, err := syscall.UTF16PtrFromString(pattern)
	if err != nil {
		return nil, err
	}
	var data syscall.Win32finddata
	find, err := syscall.FindFirstFile(p, &data)
	if err != nil {
		return nil, fmt.Errorf("list pipes: %w", err)
	}
	defer syscall.FindClose(find)
	var names []string
	for {
		names = append(names, syscall.UTF16ToString(data.FileName[:]))
		switch err := syscall.FindNextFile(find, &data); {
		case errors.Is(err, syscall.ERROR_NO_MORE_FILES):
			return names, nil
		case err != nil:
			return nil, fmt.Errorf("list pipes: %w", err)
		}
	}
}

// sibling gives the path of another pipe of the office that has pipe.
func sibling(_, name string) string { return pipeRoot + pipePrefix() + name }

// pipeName gives the name that a pipe was made with.
func pipeName(pipe string) string {
	return strings.TrimPrefix(strings.TrimPrefix(pipe, pipeRoot), pipePrefix())
}

// pipeConn is a named pipe as a connection. The handle is overlapped, so that
// it can be read and written at the same time and has deadlines.
type pipeConn struct{ *os.File }

type pipeAddr string

func (a pipeAddr) Network() string { return "pipe" }
func (a pipeAddr) String() string  { return string(a) }

func (c pipeConn) LocalAddr() net.Addr  { return pipeAddr(c.Name()) }
func (c pipeConn) RemoteAddr() net.Addr { return pipeAddr(c.Name()) }

// dialPipe connects to a pipe, waiting while all its instances are in use.
func dialPipe(ctx context.Context, pipe string) (net.Conn, error) {
	for {
		f, err := os.OpenFile(pipe, os.O_RDWR|syscall.FILE_FLAG_OVERLAPPED, 0)
		switch {
		case err == nil:
			return pipeConn{f}, nil
		case errors.Is(err, os.ErrNotExist):
			return nil, fmt.Errorf("%s: %w", pipe, errNoPipe)
		case !errors.Is(err, errorPipeBusy):
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: %w", pipe, errPipeBusy)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// pipesChanged gives a value that differs when a pipe came or went since.
func pipesChanged() string {
	pipes, err := pipesOf(pipeRoot)
	if err != nil {
		return strconv.FormatInt(time.Now().UnixNano(), 10)
	}
	return strings.Join(pipes, "\n")
}
