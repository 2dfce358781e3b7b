package e2e

import (
	"fmt"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

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

// menu returns the menu without its dividing lines, nil while there is none. Ids change whenever it is made anew.
func (p *panel) menu() []line {
	p.t.Helper()
	var revision uint32
	var root layout
	menu, found := p.menuObject()
	if !found || menu.Call(menuName+".GetLayout", 0, int32(0), int32(-1), []string{}).Store(&revision, &root) != nil {
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
			if _, known := p.offered[label]; !known && (enabled || !given) {
				p.offered[label] = false
			}
		}
	}
	return lines
}

// menuObject is the menu on the bus.
func (p *panel) menuObject() (menu dbus.BusObject, found bool) {
	owner, path, found := p.find()
	if !found {
		return nil, false
	}
	return p.conn.Object(owner, path+"/menu"), true
}

// event is a click as a panel reports it.
func (p *panel) event(l line) {
	p.clicked = time.Now()
	if menu, found := p.menuObject(); found {
		_ = menu.Call(menuName+".Event", 0, l.id, "clicked", dbus.MakeVariant(""), uint32(0)).Err // tried again
	}
}

// entry returns the entry with that label.
func (p *panel) entry(label string) (line, bool) {
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
		_, ok := p.entry(label)
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
		l, ok := p.entry(label)
		if ok && l.enabled && time.Since(last) > 3*time.Second {
			p.press(l)
			p.offered[label] = true
			last = time.Now()
		}
		return false
	})
}

// switches clicks on a menu entry until another one tells of the effect.
func (p *panel) switches(label, then string) {
	p.t.Helper()
	p.choose(label, func() bool {
		_, ok := p.entry(then)
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
