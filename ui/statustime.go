package ui

import (
	"time"

	"fyne.io/fyne/v2/widget"
)

// copiedShown is how long the button says that it has copied.
const copiedShown = 2 * time.Second

// tick redraws what changes with time.
func (s *statusWindow) tick() {
	if !s.visible {
		return
	}
	w := s.ui.words
	var uptime string
	if since := s.ui.snap.Server.Since; !since.IsZero() {
		uptime = w.duration(s.ui.now().Sub(since))
	}
	if uptime != s.uptime.Text {
		s.uptime.SetText(uptime)
	}
	if programs := w.programs(s.ui.snap.Hosts, s.ui.now()); programs != s.programs.Text {
		s.programs.SetText(programs)
	}
	s.lastError.explain(w.lastFailed(s.ui.snap.Calls, s.ui.now()))
	s.drawCopy(s.copied, s.copiedAt, "status.copy")
	s.drawCopy(s.reported, s.reportAt, "status.report")
}

// drawCopy makes a button say what it does, or for a while that it has.
func (s *statusWindow) drawCopy(b *widget.Button, at time.Time, key string) {
	label := s.ui.words.Say(key)
	if s.ui.now().Sub(at) < copiedShown {
		label = s.ui.words.Say("status.copied")
	}
	if label != b.Text {
		b.SetText(label)
	}
}

func (s *statusWindow) copyAddress() {
	s.ui.app.Clipboard().SetContent(s.ui.snap.Server.Address)
	s.copiedAt = s.ui.now()
	s.tick()
}

func (s *statusWindow) copyReport() {
	s.ui.app.Clipboard().SetContent(report(s.ui.snap, s.ui.now()))
	s.reportAt = s.ui.now()
	s.tick()
}
