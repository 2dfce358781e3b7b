//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// eras are the generations of the protocol, by a version of each.
var eras = map[string]string{"sessions": "2025-11-25", "stateless": "2026-07-28"}

// startAt is start with a state folder that outlives the server.
func startAt(t *testing.T, state string, args ...string) *running {
	t.Helper()
	return start(t, append(args, "--state", state)...)
}

// host is an AI program that has started the bridge.
type host struct {
	*mcp.ClientSession
	cmd     *exec.Cmd
	changed atomic.Int32
}

// newHost starts "unodeskctl mcp" as an AI program does: with pipes, and with
// proxy variables that lead nowhere.
func newHost(t *testing.T, version string, env []string, args ...string) *host {
	t.Helper()
	h := &host{cmd: exec.Command(binary, append([]string{"mcp"}, args...)...)}
	h.cmd.Env = append(append(os.Environ(), "HTTP_PROXY=http://127.0.0.1:9", "http_proxy=http://127.0.0.1:9", "ALL_PROXY=http://127.0.0.1:9"), env...)
	h.cmd.Stderr = os.Stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "test host", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { h.changed.Add(1) },
	})
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: h.cmd}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	h.ClientSession = session
	t.Cleanup(func() { _ = session.Close() })
	return h
}

func (h *host) tools(t *testing.T) []string {
	t.Helper()
	list, err := h.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// reads calls a tool and returns the text of the answer, or the error.
func (h *host) reads(t *testing.T, document string) (string, error) {
	t.Helper()
	r, err := h.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_document_content", Arguments: map[string]any{"document_url": document}})
	if err != nil {
		return "", err
	}
	return r.Content[0].(*mcp.TextContent).Text, nil
}

func TestBridge(t *testing.T) {
	t.Parallel()
	s := start(t, noOffice(t)...)
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			h := newHost(t, version, nil, "--state", s.state)
			if got := h.InitializeResult().ProtocolVersion; got != version {
				t.Errorf("speaks %s", got)
			}
			if names := h.tools(t); !slices.Contains(names, "list_open_documents") {
				t.Errorf("tools: %v", names)
			}
			text, err := h.reads(t, "Brief ü 文書 🦊.odt")
			if err != nil || !strings.Contains(text, "OFFICE_UNAVAILABLE") {
				t.Errorf("call: %q, %v", text, err)
			}
			if _, err := h.CallTool(t.Context(), &mcp.CallToolParams{Name: "no_such_töol"}); err == nil || !strings.Contains(err.Error(), "no_such_töol") {
				t.Errorf("unknown tool: %v", err)
			}
		})
	}
}

// A program may name the server itself, by argument or by variable.
func TestBridgeToAnAddress(t *testing.T) {
	t.Parallel()
	s := start(t, noOffice(t)...)
	elsewhere := []string{"--state", t.TempDir()}
	for name, h := range map[string]*host{
		"argument": newHost(t, "2025-11-25", []string{urlVariable + "=http://127.0.0.1:9/mcp"}, append(elsewhere, "--url", s.address)...),
		"variable": newHost(t, "2025-11-25", []string{urlVariable + "=" + s.address}, elsewhere...),
	} {
		if names := h.tools(t); len(names) == 0 {
			t.Errorf("%s: no tools", name)
		}
	}
	h := newHost(t, "2025-11-25", []string{urlVariable + "=http://127.0.0.1:9/mcp"}, elsewhere...)
	if _, err := h.reads(t, ""); err == nil || !strings.Contains(err.Error(), "not reachable") {
		t.Errorf("an address where nobody is: %v", err)
	}
	if r := ctl(t, "", "mcp", "--url", "localhost:8765"); r.code != exitUsage || !strings.Contains(r.err, "http://127.0.0.1:8765/mcp") {
		t.Errorf("no address: %+v", r)
	}
}

// Behaviour 19: the bridge before there is a server.
func TestBehaviour19BridgeBeforeTheServer(t *testing.T) {
	t.Parallel()
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			state := filepath.Join(t.TempDir(), "state ü")
			config := filepath.Join(t.TempDir(), "none.json")
			h := newHost(t, version, nil, "--state", state, "--config", config)
			hello := h.InitializeResult()
			if !hello.Capabilities.Tools.ListChanged || !strings.Contains(hello.Instructions, "reconnect") {
				t.Errorf("initialize: %+v", hello)
			}
			if names := h.tools(t); len(names) != 0 {
				t.Errorf("tools without a server: %v", names)
			}
			if err := h.Ping(t.Context(), nil); err != nil {
				t.Error(err)
			}
			if prompts, err := h.ListPrompts(t.Context(), nil); err != nil || len(prompts.Prompts) != 0 {
				t.Errorf("prompts: %v, %v", prompts, err)
			}
			if _, err := h.reads(t, ""); err == nil || !strings.Contains(err.Error(), "not reachable") || !strings.Contains(err.Error(), "switched off") {
				t.Errorf("call: %v", err)
			}
			startAt(t, state, noOffice(t)...)
			until(t, "the tools to change", func() bool { return h.changed.Load() > 0 })
			if names := h.tools(t); !slices.Contains(names, "list_open_documents") {
				t.Errorf("tools: %v", names)
			}
			if text, err := h.reads(t, ""); err != nil || !strings.Contains(text, "OFFICE_UNAVAILABLE") {
				t.Errorf("call: %q, %v", text, err)
			}
		})
	}
}

// A36: a server that ends and comes back, gently or not, with its memory of
// sessions or without, is not noticed but for the tools that may have changed.
func TestA36BridgeOutlivesTheServer(t *testing.T) {
	t.Parallel()
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			state := filepath.Join(t.TempDir(), "state")
			s := startAt(t, state, noOffice(t)...)
			h := newHost(t, version, nil, "--state", state)
			for round, end := range []func(){
				func() { s.stop(t, 2*time.Second) },
				func() { _ = s.cmd.Process.Kill(); <-s.done },
				func() { s.stop(t, 2*time.Second); _ = os.Remove(filepath.Join(state, "session.key")) },
			} {
				if text, err := h.reads(t, ""); err != nil || !strings.Contains(text, "OFFICE_UNAVAILABLE") {
					t.Fatalf("round %d: %q, %v", round, text, err)
				}
				before := h.changed.Load()
				end()
				called := make(chan error)
				go func() { // while nobody is there
					_, err := h.reads(t, "")
					called <- err
				}()
				s = startAt(t, state, noOffice(t)...)
				if err := <-called; err != nil {
					t.Errorf("round %d: a call during the restart: %v", round, err)
				}
				until(t, "the tools to change", func() bool { return h.changed.Load() > before })
				if len(h.tools(t)) == 0 {
					t.Errorf("round %d: no tools", round)
				}
			}
		})
	}
}

// A37: the process of the bridge ends with its input, whatever the server does.
func TestA37BridgeLeavesNoProcess(t *testing.T) {
	t.Parallel()
	s := start(t, noOffice(t)...)
	hanging := start(t, noOffice(t)...)
	t.Cleanup(func() { _ = hanging.cmd.Process.Signal(syscall.SIGCONT) }) // before the stop that start arranged
	for name, tt := range map[string]struct {
		state string
		calls string
		spoil func()
	}{
		"served":        {state: s.state},
		"in a call":     {state: s.state, calls: `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_open_documents"}}`},
		"alone":         {state: t.TempDir()},
		"server hangs":  {state: hanging.state, calls: `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, spoil: func() { _ = hanging.cmd.Process.Signal(syscall.SIGSTOP) }},
		"without hello": {state: s.state},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(binary, "mcp", "--state", tt.state, "--config", filepath.Join(t.TempDir(), "c.json"))
			in, _ := cmd.StdinPipe()
			out, _ := cmd.StdoutPipe()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(out)
			if name != "without hello" {
				fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
				if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, `"result"`) {
					t.Errorf("%q, %v", line, err)
				}
			}
			if tt.spoil != nil {
				tt.spoil()
			}
			fmt.Fprintln(in, tt.calls)
			begin := time.Now()
			in.Close()
			rest, _ := io.ReadAll(lines)
			if err := cmd.Wait(); err != nil || time.Since(begin) > 5*time.Second {
				t.Errorf("ended with %v after %v", err, time.Since(begin))
			}
			if name == "in a call" && !strings.Contains(string(rest), `"id":2`) {
				t.Errorf("the call is not answered: %q", rest)
			}
		})
	}
}

// What is no message is told, and does not end the conversation.
func TestBridgeWithBadLines(t *testing.T) {
	t.Parallel()
	s := start(t, noOffice(t)...)
	r := ctl(t, "{bad\n\n[1]\n{\"jsonrpc\":\"2.0\",\"id\":\"ü\",\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"fly\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n",
		"mcp", "--state", s.state)
	for _, want := range []string{`"code":-32700`, `"id":"ü","result":{}`, `"code":-32601`} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %s in %q", want, r.out)
		}
	}
	for line := range strings.Lines(r.out) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %q", line)
		}
	}
	if r.code != exitOK || r.err != "" {
		t.Errorf("exit %d, %q", r.code, r.err)
	}
}

// The bridge lists the server's tools at once; how soon after its start is told,
// because a busy machine is slower.
func TestBridgeStartsSoon(t *testing.T) {
	s := start(t, noOffice(t)...)
	best := time.Hour
	for range 10 {
		cmd := exec.Command(binary, "mcp", "--state", s.state)
		in, _ := cmd.StdinPipe()
		out, _ := cmd.StdoutPipe()
		begin := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil || !strings.Contains(line, "list_open_documents") {
			t.Fatalf("the first answer is %q, %v", line, err)
		}
		best = min(best, time.Since(begin))
		in.Close()
		_ = cmd.Wait()
	}
	t.Logf("the tools are listed %v after the start", best.Round(time.Millisecond))
}

// A call starts the app where the settings allow it, and never otherwise.
func TestBridgeStartsTheApp(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		settings string
		starts   bool
	}{
		"allowed":     {`{"version":1,"mcp.mcp_enabled":true}`, true},
		"not allowed": {`{"version":1,"mcp.mcp_enabled":true,"app.start_for_programs":false}`, false},
		"off":         {`{"version":1,"mcp.mcp_enabled":false}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			state, settings, pidFile := filepath.Join(dir, "state ü"), filepath.Join(dir, "settings.json"), filepath.Join(dir, "pid")
			write(t, settings, tt.settings, 0o600)
			// The app itself needs a screen; a server without one stands in.
			write(t, filepath.Join(dir, "unodesk"), fmt.Sprintf("#!/bin/sh\necho $$ >'%s'\nexec '%s' serve --port 0 --profile '%s/nobody' \"$@\"\n", pidFile, binary, dir), 0o700)
			h := newHost(t, "2025-11-25", []string{"PATH=" + dir + ":" + os.Getenv("PATH")}, "--state", state, "--config", settings)
			text, err := h.reads(t, "")
			raw, _ := os.ReadFile(pidFile)
			if started := len(raw) > 0; started != tt.starts {
				t.Errorf("started: %v", started)
			}
			if !tt.starts {
				if err == nil || !strings.Contains(err.Error(), "not reachable") || !strings.Contains(err.Error(), "settings") {
					t.Errorf("call: %v", err)
				}
				return
			}
			if err != nil || !strings.Contains(text, "OFFICE_UNAVAILABLE") {
				t.Errorf("call: %q, %v", text, err)
			}
			var pid int
			if _, err := fmt.Sscan(string(raw), &pid); err != nil {
				t.Fatal(err)
			}
			_ = h.Close()
			if err := syscall.Kill(pid, syscall.SIGTERM); err != nil { // it outlived the bridge
				t.Errorf("the app has ended with the bridge: %v", err)
			}
			until(t, "the app to end", func() bool { return syscall.Kill(pid, 0) != nil })
		})
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
