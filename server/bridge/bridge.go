// Package bridge lets an AI program that speaks MCP over its standard input and
// output use a server that speaks it over HTTP. Start with [Run].
//
// Messages pass through as they are, in both directions and in all protocol
// versions. While there is no server the bridge answers by itself; when one
// appears, or appears again, the program is told that its lists have changed.
// What the words of a message mean is no business of this package, and it
// starts no server: [Options] are told how.
package bridge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Target is a server.
type Target struct {
	Address string // of MCP: http://127.0.0.1:8765/mcp
	Token   string // to be let in; "" for none
	Run     string // another one after each start of the server, as far as that is known
}

// Options is what a bridge is made of.
type Options struct {
	Version string
	// Server says where the server is now. An error says why there is none,
	// and what to do, for the user to read.
	Server func() (Target, error)
	// Launch starts a server, if it may, and does not wait for it. An error
	// says why none was started. It is asked again at most once a minute.
	Launch func() error
	In     io.Reader
	Out    io.Writer
	Log    *slog.Logger // nil: nowhere. It must not write to Out.
}

// The times of a bridge.
const (
	helloTime  = 400 * time.Millisecond // initialize waits that long for a server, then is answered here
	helloPause = 100 * time.Millisecond
	backTime   = 5 * time.Second  // a call waits that long for a server that was there before
	launchTime = 10 * time.Second // and that long for one that is being started
	pollPause  = 400 * time.Millisecond
	finishTime = 2 * time.Second // calls may end that long after the input has
	byeTime    = 300 * time.Millisecond
	maxLine    = 32 << 20
)

type bridge struct {
	o       Options
	http    *http.Client
	out     *output
	session session
	pending pending
	launch  launcher
	met     atomic.Bool // a server has answered since the start

	calls   sync.WaitGroup // requests that are answered soon
	streams sync.WaitGroup // what goes on until the end
	follow  sync.Once
}

// Run passes messages until the input ends, the output breaks or ctx does. It
// returns nil at the end of the input. Nothing that it started goes on then but
// a read of In that nobody can interrupt.
func Run(ctx context.Context, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	dialer := &net.Dialer{Timeout: 2 * time.Second}
	b := &bridge{
		o: o,
		// No proxy variable may lead away from this computer.
		http:    &http.Client{Transport: &http.Transport{Proxy: nil, DialContext: dialer.DialContext, MaxIdleConnsPerHost: 8}},
		out:     &output{w: o.Out, broken: cancel},
		session: session{turn: make(chan struct{}, 1)},
		pending: pending{cancel: map[string]context.CancelFunc{}},
		launch:  launcher{start: o.Launch},
	}
	defer b.http.CloseIdleConnections()
	err := b.serve(ctx)
	if err == nil {
		b.finish(ctx)
	}
	cancel(nil)
	b.calls.Wait()
	b.streams.Wait()
	b.bye()
	return err
}

// serve takes one line after the other.
func (b *bridge) serve(ctx context.Context) error {
	lines, failed := make(chan []byte), make(chan error, 1)
	go func() {
		in := bufio.NewScanner(b.o.In)
		in.Buffer(make([]byte, 64<<10), maxLine)
		for in.Scan() {
			select {
			case lines <- append([]byte(nil), in.Bytes()...):
			case <-ctx.Done():
				return
			}
		}
		failed <- in.Err()
	}()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case line := <-lines:
			b.take(ctx, line)
		case err := <-failed:
			if err != nil {
				return fmt.Errorf("read the input: %w", err)
			}
			return nil
		}
	}
}

// take handles a message. It returns when a request is on its way, so that the
// server sees messages in the order of the input.
func (b *bridge) take(ctx context.Context, line []byte) {
	if len(line) == 0 {
		return
	}
	m, err := parse(line)
	switch {
	case err != nil:
		b.out.write(failure(nil, codeParse, err.Error()))
	case m.method == "initialize":
		b.initialize(ctx, m)
	case !m.isRequest():
		b.pass(ctx, m)
	default:
		b.request(ctx, m)
	}
}

// request starts a request and returns when it has been sent, or cannot be.
func (b *bridge) request(ctx context.Context, m *message) {
	sent := make(chan struct{})
	gone := sync.OnceFunc(func() { close(sent) })
	call, end := b.pending.add(ctx, m)
	group, run := &b.calls, b.call
	if m.method == methodListen {
		group, run = &b.streams, b.subscribe
	}
	group.Go(func() {
		defer end()
		defer gone()
		run(call, m, gone)
	})
	select {
	case <-sent:
	case <-ctx.Done():
	}
}

// call gets a request answered.
func (b *bridge) call(ctx context.Context, m *message, sent func()) {
	err := b.forward(ctx, m, sent)
	if mayRepeat(err, m) {
		sent()
		if b.wait(ctx, m) {
			err = b.forward(ctx, m, sent)
		}
	}
	if err != nil && ctx.Err() == nil { // who cancelled waits for no answer
		b.out.write(b.offline(m, err))
	}
}

// mayRepeat reports whether a failed request certainly did nothing, or does
// nothing in any case.
func mayRepeat(err error, m *message) bool {
	return isUnreachable(err) || errors.Is(err, errCut) && m.onlyReads()
}

// wait waits for a server: one that is being started, or one that was there
// before and is probably being restarted.
func (b *bridge) wait(ctx context.Context, m *message) bool {
	limit := time.Duration(0)
	if b.met.Load() {
		limit = backTime
	}
	if m.needsServer() && b.launch.try() == nil {
		limit = launchTime
	}
	for end := time.Now().Add(limit); ; {
		if b.reachable(ctx) {
			return true
		}
		if time.Now().After(end) || !pause(ctx, helloPause) {
			return false
		}
	}
}

// pass passes on what needs no answer. Without a server it is dropped.
func (b *bridge) pass(ctx context.Context, m *message) {
	switch m.method {
	case "notifications/initialized":
		return // the bridge has said so itself
	case "notifications/cancelled":
		if b.pending.stop(m.cancels) {
			return // without sessions the end of the connection says it
		}
	}
	ctx, cancel := context.WithTimeout(ctx, backTime)
	defer cancel()
	if err := b.forward(ctx, m, func() {}); err != nil {
		b.o.Log.Debug("not passed on", "method", m.method, "err", err)
	}
}

// finish lets requests end that are under way.
func (b *bridge) finish(ctx context.Context) {
	done := make(chan struct{})
	go func() { b.calls.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	case <-time.After(finishTime):
	}
}

// pause reports whether ctx still lives after d.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
