package session_test

import (
	"net"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/unodesk/unodesk/app/session"
)

func TestNoBus(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the bus is a thing of other systems")
	}
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	for _, address := range []string{"", "autolaunch:", "unix:path=" + filepath.Join(dir, "nobody")} {
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
		if got := session.Tray(t.Context()); got != session.NoBus {
			t.Errorf("address %q: tray is %q, want %q", address, got, session.NoBus)
		}
	}
}

func TestBusAddressFindsTheUsersSocket(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", dir)
	if address, ok := session.BusAddress(); ok {
		t.Errorf("found %q in an empty folder", address)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "bus"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if address, ok := session.BusAddress(); !ok || address != "unix:path="+filepath.Join(dir, "bus") {
		t.Errorf("got %q, %v", address, ok)
	}
}

func TestDisplay(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("there is always a display")
	}
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if session.Display() {
		t.Error("found a display without one")
	}
	t.Setenv("WAYLAND_DISPLAY", "wayland-0")
	if !session.Display() {
		t.Error("no display with WAYLAND_DISPLAY set")
	}
}
