package ui

import (
	"fyne.io/fyne/v2"

	"github.com/unodesk/unodesk/icons"
)

// appWindow is a window that is hidden rather than closed. It is made when it is first shown: fonts and widgets take some
// 30 MB, which an icon in the panel does not need.
type appWindow struct {
	window  fyne.Window // nil until it is first shown
	visible bool
	leaving bool   // the user closed it, and what then happens is being found out
	create  func() // makes the window
	build   func() // makes what is in it, in the language of the moment
	draw    func() // shows what is to be seen now; hidden windows are not drawn
	shown   func() // after it became visible or came to the front
	hidden  func()
}

var windowIcon = fyne.NewStaticResource("unodesk.png", icons.ProgramPNG)

// open makes the window. Closed is called when the user closes it and decides what happens.
func (w *appWindow) open(a fyne.App, title string, size fyne.Size, closed func()) {
	w.window = a.NewWindow(title)
	w.window.SetIcon(windowIcon)
	w.window.Resize(size)
	w.window.SetCloseIntercept(closed)
}

func (w *appWindow) show() {
	if w.window == nil {
		w.create()
	}
	w.visible, w.leaving = true, false
	w.draw()
	w.window.Show()
	w.window.RequestFocus()
	if w.shown != nil {
		w.shown()
	}
}

func (w *appWindow) hide() {
	w.visible, w.leaving = false, false
	w.window.Hide()
	if w.hidden != nil {
		w.hidden()
	}
}
