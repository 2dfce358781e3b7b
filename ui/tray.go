package ui

import (
	"errors"
	"runtime"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/systray"
	"github.com/godbus/dbus/v5"

	"github.com/unodesk/unodesk/app"
)

// tray is the icon in the panel. The library behind it exists once in a process.
type tray struct {
	ui    *UI
	desk  desktop.App
	shown *fyne.Menu
	menu  []entry
	mark  mark
	tip   string
}

// newTray puts the icon into the panel. Where no panel shows icons it waits for one.
func newTray(u *UI, desk desktop.App) *tray {
	t := &tray{ui: u, desk: desk, shown: fyne.NewMenu("")}
	// Fyne's own SetSystemTrayWindow shows its window from the goroutine of the bus, which Fyne's thread check reports
	// as an error; it would also take the close button over. This is the same without either.
	systray.SetOnTapped(func() { onScreen(func() { u.open(app.StatusScreen) }) })
	if runtime.GOOS == "windows" { // there it is not ready before the app runs, and Fyne looks for another icon meanwhile
		u.app.SetIcon(windowIcon)
	} else {
		t.drawIcon(markOf(u.snap))
	}
	t.drawMenu(trayMenu(u.snap, u.words))
	return t
}

// draw shows a snapshot; what has not changed is left alone, because a panel closes a menu that is replaced.
func (t *tray) draw(s app.Snapshot, w words) {
	if !t.drawIcon(markOf(s)) {
		t.ui.loseTray()
		return
	}
	if tip := w.tooltip(s); tip != t.tip {
		t.tip = tip
		systray.SetTitle(w.Say("status.title"))
		systray.SetTooltip(tip)
	}
	if menu := trayMenu(s, w); !slices.Equal(menu, t.menu) {
		t.drawMenu(menu)
	}
}

// drawIcon reports whether there is still a bus to show it on. Without one the library panics.
func (t *tray) drawIcon(m mark) (shown bool) {
	defer func() {
		reason := recover()
		if err, ok := reason.(error); ok && errors.Is(err, dbus.ErrClosed) {
			shown = false
		} else if reason != nil {
			panic(reason)
		}
	}()
	if m != t.mark {
		t.mark = m
		t.desk.SetSystemTrayIcon(trayIcon(m))
	}
	return true
}

// drawMenu fills the one menu anew. It is always the same value because Fyne draws the first one that it was given once
// more when the icon has registered, which may be after a later one: the menu then showed the state before the start.
func (t *tray) drawMenu(entries []entry) {
	t.menu = entries
	t.shown.Items = nil
	for _, e := range entries {
		t.shown.Items = append(t.shown.Items, t.item(e))
	}
	t.desk.SetSystemTrayMenu(t.shown)
}

func (t *tray) item(e entry) *fyne.MenuItem {
	if e.label == "" {
		return fyne.NewMenuItemSeparator()
	}
	item := fyne.NewMenuItem(e.label, func() { t.ui.do(e) })
	item.Disabled = e.do == doNothing
	item.Checked = e.mark
	item.IsQuit = e.do == doQuit
	return item
}
