package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
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
	t     *testing.T
	conn  *dbus.Conn
	find  func() (owner string, path dbus.ObjectPath, found bool) // who shows an icon, and where on the bus
	press func(l line)                                            // chooses an entry of the menu

	clicked time.Time       // the last click on the menu
	offered map[string]bool // the entries that could be chosen so far, and whether they were

	mu    sync.Mutex
	owner string // bus name of the item that registered
	path  dbus.ObjectPath
	icons []string // seen in the properties that changed, by mark
}

// newPanel registers on the bus as the watcher of tray icons with a host.
func newPanel(r *rig) *panel {
	r.t.Helper()
	p := onlooker(r)
	p.find = func() (string, dbus.ObjectPath, bool) {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.owner, p.path, p.owner != ""
	}
	p.press = p.event
	p.must(p.conn.Export(watcher{p}, "/StatusNotifierWatcher", watcherName))
	_, err := prop.Export(p.conn, "/StatusNotifierWatcher", prop.Map{watcherName: {
		"IsStatusNotifierHostRegistered": {Value: true},
		"ProtocolVersion":                {Value: int32(0)},
		"RegisteredStatusNotifierItems":  {Value: []string{}},
	}})
	p.must(err)
	_, err = p.conn.RequestName(watcherName, dbus.NameFlagDoNotQueue)
	p.must(err)
	return p
}

// onlooker sees on the bus what icons tell.
func onlooker(r *rig) *panel {
	r.t.Helper()
	conn, err := dbus.Connect(r.bus)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { conn.Close() })
	p := &panel{t: r.t, conn: conn, offered: map[string]bool{}}
	p.must(conn.AddMatchSignal(dbus.WithMatchInterface(propertyName), dbus.WithMatchMember("PropertiesChanged")))
	signals := make(chan *dbus.Signal, 256)
	conn.Signal(signals)
	go func() {
		for s := range signals {
			p.noteChange(s)
		}
	}()
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
	var item dbus.BusObject
	eventually(p.t, "a tray icon", func() bool {
		owner, path, found := p.find()
		if found {
			item = p.conn.Object(owner, path)
		}
		return found
	})
	return item
}

// icon returns the mark that is shown.
func (p *panel) icon() string {
	p.t.Helper()
	v, err := p.item().GetProperty(itemName + ".IconPixmap")
	p.must(err)
	return markOf(v)
}

// looks waits until the icon has a mark.
func (p *panel) looks(want string) {
	p.t.Helper()
	eventually(p.t, "the icon "+want, func() bool { return p.icon() == want })
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
