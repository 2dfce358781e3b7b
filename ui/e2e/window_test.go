package e2e

import (
	"strings"
	"time"
)

// The titles of our windows.
const (
	statusTitle   = "Unodesk"
	settingsTitle = "Unodesk settings"
	activityTitle = "Unodesk activity"
	connectTitle  = "Unodesk connections"
	askTitle      = "Unodesk question"
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
			r.xdotool("windowactivate", "--sync", id, "key", "alt+F4") // tried again
		}
		return false
	})
}

// xdotool plays mouse and keyboard. It waits for ever for a window that does not come to the front, as happens when the
// window manager was not up yet when the window appeared; so it gets some seconds only.
func (r *rig) xdotool(args ...string) {
	r.t.Helper()
	cmd := r.command("xdotool", args...)
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	timer := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Wait() // the caller looks for the effect
}

// hides closes a window and waits until it is hidden.
func (r *rig) hides(title string) {
	r.t.Helper()
	r.closeWindow(title, func() bool { return r.window(title) == "" })
}
