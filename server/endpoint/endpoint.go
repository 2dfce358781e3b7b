// Package endpoint is the file by which the command line and the bridge find
// the running server of the same user: its address, its process and its
// control token. Start with [Read] and [Endpoint.Write].
//
// The file is readable by its owner alone and is gone when the server has
// stopped. A file whose process is gone counts as no file.
package endpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/adrg/xdg"
)

const fileName = "endpoint.json"

// ErrNone says that no server runs.
var ErrNone = errors.New("no Unodesk server is running")

// Endpoint is where a server is and how to be let in.
type Endpoint struct {
	Address string `json:"address"` // of MCP: http://127.0.0.1:8765/mcp
	Token   string `json:"token"`   // the control token, new for each listener
	PID     int    `json:"pid"`
	Started int64  `json:"started"` // when the process did, as startTime tells it: a pid alone may be reused
	Version string `json:"version"`
}

// AddressAt is where a server on a port serves MCP.
func AddressAt(port int) string {
	return "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) + "/mcp"
}

// NetworkAddresses is where other computers of the private network find a
// server on a port that listens to them, by IPv4. It is empty where there is no
// such network.
func NetworkAddresses(port int) []string {
	own, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var list []string
	for _, a := range own {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsPrivate() {
			list = append(list, "http://"+net.JoinHostPort(n.IP.String(), strconv.Itoa(port))+"/mcp")
		}
	}
	return list
}

// DefaultDir is the folder of the file when nobody names another one.
func DefaultDir() string {
	// The runtime folder is emptied at log-out. It may be missing, as in a
	// session that was opened by su.
	if dir := xdg.RuntimeDir; dir != "" {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return filepath.Join(dir, "unodesk")
		}
	}
	return filepath.Join(xdg.StateHome, "unodesk")
}

// Write writes the file, over that of an earlier server.
func (e *Endpoint) Write(dir string) error {
	started, err := startTime(e.PID)
	if err != nil {
		return fmt.Errorf("write the endpoint file: %w", err)
	}
	e.Started = started
	raw, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the endpoint file: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write the endpoint file: %w", err)
	}
	f, err := os.CreateTemp(dir, ".endpoint-*") // mode 0600
	if err != nil {
		return fmt.Errorf("write the endpoint file: %w", err)
	}
	_, err = f.Write(append(raw, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, fileName))
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("write the endpoint file: %w", err)
	}
	return nil
}

// Remove removes the file if it is still that of e.
func (e *Endpoint) Remove(dir string) error {
	have, err := load(dir)
	if errors.Is(err, ErrNone) || err == nil && have.Token != e.Token {
		return nil
	}
	return os.Remove(filepath.Join(dir, fileName))
}

// Read finds the running server. It returns ErrNone if there is no file or its
// process is gone.
func Read(dir string) (*Endpoint, error) {
	e, err := load(dir)
	if err != nil {
		return nil, err
	}
	started, err := startTime(e.PID)
	if err != nil || started != e.Started {
		return nil, ErrNone
	}
	return e, nil
}

func load(dir string) (*Endpoint, error) {
	path := filepath.Join(dir, fileName)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("read the endpoint file: %w", err)
	}
	if err := private(info); err != nil {
		return nil, fmt.Errorf("endpoint file %s: %w", path, err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the endpoint file: %w", err)
	}
	e := new(Endpoint)
	if err := json.Unmarshal(raw, e); err != nil || e.Address == "" {
		return nil, ErrNone
	}
	return e, nil
}
