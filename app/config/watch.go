package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settleTime is how long a file must be left alone before it is read again: editors write in several steps.
const settleTime = 150 * time.Millisecond

// Watch calls changed after each change of the settings or of their problems, whether made here, by another process or
// in an editor, until ctx ends. Calls come one at a time, from the caller's goroutine. A file that cannot be read
// leaves the settings as they were and shows up in Problems.
func (s *Store) Watch(ctx context.Context, changed func()) error {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch settings: %w", err)
	}
	defer files.Close()
	for _, dir := range s.folders() {
		if err := files.Add(dir); err != nil {
			return fmt.Errorf("watch settings folder: %w", err)
		}
	}
	updated := s.listen()
	defer s.unlisten(updated)

	settled := time.NewTimer(0) // reads once at the start: the file may have changed since Open
	defer settled.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-updated:
			changed()
		case <-settled.C:
			if s.reload() {
				changed()
			}
		case e, ok := <-files.Events:
			if !ok {
				return errors.New("watch settings: the watcher ended")
			}
			if e.Op != fsnotify.Chmod && !ignored(e.Name) {
				settled.Reset(settleTime)
			}
		case <-files.Errors: // a lost event is caught up with at the next one
		}
	}
}

// folders returns the folder of the file and, for a symbolic link, that of its target. Folders are watched rather than
// the file because a rename replaces the file.
func (s *Store) folders() []string {
	dirs := []string{filepath.Dir(s.path)}
	if target, err := filepath.EvalSymlinks(s.path); err == nil && filepath.Dir(target) != dirs[0] {
		dirs = append(dirs, filepath.Dir(target))
	}
	return dirs
}

// ignored tells files that we write ourselves beside the settings.
func ignored(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".lock" || ext == ".tmp"
}

// reload reads the file again and reports whether anything that can be seen is different.
func (s *Store) reload() bool {
	if data, err := read(s.path); err == nil && len(bytes.TrimSpace(data)) == 0 {
		return false // removed or emptied: the settings stay, and the next save writes them again
	}
	f, err := load(s.path)
	s.mu.Lock()
	defer s.mu.Unlock()
	var broken *BrokenFileError
	if errors.As(err, &broken) {
		same := s.broken != nil && s.broken.Error() == broken.Error()
		s.broken = broken
		return !same
	}
	f.fallBack(s.current.config)
	same := len(Diff(s.current.config, f.config)) == 0 && sameMistakes(s.current.mistakes, f.mistakes) &&
		(s.broken == nil || s.broken.Kept != "")
	s.current = f
	if s.broken != nil && s.broken.Kept == "" {
		s.broken = nil // it was corrected in its place
	}
	return !same
}

func sameMistakes(a, b []*ValueError) bool {
	return slices.EqualFunc(a, b, func(x, y *ValueError) bool { return x.Error() == y.Error() })
}

func (s *Store) listen() chan struct{} {
	w := make(chan struct{}, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers = append(s.watchers, w)
	return w
}

func (s *Store) unlisten(w chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers = slices.DeleteFunc(s.watchers, func(x chan struct{}) bool { return x == w })
}
