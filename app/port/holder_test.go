//go:build unix

package port_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/unodesk/unodesk/app/port"
	"github.com/unodesk/unodesk/server/endpoint"
	"github.com/unodesk/unodesk/uno/unotest"
)

// roleVariable makes this test binary play a program that holds a port, or one that looks who does.
const roleVariable = "PORT_TEST_ROLE"

func TestMain(m *testing.M) {
	role, arg, _ := strings.Cut(os.Getenv(roleVariable), " ")
	switch role {
	case "":
		os.Exit(m.Run())
	case "look":
		n, _ := strconv.Atoi(arg)
		held, hard, err := port.Cleaner{Dir: os.TempDir(), Wait: 700 * time.Millisecond}.Clean(context.Background(), n)
		fmt.Println(held.Kind, held.PID, hard, err)
	default:
		play(role, arg)
	}
}

// play listens, says where, and writes down each signal that comes. Some roles end at SIGTERM.
func play(role, log string) {
	signals := make(chan os.Signal, 10)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGCONT, syscall.SIGUSR1)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		for s := range signals {
			f, _ := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
			fmt.Fprintln(f, s)
			f.Close()
			if s == syscall.SIGTERM && role != "deaf" {
				os.Exit(0)
			}
		}
	}()
	switch role {
	case "ours":
		go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			json.NewEncoder(w).Encode(map[string]any{"server": "Unodesk", "pid": os.Getpid()})
		}))
	case "http":
		go http.Serve(l, http.NotFoundHandler())
	} // "raw", "hangs" and "deaf" say nothing
	fmt.Println(l.Addr().(*net.TCPAddr).Port)
	io.Copy(io.Discard, os.Stdin) // until the test has ended
}

// program is a process that holds a port.
type program struct {
	cmd    *exec.Cmd
	port   int
	log    string
	exited chan struct{}
}

func startProgram(t *testing.T, path, role string) *program {
	t.Helper()
	p := &program{cmd: exec.Command(path), log: filepath.Join(t.TempDir(), "signals"), exited: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), roleVariable+"="+role+" "+p.log)
	in, _ := p.cmd.StdinPipe()
	out, _ := p.cmd.StdoutPipe()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p.port, _ = strconv.Atoi(strings.TrimSpace(line))
	go func() { _ = p.cmd.Wait(); close(p.exited) }()
	t.Cleanup(func() {
		_ = p.cmd.Process.Signal(syscall.SIGCONT)
		_ = in.Close()
		select {
		case <-p.exited:
		case <-time.After(5 * time.Second):
			_ = p.cmd.Process.Kill()
			<-p.exited
		}
	})
	return p
}

func (p *program) signals() string {
	raw, _ := os.ReadFile(p.log)
	return string(raw)
}

func (p *program) alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// named writes the endpoint file as a server with this process and port does.
func named(t *testing.T, dir string, pid, port int) {
	t.Helper()
	e := &endpoint.Endpoint{Address: fmt.Sprintf("http://127.0.0.1:%d/mcp", port), Token: "x", PID: pid}
	if err := e.Write(dir); err != nil {
		t.Fatal(err)
	}
}

func own(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// foreign is a copy of this program that is none of ours.
func foreign(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "foreign")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	raw, err := os.ReadFile(own(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "nginx")
	if err := os.WriteFile(path, raw, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// The cases of a port at the start, each with real processes.
func TestPortCases(t *testing.T) {
	stranger := foreign(t)
	for _, tt := range []struct {
		name, program, role string
		spoil               func(t *testing.T, dir string, p *program)
		want                port.Kind
		ends, hard          bool
	}{
		{"ours alive", own(t), "ours", nil, port.Ours, false, false},
		{"ours killed", own(t), "ours", func(_ *testing.T, _ string, p *program) { _ = p.cmd.Process.Kill(); <-p.exited }, port.Nobody, true, false},
		{"ours stopped", own(t), "ours", func(_ *testing.T, _ string, p *program) { _ = p.cmd.Process.Signal(syscall.SIGSTOP) }, port.Stuck, true, false},
		{"ours hangs", own(t), "hangs", nil, port.Stuck, true, false},
		{"ours hangs and does not listen", own(t), "deaf", nil, port.Stuck, true, true},
		{"foreign HTTP server", stranger, "http", nil, port.Foreign, false, false},
		{"foreign raw listener", stranger, "raw", nil, port.Foreign, false, false},
		{"no endpoint file", own(t), "hangs", func(t *testing.T, dir string, _ *program) { _ = os.RemoveAll(dir) }, port.Foreign, false, false},
		{"the file names another port", own(t), "hangs", func(t *testing.T, dir string, p *program) { named(t, dir, p.cmd.Process.Pid, p.port+1) }, port.Foreign, false, false},
		{"the file names another process", own(t), "hangs", func(t *testing.T, dir string, p *program) { named(t, dir, os.Getppid(), p.port) }, port.Foreign, false, false},
		{"the file is of an earlier process with this id", own(t), "hangs", func(t *testing.T, dir string, _ *program) {
			path := filepath.Join(dir, "endpoint.json")
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			changed := strings.Replace(string(raw), `"started":`, `"started":1`, 1)
			if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
				t.Fatal(err)
			}
		}, port.Foreign, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "state ü")
			p := startProgram(t, tt.program, tt.role)
			named(t, dir, p.cmd.Process.Pid, p.port)
			if tt.spoil != nil {
				tt.spoil(t, dir, p)
			}
			c := port.Cleaner{Dir: dir, Wait: 700 * time.Millisecond}
			held, hard, err := c.Clean(t.Context(), p.port)
			if err != nil || held.Kind != tt.want || hard != tt.hard {
				t.Errorf("%+v, hard %v, %v; want %s", held, hard, err, tt.want)
			}
			if held.Kind != port.Nobody && (held.PID != p.cmd.Process.Pid || held.Program == "") {
				t.Errorf("held by %+v, want process %d", held, p.cmd.Process.Pid)
			}
			if tt.ends {
				select {
				case <-p.exited:
				case <-time.After(5 * time.Second):
					t.Error("it still runs")
				}
				if !port.Free(p.port) {
					t.Error("the port is not free")
				}
				return
			}
			if !p.alive() || p.signals() != "" {
				t.Errorf("a process that was none of our business: alive %v, got %q", p.alive(), p.signals())
			}
		})
	}
}

// What another user's program holds is hidden from us, and left alone.
func TestPortOfAnotherUser(t *testing.T) {
	if os.Getuid() != 0 {
		unotest.Missing(t, "only root can become another user")
	}
	path := foreign(t)
	p := startProgram(t, path, "raw")
	look := exec.Command(path)
	look.Dir = "/"
	look.Env = []string{roleVariable + "=look " + strconv.Itoa(p.port), "TMPDIR=" + filepath.Dir(path)}
	look.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := look.CombinedOutput()
	if err != nil || string(out) != "foreign 0 false <nil>\n" {
		t.Errorf("saw %q, %v", out, err)
	}
	if !p.alive() || p.signals() != "" {
		t.Errorf("got %q", p.signals())
	}
}

func TestPortOfTheLastServer(t *testing.T) {
	dir := t.TempDir()
	if got := (port.Cleaner{Dir: dir}).Last(); got != 0 {
		t.Errorf("got %d", got)
	}
	named(t, dir, os.Getpid(), 8799)
	if got := (port.Cleaner{Dir: dir}).Last(); got != 8799 {
		t.Errorf("got %d", got)
	}
}
