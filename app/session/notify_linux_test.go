package session_test

import (
	"bufio"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"github.com/unodesk/unodesk/app/session"
)

func TestNotifies(t *testing.T) {
	daemon := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address=1")
	out, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	conn, err := dbus.Connect(strings.TrimSpace(address))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var can []string
	if err := conn.BusObject().Call("org.freedesktop.DBus.ListActivatableNames", 0).Store(&can); err != nil {
		t.Fatal(err)
	}
	const name = "org.freedesktop.Notifications"
	if got, want := session.Notifies(t.Context()), slices.Contains(can, name); got != want {
		t.Errorf("before: %t, want %t", got, want)
	}
	if _, err := conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	if !session.Notifies(t.Context()) {
		t.Error("somebody notifies and is not seen")
	}
}
