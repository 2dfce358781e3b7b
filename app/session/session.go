// Package session tells what the user's desktop session offers: a display, a D-Bus session bus, a place for tray icons.
//
// Start from [Tray] and [Display]. It only looks; it starts nothing.
package session

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// TrayState says whether a tray icon can be seen.
type TrayState string

// The tray states.
const (
	NoBus  TrayState = "no_bus"  // no session bus: the tray must not be touched
	NoHost TrayState = "no_host" // an icon may be offered, but nothing shows it now
	Shown  TrayState = "shown"   // a panel shows tray icons
)

// askTimeout bounds the questions to the bus: they are asked when a window closes.
const askTimeout = 2 * time.Second

const (
	watcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = "/StatusNotifierWatcher"
	hostKnown   = watcherName + ".IsStatusNotifierHostRegistered"
)

// Tray asks the session bus whether a panel shows tray icons. Windows and macOS always have a place for them.
func Tray(ctx context.Context) TrayState {
	if !usesBus() {
		return Shown
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	conn := connect(ctx)
	if conn == nil {
		return NoBus
	}
	defer conn.Close()
	var host dbus.Variant
	err := conn.Object(watcherName, watcherPath).
		CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart, watcherName, hostKnown[len(watcherName)+1:]).
		Store(&host)
	if shown, _ := host.Value().(bool); err == nil && shown {
		return Shown
	}
	return NoHost
}

// notifier shows notifications (Desktop Notifications Specification, "D-BUS Protocol").
const notifier = "org.freedesktop.Notifications"

// Notifies tells whether somebody shows notifications: a program that runs, or one that the bus would start.
func Notifies(ctx context.Context) bool {
	if !usesBus() {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	conn := connect(ctx)
	if conn == nil {
		return false
	}
	defer conn.Close()
	for _, list := range []string{"ListNames", "ListActivatableNames"} {
		var names []string
		if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus."+list, 0).Store(&names); err == nil && slices.Contains(names, notifier) {
			return true
		}
	}
	return false
}

// connect returns nil where there is no session bus.
func connect(ctx context.Context) *dbus.Conn {
	address, ok := BusAddress()
	if !ok {
		return nil
	}
	conn, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return nil
	}
	return conn
}

// BusAddress returns the address of the session bus, false where there is none. It never lets a library look further:
// godbus would start a bus of its own through dbus-launch, which outlives the program.
func BusAddress() (string, bool) {
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	if address != "" && !strings.HasPrefix(address, "autolaunch:") {
		return address, true
	}
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		return "", false
	}
	socket := filepath.Join(dir, "bus")
	if info, err := os.Stat(socket); err != nil || info.Mode()&os.ModeSocket == 0 {
		return "", false
	}
	return "unix:path=" + dbus.EscapeBusAddressValue(socket), true
}

func usesBus() bool {
	return runtime.GOOS != "windows" && runtime.GOOS != "darwin"
}
