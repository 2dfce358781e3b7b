package connect

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"time"
)

// tryTime bounds a trial.
const tryTime = 15 * time.Second

// ErrNoServer says that a host would find no server.
var ErrNoServer = errors.New("no Unodesk server answers; start Unodesk and switch it on")

// Try reads our entry from the settings of a host and asks for the tools in the way that it names, as the host will. It
// returns how many there are.
func (c *Connector) Try(ctx context.Context, id string) (tools int, err error) {
	h, err := Lookup(id)
	if err != nil {
		return 0, err
	}
	path := h.file(c.System)
	text, err := read(path)
	if err != nil {
		return 0, &FileError{path, err}
	}
	settings, err := h.form.decode(bytes.TrimPrefix(text, []byte(byteOrderMark)))
	if err != nil {
		return 0, &FileError{path, err}
	}
	entry, ok := h.find(settings)
	if !ok {
		return 0, fmt.Errorf("%s has no entry %q", path, EntryName)
	}
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	if command, ok := entry["command"].(string); ok {
		tools, err = tryCommand(ctx, h, command, entry["args"])
	} else {
		tools, err = tryAddress(ctx, h, entry)
	}
	if err == nil && tools == 0 {
		err = ErrNoServer
	}
	return tools, err
}

// hello are the words of a host.
func hello(h *Host) []string {
	return []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":` + quoted(h.ID+" (trial)") + `,"version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
	}
}

func tryCommand(ctx context.Context, h *Host, command string, args any) (int, error) {
	var list []string
	for _, a := range asList(args) {
		list = append(list, fmt.Sprint(a))
	}
	cmd := exec.CommandContext(ctx, command, list...)
	cmd.Stdin = strings.NewReader(strings.Join(hello(h), "\n") + "\n")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("run %s: %w", command, err)
	}
	for line := range bytes.Lines(out) {
		if n, ok := countTools(line); ok {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s did not list its tools", command)
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}

func tryAddress(ctx context.Context, h *Host, entry map[string]any) (int, error) {
	address := ""
	for _, key := range []string{"url", "httpUrl", "serverUrl", "uri"} {
		if text, ok := entry[key].(string); ok {
			address = text
		}
	}
	client := &http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}
	session := ""
	defer func() { endSession(ctx, client, address, session) }()
	for _, words := range hello(h) {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(words))
		if err != nil {
			return 0, err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		resp, err := client.Do(r)
		if err != nil {
			return 0, fmt.Errorf("%w (%w)", ErrNoServer, err)
		}
		raw, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode >= http.StatusBadRequest {
			return 0, fmt.Errorf("the server at %s answers %s: %s", address, resp.Status, firstLine(raw))
		}
		if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
			session = id
		}
		in := bufio.NewScanner(bytes.NewReader(raw))
		in.Buffer(nil, len(raw)+1)
		for in.Scan() {
			if n, ok := countTools(bytes.TrimPrefix(in.Bytes(), []byte("data:"))); ok {
				return n, nil
			}
		}
	}
	return 0, fmt.Errorf("the server at %s did not list its tools", address)
}

// endSession tells the server that the trial is over.
func endSession(ctx context.Context, client *http.Client, address, session string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodDelete, address, nil)
	if session == "" || err != nil {
		return
	}
	r.Header.Set("Mcp-Session-Id", session)
	if resp, err := client.Do(r); err == nil {
		resp.Body.Close()
	}
}

// countTools reads the answer to the last of the words of hello.
func countTools(line []byte) (int, bool) {
	var answer struct {
		ID     int `json:"id"`
		Result *struct {
			Tools []json.RawMessage `json:"tools"`
		} `json:"result"`
	}
	if json.Unmarshal(line, &answer) != nil || answer.ID != 2 || answer.Result == nil {
		return 0, false
	}
	return len(answer.Result.Tools), true
}

func firstLine(raw []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(raw)), "\n")
	return line
}
