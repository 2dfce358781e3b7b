package app

import (
	"context"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/connect"
	"github.com/unodesk/unodesk/app/port"
	"github.com/unodesk/unodesk/app/remember"
	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/server"
)

// Listener is the MCP server: one that is started and stopped once.
type Listener interface {
	Start(port int) error
	Address() string
	Traffic() server.Traffic
	Stop(ctx context.Context) error
}

// SettingsStore keeps the settings; see config.Store.
type SettingsStore interface {
	Config() config.Config
	Problems() []error
	Update(ctx context.Context, change func(*config.Config) error) error
	Watch(ctx context.Context, changed func()) error
}

// Screen is a window that somebody asks for.
type Screen string

// The screens.
const (
	StatusScreen   Screen = "status"
	SettingsScreen Screen = "settings"
	ActivityScreen Screen = "activity"
	ConnectScreen  Screen = "connect"
)

// Options are the parts that an App is made of.
type Options struct {
	Version     string
	Settings    SettingsStore
	Secrets     *secret.Store
	NewListener func() (Listener, error)
	Office      OfficeWatcher
	Documents   func(ctx context.Context) ([]Document, error)
	StartOffice func(ctx context.Context) error
	Connector   func(address string) (*connect.Connector, error)
	TakeBack    func(ctx context.Context, uid, step string) (int, error) // see App.TakeBack
	// TakeBackFrom takes back the edit that had been made at a time, and everything since.
	TakeBackFrom func(ctx context.Context, uid string, at time.Time) (int, error)
	Probe        func(ctx context.Context, address string) error // nil: Health
	Port         PortKnowledge                                   // nil: the system's
	EndpointDir  string                                          // where servers of ours say that they run
	// Hosts gives the AI programs that were connected another address, and names those. It may be nil.
	Hosts  func(ctx context.Context, address string) ([]string, error)
	Login  LoginStart      // nil: it cannot be switched
	Memory *remember.Store // nil: nothing is remembered
	Log    *slog.Logger
}

// App is the running program. Its exported methods may be called from any goroutine.
type App struct {
	o        Options
	screens  chan Screen
	inbox    chan func() // work for the loop
	activity *activity
	asked    *asked
	quitting chan struct{} // closed when Run is about to end
	stopped  chan struct{}

	mu      sync.Mutex
	current Snapshot
	subs    map[chan Snapshot]struct{}
	token   string

	// What follows belongs to the loop of Run.
	ctx      context.Context // of Run; this App is one running call
	snap     Snapshot
	server   serverControl
	watching bool
	docsBusy bool
	// tokenKnown says that it was looked for the access token, tokenBusy that one is being made.
	tokenKnown, tokenBusy bool
	workers               sync.WaitGroup
}

// How often things are looked at that nobody tells us about. They are looked at more often while somebody looks on.
const (
	tick           = time.Second
	probeEvery     = 30 * time.Second
	probeWatched   = 5 * time.Second
	documentsEvery = 15 * time.Second
	documentsSoon  = 2 * time.Second
)

// New returns an App that stands still until Run.
func New(o Options) *App {
	if o.Probe == nil {
		o.Probe = Health
	}
	if o.Port == nil {
		o.Port = systemPorts{port.Cleaner{Dir: o.EndpointDir}}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	a := &App{
		o:        o,
		screens:  make(chan Screen, 8),
		inbox:    make(chan func(), 64),
		activity: newActivity(knownHosts(o.Memory)),
		asked:    newAsked(),
		quitting: make(chan struct{}),
		stopped:  make(chan struct{}),
		subs:     map[chan Snapshot]struct{}{},
	}
	a.snap = Snapshot{
		Version: o.Version, Started: time.Now(), Server: Server{Phase: Stopped},
		Office: o.Office.State(), Settings: o.Settings.Config(), Problems: settingsProblems(o.Settings),
	}
	a.current = a.snap
	return a
}

// Run is the life of the app: it starts the server if it is switched on, and returns soon after ctx has ended, with the
// server stopped. Office and documents are left alone.
func (a *App) Run(ctx context.Context) error {
	defer close(a.stopped)
	work, cancel := context.WithCancel(ctx)
	a.ctx = work
	a.watchParts(work)
	a.workers.Go(func() { a.loadToken(work) })
	a.workers.Go(a.LookAtLogin)
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	a.reconcile()
	for ctx.Err() == nil {
		a.publish()
		select {
		case <-ctx.Done():
		case f := <-a.inbox:
			f()
		case <-a.activity.news:
			a.meet()
		case <-a.asked.news:
			a.asked.show(&a.snap)
		case <-ticker.C:
			a.onTick()
		}
	}
	close(a.quitting)
	cancel()
	a.shutDown()
	a.publish()
	return nil
}

// watchParts starts the goroutines that tell the loop about settings and office. They end with ctx.
func (a *App) watchParts(ctx context.Context) {
	states, unsubscribe := a.o.Office.Subscribe()
	a.workers.Go(func() {
		defer unsubscribe()
		for {
			select {
			case <-ctx.Done():
				return
			case state := <-states:
				a.post(func() { a.onOffice(state) })
			}
		}
	})
	a.workers.Go(func() {
		if err := a.o.Office.Run(ctx); err != nil && ctx.Err() == nil {
			a.o.Log.Error("office watcher ended", "err", err)
		}
	})
	a.workers.Go(func() {
		err := a.o.Settings.Watch(ctx, func() { a.post(a.onSettings) })
		if err != nil && ctx.Err() == nil {
			a.o.Log.Error("settings are not watched", "err", err)
		}
	})
}

// post hands f to the loop. After Run has ended it is dropped.
func (a *App) post(f func()) {
	select {
	case a.inbox <- f:
	case <-a.stopped:
	}
}

// onTick looks at what changes by itself.
func (a *App) onTick() {
	a.probeIfDue()
	a.documentsIfDue()
	a.retryIfFree()
	if a.watching {
		a.countTraffic()
	}
}

func (a *App) onSettings() {
	before := a.snap.Settings
	a.snap.Settings = a.o.Settings.Config()
	if profile := a.snap.Settings.App.OfficeProfile; profile != before.App.OfficeProfile {
		a.o.Office.Use(profile)
	}
	a.snap.Problems = settingsProblems(a.o.Settings)
	a.server.failed = false
	a.makeToken()
	a.reconcile()
}

// Snapshot returns what can be seen now.
func (a *App) Snapshot() Snapshot {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.current
}

// Subscribe returns a channel that holds the newest snapshot which was not received yet, and a function that ends the
// subscription. The channel is never closed.
func (a *App) Subscribe() (<-chan Snapshot, func()) {
	c := make(chan Snapshot, 1)
	a.mu.Lock()
	defer a.mu.Unlock()
	c <- a.current
	a.subs[c] = struct{}{}
	return c, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.subs, c)
	}
}

// Screens returns the windows that somebody asked for, one after the other.
func (a *App) Screens() <-chan Screen { return a.screens }

// Show asks for a window; with many unanswered requests a further one is dropped.
func (a *App) Show(s Screen) {
	select {
	case a.screens <- s:
	default:
	}
}

// publish hands the loop's snapshot out if it has changed.
func (a *App) publish() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if reflect.DeepEqual(a.current, a.snap) {
		return
	}
	a.current = a.snap
	for c := range a.subs {
		select {
		case <-c: // an older one that nobody took
		default:
		}
		c <- a.current
	}
}
