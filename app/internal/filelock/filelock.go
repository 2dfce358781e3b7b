package filelock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrHeld says that another process, or another part of this one, has the lock.
var ErrHeld = errors.New("the lock is held by another process")

// pollInterval is how often Wait asks again. The operating systems offer a blocking call too, but none that ends with a
// context.
const pollInterval = 20 * time.Millisecond

// Lock is a held lock.
type Lock struct {
	file *os.File
}

// Try takes the lock on the file at path, which it creates where missing, or returns ErrHeld.
func Try(path string) (*Lock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock file: %w", err)
	}
	if err := lock(file); err != nil {
		file.Close()
		if errors.Is(err, ErrHeld) {
			return nil, ErrHeld
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return &Lock{file: file}, nil
}

// Wait takes the lock as soon as it is free, or returns the context's error.
func Wait(ctx context.Context, path string) (*Lock, error) {
	for {
		l, err := Try(path)
		if !errors.Is(err, ErrHeld) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for lock %s: %w", path, ctx.Err())
		case <-time.After(pollInterval):
		}
	}
}

// Release gives the lock back. The file stays: removing it would let two processes lock two different files of one name.
func (l *Lock) Release() error {
	return l.file.Close()
}
