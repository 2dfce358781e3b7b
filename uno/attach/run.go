package attach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"time"

	"github.com/unodesk/unodesk/uno"
)

const (
	// firstDelay and lastDelay bound the time between two tries to attach to an
	// office that is there.
	firstDelay = 200 * time.Millisecond
	lastDelay  = 5 * time.Second
	// lookTime is how often we look whether a pipe has come up, which costs
	// next to nothing, and scanTime how often at all processes.
	lookTime = 500 * time.Millisecond
	scanTime = 10 * time.Second
	// attachTime is how long one try may take; an office that is starting
	// answers within it, sooner or later.
	attachTime = 20 * time.Second
	// lostTime is how long the state says "lost" before it says that no office
	// is running.
	lostTime = 3 * time.Second
)

// Run attaches, watches and attaches again until ctx ends, which is the error
// that it gives.
func (w *Watcher) Run(ctx context.Context) error {
	delay := firstDelay
	for ctx.Err() == nil {
		stamp := pipesChanged()
		err := w.once(ctx)
		switch {
		case err == nil:
			delay = firstDelay
		case errors.Is(err, errNone):
			delay = firstDelay
			w.pause(ctx, stamp, w.quiet())
		default:
			w.pause(ctx, stamp, delay)
			delay = min(2*delay, lastDelay)
		}
	}
	w.update(func(s *State) { *s = State{Phase: Unavailable, Detail: detailNone} })
	return context.Cause(ctx)
}

// once attaches and stays attached as long as that lasts; the error says why
// there was no attachment.
func (w *Watcher) once(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.mu.Lock()
	w.again = cancel
	w.mu.Unlock()
	conn, i, err := w.attach(ctx)
	switch {
	case err == nil:
		w.hold(ctx, conn, i)
		return nil
	case ctx.Err() != nil:
		return nil
	}
	w.fail(err)
	return err
}

// quiet is how long to wait when no office is running.
func (w *Watcher) quiet() time.Duration {
	switch {
	case w.options.TCP != "":
		return lastDelay
	case w.State().Phase == Lost:
		return firstDelay
	default:
		return scanTime
	}
}

// errNone is the cause when there is no office to try.
var errNone = errors.New("no office is running")

// attach makes one try.
func (w *Watcher) attach(ctx context.Context) (*uno.Conn, Instance, error) {
	c, i, err := w.dial(ctx)
	if err != nil {
		return nil, i, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, attachTime, errSilent)
	defer cancel()
	conn, err := uno.NewConn(ctx, c, uno.Options{})
	if err != nil {
		return nil, i, ctxCause(ctx, err)
	}
	if err := useOwnTypes(ctx, conn, &w.types, i.process.root); err != nil {
		w.log.Warn("office: its type databases can not be read; only published interfaces are sure", "error", err)
	}
	if err := identify(ctx, conn, &i); err != nil {
		return nil, i, errors.Join(ctxCause(ctx, err), conn.Close())
	}
	if err := conn.EndWithOffice(ctx); err != nil {
		return nil, i, errors.Join(ctxCause(ctx, err), conn.Close())
	}
	return conn, i, nil
}

// errSilent is the cause when an office takes connections, but no requests.
var errSilent = errors.New("the office does not answer")

// dial opens the byte stream to the office of our choice.
func (w *Watcher) dial(ctx context.Context) (net.Conn, Instance, error) {
	if w.options.TCP != "" {
		i := Instance{How: "tcp", Ready: true}
		var d net.Dialer
		ctx, cancel := context.WithTimeout(ctx, lastDelay)
		defer cancel()
		c, err := d.DialContext(ctx, "tcp", w.options.TCP)
		if err != nil {
			return nil, i, fmt.Errorf("%w: %w", errNone, err)
		}
		i.setProcess(lookUp(listener(c)))
		return c, i, nil
	}
	list, err := w.candidates(ctx)
	if err != nil {
		return nil, Instance{}, err
	}
	i, ok := w.chosen(list)
	if !ok {
		return nil, i, errNone
	}
	ctx, cancel := context.WithTimeoutCause(ctx, attachTime, errSilent)
	defer cancel()
	c, err := dialInstance(ctx, i)
	return c, i, err
}

// candidates lists offices to choose from: the one that is chosen whatever else
// runs, if it answers, else all. Waiting for those that hang takes its time.
func (w *Watcher) candidates(ctx context.Context) ([]Instance, error) {
	w.mu.Lock()
	profile := w.profile
	w.mu.Unlock()
	if profile == "" {
		profile = defaultProfiles()[0]
	}
	for _, folder := range pipeFolders() {
		i := probe(ctx, sibling(filepath.Join(folder, "pipe"), singleInstanceName(profile)))
		if i != nil && i.Ready {
			return []Instance{*i}, nil
		}
	}
	return Instances(ctx)
}

// chosen picks an office and shows what there is.
func (w *Watcher) chosen(list []Instance) (i Instance, ok bool) {
	w.update(func(s *State) {
		if s.Phase == Lost && time.Since(s.Since) < lostTime {
			// The one that is just ending is not one that is starting.
			list = slices.DeleteFunc(list, func(i Instance) bool { return !i.Ready && i.Tag() == w.gone })
		}
		i, ok = choose(list, w.profile)
		s.Others = slices.DeleteFunc(list, func(o Instance) bool { return ok && o.PID == i.PID })
		if !ok {
			return
		}
		s.Phase, s.PID, s.Profile, s.Detail = Connecting, i.PID, i.Profile, detailStarting
		if !i.Ready && !i.Starting() {
			s.Detail = detailSilent
		}
	})
	return i, ok
}

// fail shows why there is no attachment.
func (w *Watcher) fail(err error) {
	w.log.Debug("office: no attachment", "error", err)
	w.update(func(s *State) {
		w.looks++
		switch {
		case errors.Is(err, errNone):
			if s.Phase != Lost || time.Since(s.Since) > lostTime {
				*s = State{Phase: Unavailable, Detail: w.nobody(s.Others), Since: s.Since, Others: s.Others}
			}
		case errors.Is(err, errSilent):
			s.Phase, s.Detail = Connecting, detailSilent
		case errors.Is(err, errNoPipe):
			s.Phase, s.Detail = Connecting, detailStarting
		default:
			s.Phase, s.Detail = Unavailable, fmt.Sprintf(detailFailed, err)
		}
	})
}

// nobody is the sentence for when our choice of office is not running.
func (w *Watcher) nobody(others []Instance) string {
	switch {
	case w.options.TCP != "":
		return fmt.Sprintf(detailTCP, w.options.TCP)
	case w.profile != "" && len(others) > 0:
		return fmt.Sprintf(detailOther, w.profile)
	default:
		return detailNone
	}
}

// pause waits for some time, until a pipe comes up or until somebody asks.
func (w *Watcher) pause(ctx context.Context, stamp string, wait time.Duration) {
	end := time.NewTimer(wait)
	defer end.Stop()
	tick := time.NewTicker(lookTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
			return
		case <-end.C:
			return
		case <-tick.C:
			if w.options.TCP == "" && pipesChanged() != stamp {
				return
			}
		}
	}
}
