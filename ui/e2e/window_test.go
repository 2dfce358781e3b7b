package e2e

import (
	"strings"
	"time"
)

// The titles of our windows.
const (
	statusTitle   = "Unodesk"
	settingsTitle = "Unodesk settings"
)

// window returns the X identifier of the visible window with exactly that title, "" if there is none.
func (r *rig) window(title string) string {
	out, _ := r.command("xdotool", "search", "--onlyvisible", "--name", "^"+title+"$").Output() // nothing found is an error
	ids := strings.Fields(string(out))
	if len(ids) == 0 {
		return ""
	}
	return ids[len(ids)-1]
}

// sees waits until the window is visible.
func (r *rig) sees(title string) {
	r.t.Helper()
	eventually(r.t, "window "+title, func() bool { return r.window(title) != "" })
}

// closeWindow closes a window through the window manager, as a click on its cross would, until gone reports success.
func (r *rig) closeWindow(title string, gone func() bool) {
	r.t.Helper()
	var last time.Time
	eventually(r.t, "the end of window "+title, func() bool {
		if gone() {
			return true
		}
		if id := r.window(title); id != "" && time.Since(last) > 2*time.Second {
			last = time.Now()
			_ = r.command("xdotool", "windowactivate", "--sync", id, "key", "alt+F4").Run() // tried again
		}
		return false
	})
}

// hides closes a window and waits until it is hidden.
func (r *rig) hides(title string) {
	r.t.Helper()
	r.closeWindow(title, func() bool { return r.window(title) == "" })
}
