package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"github.com/unodesk/unodesk/app"
)

// This file is the only one that crosses between goroutines. Fyne draws and calls back on one of its own; everything
// that waits happens on others, whose results come back through fyne.Do.

// follow draws every snapshot and opens the windows that are asked for, until ctx ends. It returns at once.
func (u *UI) follow(ctx context.Context) {
	snapshots, unsubscribe := u.core.Subscribe()
	u.background.Go(func() {
		defer unsubscribe()
		second := time.NewTicker(time.Second)
		defer second.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case s := <-snapshots:
				fyne.Do(func() { u.draw(s) })
			case screen := <-u.core.Screens():
				fyne.Do(func() { u.open(screen) })
			case <-second.C:
				if u.seen.Load() { // an icon need not be drawn anew each second
					fyne.Do(u.tick)
				}
			}
		}
	})
}

// onScreen runs f on the drawing goroutine; tray libraries call from theirs.
func onScreen(f func()) { fyne.Do(f) }

// run does work that may take its time, and then done on the drawing goroutine with its result.
func run[T any](u *UI, work func(ctx context.Context) (T, error), done func(T, error)) {
	u.spawn(func() {
		ctx, cancel := context.WithTimeout(u.ctx, workTimeout)
		defer cancel()
		result, err := work(ctx)
		onScreen(func() {
			if u.ctx.Err() == nil { // else the window that asked is gone
				done(result, err)
			}
		})
	})
}

// workTimeout bounds what a window waits for. Starting LibreOffice takes longest: up to a minute on a slow disk.
const workTimeout = 2 * time.Minute

// attempt runs an action of the core and reports it if it fails.
func (u *UI) attempt(action func(ctx context.Context) error) {
	run(u, func(ctx context.Context) (struct{}, error) { return struct{}{}, action(ctx) },
		func(_ struct{}, err error) {
			if err != nil {
				u.report(err)
			}
		})
}

// usePort is an action that keeps another port.
func (u *UI) usePort(port int) {
	u.attempt(func(ctx context.Context) error { return u.core.UsePort(ctx, port) })
}

var _ Core = (*app.App)(nil)
