package app_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/port"
	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/server"
)

// world is everything around an App, faked.
type world struct {
	t        *testing.T
	settings *fakeSettings
	office   *fakeOffice
	ports    *fakePorts

	mu         sync.Mutex
	listeners  []*fakeListener
	startErr   error
	startTakes time.Duration
	stopTakes  time.Duration
	probeErr   error
	documents  []app.Document
	asked      int // for documents
	startCalls int // of the office
	refused    int64
	edits      map[string]int
}

func newWorld(t *testing.T) *world {
	return &world{
		t:        t,
		settings: &fakeSettings{config: config.Default(), changed: make(chan struct{}, 1)},
		office:   &fakeOffice{state: app.Office{Phase: app.Unavailable}, states: make(chan app.Office, 10)},
		ports:    &fakePorts{taken: map[int]*port.Owner{}},
	}
}

// options are the parts of an App in w.
func (w *world) options() app.Options {
	return app.Options{
		Version:  "1.2.3",
		Settings: w.settings,
		Secrets:  secret.New(secret.Options{Folder: w.t.TempDir(), Ring: noRing{}}),
		NewListener: func() (app.Listener, error) {
			l := &fakeListener{w: w}
			w.mu.Lock()
			defer w.mu.Unlock()
			w.listeners = append(w.listeners, l)
			return l, nil
		},
		Office: w.office,
		Documents: func(context.Context) ([]app.Document, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.asked++
			return w.documents, nil
		},
		StartOffice: func(context.Context) error {
			w.startCalls++
			return nil
		},
		Probe: func(context.Context, string) error {
			time.Sleep(5 * time.Millisecond)
			return w.probeError()
		},
		Port: w.ports,
	}
}

// run starts an App in w and returns it with a function that ends it.
func (w *world) run() (*app.App, func()) { return w.runWith(w.options()) }

func (w *world) runWith(o app.Options) (*app.App, func()) {
	a := app.New(o)
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	synctest.Wait()
	return a, func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Error(err)
		}
	}
}

func (w *world) probeError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.probeErr
}

// up returns the listeners that are listening.
func (w *world) up() []*fakeListener {
	w.mu.Lock()
	defer w.mu.Unlock()
	var up []*fakeListener
	for _, l := range w.listeners {
		if l.up {
			up = append(up, l)
		}
	}
	return up
}

// questions returns how often the documents were asked for.
func (w *world) questions() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked
}

// later lets d pass and returns what can be seen then.
func later(a *app.App, d time.Duration) app.Snapshot {
	time.Sleep(d)
	synctest.Wait()
	return a.Snapshot()
}

type fakeListener struct {
	w    *world
	port int
	up   bool
}

func (l *fakeListener) Start(p int) error {
	time.Sleep(l.w.startTakes)
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	if err := l.w.startErr; err != nil {
		return err
	}
	if !l.w.ports.Free(p) {
		return errors.New("address already in use")
	}
	l.port, l.up = p, true
	return nil
}

func (l *fakeListener) Address() string { return fmt.Sprintf("http://127.0.0.1:%d/mcp", l.port) }

func (l *fakeListener) Traffic() server.Traffic {
	return server.Traffic{Refused: l.w.refused, Edits: l.w.edits}
}

func (l *fakeListener) Stop(ctx context.Context) error {
	select {
	case <-time.After(l.w.stopTakes):
	case <-ctx.Done():
	}
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	l.up = false
	return ctx.Err()
}

type fakePorts struct {
	mu    sync.Mutex
	taken map[int]*port.Owner
	stuck bool // who has a port is of ours, and ends when it is cleaned
}

// put says who has a port, nil for nobody.
func (p *fakePorts) put(n int, owner *port.Owner) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken[n] = owner
}

func (p *fakePorts) Free(n int) bool {
	owner, _ := p.Listener(context.Background(), n)
	return owner == nil
}

func (p *fakePorts) Clean(_ context.Context, n int) (port.Holder, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	owner := p.taken[n]
	switch {
	case owner == nil:
		return port.Holder{Kind: port.Nobody}, false, nil
	case !p.stuck:
		return port.Holder{Kind: port.Foreign, Owner: *owner}, false, nil
	}
	p.taken[n] = nil
	return port.Holder{Kind: port.Stuck, Owner: *owner}, true, nil
}

func (p *fakePorts) Next(above int) (int, error) { return above + 1, nil }

func (p *fakePorts) Listener(_ context.Context, n int) (*port.Owner, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken[n], nil
}

type fakeSettings struct {
	mu       sync.Mutex
	config   config.Config
	problems []error
	saveErr  error
	changed  chan struct{}
}

func (s *fakeSettings) Config() config.Config {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.config.Clone()
}

func (s *fakeSettings) Problems() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.problems
}

func (s *fakeSettings) Update(_ context.Context, change func(*config.Config) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.saveErr != nil {
		return s.saveErr
	}
	return change(&s.config)
}

func (s *fakeSettings) Watch(ctx context.Context, changed func()) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.changed:
			changed()
		}
	}
}

// edit changes the settings as an editor would.
func (s *fakeSettings) edit(change func(*config.Config)) {
	s.mu.Lock()
	change(&s.config)
	s.mu.Unlock()
	s.changed <- struct{}{}
}

type fakeOffice struct {
	mu     sync.Mutex
	used   string
	state  app.Office
	states chan app.Office
}

func (o *fakeOffice) Run(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func (o *fakeOffice) Use(profile string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.used = profile
}

func (o *fakeOffice) State() app.Office                      { return o.state }
func (o *fakeOffice) Subscribe() (<-chan app.Office, func()) { return o.states, func() {} }

type noRing struct{}

var errLocked = errors.New("locked")

func (noRing) Get(string, string) (string, error) { return "", errLocked }
func (noRing) Set(string, string, string) error   { return errLocked }
func (noRing) Delete(string, string) error        { return errLocked }
