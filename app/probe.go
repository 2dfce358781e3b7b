package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/unodesk/unodesk/app/port"
)

// probeTimeout is how long a health probe waits. The server answers it without asking the office.
const probeTimeout = 3 * time.Second

// Health asks the server at address (its /mcp address) how it is, over HTTP as a client would. An error is a *Problem.
func Health(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return unexpected(err)
	}
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	h, err := port.Ask(ctx, u.Scheme+"://"+u.Host)
	switch {
	case err != nil:
		return explainProbe(u, err)
	case !h.Ours:
		return &Problem{Code: ProbeForeign, Args: map[string]any{"port": u.Port()}, Err: h.Err}
	case !h.OK:
		return &Problem{Code: ProbeStatus, Args: map[string]any{"status": h.Status}, Err: fmt.Errorf("health page answers %s", h.Status)}
	}
	return nil
}

func explainProbe(u *url.URL, err error) *Problem {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return &Problem{Code: ProbeTimeout, Args: map[string]any{"seconds": int(probeTimeout.Seconds())}, Err: err}
	}
	return &Problem{Code: ProbeRefused, Args: map[string]any{"address": u.Host}, Err: err}
}

// probe asks the server and measures how long the answer took.
func (a *App) probe(ctx context.Context, address string) Probe {
	start := time.Now()
	err := a.o.Probe(ctx, address)
	if err == nil {
		return Probe{State: ProbeOK, Took: time.Since(start)}
	}
	var problem *Problem
	if !errors.As(err, &problem) {
		problem = unexpected(err)
	}
	return Probe{State: ProbeFailed, Problem: problem}
}

func (a *App) probeIfDue() {
	every := probeEvery
	if a.watching {
		every = probeWatched
	}
	if a.snap.Server.Phase == Running && time.Since(a.server.probeAt) >= every {
		a.startProbe(false)
	}
}

// startProbe probes the running server. A probe that the user asked for is shown as under way.
func (a *App) startProbe(asked bool) {
	listener := a.server.listener
	if listener == nil || a.snap.Probe.State == ProbeRunning {
		return
	}
	a.server.probeAt = time.Now()
	if asked {
		a.snap.Probe = Probe{State: ProbeRunning}
	}
	ctx := a.ctx
	a.workers.Go(func() {
		probe := a.probe(ctx, listener.Address())
		a.post(func() {
			if a.server.listener == listener {
				a.snap.Probe = probe
			}
		})
	})
}
