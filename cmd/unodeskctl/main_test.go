//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// binary is the real program, built without cgo.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "unodeskctl")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "unodeskctl")
	build := exec.Command("go", "build", "-trimpath", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// result is how a run of the program ended.
type result struct {
	out, err string
	code     int
}

func ctl(t *testing.T, in string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", args, err)
	}
	return result{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// running is a server that runs for a test.
type running struct {
	cmd     *exec.Cmd
	state   string // folder
	address string
	log     *bytes.Buffer
	done    chan struct{} // closed when it has ended, with err
	err     error
}

func (r *running) ctl(t *testing.T, args ...string) result {
	t.Helper()
	return ctl(t, "", append(args, "--state", r.state)...)
}

// start starts serve with a state folder of its own and waits for its line.
func start(t *testing.T, args ...string) *running {
	t.Helper()
	r := &running{state: filepath.Join(t.TempDir(), "state ü"), log: new(bytes.Buffer), done: make(chan struct{})}
	args = append([]string{"serve", "--port", "0", "--state", r.state, "--config", filepath.Join(t.TempDir(), "settings.json")}, args...)
	r.cmd = exec.Command(binary, args...)
	r.cmd.Stderr = r.log
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// A killed server would leave its private office behind.
	t.Cleanup(func() {
		_ = r.cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-r.done:
		case <-time.After(15 * time.Second):
			_ = r.cmd.Process.Kill()
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() { defer close(r.done); r.err = r.cmd.Wait() }()
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("serve said %q, %v\n%s", line, err, r.log)
	}
	r.address = address
	return r
}

// stop sends SIGTERM and waits for a clean end.
func (r *running) stop(t *testing.T, within time.Duration) {
	t.Helper()
	begin := time.Now()
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-r.done:
		if r.err != nil {
			t.Errorf("serve ended with %v\n%s", r.err, r.log)
		}
		if took := time.Since(begin); took > within {
			t.Errorf("the end took %v", took)
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("serve does not end\n%s", r.log)
	}
}

// noOffice is a profile with which no office runs.
func noOffice(t *testing.T) []string {
	return []string{"--profile", filepath.Join(t.TempDir(), "nobody")}
}

func TestUsage(t *testing.T) {
	tests := []struct {
		name string
		args []string
		code int
		want string
	}{
		{"nothing", nil, exitUsage, "usage:"},
		{"help", []string{"help"}, exitOK, "doctor"},
		{"help of a command", []string{"serve", "--help"}, exitOK, "-office"},
		{"unknown command", []string{"fly"}, exitUsage, `no command "fly"`},
		{"unknown flag", []string{"status", "--yaml"}, exitUsage, "yaml"},
		{"too many arguments", []string{"version", "x"}, exitUsage, `"x" is one too many`},
		{"missing argument", []string{"call"}, exitUsage, "missing"},
		{"no JSON", []string{"call", "undo", "{bad"}, exitUsage, "not a JSON object"},
		{"a list", []string{"call", "undo", "[1]"}, exitUsage, "not a JSON object"},
		{"wrong office", []string{"serve", "--office", "cloud"}, exitUsage, "attach or private"},
		{"private with a profile", []string{"serve", "--office", "private", "--profile", "x"}, exitUsage, "own profile"},
		{"wrong port", []string{"serve", "--port", "70000"}, exitUsage, "no port 70000"},
		{"version", []string{"version"}, exitOK, "unodeskctl "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ctl(t, "", tt.args...)
			if r.code != tt.code || !strings.Contains(r.out+r.err, tt.want) {
				t.Errorf("exit %d, out %q, err %q; want %d, %q", r.code, r.out, r.err, tt.code, tt.want)
			}
		})
	}
}

func TestWithoutServer(t *testing.T) {
	for _, args := range [][]string{{"status"}, {"tools"}, {"call", "undo"}} {
		r := ctl(t, "", append(args, "--state", t.TempDir())...)
		if r.code != exitNoServer || !strings.Contains(r.err, "unodeskctl serve") || r.out != "" {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

func TestServeWithoutOffice(t *testing.T) {
	s := start(t, noOffice(t)...)
	var status struct {
		Address string
		Health  struct {
			Server string
			PID    int
			Office struct{ Phase string }
		}
	}
	r := s.ctl(t, "status", "--json")
	if err := json.Unmarshal([]byte(r.out), &status); err != nil || r.code != exitOK {
		t.Fatalf("status: %+v, %v", r, err)
	}
	if status.Address != s.address || status.Health.PID != s.cmd.Process.Pid || status.Health.Office.Phase != "unavailable" {
		t.Errorf("status: %+v", status)
	}
	if r := s.ctl(t, "status"); r.code != exitOK || !strings.Contains(r.out, "office: unavailable") {
		t.Errorf("status: %+v", r)
	}
	if r := s.ctl(t, "tools"); r.code != exitOK || !strings.Contains(r.out, "list_open_documents ") {
		t.Errorf("tools: %+v", r)
	}
	var tools []struct{ Name string }
	if r := s.ctl(t, "tools", "--json"); json.Unmarshal([]byte(r.out), &tools) != nil || len(tools) < 7 {
		t.Errorf("tools: %+v", r)
	}
	if r := s.ctl(t, "call", "get_document_content"); r.code != exitFailed || !strings.Contains(r.out, "OFFICE_UNAVAILABLE") {
		t.Errorf("call: %+v", r)
	}
	if r := s.ctl(t, "call", "no_such_tool"); r.code != exitFailed || !strings.Contains(r.out, "UNKNOWN_TOOL") {
		t.Errorf("call: %+v", r)
	}
	if r := s.ctl(t, "doctor", "--config", filepath.Join(t.TempDir(), "none.json")); r.code != exitOK || !strings.Contains(r.out, s.address) || !strings.Contains(r.out, "What to do:") {
		t.Errorf("doctor: %+v", r)
	}
	s.stop(t, 2*time.Second)
	if r := s.ctl(t, "status"); r.code != exitNoServer {
		t.Errorf("status after the end: %+v", r)
	}
	entries, err := os.ReadDir(s.state)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "endpoint") || strings.HasPrefix(e.Name(), ".") {
			t.Errorf("left behind: %s", e.Name())
		}
	}
}

func TestServeWithOpenStreamEndsSoon(t *testing.T) {
	s := start(t, noOffice(t)...)
	post, err := http.Post(s.address, "application/json", strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	post.Body.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", post.Header.Get("Mcp-Session-Id"))
	stream, err := http.DefaultClient.Do(r)
	if err != nil || stream.StatusCode != 200 {
		t.Fatalf("stream: %v, %v", stream, err)
	}
	defer stream.Body.Close()
	s.stop(t, 2*time.Second)
}

func TestPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
	args := append([]string{"serve", "--port", port, "--state", t.TempDir(), "--config", filepath.Join(t.TempDir(), "c.json")}, noOffice(t)...)
	r := ctl(t, "", args...)
	if r.code != exitFailed || !strings.Contains(r.err, "port "+port+" is in use by") {
		t.Errorf("%+v", r)
	}
}

// The whole way: a private office, a document in it, reading, editing, undo;
// with the end of serve the office and its profile are gone.
func TestServePrivateOffice(t *testing.T) {
	unotest.Available(t)
	s := start(t, "--office", "private")
	if r := s.ctl(t, "status"); !strings.Contains(r.out, "office: headless") {
		t.Fatalf("status: %+v", r)
	}
	if r := s.ctl(t, "call", "list_open_documents"); r.code != exitOK || !strings.Contains(r.out, `"documents":[]`) {
		t.Errorf("list: %+v", r)
	}
	office := s.office(t)
	newDocument(t, office)
	if r := s.ctl(t, "call", "apply_document_content", `{"target":"end","content":"ten days"}`); r.code != exitOK {
		t.Fatalf("append: %+v", r)
	}
	edit := ctl(t, `{"old_content":"ten days","content":"14 days"}`, "call", "apply_document_content", "-", "--state", s.state)
	if edit.code != exitOK || !strings.Contains(edit.out, `"replaced_count":1`) {
		t.Errorf("edit: %+v", edit)
	}
	if r := s.ctl(t, "call", "undo"); r.code != exitOK {
		t.Errorf("undo: %+v", r)
	}
	if r := s.ctl(t, "call", "get_document_content"); !strings.Contains(r.out, "ten days") {
		t.Errorf("read: %+v", r)
	}
	if r := s.ctl(t, "call", "get_document_content", "--document", "file:///nowhere.odt"); r.code != exitFailed || !strings.Contains(r.out, "DOCUMENT_NOT_FOUND") {
		t.Errorf("read: %+v", r)
	}
	s.stop(t, 8*time.Second)
	if err := syscall.Kill(office.PID, 0); err == nil {
		t.Errorf("the office (process %d) still runs", office.PID)
	}
	if path := strings.TrimPrefix(office.Profile, "file://"); path == office.Profile {
		t.Errorf("profile %q", office.Profile)
	} else if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("the profile is still there: %v", err)
	}
}

// A private office that dies is started again, and calls work without more.
func TestPrivateOfficeComesBack(t *testing.T) {
	unotest.Available(t)
	s := start(t, "--office", "private")
	office := s.office(t)
	if err := syscall.Kill(office.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for {
		r := s.ctl(t, "call", "list_open_documents")
		if r.code == exitOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("still %+v\n%s", r, s.log)
		}
		time.Sleep(200 * time.Millisecond)
	}
	s.stop(t, 8*time.Second)
}

// office finds the office of the server.
func (r *running) office(t *testing.T) attach.Instance {
	t.Helper()
	var status struct {
		Health struct{ Office struct{ PID int } }
	}
	if err := json.Unmarshal([]byte(r.ctl(t, "status", "--json").out), &status); err != nil {
		t.Fatal(err)
	}
	offices, err := attach.Instances(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range offices {
		if o.PID == status.Health.Office.PID {
			return o
		}
	}
	t.Fatalf("office %d is not among %v", status.Health.Office.PID, offices)
	return attach.Instance{}
}

func newDocument(t *testing.T, office attach.Instance) {
	t.Helper()
	conn, err := attach.Dial(t.Context(), office)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	desktop, err := conn.Service(t.Context(), "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	err = conn.Main(t.Context(), func(ctx context.Context) error {
		_, err := desktop.Call(ctx, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL",
			"private:factory/swriter", "_blank", int32(0), uno.PropertyValues())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A server that was killed, or hangs, does not keep the next one from its port; one that answers does.
func TestServeAfterAServerThatHangs(t *testing.T) {
	t.Parallel()
	state := filepath.Join(t.TempDir(), "state")
	first := startAt(t, state, noOffice(t)...)
	address, err := url.Parse(first.address)
	if err != nil {
		t.Fatal(err)
	}
	again := append(noOffice(t), "--port", address.Port())
	r := ctl(t, "", append([]string{"serve", "--state", state, "--config", filepath.Join(t.TempDir(), "c.json")}, again...)...)
	if r.code != exitFailed || !strings.Contains(r.err, fmt.Sprintf("(process %d)", first.cmd.Process.Pid)) || !strings.Contains(r.err, "is free: --port ") {
		t.Errorf("beside one that answers: %+v", r)
	}
	for _, end := range []func(*running){
		func(s *running) { _ = s.cmd.Process.Kill(); <-s.done },
		func(s *running) { _ = s.cmd.Process.Signal(syscall.SIGSTOP) },
	} {
		end(first)
		next := startAt(t, state, again...)
		select {
		case <-first.done:
		case <-time.After(10 * time.Second):
			t.Error("the old server still runs")
		}
		if next.address != first.address {
			t.Errorf("listening on %s, not %s", next.address, first.address)
		}
		first = next
	}
	if !strings.Contains(first.log.String(), "ended an old Unodesk") {
		t.Errorf("it does not say so: %s", first.log)
	}
}
