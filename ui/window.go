package ui

import (
	"sync/atomic"

	"fyne.io/fyne/v2"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/icons"
)

// appWindow is a window that is hidden rather than closed. It is made when it is first shown: fonts and widgets take some
// 30 MB, which an icon in the panel does not need.
type appWindow struct {
	name    string // under which its size is remembered
	core    Core
	window  fyne.Window // nil until it is first shown
	visible bool
	seen    *atomic.Bool // some window may be seen: time goes on in it
	leaving bool         // the user closed it, and what then happens is being found out
	create  func()       // makes the window
	build   func()       // makes what is in it, in the language of the moment
	draw    func()       // shows what is to be seen now; hidden windows are not drawn
	shown   func()       // after it became visible or came to the front
	hidden  func()
}

var windowIcon = fyne.NewStaticResource("unodesk.png", icons.ProgramPNG)

// open makes the window. Closed is called when the user closes it and decides what happens.
func (w *appWindow) open(a fyne.App, title string, size fyne.Size, closed func()) {
	w.window = a.NewWindow(title)
	w.window.SetIcon(windowIcon)
	w.window.Resize(w.size(size))
	w.window.SetCloseIntercept(closed)
}

// size is the size that the user gave the window, else the usual one. Screens may have become smaller since.
func (w *appWindow) size(usual fyne.Size) fyne.Size {
	const least, most = 200, 4000
	kept, known := w.core.WindowSize(w.name)
	if !known || kept.Width < least || kept.Height < least || kept.Width > most || kept.Height > most {
		return usual
	}
	return fyne.NewSize(kept.Width, kept.Height)
}

// keepSize remembers the size of a window that is seen.
func (w *appWindow) keepSize() {
	if w.window == nil || !w.visible {
		return
	}
	if size := w.window.Canvas().Size(); size.Width > 0 && size.Height > 0 {
		w.core.KeepWindowSize(w.name, app.Size{Width: size.Width, Height: size.Height})
	}
}

func (w *appWindow) show() {
	if w.window == nil {
		w.create()
	}
	w.visible, w.leaving = true, false
	w.seen.Store(true)
	w.draw()
	w.window.Show()
	w.window.RequestFocus()
	if w.shown != nil {
		w.shown()
	}
}

func (w *appWindow) hide() {
	w.keepSize()
	w.visible, w.leaving = false, false
	w.window.Hide()
	if w.hidden != nil {
		w.hidden()
	}
}
