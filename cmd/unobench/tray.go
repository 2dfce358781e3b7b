package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// trayFigures is what the tray app costs at rest, beside an app of the same toolkit that does nothing, and how soon its
// windows are there.
type trayFigures struct {
	app, empty   idle
	start, click []time.Duration // until the first window
}

const (
	windowRounds   = 5
	maxTrayMemory  = 30 << 20 // more than the empty app
	maxTrayLoad    = 0.002    // of one core, more than the empty app
	maxFirstWindow = time.Second
)

// measureTray builds the tray app and the empty one, and watches both at once.
func measureTray(ctx context.Context, o *office, over time.Duration) (_ *trayFigures, err error) {
	folder := filepath.Join(o.folder, "desktop")
	programs := map[string]string{"unodesk": "github.com/unodesk/unodesk", "emptytray": "github.com/unodesk/unodesk/cmd/unobench/testdata/emptytray"}
	for name, path := range programs {
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", filepath.Join(o.folder, name), path)
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("build %s: %w\n%s", name, err, out)
		}
	}
	s, err := startScreen(folder)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	settings := filepath.Join(folder, "settings.json")
	content := fmt.Sprintf(`{"mcp.mcp_enabled": true, "mcp.mcp_port": %d, "app.office_profile": %q}`, port, o.process.Profile)
	if err := os.WriteFile(settings, []byte(content), 0o600); err != nil {
		return nil, err
	}
	app := []string{filepath.Join(o.folder, "unodesk"), "--config", settings, "--state", filepath.Join(folder, "state")}
	t := &trayFigures{}
	for n := range windowRounds + 1 {
		took, err := s.firstWindow(ctx, app)
		if err != nil {
			return nil, err
		}
		if n > 0 { // what is on the disk has been read
			t.start = append(t.start, took)
		}
	}
	return t, s.watch(ctx, t, app, filepath.Join(o.folder, "emptytray"), over)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// firstWindow starts the app where nobody shows its icon, so that it opens a window.
func (s *screen) firstWindow(ctx context.Context, app []string) (took time.Duration, err error) {
	began := time.Now()
	cmd, err := s.run(app[0], app[1:]...)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, end(cmd)) }()
	there, err := s.window(ctx, "Unodesk")
	return there.Sub(began), err
}

// watch reads what both programs use while nothing happens, and then clicks on the icon.
func (s *screen) watch(ctx context.Context, t *trayFigures, app []string, empty string, over time.Duration) (err error) {
	if err := s.showIcons(); err != nil {
		return err
	}
	theirs, err := s.run(empty)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end(theirs)) }()
	if _, err := s.icon(ctx); err != nil {
		return err
	}
	ours, err := s.run(app[0], app[1:]...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end(ours)) }()
	icon, err := s.icon(ctx)
	if err != nil {
		return err
	}
	if err := sleep(ctx, 10*time.Second); err != nil { // to attach and settle
		return err
	}
	object := s.bus.Object(icon.owner, icon.path)
	tip, err := object.GetProperty("org.kde.StatusNotifierItem.ToolTip")
	if err != nil || !strings.Contains(tip.String(), "Connected to LibreOffice") {
		return fmt.Errorf("the app is not attached: %s, %w", tip, err)
	}
	pids := []int{ours.Process.Pid, theirs.Process.Pid}
	figures := []*idle{&t.app, &t.empty}
	if err := readIdle(ctx, over, pids, figures); err != nil {
		return err
	}
	began := time.Now()
	if err := object.Call("org.kde.StatusNotifierItem.Activate", 0, int32(0), int32(0)).Err; err != nil {
		return err
	}
	there, err := s.window(ctx, "Unodesk")
	t.click = append(t.click, there.Sub(began))
	return err
}

// readIdle fills in what the processes use over that time.
func readIdle(ctx context.Context, over time.Duration, pids []int, figures []*idle) error {
	before := make([]time.Duration, len(pids))
	for i, pid := range pids {
		var err error
		if before[i], err = cpuTime(pid); err != nil {
			return err
		}
	}
	if err := sleep(ctx, over); err != nil {
		return err
	}
	for i, pid := range pids {
		after, err := cpuTime(pid)
		if err != nil {
			return err
		}
		memory, err := resident(pid)
		if err != nil {
			return err
		}
		*figures[i] = idle{memory, after - before[i], over}
	}
	return nil
}

// write adds the table.
func (t *trayFigures) write(b *strings.Builder, mark func(bool) string) {
	const mb = 1 << 20
	fmt.Fprintf(b, "\nThe tray app, attached to LibreOffice and switched on, and a tray app of Fyne that does nothing, side by side on a\n"+
		"screen without a graphics card, over %v. The window is timed after a first start that is not counted.\n\n", t.app.over)
	b.WriteString("| | Unodesk | empty app | target | |\n| --- | --- | --- | --- | --- |\n")
	fmt.Fprintf(b, "| memory | %.1f MB | %.1f MB | ≤ empty app + %d MB | %s |\n", float64(t.app.memory)/mb, float64(t.empty.memory)/mb,
		maxTrayMemory/mb, mark(t.app.memory <= t.empty.memory+maxTrayMemory))
	fmt.Fprintf(b, "| processor, of a core | %.2f %% | %.2f %% | ≤ empty app + %.1f %% | %s |\n", 100*t.app.load(), 100*t.empty.load(),
		100*maxTrayLoad, mark(t.app.load() <= t.empty.load()+maxTrayLoad))
	for _, w := range []struct {
		name string
		took []time.Duration
	}{{"first window after the start", t.start}, {"first window after a click on the icon", t.click}} {
		fmt.Fprintf(b, "| %s | %s | – | < %v | %s |\n", w.name, milliseconds(w.took), maxFirstWindow, mark(median(w.took) < maxFirstWindow))
	}
}
