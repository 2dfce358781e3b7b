package session_test

import (
	"errors"
	"fmt"
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
		if session.Notifies(t.Context()) {
			t.Errorf("address %q: somebody notifies", address)
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
	t.Setenv("WAYLAND_DISPLAY", "wayland-0") // is of no use to our windows
	for _, name := range []string{"", "nonsense", ":abc", ":64123", ":64123.0", "unix:64123", "127.0.0.1:59123"} {
		t.Setenv("DISPLAY", name)
		if _, err := session.Display(); !errors.Is(err, session.ErrNoDisplay) {
			t.Errorf("DISPLAY %q: got %v, want ErrNoDisplay", name, err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("DISPLAY", fmt.Sprintf("127.0.0.1:%d.0", l.Addr().(*net.TCPAddr).Port-6000))
	display, err := session.Display()
	if err != nil {
		t.Fatalf("a display that answers: %v", err)
	}
	display.Close()
}
