package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

// screen is a desktop for the programs that are measured: a display, a bus, and a panel that takes tray icons and shows
// nothing.
type screen struct {
	folder  string
	env     []string
	started []*exec.Cmd
	bus     *dbus.Conn
	items   chan item
}

// item is a tray icon.
type item struct {
	owner string
	path  dbus.ObjectPath
}

const watcherName = "org.kde.StatusNotifierWatcher"

// startScreen starts the display and the bus. The panel comes with [screen.showIcons].
func startScreen(folder string) (*screen, error) {
	s := &screen{folder: folder, items: make(chan item, 10)}
	for _, dir := range []string{"run", "config"} {
		if err := os.MkdirAll(filepath.Join(folder, dir), 0o700); err != nil {
			return nil, err
		}
	}
	s.env = append(os.Environ(), "HOME="+folder, "XDG_RUNTIME_DIR="+filepath.Join(folder, "run"),
		"XDG_CONFIG_HOME="+filepath.Join(folder, "config"), "LANG=en_US.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1", "NO_AT_BRIDGE=1")
	display, err := s.startNamed(3, "Xvfb", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset")
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	s.env = append(s.env, "DISPLAY=:"+display)
	address, err := s.startNamed(1, "dbus-daemon", "--session", "--nofork", "--print-address=1")
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	s.env = append(s.env, "DBUS_SESSION_BUS_ADDRESS="+address)
	if s.bus, err = dbus.Connect(address); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

// startNamed starts a helper that writes how it is reached to the file with that number.
func (s *screen) startNamed(file int, name string, args ...string) (string, error) {
	reader, writer, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer reader.Close()
	cmd := exec.Command(name, args...)
	cmd.Env = s.env
	if file == 1 {
		cmd.Stdout = writer
	} else {
		cmd.ExtraFiles = []*os.File{writer}
	}
	err = cmd.Start()
	_ = writer.Close() // the helper's copy stays
	if err != nil {
		return "", err
	}
	s.started = append(s.started, cmd)
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil && (line == "" || !errors.Is(err, io.EOF)) {
		return "", fmt.Errorf("start %s: %w", name, err)
	}
	return strings.TrimSpace(line), nil
}

// showIcons makes the bus look like that of a desktop with a panel.
func (s *screen) showIcons() error {
	if err := s.bus.Export(watcher{s.items}, "/StatusNotifierWatcher", watcherName); err != nil {
		return err
	}
	if _, err := prop.Export(s.bus, "/StatusNotifierWatcher", prop.Map{watcherName: {
		"IsStatusNotifierHostRegistered": {Value: true},
		"ProtocolVersion":                {Value: int32(0)},
		"RegisteredStatusNotifierItems":  {Value: []string{}},
	}}); err != nil {
		return err
	}
	_, err := s.bus.RequestName(watcherName, dbus.NameFlagDoNotQueue)
	return err
}

// watcher is what tray icons call.
type watcher struct{ items chan item }

// RegisterStatusNotifierItem is called by a tray icon with its object path.
func (w watcher) RegisterStatusNotifierItem(path string, sender dbus.Sender) *dbus.Error {
	w.items <- item{string(sender), dbus.ObjectPath(path)}
	return nil
}

// icon waits for the next tray icon.
func (s *screen) icon(ctx context.Context) (item, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	select {
	case i := <-s.items:
		return i, nil
	case <-ctx.Done():
		return item{}, errors.New("no tray icon appeared within a minute")
	}
}

// run starts a program that is measured.
func (s *screen) run(program string, args ...string) (*exec.Cmd, error) {
	cmd := exec.Command(program, args...)
	cmd.Env = s.env
	cmd.Stderr = os.Stderr
	return cmd, cmd.Start()
}

// window waits until a window with that title is to be seen, and returns the time.
func (s *screen) window(ctx context.Context, title string) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		find := exec.CommandContext(ctx, "xdotool", "search", "--onlyvisible", "--name", "^"+title+"$")
		find.Env = s.env
		if out, err := find.Output(); err == nil && len(out) > 0 {
			return time.Now(), nil
		}
	}
	return time.Time{}, fmt.Errorf("no window %q appeared within a minute", title)
}

// stop ends the helpers, the youngest first.
func (s *screen) stop() error {
	if s.bus != nil {
		_ = s.bus.Close()
	}
	var err error
	for i := len(s.started) - 1; i >= 0; i-- {
		err = errors.Join(err, end(s.started[i]))
	}
	return err
}

// end asks a program to end and waits for it.
func end(cmd *exec.Cmd) error {
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	timer := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Wait() // that it ended by a signal is no news
	return nil
}
