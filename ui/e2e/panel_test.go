package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"

	"github.com/unodesk/unodesk/icons"
)

const (
	watcherName  = "org.kde.StatusNotifierWatcher"
	itemName     = "org.kde.StatusNotifierItem"
	menuName     = "com.canonical.dbusmenu"
	propertyName = "org.freedesktop.DBus.Properties"
)

// panel plays the part of a desktop that shows tray icons.
type panel struct {
	t    *testing.T
	conn *dbus.Conn

	clicked time.Time // the last click on the menu

	mu    sync.Mutex
	owner string // bus name of the item that registered
	path  dbus.ObjectPath
	icons []string // seen in the properties that changed, by mark
}

// newPanel registers on the bus as the watcher of tray icons with a host.
func newPanel(r *rig) *panel {
	r.t.Helper()
	conn, err := dbus.Connect(r.bus)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { conn.Close() })
	p := &panel{t: r.t, conn: conn}
	p.must(conn.Export(watcher{p}, "/StatusNotifierWatcher", watcherName))
	_, err = prop.Export(conn, "/StatusNotifierWatcher", prop.Map{watcherName: {
		"IsStatusNotifierHostRegistered": {Value: true},
		"ProtocolVersion":                {Value: int32(0)},
		"RegisteredStatusNotifierItems":  {Value: []string{}},
	}})
	p.must(err)
	p.must(conn.AddMatchSignal(dbus.WithMatchInterface(propertyName), dbus.WithMatchMember("PropertiesChanged")))
	signals := make(chan *dbus.Signal, 256)
	conn.Signal(signals)
	go func() {
		for s := range signals {
			p.noteChange(s)
		}
	}()
	_, err = conn.RequestName(watcherName, dbus.NameFlagDoNotQueue)
	p.must(err)
	return p
}

// crashes ends the panel, and waits until the bus knows.
func (p *panel) crashes(r *rig) {
	p.t.Helper()
	p.conn.Close()
	conn, err := dbus.Connect(r.bus)
	p.must(err)
	defer conn.Close()
	eventually(p.t, "the end of the panel", func() bool {
		var owned bool
		p.must(conn.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, watcherName).Store(&owned))
		return !owned
	})
}

func (p *panel) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// watcher is what tray icons call.
type watcher struct{ panel *panel }

// RegisterStatusNotifierItem is called by the tray icon with its object path.
func (w watcher) RegisterStatusNotifierItem(path string, sender dbus.Sender) *dbus.Error {
	w.panel.mu.Lock()
	defer w.panel.mu.Unlock()
	w.panel.owner, w.panel.path = string(sender), dbus.ObjectPath(path)
	return nil
}

// noteChange keeps the icons of a change. The signal carries the picture itself, so that none is missed however late we
// look.
func (p *panel) noteChange(s *dbus.Signal) {
	if s.Name != propertyName+".PropertiesChanged" || len(s.Body) < 2 {
		return
	}
	changed, _ := s.Body[1].(map[string]dbus.Variant)
	pixmap, ok := changed["IconPixmap"]
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.icons = append(p.icons, markOf(pixmap))
}

// seen returns the icons that were shown so far, each change once.
func (p *panel) seen() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var once []string
	for _, phase := range p.icons {
		if len(once) == 0 || once[len(once)-1] != phase {
			once = append(once, phase)
		}
	}
	return once
}

// forget drops what was seen.
func (p *panel) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.icons = nil
}

// item waits for the tray icon and returns it.
func (p *panel) item() dbus.BusObject {
	p.t.Helper()
	var owner string
	eventually(p.t, "a tray icon", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		owner = p.owner
		return owner != ""
	})
	return p.conn.Object(owner, p.path)
}

// icon returns the mark that is shown.
func (p *panel) icon() string {
	p.t.Helper()
	v, err := p.item().GetProperty(itemName + ".IconPixmap")
	p.must(err)
	return markOf(v)
}

// tooltip returns the text that is shown over the icon.
func (p *panel) tooltip() string {
	p.t.Helper()
	v, err := p.item().GetProperty(itemName + ".ToolTip")
	p.must(err)
	parts, _ := v.Value().([]any)
	if len(parts) < 3 {
		return ""
	}
	return fmt.Sprint(parts[2])
}

// click is a left click on the icon.
func (p *panel) click() {
	p.t.Helper()
	p.must(p.item().Call(itemName+".Activate", 0, int32(0), int32(0)).Err)
}

// line is one entry of the menu.
type line struct {
	id      int32
	label   string
	enabled bool
}

// layout is an item of com.canonical.dbusmenu.
type layout struct {
	ID         int32
	Properties map[string]dbus.Variant
	Children   []dbus.Variant
}

// menu returns the menu without its dividing lines. Ids change whenever it is made anew.
func (p *panel) menu() []line {
	p.t.Helper()
	var revision uint32
	var root layout
	menu := p.conn.Object(p.item().Destination(), p.path+"/menu")
	if err := menu.Call(menuName+".GetLayout", 0, int32(0), int32(-1), []string{}).Store(&revision, &root); err != nil {
		return nil // being made anew
	}
	var lines []line
	for _, v := range root.Children {
		var l layout
		if dbus.Store([]any{v.Value()}, &l) != nil {
			continue
		}
		label, _ := l.Properties["label"].Value().(string)
		enabled, given := l.Properties["enabled"].Value().(bool)
		if label != "" {
			lines = append(lines, line{id: l.ID, label: label, enabled: enabled || !given})
		}
	}
	return lines
}

// find returns the entry with that label.
func (p *panel) find(label string) (line, bool) {
	for _, l := range p.menu() {
		if l.label == label {
			return l, true
		}
	}
	return line{}, false
}

// shows waits until the menu has an entry.
func (p *panel) shows(label string) {
	p.t.Helper()
	defer func() {
		if p.t.Failed() {
			p.t.Log("the menu is", p.labels())
		}
	}()
	eventually(p.t, "menu entry "+label, func() bool {
		_, ok := p.find(label)
		return ok
	})
}

// choose clicks on a menu entry until that has taken effect. A menu that is made anew between the look and the click
// has other ids, and a click on an old one is lost without a sound.
func (p *panel) choose(label string, effect func() bool) {
	p.t.Helper()
	p.shows(label)
	var last time.Time
	eventually(p.t, "the effect of "+label, func() bool {
		if effect() {
			return true
		}
		l, ok := p.find(label)
		if ok && l.enabled && time.Since(last) > 3*time.Second {
			last, p.clicked = time.Now(), time.Now()
			menu := p.conn.Object(p.item().Destination(), p.path+"/menu")
			_ = menu.Call(menuName+".Event", 0, l.id, "clicked", dbus.MakeVariant(""), uint32(0)).Err // tried again
		}
		return false
	})
}

// switches clicks on a menu entry until another one tells of the effect.
func (p *panel) switches(label, then string) {
	p.t.Helper()
	p.choose(label, func() bool {
		_, ok := p.find(then)
		return ok
	})
}

// quits ends the program through its menu, within the time that it may take.
func (p *panel) quits(u *unodesk) {
	p.t.Helper()
	p.choose("Quit Unodesk", u.hasEnded)
	u.ends()
	if took := u.endedAt.Sub(p.clicked); took > quitTime {
		p.t.Errorf("the end took %v, more than %v", took, quitTime)
	}
}

// labels returns the menu as one text, for failures.
func (p *panel) labels() string {
	var b strings.Builder
	for _, l := range p.menu() {
		fmt.Fprintf(&b, "%q ", l.label)
	}
	return b.String()
}

// markOf tells which of our pictures a property holds.
func markOf(v dbus.Variant) string {
	var pictures []struct {
		Width, Height int32
		Pixels        []byte
	}
	if err := dbus.Store([]any{v.Value()}, &pictures); err != nil || len(pictures) != 1 {
		return fmt.Sprintf("unreadable: %v", err)
	}
	got := hash(pictures[0].Pixels)
	for mark, data := range map[string][]byte{
		"stopped": icons.Stopped, "starting": icons.Starting, "running": icons.Running, "attention": icons.Attention,
	} {
		if hash(argb(data)) == got {
			return mark
		}
	}
	return "unknown " + got
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// argb returns a picture in the form in which it travels over the bus.
func argb(data []byte) []byte {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		panic(err) // our own file
	}
	out := make([]byte, 0, 4*img.Bounds().Dx()*img.Bounds().Dy())
	each(img.Bounds(), func(x, y int) {
		r, g, b, a := img.At(x, y).RGBA()
		out = append(out, byte(a), byte(r), byte(g), byte(b)) // the low bytes, as the tray library takes them
	})
	return out
}

func each(r image.Rectangle, f func(x, y int)) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			f(x, y)
		}
	}
}
