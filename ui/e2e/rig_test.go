// Package e2e plays a desktop for the real program: a screen, a session bus, a panel for tray icons, a user who clicks.
// Everything it needs it starts by itself, so that plain "go test" works; nothing of the user's own session is touched.
package e2e

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno/unotest"
)

// patience is how long a condition is waited for. The machine may be busy with other tests.
const patience = 90 * time.Second

// quitTime is how long the program may take to end.
const quitTime = 3 * time.Second

var program struct {
	once sync.Once
	path string
	err  error
}

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(1+runtime.NumCPU())); err != nil { // they wait more than they work
		panic(err)
	}
	code := m.Run()
	if program.path != "" {
		os.RemoveAll(filepath.Dir(program.path))
	}
	os.Exit(code)
}

// build builds the program once, with the flags that are used everywhere, so that the cache of the build helps.
func build(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the desktop is played for Linux")
	}
	program.once.Do(func() {
		dir, err := os.MkdirTemp("", "unodesk-e2e-")
		if err != nil {
			program.err = err
			return
		}
		program.path = filepath.Join(dir, "unodesk")
		out, err := exec.Command("go", "build", "-trimpath", "-o", program.path, "github.com/unodesk/unodesk").CombinedOutput()
		if err != nil {
			program.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if program.err != nil {
		t.Fatalf("build the program: %v", program.err)
	}
	return program.path
}

// rig is a desktop of its own for one test.
type rig struct {
	t       *testing.T
	home    string
	display string
	bus     string // address, "" for none
	port    int

	screen, daemon *os.Process // who serves display and bus
}

// newRig returns a desktop with a screen and a window manager. Tests spend most of their time waiting, and do so side by
// side.
func newRig(t *testing.T) *rig {
	t.Helper()
	t.Parallel()
	r := &rig{t: t, home: filepath.Join(t.TempDir(), "Zuhause mit Umläuten"), port: freePort(t)}
	r.startDisplay()
	for _, dir := range []string{"run", "config", "state"} {
		if err := os.MkdirAll(filepath.Join(r.home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	r.start("openbox")
	return r
}

// withBus adds a session bus.
func (r *rig) withBus() *rig {
	r.t.Helper()
	cmd := r.command("dbus-daemon", "--session", "--nofork", "--print-address=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	r.daemon = r.run(cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		r.t.Fatalf("start the bus: %v", err)
	}
	r.bus = strings.TrimSpace(line)
	return r
}

// startDisplay starts a screen with a number of its own. Servers that look for a free number by themselves take each
// other's when several start at once.
func (r *rig) startDisplay() {
	r.t.Helper()
	for range 10 {
		r.display = fmt.Sprint(":", 200+rand.IntN(30000))
		socket := "/tmp/.X11-unix/X" + r.display[1:]
		if _, err := os.Lstat(socket); err == nil {
			continue
		}
		// -noreset: else it starts afresh when its last client leaves, and drops those who come at that moment.
		r.screen = r.start("Xvfb", r.display, "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset")
		eventually(r.t, "the screen", func() bool {
			c, err := net.Dial("unix", socket)
			if err == nil {
				c.Close()
			}
			return err == nil
		})
		return
	}
	r.t.Fatal("no number for a screen is free")
}

func (r *rig) command(name string, args ...string) *exec.Cmd {
	r.t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		unotest.Missing(r.t, name+" is not installed")
	}
	cmd := exec.Command(path, args...)
	cmd.Env = r.env()
	return cmd
}

// env is a clean environment: nothing of the developer's own session.
func (r *rig) env() []string {
	env := []string{
		"PATH=/usr/bin:/bin:" + os.Getenv("PATH"), "HOME=" + r.home, "DISPLAY=" + r.display,
		"XDG_RUNTIME_DIR=" + filepath.Join(r.home, "run"), "XDG_CONFIG_HOME=" + filepath.Join(r.home, "config"),
		"XDG_STATE_HOME=" + filepath.Join(r.home, "state"), "LANG=en_US.UTF-8",
		"LC_CTYPE=C.UTF-8", // where the language is not installed, an office that the program starts takes file names for ASCII else
		"LIBGL_ALWAYS_SOFTWARE=1", "FYNE_THEME=light",
		"NO_AT_BRIDGE=1", // else a panel starts services for the blind, which outlive the test
	}
	if r.bus != "" {
		env = append(env, "DBUS_SESSION_BUS_ADDRESS="+r.bus)
	}
	return env
}

// start runs a helper until the test ends.
func (r *rig) start(name string, args ...string) *os.Process {
	r.t.Helper()
	return r.run(r.command(name, args...))
}

func (r *rig) run(cmd *exec.Cmd) *os.Process {
	r.t.Helper()
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		// Our own child, which may have ended. Asked gently it removes its files; a screen keeps its number taken else.
		_ = cmd.Process.Signal(syscall.SIGTERM)
		timer := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
		_ = cmd.Wait()
	})
	return cmd.Process
}

// signal sends a signal to a process that this test started.
func (r *rig) signal(p *os.Process, s os.Signal) {
	r.t.Helper()
	if err := p.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}

// configPath is the settings file.
func (r *rig) configPath() string { return filepath.Join(r.home, "config", "unodesk", "settings.json") }

// settings writes the settings file. Without a profile no LibreOffice is found, whatever other tests run.
func (r *rig) settings(values map[string]any) {
	r.t.Helper()
	all := map[string]any{"mcp.mcp_port": r.port, "app.office_profile": filepath.Join(r.home, "no such profile")}
	for key, value := range values {
		all[key] = value
	}
	data, err := json.Marshal(all)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(r.configPath()), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(r.configPath(), data, 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// known are settings of somebody who has used the program before.
var known = map[string]any{"mcp.mcp_enabled": false}

// eventually waits until the condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("not seen within %v: %s", patience, what)
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// listening reports whether anybody takes connections on the port.
func listening(port int) bool {
	c, err := net.DialTimeout("tcp", fmt.Sprint("127.0.0.1:", port), time.Second)
	if err != nil {
		return errors.Is(err, os.ErrDeadlineExceeded)
	}
	c.Close()
	return true
}

func listenOn(port int) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
}
