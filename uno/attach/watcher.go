package attach

import (
	"context"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// Options say which office a Watcher attaches to.
type Options struct {
	// Profile is the folder or URL of a user installation. "" chooses the
	// office with the default profile, else the newest.
	Profile string
	// TCP is the host:port of an acceptor to use in place of pipes.
	TCP string
	// Program and Headless say what StartOffice starts.
	Program  string
	Headless bool
	Log      *slog.Logger
}

// Office is one live attachment, as of the moment it was asked for.
type Office struct {
	Conn *uno.Conn
	State
}

// Watcher keeps an attachment: it finds an office, attaches to it, notices when
// it ends and attaches again. Run does the work; all other methods may be
// called from any goroutine. It never starts or ends an office by itself.
type Watcher struct {
	options Options
	log     *slog.Logger
	types   databases
	wake    chan struct{} // to Run: look now
	pace    pace

	mu      sync.Mutex // guards the fields below
	profile string
	again   context.CancelFunc // ends Run's try or attachment: choose again
	state   State
	conn    *uno.Conn     // nil while there is no attachment
	gone    string        // tag of the office that was lost last
	looks   int           // how often was looked for an office
	changed chan struct{} // closed at every change of the above
	readers map[chan State]struct{}
}

// NewWatcher gives a watcher; its Run has to be called.
func NewWatcher(o Options) *Watcher {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Watcher{
		options: o,
		log:     o.Log,
		wake:    make(chan struct{}, 1),
		again:   func() {},
		pace:    pace{check: 10 * time.Second, waiting: 2 * time.Second, silent: 5 * time.Second},
		profile: ProfileURL(o.Profile),
		state:   State{Phase: Unavailable, Detail: detailNone, Since: time.Now()},
		changed: make(chan struct{}),
		readers: map[chan State]struct{}{},
	}
}

// State gives the state of now.
func (w *Watcher) State() State {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state
}

// Subscribe gives a channel that holds the newest state whenever it has changed
// since it was last read, starting with that of now, and a function that ends
// that.
func (w *Watcher) Subscribe() (<-chan State, func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := make(chan State, 1)
	c <- w.state
	w.readers[c] = struct{}{}
	return c, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.readers, c)
	}
}

// officeWait is how long Office waits for an office that is starting.
const officeWait = 5 * time.Second

// Office gives the live attachment. While an office is starting it waits for
// some seconds. Otherwise the error is an *UnavailableError, or ctx's.
func (w *Watcher) Office(ctx context.Context) (*Office, error) {
	timeout := time.NewTimer(officeWait)
	defer timeout.Stop()
	asked := -1 // looks when we asked for another
	for {
		w.mu.Lock()
		state, conn, looks, changed := w.state, w.conn, w.looks, w.changed
		w.mu.Unlock()
		if conn != nil && conn.Err() == nil {
			return &Office{conn, state}, nil
		}
		switch {
		case state.Phase == Connecting:
		case asked < 0:
			asked = looks
			w.Look()
		case looks > asked:
			return nil, &UnavailableError{state}
		}
		select {
		case <-changed:
		case <-timeout.C:
			return nil, &UnavailableError{state}
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// Look makes Run look at once: for an office if it has none, else which others
// are running.
func (w *Watcher) Look() {
	select {
	case w.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// Use chooses the office with a profile (folder or URL, "" for the usual
// choice) and attaches to it.
func (w *Watcher) Use(profile string) {
	w.mu.Lock()
	w.profile = ProfileURL(profile)
	w.again()
	w.mu.Unlock()
	w.Look()
}

// StartOffice starts the office that the options name. Only the user's word is
// a reason to call it.
func (w *Watcher) StartOffice(ctx context.Context) (*Process, error) {
	w.mu.Lock()
	profile := w.profile
	w.mu.Unlock()
	defer w.Look()
	return Start(ctx, StartOptions{Program: w.options.Program, Profile: profile, Headless: w.options.Headless})
}

// update changes the state and tells everybody who wants to know. The
// beginning of the phase is kept while the phase stays. mu is held while
// change runs.
func (w *Watcher) update(change func(*State)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, looks := w.state, w.looks
	change(&s)
	if looks == w.looks && reflect.DeepEqual(s, w.state) {
		return
	}
	if s.Phase != w.state.Phase {
		s.Since = time.Now()
		w.log.Info("office", "phase", s.Phase, "pid", s.PID, "version", s.Version, "detail", s.Detail)
	}
	w.state = s
	w.announce()
}

// announce tells waiters and readers; mu must be held.
func (w *Watcher) announce() {
	close(w.changed)
	w.changed = make(chan struct{})
	for c := range w.readers {
		select {
		case <-c: // an older one that nobody took
		default:
		}
		c <- w.state
	}
}
