package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/ui/lang"
)

// calls says how much AI programs have asked for.
func (w words) calls(s app.Snapshot) string {
	if s.Calls.All == 0 {
		return w.Say("calls.none")
	}
	sentences := []string{w.Count("calls.all", s.Calls.All)}
	if n := s.Calls.Failed; n > 0 {
		sentences = append(sentences, w.Count("calls.failed", n))
	}
	if n := int(s.Server.Refused); n > 0 {
		sentences = append(sentences, w.Count("calls.refused", n))
	}
	return strings.Join(sentences, " ")
}

// lastFailed says which call failed last, "" for none.
func (w words) lastFailed(c app.Calls, now time.Time) string {
	if c.Failed == 0 {
		return ""
	}
	last := c.LastFailed
	return w.Say("calls.last_failed", lang.Args{"action": w.action(last), "code": last.Code, "ago": w.duration(now.Sub(last.At))})
}

// officeHow says which process LibreOffice is and how it is connected, for those who look for a fault.
func (w words) officeHow(o app.Office) string {
	if !o.Live() || o.PID == 0 {
		return ""
	}
	how := "office.how.pipe"
	if o.How == "tcp" {
		how = "office.how.tcp"
	}
	return w.Say(how, lang.Args{"version": o.Version, "pid": fmt.Sprint(o.PID)})
}

// login says whether Unodesk starts by itself.
func (w words) login(l app.Login) string {
	switch {
	case !l.Known:
		return w.Say("login.unknown")
	case l.On:
		return w.Say("login.on")
	default:
		return w.Say("login.off")
	}
}

// ended says that an old program of ours was ended, "" if none was.
func (w words) ended(e *app.Ended) string {
	if e == nil {
		return ""
	}
	key := "ended.gently"
	if e.Killed {
		key = "ended.hard"
	}
	return w.Say(key, lang.Args{"pid": fmt.Sprint(e.PID), "time": e.At.Format("15:04")})
}
