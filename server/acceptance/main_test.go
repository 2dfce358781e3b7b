//go:build unix

package acceptance

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// program is the real program, built without cgo.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "acceptance")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "unodeskctl")
	build := exec.Command("go", "build", "-trimpath", "-o", program, "../../cmd/unodeskctl")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		os.Exit(1)
	}
	flag.Parse()
	// They wait more than they work.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(dir)
		os.Exit(code)
	}))
}

// server is unodeskctl serve, with no office, on one port through all restarts.
type server struct {
	t       *testing.T
	args    []string
	port    string
	address string // of MCP
	state   string // folder
	cmd     *exec.Cmd
	log     bytes.Buffer
}

// serve starts the program; the test ends it.
func serve(t *testing.T, args ...string) *server {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "state ü")
	s := &server{t: t, port: "0", state: dir}
	s.args = append([]string{
		"serve", "--state", dir, "--config", filepath.Join(dir, "settings.json"), "--profile", filepath.Join(dir, "nobody"),
	}, args...)
	s.start()
	t.Cleanup(s.stop)
	return s
}

// withFixtures starts a server that serves the fixtures, too.
func withFixtures(t *testing.T) *server {
	t.Helper()
	return serve(t, "--conformance")
}

func (s *server) start() {
	s.t.Helper()
	s.cmd = exec.Command(program, append(s.args, "--port", s.port)...)
	s.cmd.Stderr = &s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		s.t.Fatalf("serve said %q, %v\n%s", line, err, s.log.String())
	}
	s.address = address
	_, s.port, _ = net.SplitHostPort(strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/mcp"))
}

// stopTime is how long a stop may take, whoever is connected: two seconds, and
// one for a busy machine.
const stopTime = 3 * time.Second

func (s *server) stop() {
	s.t.Helper()
	began := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("serve ended with %v\n%s", err, s.log.String())
	}
	if took := time.Since(began); took > stopTime {
		s.t.Errorf("the stop took %v", took)
	}
}

func (s *server) restart() {
	s.t.Helper()
	s.stop()
	s.start()
}

// base is the address without the path.
func (s *server) base() string { return strings.TrimSuffix(s.address, "/mcp") }
