package ui

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/connect"
	"github.com/unodesk/unodesk/app/model"
	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/app/session"
)

// fakeCore is a core that does nothing but note what it is asked for.
type fakeCore struct {
	mu       sync.Mutex
	snap     app.Snapshot
	calls    []string
	saved    []config.Config
	err      error
	keyFrom  secret.Source
	keyErr   error
	keys     []string
	plainKey []string
	activity []app.Call
	back     []string // what was taken back
	steps    int      // that take back finds
	answers  []app.Consent
	to       *connect.Connector
	models   []string
	modelErr error
	trial    model.Trial
	sizes    map[string]app.Size
}

func (c *fakeCore) note(call string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call)
	return c.err
}

func (c *fakeCore) Snapshot() app.Snapshot { return c.snap }
func (c *fakeCore) Subscribe() (<-chan app.Snapshot, func()) {
	return make(chan app.Snapshot), func() {}
}
func (c *fakeCore) Screens() <-chan app.Screen             { return nil }
func (c *fakeCore) StartServer(context.Context) error      { return c.note("start") }
func (c *fakeCore) StopServer(context.Context) error       { return c.note("stop") }
func (c *fakeCore) UsePort(context.Context, int) error     { return c.note("port") }
func (c *fakeCore) StartOffice(context.Context) error      { return c.note("office") }
func (c *fakeCore) RenewAccessToken(context.Context) error { return c.note("token") }
func (c *fakeCore) Activity() []app.Call                   { return c.activity }
func (c *fakeCore) TakeBack(_ context.Context, uid, step string) (int, error) {
	c.back = append(c.back, uid+" "+step)
	return c.steps, c.err
}

func (c *fakeCore) TakeBackFrom(_ context.Context, call app.Call) (int, error) {
	c.back = append(c.back, fmt.Sprint(call.UID, " from ", call.Number))
	return c.steps, c.err
}
func (c *fakeCore) Answer(_ int, a app.Consent)            { c.answers = append(c.answers, a) }
func (c *fakeCore) Connector() (*connect.Connector, error) { return c.to, c.err }
func (c *fakeCore) ProbeNow()                              { c.note("probe") }
func (c *fakeCore) Watching(on bool) {
	if on {
		c.note("watching")
	} else {
		c.note("not watching")
	}
}

func (c *fakeCore) SaveSettings(_ context.Context, before, after config.Config) error {
	c.saved = append(c.saved, after)
	return c.note("save")
}

func (c *fakeCore) FreePort(above int) (int, error) { return above + 1, c.err }
func (c *fakeCore) LookAtLogin()                    {}
func (c *fakeCore) StartAtLogin(_ context.Context, on bool) error {
	return c.note(fmt.Sprint("login ", on))
}

func (c *fakeCore) Models(_ context.Context, endpoint string, _ secret.Name, key string) ([]string, error) {
	c.note("models of " + endpoint + " with " + key)
	return c.models, c.modelErr
}

func (c *fakeCore) TryModel(_ context.Context, endpoint, name, key string) (model.Trial, error) {
	c.note("try " + name + " of " + endpoint + " with " + key)
	return c.trial, c.modelErr
}

func (c *fakeCore) Key(context.Context, secret.Name) (secret.Source, error) { return c.keyFrom, nil }

func (c *fakeCore) SaveKey(_ context.Context, name secret.Name, key string, plain bool) error {
	if plain {
		c.plainKey = append(c.plainKey, key)
		return nil
	}
	if c.keyErr != nil {
		return c.keyErr
	}
	c.keys = append(c.keys, string(name)+" "+key)
	return nil
}
func (c *fakeCore) SecretsPath() string { return "/home/me/.config/unodesk/secrets.json" }
func (c *fakeCore) AccessToken() string { return "TOKEN" }

func (c *fakeCore) WindowSize(name string) (app.Size, bool) {
	size, ok := c.sizes[name]
	return size, ok
}

func (c *fakeCore) KeepWindowSize(name string, size app.Size) {
	if c.sizes == nil {
		c.sizes = map[string]app.Size{}
	}
	c.sizes[name] = size
}

// snapshot returns a usual snapshot, changed as the test wants it.
func snapshot(change func(*app.Snapshot)) app.Snapshot {
	c := config.Default()
	c.App.Language = "en"
	s := app.Snapshot{
		Version:  "0.1.0",
		Server:   app.Server{Phase: app.Stopped},
		Office:   app.Office{Phase: app.Unavailable},
		Settings: c,
	}
	if change != nil {
		change(&s)
	}
	return s
}

// running changes a snapshot to what most users see most of the time.
func running(s *app.Snapshot) {
	s.Settings.MCP.Enabled = true
	s.Server = app.Server{Phase: app.Running, Address: "http://127.0.0.1:8765/mcp", Since: time.Now().Add(-3*time.Hour - time.Minute)}
	s.Probe = app.Probe{State: app.ProbeOK, Took: 3 * time.Millisecond}
	s.Office = app.Office{Phase: app.Attached, Version: "7.4.7.2", PID: 4711}
	s.Documents = app.Documents{Known: true, List: []app.Document{
		{Name: "Letter to the council.odt", Type: "writer", Active: true, Modified: true, Edits: 1},
		{Name: "Budget 2026.ods", Type: "calc"},
	}}
	s.Login = app.Login{Known: true, On: true}
	s.Calls = app.Calls{All: 13, Failed: 1, LastFailed: app.Call{
		At: time.Now().Add(-20*time.Minute - time.Second), Title: "Edit text", Code: "TEXT_NOT_FOUND",
	}}
	s.Hosts = []app.Host{
		{Name: "Claude", Protocol: "2025-11-25", Calls: 12, Last: time.Now().Add(-5*time.Minute - time.Second)},
		{Name: "unknown", Calls: 1, Last: time.Now().Add(-2*time.Hour - time.Minute)},
	}
}

// newUI returns a UI on a canvas in memory. Background work runs at once, so that a test sees its result.
func newUI(t *testing.T, core *fakeCore) *UI {
	t.Helper()
	a := test.NewTempApp(t)
	u := New(t.Context(), Options{App: a, Core: core, Tray: func(context.Context) session.TrayState { return session.NoBus }})
	u.spawn = func(f func()) { f() }
	u.settings.create()
	u.activity.create()
	return u
}
