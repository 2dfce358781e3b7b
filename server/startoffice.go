package server

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/unodesk/unodesk/uno/attach"
)

// startTime bounds the start of an office; the first one after an installation
// takes longest.
const startTime = 2 * time.Minute

// starter starts an office for calls that need one, once for all that come at
// the same time. A start goes on although the call that caused it has ended:
// half an office would be of no use to anybody.
type starter struct {
	mu  sync.Mutex
	run *start // nil while none is under way
}

type start struct {
	done chan struct{}
	err  error
}

// office is the office that runs after a start, or the reason why there is none.
func (s *starter) office(ctx context.Context, w *attach.Watcher, why error) (*attach.Office, error) {
	var none *attach.UnavailableError
	if !errors.As(why, &none) || none.State.Phase == attach.Connecting {
		return nil, why
	}
	run := s.begin(w)
	select {
	case <-run.done:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if run.err != nil && !errors.Is(run.err, attach.ErrRunning) {
		return nil, fmt.Errorf("%w It should have been started, as the settings say: %w", why, run.err)
	}
	return w.Office(ctx)
}

func (s *starter) begin(w *attach.Watcher) *start {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != nil {
		return s.run
	}
	run := &start{done: make(chan struct{})}
	s.run = run
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), startTime)
		defer cancel()
		_, run.err = w.StartOffice(ctx)
		s.mu.Lock()
		s.run = nil
		s.mu.Unlock()
		close(run.done)
	}()
	return run
}
