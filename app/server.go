package app

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/unodesk/unodesk/app/port"
	"github.com/unodesk/unodesk/server/endpoint"
)

// stopTimeout bounds the end of the server, open streams included. Quitting must take less than 3 s in all.
const stopTimeout = 2 * time.Second

// startingShown is how long a start is shown at least. It takes a few milliseconds, and an icon that flickers for so long
// tells nobody anything. The server answers meanwhile.
const startingShown = 600 * time.Millisecond

// usualPort is the one that the settings start with; those far below it need an administrator.
const usualPort = 8765

// serverControl is the loop's knowledge of the server. At most one start or stop is under way.
type serverControl struct {
	listener Listener
	port     int  // that listener was started on
	lan      bool // it was started for the network, too
	busy     bool // a start or stop is under way
	failed   bool // the last start went wrong: only the user or a free port changes that
	freeAt   time.Time
	probeAt  time.Time
	docsAt   time.Time
}

// PortKnowledge answers questions about TCP ports.
type PortKnowledge interface {
	Free(port int) bool
	Listener(ctx context.Context, port int) (*port.Owner, error)
	Next(above int) (int, error)
	// Clean ends a server of ours that holds the port and answers no more, and says who held it.
	Clean(ctx context.Context, port int) (held port.Holder, hard bool, err error)
}

type systemPorts struct{ port.Cleaner }

func (systemPorts) Free(p int) bool             { return port.Free(p) }
func (systemPorts) Next(above int) (int, error) { return port.Next(above) }
func (systemPorts) Listener(ctx context.Context, p int) (*port.Owner, error) {
	return port.Listener(ctx, p)
}

// reconcile takes the server one step towards what the settings say. It is called again when that step is done.
func (a *App) reconcile() {
	s, want := &a.server, a.snap.Settings.MCP
	switch {
	case s.busy || a.ctx.Err() != nil:
	case s.listener != nil && (!want.Enabled || want.Port != s.port || want.LAN != s.lan):
		a.stopServer()
	case s.listener == nil && want.Enabled && !s.failed:
		a.startServer(want.Port, want.LAN)
	case s.listener == nil && !want.Enabled:
		a.snap.Server = Server{Phase: Stopped}
	}
}

func (a *App) startServer(port int, lan bool) {
	a.server.busy = true
	a.snap.Server = Server{Phase: Starting}
	a.snap.Probe = Probe{}
	ctx, begun := a.ctx, time.Now()
	a.workers.Go(func() {
		listener, problem := a.listen(ctx, port)
		var probe Probe
		if problem == nil {
			probe = a.probe(ctx, listener.Address())
			holdUntil(ctx, begun.Add(startingShown))
		}
		done := func() {
			a.server.lan = lan
			a.onStarted(port, listener, problem, probe)
		}
		select {
		case a.inbox <- done:
		case <-a.stopped: // shutDown takes what is in the inbox; this one came too late for it
			if listener != nil {
				stopNow(listener)
			}
		}
	})
}

func holdUntil(ctx context.Context, t time.Time) {
	select {
	case <-time.After(time.Until(t)):
	case <-ctx.Done():
	}
}

// listen makes a server and starts it. It returns a listener or a problem.
func (a *App) listen(ctx context.Context, p int) (Listener, *Problem) {
	listener, err := a.start(p)
	if err != nil && a.cleaned(ctx, p) {
		listener, err = a.start(p)
	}
	if err != nil {
		return nil, a.explainStart(ctx, p, err)
	}
	return listener, nil
}

func (a *App) start(p int) (Listener, error) {
	listener, err := a.o.NewListener()
	if err == nil {
		err = listener.Start(p)
	}
	return listener, err
}

// cleaned reports whether a server of ours held the port that answered no more, and has been ended.
func (a *App) cleaned(ctx context.Context, p int) bool {
	if a.o.Port.Free(p) {
		return false
	}
	held, hard, err := a.o.Port.Clean(ctx, p)
	if held.Kind != port.Stuck {
		return false
	}
	if err != nil {
		a.o.Log.Error("an old Unodesk that does not answer keeps the port", "port", p, "pid", held.PID, "err", err)
		return false
	}
	a.o.Log.Warn("ended an old Unodesk that did not answer any more", "port", p, "pid", held.PID, "killed", hard)
	a.post(func() { a.snap.Ended = &Ended{PID: held.PID, Killed: hard, At: time.Now()} })
	return true
}

// explainStart finds out why the server did not start.
func (a *App) explainStart(ctx context.Context, p int, err error) *Problem {
	if errors.Is(err, fs.ErrPermission) {
		args := map[string]any{"port": p}
		if next, err := a.o.Port.Next(max(p, usualPort-1)); err == nil {
			args["next"] = next
		}
		return &Problem{Code: PortDenied, Args: args, Err: err}
	}
	if a.o.Port.Free(p) {
		return unexpected(err)
	}
	args := map[string]any{"port": p}
	if next, err := a.o.Port.Next(p); err == nil {
		args["next"] = next
	}
	owner, lookErr := a.o.Port.Listener(ctx, p)
	if lookErr != nil || owner == nil || owner.Program == "" {
		return &Problem{Code: PortTakenHidden, Args: args, Err: err}
	}
	args["program"], args["pid"] = owner.Program, owner.PID
	return &Problem{Code: PortTaken, Args: args, Err: err}
}

func (a *App) onStarted(port int, listener Listener, problem *Problem, probe Probe) {
	s := &a.server
	s.busy = false
	if problem != nil {
		s.failed = true
		a.snap.Server = Server{Phase: Stopped, Problem: problem}
		a.o.Log.Warn("server did not start", "port", port, "err", problem.Err)
	} else {
		s.listener, s.port, s.probeAt = listener, port, time.Now()
		a.snap.Server = Server{Phase: Running, Address: listener.Address(), Since: time.Now()}
		if s.lan {
			a.snap.Server.Network = endpoint.NetworkAddresses(port)
		}
		a.snap.Probe = probe
		a.o.Log.Info("server runs", "address", listener.Address())
		a.tellHosts(listener.Address())
	}
	a.reconcile()
}

// tellHosts gives the AI programs that Unodesk was entered in the address that holds now.
func (a *App) tellHosts(address string) {
	if a.o.Hosts == nil {
		return
	}
	ctx := a.ctx
	a.workers.Go(func() {
		changed, err := a.o.Hosts(ctx, address)
		if err != nil {
			a.o.Log.Warn("not all AI programs were told the address", "err", err)
		}
		if len(changed) > 0 {
			a.o.Log.Info("AI programs were told the new address", "programs", changed)
		}
	})
}

func (a *App) stopServer() {
	listener := a.server.listener
	a.server.listener, a.server.busy = nil, true
	a.snap.Server, a.snap.Probe = Server{Phase: Stopped}, Probe{}
	a.workers.Go(func() {
		stopNow(listener)
		a.post(func() {
			a.server.busy = false
			a.o.Log.Info("server stopped")
			a.reconcile()
		})
	})
}

func stopNow(l Listener) {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout) // also after the app's own context has ended
	defer cancel()
	_ = l.Stop(ctx) // an overdue stop has cut the connections
}

// retryIfFree starts a server whose port was taken, once the other program has gone.
func (a *App) retryIfFree() {
	s, problem := &a.server, a.snap.Server.Problem
	if s.busy || !s.failed || problem == nil || time.Now().Before(s.freeAt) {
		return
	}
	s.freeAt = time.Now().Add(probeWatched)
	if problem.Code != PortTaken && problem.Code != PortTakenHidden {
		return
	}
	if a.o.Port.Free(a.snap.Settings.MCP.Port) {
		s.failed = false
		a.reconcile()
	}
}

// shutDown stops the server and waits for everything that Run started, within stopTimeout and a little.
func (a *App) shutDown() {
	if l := a.server.listener; l != nil {
		a.server.listener = nil
		stopNow(l)
	}
	ended := make(chan struct{})
	go func() {
		a.workers.Wait()
		close(ended)
	}()
	limit := time.After(stopTimeout)
	for waiting := true; waiting; {
		select {
		case <-ended:
			waiting = false
		case <-limit:
			a.o.Log.Warn("something did not end in time")
			waiting = false
		case f := <-a.inbox:
			f()
		}
	}
	for len(a.inbox) > 0 {
		(<-a.inbox)()
	}
	if l := a.server.listener; l != nil { // a start that was under way
		stopNow(l)
	}
	a.snap.Server, a.snap.Probe = Server{Phase: Stopped}, Probe{}
}
