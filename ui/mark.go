package ui

import (
	"runtime"

	"fyne.io/fyne/v2"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/icons"
)

// mark is what the icon shows: the phase of the server, or that a running one is of no use until the user does something
// about LibreOffice.
type mark string

const attention mark = "attention"

func markOf(s app.Snapshot) mark {
	if s.Server.Phase == app.Running && needsUser(s.Office) {
		return attention
	}
	return mark(s.Server.Phase)
}

// needsUser says whether nothing goes on with LibreOffice until the user starts it or answers it.
func needsUser(o app.Office) bool {
	return canStartOffice(o) || o.Phase == app.Waiting
}

// trayIcon returns the picture for a mark. Windows takes one size only.
func trayIcon(m mark) fyne.Resource {
	small := runtime.GOOS == "windows"
	pick := func(usual, forWindows []byte) fyne.Resource {
		if small {
			return fyne.NewStaticResource("tray-"+string(m)+"-32.png", forWindows)
		}
		return fyne.NewStaticResource("tray-"+string(m)+".png", usual)
	}
	switch m {
	case mark(app.Running):
		return pick(icons.Running, icons.RunningSmall)
	case mark(app.Starting):
		return pick(icons.Starting, icons.StartingSmall)
	case attention:
		return pick(icons.Attention, icons.AttentionSmall)
	default:
		return pick(icons.Stopped, icons.StoppedSmall)
	}
}
