package app_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/port"
	"github.com/unodesk/unodesk/app/secret"
)

func TestServerIsOffUntilSwitchedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a, end := w.run()
		defer end()
		if s := later(a, time.Minute); s.Server.Phase != app.Stopped || len(w.listeners) != 0 || s.Server.Problem != nil {
			t.Errorf("after a minute: %+v with %d listeners", s.Server, len(w.listeners))
		}
	})
}

func TestStartAndStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a, end := w.run()
		defer end()
		if err := a.StartServer(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := later(a, time.Millisecond); s.Server.Phase != app.Starting {
			t.Errorf("at once: %q, want starting", s.Server.Phase)
		}
		s := later(a, time.Second)
		if s.Server.Phase != app.Running || s.Server.Address != "http://127.0.0.1:8765/mcp" || s.Server.Since.IsZero() {
			t.Errorf("after a second: %+v", s.Server)
		}
		if s.Probe.State != app.ProbeOK || s.Probe.Took != 5*time.Millisecond {
			t.Errorf("probe: %+v", s.Probe)
		}
		if !w.settings.Config().MCP.Enabled {
			t.Error("the switch was not kept")
		}
		if err := a.StopServer(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := later(a, time.Second); s.Server.Phase != app.Stopped || len(w.up()) != 0 || w.settings.Config().MCP.Enabled {
			t.Errorf("after the stop: %+v, %d up", s.Server, len(w.up()))
		}
	})
}

func TestStartsAtOnceIfItWasOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.settings.config.MCP.Enabled = true
		a, end := w.run()
		if s := later(a, time.Second); s.Server.Phase != app.Running {
			t.Errorf("got %+v", s.Server)
		}
		end()
		if s := a.Snapshot(); s.Server.Phase != app.Stopped || len(w.up()) != 0 {
			t.Errorf("after the end: %+v, %d up", s.Server, len(w.up()))
		}
	})
}

// TestNetworkNeedsATokenAndAnotherListener: opening to the network starts the listener anew and makes a token, once.
func TestNetworkNeedsATokenAndAnotherListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.settings.config.MCP.Enabled = true
		a, end := w.run()
		defer end()
		if s := later(a, time.Second); s.Token != secret.None || a.AccessToken() != "" {
			t.Errorf("at first there is a token in %q", s.Token)
		}
		w.settings.edit(func(c *config.Config) { c.MCP.LAN = true })
		s := later(a, 5*time.Second)
		token := a.AccessToken()
		if s.Server.Phase != app.Running || len(w.listeners) != 2 || len(w.up()) != 1 || token == "" {
			t.Errorf("opened: %+v, %d listeners, token %q", s.Server, len(w.listeners), token)
		}
		w.settings.edit(func(c *config.Config) { c.MCP.LAN, c.MCP.TokenForAll = false, true })
		s = later(a, 5*time.Second)
		if len(w.listeners) != 3 || len(w.up()) != 1 || len(s.Server.Network) != 0 || a.AccessToken() != token {
			t.Errorf("closed: %+v, %d listeners, token %q", s.Server, len(w.listeners), a.AccessToken())
		}
		w.settings.edit(func(c *config.Config) { c.MCP.ReadOnly = true })
		if later(a, 5*time.Second); len(w.listeners) != 3 {
			t.Errorf("pausing edits started %d listeners", len(w.listeners)-3)
		}
	})
}

func TestSettingsFileMovesTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a, end := w.run()
		defer end()
		w.settings.edit(func(c *config.Config) { c.MCP.Enabled = true })
		later(a, time.Second)
		w.settings.edit(func(c *config.Config) { c.MCP.Port = 9000 })
		s := later(a, 2*time.Second)
		if up := w.up(); len(up) != 1 || up[0].port != 9000 || s.Server.Address != "http://127.0.0.1:9000/mcp" {
			t.Errorf("listening: %d, state %+v", len(up), s.Server)
		}
		w.settings.edit(func(c *config.Config) { c.MCP.ExposureMode = "direct_flat" })
		w.settings.edit(func(c *config.Config) { c.App.OfficeProfile = "/some/profile" })
		if s := later(a, 2*time.Second); len(w.listeners) != 2 || w.office.used != "/some/profile" || s.Settings.MCP.ExposureMode != "direct_flat" {
			t.Errorf("a setting that is no matter of the port restarted the server: %d listeners", len(w.listeners))
		}
	})
}

func TestQuickSwitchingEndsAsAskedLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.startTakes, w.stopTakes = 300*time.Millisecond, 300*time.Millisecond
		a, end := w.run()
		defer end()
		for i := range 7 {
			if err := a.StartServer(t.Context()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(i*90) * time.Millisecond)
			if err := a.StopServer(t.Context()); err != nil {
				t.Fatal(err)
			}
			if len(w.up()) > 1 {
				t.Fatal("two servers at once")
			}
		}
		if s := later(a, 5*time.Second); s.Server.Phase != app.Stopped || len(w.up()) != 0 {
			t.Errorf("got %+v, %d up", s.Server, len(w.up()))
		}
	})
}

// An old server of ours that answers no more is ended, once, and that is said.
func TestStuckServerOfOurs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.ports.put(8765, &port.Owner{PID: 42, Program: "unodesk"})
		w.ports.stuck = true
		a, end := w.run()
		defer end()
		if err := a.StartServer(t.Context()); err != nil {
			t.Fatal(err)
		}
		s := later(a, 2*time.Second)
		if s.Server.Phase != app.Running || s.Ended == nil || s.Ended.PID != 42 || !s.Ended.Killed {
			t.Errorf("server %+v, ended %+v", s.Server, s.Ended)
		}
	})
}

// The AI programs that were connected are told the address of each start.
func TestHostsAreToldTheAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		told := make(chan string, 5)
		o := w.options()
		o.Hosts = func(_ context.Context, address string) ([]string, error) {
			told <- address
			return []string{"Cursor"}, nil
		}
		a, end := w.runWith(o)
		defer end()
		if err := a.UsePort(t.Context(), 8777); err != nil {
			t.Fatal(err)
		}
		s := later(a, time.Second)
		if got := <-told; got != s.Server.Address || got == "" {
			t.Errorf("told %q, serving %q", got, s.Server.Address)
		}
	})
}

func TestPortTaken(t *testing.T) {
	tests := []struct {
		name  string
		owner *port.Owner
		code  string
	}{
		{"by a known program", &port.Owner{PID: 42, Program: "other"}, app.PortTaken},
		{"by another user's program", &port.Owner{}, app.PortTakenHidden},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.ports.put(8765, tt.owner)
				a, end := w.run()
				defer end()
				if err := a.StartServer(t.Context()); err != nil {
					t.Fatal(err)
				}
				p := later(a, time.Second).Server.Problem
				if p == nil || p.Code != tt.code || p.Args["next"] != 8766 || p.Args["port"] != 8765 {
					t.Fatalf("problem: %+v", p)
				}
				tries := len(w.listeners)
				if later(a, time.Minute); len(w.listeners) != tries {
					t.Errorf("%d further tries while the port was taken", len(w.listeners)-tries)
				}
				if err := a.UsePort(t.Context(), 8766); err != nil {
					t.Fatal(err)
				}
				if s := later(a, time.Second); s.Server.Phase != app.Running || w.settings.Config().MCP.Port != 8766 {
					t.Errorf("after taking the next port: %+v", s.Server)
				}
			})
		})
	}
}

func TestPortThatBecomesFreeIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.ports.put(8765, &port.Owner{PID: 42, Program: "other"})
		w.settings.config.MCP.Enabled = true
		a, end := w.run()
		defer end()
		later(a, 20*time.Second)
		w.ports.put(8765, nil)
		if s := later(a, 10*time.Second); s.Server.Phase != app.Running || s.Server.Problem != nil {
			t.Errorf("got %+v", s.Server)
		}
	})
}

func TestOtherStartProblems(t *testing.T) {
	tests := []struct {
		err  error
		code string
	}{
		{fmt.Errorf("listen: %w", fs.ErrPermission), app.PortDenied},
		{errors.New("no such thing"), app.Unexpected},
	}
	for _, tt := range tests {
		t.Run(tt.code, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.startErr = tt.err
				a, end := w.run()
				defer end()
				a.StartServer(t.Context())
				s := later(a, time.Second)
				if s.Server.Phase != app.Stopped || s.Server.Problem == nil || s.Server.Problem.Code != tt.code {
					t.Fatalf("got %+v", s.Server)
				}
				w.mu.Lock()
				w.startErr = nil
				w.mu.Unlock()
				a.StartServer(t.Context()) // the user tries again
				if s := later(a, time.Second); s.Server.Phase != app.Running {
					t.Errorf("the second try: %+v", s.Server)
				}
			})
		})
	}
}

func TestProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.settings.config.MCP.Enabled = true
		a, end := w.run()
		defer end()
		later(a, time.Second)
		w.mu.Lock()
		w.probeErr = &app.Problem{Code: app.ProbeTimeout}
		w.mu.Unlock()
		a.ProbeNow()
		if s := later(a, time.Millisecond); s.Probe.State != app.ProbeRunning {
			t.Errorf("while asking: %+v", s.Probe)
		}
		if s := later(a, time.Second); s.Probe.State != app.ProbeFailed || s.Probe.Problem.Code != app.ProbeTimeout {
			t.Errorf("afterwards: %+v", s.Probe)
		}
		w.mu.Lock()
		w.probeErr = nil
		w.mu.Unlock()
		if s := later(a, 40*time.Second); s.Probe.State != app.ProbeOK {
			t.Errorf("it was not probed again by itself: %+v", s.Probe)
		}
	})
}

func TestDocumentsFollowTheOffice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.documents = []app.Document{{Name: "Brief.odt", Type: "writer"}}
		a, end := w.run()
		defer end()
		if s := later(a, time.Minute); s.Documents.Known || w.questions() != 0 {
			t.Errorf("asked an office that is not there: %+v", s.Documents)
		}
		w.office.states <- app.Office{Phase: app.Attached, PID: 7, Version: "7.4"}
		if s := later(a, time.Millisecond); !s.Documents.Known || len(s.Documents.List) != 1 || s.Office.Version != "7.4" {
			t.Errorf("attached: %+v", s)
		}
		idle := w.questions()
		later(a, time.Minute)
		idle = w.questions() - idle
		a.Watching(true)
		watched := w.questions()
		later(a, time.Minute)
		watched = w.questions() - watched
		if idle > 5 || watched < 15 {
			t.Errorf("in a minute asked %d times unwatched, %d times watched", idle, watched)
		}
		w.office.states <- app.Office{Phase: app.Lost}
		if s := later(a, time.Millisecond); s.Documents.Known || len(s.Documents.List) != 0 {
			t.Errorf("lost: %+v", s.Documents)
		}
	})
}

func TestEndIsQuickWhateverHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, when := range []time.Duration{0, 100 * time.Millisecond, 2 * time.Second} {
			w := newWorld(t)
			w.settings.config.MCP.Enabled = true
			w.startTakes, w.stopTakes = 300*time.Millisecond, time.Hour
			a, end := w.run()
			later(a, when)
			start := time.Now()
			end()
			if took := time.Since(start); took > 2500*time.Millisecond {
				t.Errorf("ended %v after the start: took %v", when, took)
			}
			time.Sleep(5 * time.Second)
			if len(w.up()) != 0 {
				t.Errorf("ended %v after the start: a listener is left", when)
			}
		}
	})
}

func TestFailedSaveChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.settings.saveErr = errors.New("disk full")
		a, end := w.run()
		defer end()
		if err := a.StartServer(t.Context()); err == nil {
			t.Error("no error")
		}
		if s := later(a, time.Second); s.Server.Phase != app.Stopped {
			t.Errorf("got %+v", s.Server)
		}
	})
}

func TestSaveSettingsKeepsWhatOthersChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a, end := w.run()
		defer end()
		before := a.Snapshot().Settings
		after := before.Clone()
		after.LLM.Model = "qwen"
		w.settings.edit(func(c *config.Config) { c.MCP.Port = 9000 })
		later(a, time.Second)
		if err := a.SaveSettings(t.Context(), before, after); err != nil {
			t.Fatal(err)
		}
		if s := later(a, time.Second); s.Settings.MCP.Port != 9000 || s.Settings.LLM.Model != "qwen" {
			t.Errorf("got %+v", s.Settings)
		}
	})
}

func TestScreensAreNeverBlocking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, end := newWorld(t).run()
		defer end()
		for range 100 {
			a.Show(app.StatusScreen)
		}
		if got := <-a.Screens(); got != app.StatusScreen {
			t.Errorf("got %q", got)
		}
	})
}

func TestAccessTokenIsRenewedAndKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, end := newWorld(t).run()
		defer end()
		if a.AccessToken() != "" || a.Snapshot().Token != secret.None {
			t.Errorf("a new installation has the token %q", a.AccessToken())
		}
		var last string
		for range 2 {
			if err := a.RenewAccessToken(t.Context()); err != nil {
				t.Fatal(err)
			}
			token := a.AccessToken()
			if s := later(a, time.Second); s.Token != secret.File || len(token) < 20 || token == last {
				t.Errorf("token %q in %q", token, s.Token)
			}
			last = token
		}
	})
}

func TestModelKeyAsksBeforePlainText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, end := newWorld(t).run()
		defer end()
		if err := a.SaveKey(t.Context(), secret.LLMKey, "key", false); !errors.Is(err, secret.ErrNoKeyring) {
			t.Fatalf("got %v, want ErrNoKeyring", err)
		}
		if err := a.SaveKey(t.Context(), secret.LLMKey, "key", true); err != nil {
			t.Fatal(err)
		}
		if from, err := a.Key(t.Context(), secret.LLMKey); from != secret.File || err != nil {
			t.Errorf("found in %q, %v", from, err)
		}
		if err := a.SaveKey(t.Context(), secret.LLMKey, "", false); err != nil {
			t.Errorf("remove: %v", err)
		}
	})
}
