package ui

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/session"
	"github.com/unodesk/unodesk/ui/lang"
)

// Options are what a UI is made of.
type Options struct {
	App  fyne.App
	Core Core
	Log  *slog.Logger
	// Tray asks whether a tray icon can be seen; nil: session.Tray.
	Tray func(ctx context.Context) session.TrayState
}

// UI is the tray icon and the windows. Its methods belong to the drawing goroutine.
type UI struct {
	app   fyne.App
	core  Core
	log   *slog.Logger
	where func(ctx context.Context) session.TrayState
	words words
	now   func() time.Time

	language string // the setting that words was made for
	snap     app.Snapshot
	tray     *tray // nil where there is no session bus
	status   *statusWindow
	settings *settingsWindow
	activity *activityWindow
	ask      *askWindow
	connect  *connectWindow
	seen     atomic.Bool // some window may be seen
	welcomed int         // number of the last newcomer that the user was told of

	ctx        context.Context // ends with the app; this UI is one running app
	cancel     context.CancelFunc
	background sync.WaitGroup
	spawn      func(func())
}

// New returns a UI that shows nothing until Start, and draws nothing more once ctx has ended.
func New(ctx context.Context, o Options) *UI {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Tray == nil {
		o.Tray = session.Tray
	}
	u := &UI{app: o.App, core: o.Core, log: o.Log, where: o.Tray, snap: o.Core.Snapshot(), now: time.Now}
	u.ctx, u.cancel = context.WithCancel(ctx)
	u.spawn = func(f func()) { u.background.Go(f) }
	u.language = u.snap.Settings.App.Language
	u.words = words{lang.For(u.language)}
	u.app.Settings().SetTheme(NewTheme())
	u.status = newStatusWindow(u)
	u.settings = newSettingsWindow(u)
	u.activity = newActivityWindow(u)
	u.ask = newAskWindow(u)
	u.connect = newConnectWindow(u)
	for _, w := range u.windows() {
		w.seen = &u.seen
	}
	return u
}

// Start shows what is to be seen at first: the tray icon where it can be used, a window where no icon can be seen or at
// the first start. Call it before the app's Run.
func (u *UI) Start(first bool) {
	state := u.where(u.ctx)
	u.log.Info("tray", "state", state)
	if desk, ok := u.app.(desktop.App); ok && state != session.NoBus {
		u.tray = newTray(u, desk)
	}
	u.app.Lifecycle().SetOnStarted(func() {
		u.draw(u.core.Snapshot())
		u.follow(u.ctx)
	})
	switch {
	case first:
		u.settings.first = true
		u.open(app.SettingsScreen)
	case state != session.Shown:
		u.open(app.StatusScreen)
	}
}

// OnQuit calls f on a goroutine of its own as soon as the app is to end, whether its loop gets to know of it or hangs.
func (u *UI) OnQuit(f func()) { context.AfterFunc(u.ctx, f) }

// Close ends what runs in the background and waits for it. Call it after the app's Run.
func (u *UI) Close() {
	u.cancel()
	u.background.Wait()
}

// draw shows a snapshot everywhere.
func (u *UI) draw(s app.Snapshot) {
	if u.ctx.Err() != nil {
		return
	}
	u.snap = s
	if s.Settings.App.Language != u.language {
		u.language = s.Settings.App.Language
		u.words = words{lang.For(u.language)}
		u.rebuild()
	}
	if u.tray != nil {
		u.tray.draw(s, u.words)
	}
	for _, w := range u.windows() {
		if w.visible {
			w.draw()
		}
	}
	u.ask.follow(s.Question)
	u.welcome(s.Newcomer)
}

// welcome tells the user of an AI program that has never called before. A snapshot holds the last one only; of several
// that come within a moment the others are in the status window.
func (u *UI) welcome(n app.Newcomer) {
	if n.Number <= u.welcomed {
		return
	}
	u.welcomed = n.Number
	args := lang.Args{"name": u.words.host(n.Name)}
	u.notify(u.words.Say("newcomer.title", args), u.words.Say("newcomer.text"))
}

// loseTray goes on without a tray icon, whose bus is gone: with a window, because the user could not end the app else.
func (u *UI) loseTray() {
	u.log.Warn("tray", "state", session.NoBus)
	u.tray = nil
	if !u.anyVisibleBut(nil) {
		u.open(app.StatusScreen)
	}
}

// windows returns all windows, whether they were made yet or not.
func (u *UI) windows() []*appWindow {
	return []*appWindow{&u.status.appWindow, &u.settings.appWindow, &u.activity.appWindow, &u.ask.appWindow, &u.connect.appWindow}
}

// rebuild makes the content of the windows anew, in another language.
func (u *UI) rebuild() {
	for _, w := range u.windows() {
		if w.window != nil {
			w.build()
		}
	}
}

// tick comes once a second, for what changes with time alone.
func (u *UI) tick() {
	u.status.tick()
	u.ask.tick()
	u.seen.Store(u.anyVisibleBut(nil))
}

// open shows a window and puts it in front.
func (u *UI) open(screen app.Screen) {
	switch screen {
	case app.SettingsScreen:
		u.settings.show()
	case app.ActivityScreen:
		u.activity.show()
	case app.ConnectScreen:
		u.connect.show()
	case app.StatusScreen:
		u.status.show()
	}
}

// leave hides a window that the user closed. Where nothing would be left to see, neither window nor icon, the app ends:
// a program that cannot be seen cannot be ended by the user.
func (u *UI) leave(w *appWindow) {
	if u.anyVisibleBut(w) {
		w.hide()
		return
	}
	w.leaving = true
	run(u, func(ctx context.Context) (session.TrayState, error) { return u.where(ctx), nil },
		func(state session.TrayState, _ error) {
			if !w.leaving {
				return // the bus was slow, and the user has opened it again or was faster with a second click
			}
			if u.anyVisibleBut(w) || (u.tray != nil && state == session.Shown) {
				w.hide()
				return
			}
			u.quit()
		})
}

func (u *UI) anyVisibleBut(w *appWindow) bool {
	for _, other := range u.windows() {
		if other != w && other.visible {
			return true
		}
	}
	return false
}

// quit ends the app. Nothing is drawn any more from here on: the tray has lost its connection. The driver is told rather
// than the app, which would close the windows first: a mouse that moved over one at that moment made Fyne panic.
func (u *UI) quit() {
	for _, w := range u.windows() {
		w.keepSize()
	}
	u.cancel()
	u.app.Driver().Quit()
}

// do carries out a command of the tray menu.
func (u *UI) do(e entry) {
	switch e.do {
	case doSwitchOn:
		u.attempt(u.core.StartServer)
	case doSwitchOff:
		u.attempt(u.core.StopServer)
	case doUsePort:
		u.usePort(e.port)
	case doCopyAddress:
		u.app.Clipboard().SetContent(u.snap.Server.Address)
	case doStartOffice:
		u.attempt(u.core.StartOffice)
	case doTakeBack:
		u.takeBack(e.edit)
	case doPause:
		u.pause(true)
	case doResume:
		u.pause(false)
	case doShowStatus:
		u.open(app.StatusScreen)
	case doShowActivity:
		u.open(app.ActivityScreen)
	case doShowConnect:
		u.open(app.ConnectScreen)
	case doShowSettings:
		u.open(app.SettingsScreen)
	case doQuit:
		u.quit()
	case doNothing:
	}
}

// pause lets AI programs only read, or edit again.
func (u *UI) pause(on bool) {
	before := u.snap.Settings.Clone()
	after := before.Clone()
	after.MCP.ReadOnly = on
	u.attempt(func(ctx context.Context) error { return u.core.SaveSettings(ctx, before, after) })
}

// takeBack takes back all that AI programs did in a document, and says so where that was nothing.
func (u *UI) takeBack(e app.Edit) {
	run(u, func(ctx context.Context) (int, error) { return u.core.TakeBack(ctx, e.UID, "") }, func(n int, err error) {
		switch {
		case err != nil:
			u.report(err)
		case n == 0:
			u.inform(u.words.Say("tray.take_back.none"), u.words.tookBack(0, e.Document))
		}
	})
}

// notify shows a notification if the desktop has a place for it.
func (u *UI) notify(title, text string) {
	run(u, func(ctx context.Context) (bool, error) { return session.Notifies(ctx), nil }, func(shown bool, _ error) {
		if shown {
			u.app.SendNotification(fyne.NewNotification(title, text))
		}
	})
}

// report shows an error in the window that is open, else in the status window.
func (u *UI) report(err error) {
	u.log.Warn("action failed", "err", err)
	problem := &app.Problem{Code: app.Unexpected, Args: lang.Args{"reason": err.Error()}}
	u.inform(u.words.Say("action.failed"), u.words.problem(problem))
}

// inform shows a text in the window that is open, else in the status window.
func (u *UI) inform(title, text string) {
	w := &u.status.appWindow
	for _, other := range []*appWindow{&u.settings.appWindow, &u.activity.appWindow, &u.connect.appWindow} {
		if other.visible {
			w = other
		}
	}
	w.show()
	d := dialog.NewCustom(title, u.words.Say("action.ok"), newText(text), w.window)
	d.Resize(fyne.NewSize(420, 200))
	d.Show()
}
