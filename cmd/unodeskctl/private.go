package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/unodesk/unodesk/uno/attach"
)

// privateOffice is an office without windows that belongs to this process
// alone, with a profile that is thrown away.
type privateOffice struct {
	folder, profile string
	log             *slog.Logger
	cancel          context.CancelFunc
	done            chan struct{}
}

// startPrivate starts an office and starts it again should it end, until close.
func startPrivate(ctx context.Context, log *slog.Logger) (*privateOffice, error) {
	folder, err := os.MkdirTemp("", "unodesk-office-")
	if err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	p := &privateOffice{folder: folder, profile: attach.ProfileURL(filepath.Join(folder, "profile")), log: log, done: make(chan struct{})}
	office, err := p.start(ctx)
	if err != nil {
		_ = os.RemoveAll(folder)
		return nil, err
	}
	ctx, p.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go p.keep(ctx, office)
	return p, nil
}

const (
	privateStartTime = 90 * time.Second // a first start builds the profile
	privateStopTime  = 5 * time.Second
	privatePause     = 2 * time.Second
)

func (p *privateOffice) start(ctx context.Context) (*attach.Process, error) {
	ctx, cancel := context.WithTimeout(ctx, privateStartTime)
	defer cancel()
	return attach.Start(ctx, attach.StartOptions{Profile: p.profile, Headless: true})
}

// keep holds the office up until ctx ends, then stops it.
func (p *privateOffice) keep(ctx context.Context, office *attach.Process) {
	defer close(p.done)
	for {
		var ended <-chan struct{}
		if office != nil {
			ended = office.Done()
		}
		select {
		case <-ctx.Done():
			if office != nil {
				stop, cancel := context.WithTimeout(context.Background(), privateStopTime)
				defer cancel()
				report(p.log, "private office", office.Stop(stop))
			}
			return
		case <-ended:
			p.log.Warn("the private office has ended; starting it again")
			office = nil
		case <-time.After(privatePause):
			if office == nil {
				var err error
				office, err = p.start(ctx)
				report(p.log, "private office", err)
			}
		}
	}
}

// close ends the office and removes its profile.
func (p *privateOffice) close() {
	p.cancel()
	<-p.done
	if err := os.RemoveAll(p.folder); err != nil {
		p.log.Warn("profile not removed", "err", err)
	}
}
