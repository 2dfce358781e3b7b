package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// oneTray is the layout of a panel at the top of the screen with nothing but tray icons at its right end.
const oneTray = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=640;y=14"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="28"/>
      <property name="icon-size" type="uint" value="22"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/><value type="int" value="2"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="separator"><property name="expand" type="bool" value="true"/></property>
    <property name="plugin-2" type="string" value="systray"/>
  </property>
</channel>
`

// Where the one icon of the panel is, in pixels of the screen: its middle, and its place as a picture's cut.
var (
	trayIcon    = []string{"1266", "14"}
	trayPicture = "28x28+1252+0"
)

// xfce is the real panel of a desktop, used with mouse and keyboard. What it shows is read from the bus as well, as a
// second panel would.
type xfce struct {
	*panel
	rig      *rig
	pictures map[string]string // of the icon on the screen, by mark
}

// newXfce starts the panel.
func newXfce(r *rig) *xfce {
	r.t.Helper()
	layout := filepath.Join(r.home, "config", "xfce4", "xfconf", "xfce-perchannel-xml", "xfce4-panel.xml")
	if err := os.MkdirAll(filepath.Dir(layout), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(layout, []byte(oneTray), 0o600); err != nil {
		r.t.Fatal(err)
	}
	r.start("xfce4-panel", "--disable-wm-check")
	x := &xfce{panel: onlooker(r), rig: r, pictures: map[string]string{}}
	watcher := x.conn.Object(watcherName, "/StatusNotifierWatcher")
	eventually(r.t, "a panel that shows icons", func() bool {
		v, err := watcher.GetProperty(watcherName + ".IsStatusNotifierHostRegistered")
		return err == nil && v.Value() == true
	})
	x.find = func() (string, dbus.ObjectPath, bool) {
		v, err := watcher.GetProperty(watcherName + ".RegisteredStatusNotifierItems")
		items, _ := v.Value().([]string)
		if err != nil || len(items) == 0 {
			return "", "", false
		}
		owner, path, _ := strings.Cut(items[len(items)-1], "/") // a bus name, and the path of the item there
		return owner, dbus.ObjectPath("/" + path), true
	}
	x.press = x.walk
	return x
}

// menuWindow returns the X identifier of the menu on the screen, "" if there is none. Menus and the hints over icons belong
// to the process that runs the tray; hints are flat.
func (x *xfce) menuWindow() string {
	out, _ := x.rig.command("xdotool", "search", "--onlyvisible", "--class", "^wrapper-2.0$").Output() // nothing found is an error
	for w := range strings.FieldsSeq(string(out)) {
		geometry, _ := x.rig.command("xdotool", "getwindowgeometry", "--shell", w).Output() // it may have gone
		_, rest, _ := strings.Cut(string(geometry), "HEIGHT=")
		line, _, _ := strings.Cut(rest, "\n")
		if height, err := strconv.Atoi(line); err == nil && height > 100 {
			return w
		}
	}
	return ""
}

// opens right-clicks on the icon until the menu is on the screen, and returns the menu's window.
func (x *xfce) opens() (menu string) {
	x.t.Helper()
	var last time.Time
	eventually(x.t, "an open menu", func() bool {
		if menu = x.menuWindow(); menu == "" && time.Since(last) > 3*time.Second {
			last = time.Now()
			x.rig.xdotool("mousemove", trayIcon[0], trayIcon[1], "sleep", "0.2", "click", "3")
		}
		return menu != ""
	})
	return menu
}

// closes takes the menu from the screen.
func (x *xfce) closes() {
	x.t.Helper()
	eventually(x.t, "a closed menu", func() bool {
		if x.menuWindow() == "" {
			return true
		}
		x.rig.xdotool("key", "Escape", "sleep", "0.3")
		return false
	})
}

// walk opens the menu and walks down to an entry with the keyboard, which skips what cannot be chosen.
func (x *xfce) walk(to line) {
	x.t.Helper()
	x.opens()
	defer x.closes()
	steps := 0
	for _, l := range x.menu() { // as it is now: it may have been made anew
		if l.enabled {
			steps++
		}
		if l.label == to.label {
			x.rig.xdotool("sleep", "0.3", "key", "--repeat", strconv.Itoa(steps), "--delay", "40", "Down", "sleep", "0.2", "key", "Return")
			x.clicked = time.Now()
			return
		}
	}
}

// looks waits until the icon has a mark, and fails unless the screen shows the same picture for each mark and another
// one for each other.
func (x *xfce) looks(want string) {
	x.t.Helper()
	x.panel.looks(want)
	x.rig.xdotool("mousemove", "640", "700") // an icon under the mouse is lit
	eventually(x.t, "the picture of the icon "+want, func() bool {
		now := x.picture()
		if known, ok := x.pictures[want]; ok {
			return now == known
		}
		for _, other := range x.pictures {
			if now == other {
				return false
			}
		}
		time.Sleep(500 * time.Millisecond)
		if x.picture() != now {
			return false // being drawn
		}
		x.pictures[want] = now
		return true
	})
}

// picture returns what the screen shows where the icon is.
func (x *xfce) picture() string {
	x.t.Helper()
	out, err := x.rig.command("import", "-window", "root", "-crop", trayPicture, "rgb:-").Output()
	x.must(err)
	return hash(out)
}
