package app

import (
	"context"

	"github.com/unodesk/unodesk/app/autostart"
)

// LoginStart switches the start at login; autostart.Login is one.
type LoginStart interface {
	On() error
	Off() error
	State() (autostart.State, error)
}

// Login says whether this program starts at login.
type Login struct {
	Known bool
	On    bool
}

// StartAtLogin switches the start at login.
func (a *App) StartAtLogin(_ context.Context, on bool) error {
	change := a.o.Login.Off
	if on {
		change = a.o.Login.On
	}
	err := change()
	a.LookAtLogin()
	return err
}

// LookAtLogin looks whether this program starts at login, which the settings of the desktop change, too.
func (a *App) LookAtLogin() {
	if a.o.Login == nil {
		return
	}
	s, err := a.o.Login.State()
	if err != nil {
		a.o.Log.Warn("it is not known whether Unodesk starts at login", "err", err)
	}
	a.post(func() { a.snap.Login = Login{Known: err == nil, On: s.On} })
}
