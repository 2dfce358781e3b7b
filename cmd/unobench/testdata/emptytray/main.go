// Command emptytray is a tray app of Fyne that does nothing: what the tray app of Unodesk is measured against.
package main

import (
	"bytes"
	"image"
	"image/png"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/driver/desktop"
)

func main() {
	var icon bytes.Buffer
	if err := png.Encode(&icon, image.NewRGBA(image.Rect(0, 0, 64, 64))); err != nil {
		panic(err)
	}
	a := app.NewWithID("")
	tray := a.(desktop.App)
	tray.SetSystemTrayIcon(fyne.NewStaticResource("empty.png", icon.Bytes()))
	tray.SetSystemTrayMenu(fyne.NewMenu("", fyne.NewMenuItem("Nothing", func() {})))
	a.Run()
}
