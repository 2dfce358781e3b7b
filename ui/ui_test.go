package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/model"
	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/app/session"
)

// find returns the visible widget of that kind for which match holds, in the window or in a dialog over it.
func find[T fyne.CanvasObject](t *testing.T, w fyne.Window, match func(T) bool) T {
	t.Helper()
	roots := append([]fyne.CanvasObject{w.Content()}, w.Canvas().Overlays().List()...)
	for _, root := range slices.Backward(roots) {
		for _, o := range test.LaidOutObjects(root) {
			if found, ok := o.(T); ok && found.Visible() && match(found) {
				return found
			}
		}
	}
	t.Fatalf("no such widget in %s", w.Title())
	panic("not reached")
}

func button(t *testing.T, w fyne.Window, label string) *widget.Button {
	t.Helper()
	return find(t, w, func(b *widget.Button) bool { return b.Text == label })
}

// write does what the user does: it changes the field, which tells the window.
func (s *settingsWindow) write(key, text string) {
	s.fields[key].set(text)
	s.changed(key, text)
}

func TestNonsenseCannotBeSaved(t *testing.T) {
	core := &fakeCore{snap: snapshot(nil)}
	u := newUI(t, core)
	s := u.settings
	if !s.save.Disabled() {
		t.Error("there is something to save at once")
	}
	s.write(keyPort, "80")
	if !s.save.Disabled() || s.fields[keyPort].note.segment.Text != "Write a number from 1024 to 65535." {
		t.Errorf("after a bad port: note %q", s.fields[keyPort].note.segment.Text)
	}
	s.write(keyPort, "9000")
	if s.save.Disabled() || strings.Contains(s.fields[keyPort].note.segment.Text, "Write") {
		t.Errorf("after a good port: note %q", s.fields[keyPort].note.segment.Text)
	}
	s.write(keyListed, "https://a.example\nnonsense")
	if !s.save.Disabled() || !strings.HasPrefix(s.fields[keyListed].note.segment.Text, "Line 2:") {
		t.Errorf("after a bad line: note %q", s.fields[keyListed].note.segment.Text)
	}
	s.write(keyListed, "https://a.example")
	s.write(keyEnabled, "true")
	s.write(keyMode, "direct_flat")
	test.Tap(s.save)
	if len(core.saved) != 1 {
		t.Fatalf("saved %d times", len(core.saved))
	}
	c := core.saved[0]
	if c.MCP.Port != 9000 || !c.MCP.Enabled || c.MCP.ExposureMode != "direct_flat" || !slices.Equal(c.MCP.AllowedOrigins, []string{"https://a.example"}) {
		t.Errorf("saved %+v", c.MCP)
	}
	if !s.save.Disabled() || s.message.Text != "Saved." {
		t.Errorf("afterwards: %q", s.message.Text)
	}
}

func TestReachFollowsTheForm(t *testing.T) {
	u := newUI(t, &fakeCore{snap: snapshot(func(s *app.Snapshot) { s.Token = secret.Keyring })})
	if got := u.settings.reach.segment.Text; got != "Who can get in: Nobody, because AI access is off." {
		t.Errorf("at first %q", got)
	}
	u.settings.write(keyEnabled, "true")
	if got := u.settings.reach.segment.Text; !strings.Contains(got, "your own network") {
		t.Errorf("switched on: %q", got)
	}
}

func TestUndoChanges(t *testing.T) {
	u := newUI(t, &fakeCore{snap: snapshot(func(s *app.Snapshot) { s.Login.Known = true })})
	s := u.settings
	s.write(keyPort, "nine")
	s.write(keyMode, "direct_flat")
	s.keys[0].entry.SetText("secret")
	s.login.check.SetChecked(true)
	test.Tap(s.cancel)
	if s.dirty() || s.draft.text(keyPort) != "8765" || s.keys[0].written() || s.login.check.Checked || !s.save.Disabled() {
		t.Errorf("left over: %v, key %q", s.draft.texts, s.keys[0].entry.Text)
	}
}

func TestChangesElsewhereShowUp(t *testing.T) {
	core := &fakeCore{snap: snapshot(nil)}
	u := newUI(t, core)
	u.settings.show()
	u.settings.write(keyModel, "qwen")
	elsewhere := snapshot(func(s *app.Snapshot) { s.Settings.MCP.Port, s.Settings.LLM.Model = 9999, "llama" })
	u.draw(elsewhere)
	if got := u.settings.draft; got.text(keyPort) != "9999" || got.text(keyModel) != "qwen" {
		t.Errorf("draft: %v", got.texts)
	}
	port := find(t, u.settings.window, func(e *widget.Entry) bool { return e.Text == "9999" })
	if port.Disabled() {
		t.Error("the port cannot be changed")
	}
}

func TestKeyGoesToTheKeyring(t *testing.T) {
	core := &fakeCore{snap: snapshot(nil)}
	u := newUI(t, core)
	u.settings.keys[0].entry.SetText("sk-1")
	test.Tap(u.settings.save)
	if !slices.Equal(core.keys, []string{"llm.api_key sk-1"}) || u.settings.keys[0].written() {
		t.Errorf("keys %v, field %q", core.keys, u.settings.keys[0].entry.Text)
	}
}

func TestPlainKeyNeedsConsent(t *testing.T) {
	for _, answer := range []string{"Do not save", "Store in a file"} {
		core := &fakeCore{snap: snapshot(nil), keyErr: secret.ErrNoKeyring}
		u := newUI(t, core)
		u.settings.show()
		u.settings.keys[0].entry.SetText("sk-1")
		test.Tap(u.settings.save)
		if len(core.plainKey) != 0 {
			t.Fatal("the key was written unasked")
		}
		test.Tap(button(t, u.settings.window, answer))
		if consent := answer == "Store in a file"; (len(core.plainKey) == 1) != consent {
			t.Errorf("%s: plain keys %v", answer, core.plainKey)
		}
		if u.settings.keys[0].written() {
			t.Errorf("%s: the key is still in the field", answer)
		}
	}
}

func TestFailedActionIsReported(t *testing.T) {
	core := &fakeCore{snap: snapshot(nil), err: errors.New("disk full")}
	u := newUI(t, core)
	u.do(entry{do: doSwitchOn})
	if !u.status.visible {
		t.Fatal("no window shows the error")
	}
	find(t, u.status.window, func(l *widget.Label) bool { return strings.Contains(l.Text, "disk full") })
	test.Tap(button(t, u.status.window, "OK"))
	if len(u.status.window.Canvas().Overlays().List()) != 0 {
		t.Error("the message does not go away")
	}
}

func TestCommands(t *testing.T) {
	core := &fakeCore{snap: snapshot(running)}
	u := newUI(t, core)
	for _, c := range []command{doNothing, doSwitchOn, doSwitchOff, doUsePort, doStartOffice, doCopyAddress} {
		u.do(entry{do: c, port: 9})
	}
	if want := []string{"start", "stop", "port", "office"}; !slices.Equal(core.calls, want) {
		t.Errorf("calls %v, want %v", core.calls, want)
	}
	if got := u.app.Clipboard().Content(); got != "http://127.0.0.1:8765/mcp" {
		t.Errorf("clipboard %q", got)
	}
	u.do(entry{do: doShowSettings})
	u.do(entry{do: doShowStatus})
	if !u.settings.visible || !u.status.visible {
		t.Error("a window did not open")
	}
}

func TestStatusIsWatchedWhileVisible(t *testing.T) {
	core := &fakeCore{snap: snapshot(running)}
	u := newUI(t, core)
	u.status.show()
	u.status.hide()
	if want := []string{"watching", "probe", "not watching"}; !slices.Equal(core.calls, want) {
		t.Errorf("calls %v, want %v", core.calls, want)
	}
}

func TestStatusButtons(t *testing.T) {
	core := &fakeCore{snap: snapshot(nil)}
	u := newUI(t, core)
	u.status.show()
	core.calls = nil
	test.Tap(button(t, u.status.window, "Switch AI access on"))
	test.Tap(button(t, u.status.window, "Start LibreOffice"))
	u.draw(snapshot(running))
	test.Tap(button(t, u.status.window, "Test again"))
	test.Tap(button(t, u.status.window, "Switch AI access off"))
	test.Tap(button(t, u.status.window, "Copy"))
	button(t, u.status.window, "Copied")
	u.draw(snapshot(func(s *app.Snapshot) {
		s.Server.Problem = &app.Problem{Code: app.PortTaken, Args: map[string]any{"port": 1, "program": "x", "next": 8766}}
	}))
	test.Tap(button(t, u.status.window, "Use port 8766"))
	if want := []string{"start", "office", "probe", "stop", "port"}; !slices.Equal(core.calls, want) {
		t.Errorf("calls %v, want %v", core.calls, want)
	}
}

func TestLanguageChangesAtOnce(t *testing.T) {
	u := newUI(t, &fakeCore{snap: snapshot(nil)})
	u.settings.show()
	u.status.show()
	u.settings.write(keyPort, "9000")
	u.draw(snapshot(func(s *app.Snapshot) { s.Settings.App.Language = "de" }))
	if u.settings.window.Title() != "Unodesk-Einstellungen" || u.status.head.Text != "Der KI-Zugang ist aus" {
		t.Errorf("title %q, head %q", u.settings.window.Title(), u.status.head.Text)
	}
	if u.settings.draft.text(keyPort) != "9000" {
		t.Error("what the user wrote is lost")
	}
}

// quitting is an app that notes that it was asked to quit.
type quitting struct {
	fyne.App
	quit bool
}

func (q *quitting) Driver() fyne.Driver { return quittingDriver{q.App.Driver(), q} }

type quittingDriver struct {
	fyne.Driver
	app *quitting
}

func (d quittingDriver) Quit() { d.app.quit = true }

func TestClosing(t *testing.T) {
	tests := []struct {
		name   string
		tray   session.TrayState
		icon   bool
		others bool
		quits  bool
	}{
		{"tray icon is shown", session.Shown, true, false, false},
		{"no bus", session.NoBus, false, false, true},
		{"panel is gone", session.NoHost, true, false, true},
		{"another window is open", session.NoBus, false, true, false},
		{"a panel came, but we have no icon", session.Shown, false, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := &quitting{App: test.NewTempApp(t)}
			core := &fakeCore{snap: snapshot(nil)}
			u := New(t.Context(), Options{App: a, Core: core, Tray: func(context.Context) session.TrayState { return tt.tray }})
			u.spawn = func(f func()) { f() }
			if tt.icon {
				u.tray = &tray{}
			}
			u.status.show()
			if tt.others {
				u.settings.show()
			}
			u.leave(&u.status.appWindow)
			if a.quit != tt.quits || (!tt.quits && u.status.visible) {
				t.Errorf("quit %v, visible %v; want quit %v", a.quit, u.status.visible, tt.quits)
			}
		})
	}
}

// TestClosingOnASlowBus: what the user does while the bus is asked counts more than the answer.
func TestClosingOnASlowBus(t *testing.T) {
	tests := []struct {
		name      string
		tray      session.TrayState
		meanwhile func(*UI)
		visible   bool
		quits     bool
	}{
		{"nothing", session.NoHost, func(*UI) {}, true, true},
		{"closed twice", session.Shown, func(u *UI) { u.leave(&u.status.appWindow) }, false, false},
		{"opened again", session.Shown, func(u *UI) { u.status.show() }, true, false},
		{"opened again without a panel", session.NoHost, func(u *UI) { u.status.show() }, true, false},
		{"another window opened", session.NoHost, func(u *UI) { u.settings.show() }, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := &quitting{App: test.NewTempApp(t)}
			u := New(t.Context(), Options{App: a, Core: &fakeCore{snap: snapshot(nil)}, Tray: func(context.Context) session.TrayState { return tt.tray }})
			u.tray = &tray{}
			var answers []func()
			u.spawn = func(f func()) { answers = append(answers, f) }
			u.status.show()
			u.leave(&u.status.appWindow)
			tt.meanwhile(u)
			for _, answer := range answers {
				answer()
			}
			if a.quit != tt.quits || u.status.visible != tt.visible {
				t.Errorf("quit %v, visible %v; want %v, %v", a.quit, u.status.visible, tt.quits, tt.visible)
			}
		})
	}
}

func TestClosingWithUnsavedChangesAsks(t *testing.T) {
	for answer, saved := range map[string]int{"Go on editing": 0, "Do not save": 0, "Save": 1} {
		core := &fakeCore{snap: snapshot(nil)}
		u := newUI(t, core)
		u.status.show()
		u.settings.show()
		u.settings.write(keyPort, "9000")
		u.settings.close()
		if !u.settings.visible {
			t.Fatal("closed without a question")
		}
		test.Tap(button(t, u.settings.window, answer))
		if len(core.saved) != saved || u.settings.visible != (answer == "Go on editing") {
			t.Errorf("%s: saved %d, visible %v", answer, len(core.saved), u.settings.visible)
		}
	}
}

func TestStart(t *testing.T) {
	tests := []struct {
		name             string
		tray             session.TrayState
		first            bool
		status, settings bool
	}{
		{"tray", session.Shown, false, false, false},
		{"first start", session.Shown, true, false, true},
		{"no panel", session.NoHost, false, true, false},
		{"no bus", session.NoBus, false, true, false},
		{"first without bus", session.NoBus, true, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := New(t.Context(), Options{
				App: test.NewTempApp(t), Core: &fakeCore{snap: snapshot(nil)},
				Tray: func(context.Context) session.TrayState { return tt.tray },
			})
			u.Start(tt.first)
			if u.status.visible != tt.status || u.settings.visible != tt.settings {
				t.Errorf("status %v, settings %v", u.status.visible, u.settings.visible)
			}
			if tt.first && !u.settings.welcome.Visible() {
				t.Error("no welcome")
			}
			done := make(chan struct{})
			go func() {
				u.Close()
				close(done)
			}()
			select {
			case <-done:
			case <-time.After(10 * time.Second):
				t.Fatal("Close hangs")
			}
		})
	}
}

// TestSettingsFit: no page is wider than the window at its smallest usual width, in any language.
func TestSettingsFit(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		u := newUI(t, &fakeCore{snap: snapshot(func(s *app.Snapshot) { s.Settings.App.Language = language })})
		for n := range u.settings.pages.all {
			u.settings.pages.choose(n)
			if least := u.settings.window.Content().MinSize().Width; least > 600 {
				t.Errorf("page %d needs a width of %v in %s", n, least, language)
			}
		}
	}
}

func TestPagesShowWhereMistakesAre(t *testing.T) {
	u := newUI(t, &fakeCore{snap: snapshot(nil)})
	s := u.settings
	s.write(keyEndpoint, "nonsense")
	if models := s.pages.buttons[modelsPage]; models.Importance != widget.DangerImportance {
		t.Error("the page with the mistake is not marked")
	}
	s.write(keyEndpoint, "")
	test.Tap(s.pages.buttons[networkPage])
	if !s.pages.all[networkPage].Visible() || s.pages.all[accessPage].Visible() || s.pages.buttons[modelsPage].Importance != widget.LowImportance {
		t.Error("the page of the network is not shown")
	}
}

func TestFreePortIsFound(t *testing.T) {
	u := newUI(t, &fakeCore{snap: snapshot(nil)})
	test.Tap(button(t, u.settings.window, "Find a free one"))
	if got := u.settings.draft.text(keyPort); got != "8766" {
		t.Errorf("the port is %s", got)
	}
}

func TestStartAtLogin(t *testing.T) {
	core := &fakeCore{snap: snapshot(func(s *app.Snapshot) { s.Login.Known = true })}
	u := newUI(t, core)
	u.settings.login.check.SetChecked(true)
	u.draw(core.snap) // a snapshot that comes meanwhile does not undo it
	test.Tap(u.settings.save)
	if !slices.Equal(core.calls, []string{"save", "login true"}) || u.settings.dirty() {
		t.Errorf("calls %v", core.calls)
	}
	test.Tap(u.settings.login.check)
	core.snap.Login.On = true
	test.Tap(u.settings.cancel)
	if core.calls = nil; u.settings.dirty() {
		t.Error("undoing the change did not work")
	}
}

func TestServiceIsTested(t *testing.T) {
	core := &fakeCore{snap: snapshot(nil), models: []string{"a", "b"}, trial: model.Trial{Took: 1500 * time.Millisecond}}
	u := newUI(t, core)
	llm := u.settings.llm
	if !llm.test.Disabled() {
		t.Error("no service can be tested")
	}
	llm.choice.SetSelected("LM Studio")
	u.settings.keys[0].entry.SetText("k")
	test.Tap(llm.test)
	if got := llm.result.segment.Text; got != "It answers, and has 2 models. Now choose a model." {
		t.Errorf("without a model: %q", got)
	}
	llm.models.SetText("b")
	test.Tap(llm.test)
	if got := llm.result.segment.Text; !strings.HasPrefix(got, "b answered in 1.5 s, but did not use the tool") {
		t.Errorf("a model that cannot use tools: %q", got)
	}
	core.modelErr = &model.Error{Reason: model.KeyRefused}
	test.Tap(llm.load)
	if got := llm.result.segment.Text; !strings.Contains(got, "does not accept the key") {
		t.Errorf("wrong key: %q", got)
	}
	want := []string{"models of http://localhost:1234/v1 with k", "try b of http://localhost:1234/v1 with k", "models of http://localhost:1234/v1 with k"}
	if !slices.Equal(core.calls, want) {
		t.Errorf("calls %q", core.calls)
	}
	u.settings.write(keyEndpoint, "http://127.0.0.1:9/v1")
	if llm.choice.Selected != "Another one" || llm.result.segment.Text != "" {
		t.Errorf("an address of one's own: %q, %q", llm.choice.Selected, llm.result.segment.Text)
	}
}

func TestModesOffered(t *testing.T) {
	f, err := config.Lookup(keyMode)
	if err != nil {
		t.Fatal(err)
	}
	u := newUI(t, &fakeCore{snap: snapshot(nil)})
	u.settings.pages.choose(toolsPage)
	for _, mode := range f.Values {
		label := english.Say("mode." + mode)
		radio := find(t, u.settings.window, func(r *widget.RadioGroup) bool { return r.Options[0] == label })
		radio.SetSelected(label)
		if got := u.settings.draft.text(keyMode); got != mode {
			t.Errorf("%s chooses %q", label, got)
		}
	}
}
