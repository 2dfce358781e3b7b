package ui

import (
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app"
)

// loginRow says whether Unodesk starts at login. This stands with the system rather than among the settings.
type loginRow struct {
	check *widget.Check
	now   app.Login
}

func (s *settingsWindow) newLoginRow() *loginRow {
	l := &loginRow{check: widget.NewCheck(s.ui.words.Say("settings.login"), nil)}
	l.draw(s.ui.snap.Login)
	l.check.OnChanged = func(bool) { s.check() }
	return l
}

// draw shows what the system says, unless the user has just decided otherwise.
func (l *loginRow) draw(now app.Login) {
	keep := l.changed()
	l.now = now
	if now.Known {
		l.check.Enable()
	} else {
		l.check.Disable()
	}
	if !keep {
		l.discard()
	}
}

func (l *loginRow) changed() bool { return l.now.Known && l.check.Checked != l.now.On }

func (l *loginRow) discard() { l.check.SetChecked(l.now.On) }

// wanted is what is to be saved, nil for nothing.
func (l *loginRow) wanted() *bool {
	if !l.changed() {
		return nil
	}
	on := l.check.Checked
	return &on
}

// kept says that it has been saved.
func (l *loginRow) kept() { l.now.On = l.check.Checked }
