package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"github.com/unodesk/unodesk/app/internal/filelock"
	"github.com/unodesk/unodesk/app/internal/wholefile"
)

// lockTimeout is how long a change waits for another process that writes the same file; a write takes milliseconds.
const lockTimeout = 5 * time.Second

// DefaultPath returns where the settings file of this user stands. It creates nothing.
func DefaultPath() string { return filepath.Join(xdg.ConfigHome, "unodesk", "settings.json") }

// Load reads the settings at path and changes nothing on disk; a missing file gives the defaults. The mistakes, each a
// *ValueError, are values that were replaced by their defaults. The error is a *BrokenFileError.
func Load(path string) (Config, []*ValueError, error) {
	f, err := load(path)
	if err != nil {
		return Default(), nil, err
	}
	return f.config, f.mistakes, nil
}

func load(path string) (*file, error) {
	data, err := read(path)
	if err != nil {
		return nil, &BrokenFileError{Path: path, Err: err}
	}
	f, err := decode(data)
	if err != nil {
		return nil, &BrokenFileError{Path: path, Err: err}
	}
	return f, nil
}

// Store keeps the settings in a file that others may change too. Its methods may be called from any goroutine.
type Store struct {
	path  string
	first bool

	mu       sync.Mutex
	current  *file
	broken   *BrokenFileError
	watchers []chan struct{}
}

// Open reads the settings file at path, whose folder it creates. A file that cannot be read is put aside, never
// overwritten; Problems names it.
func Open(path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create settings folder: %w", err)
	}
	s := &Store{path: path, current: emptyFile()}
	f, err := load(path)
	if err == nil {
		s.current, s.first = f, !f.decided
		return s, nil
	}
	var broken *BrokenFileError
	errors.As(err, &broken)
	if broken.Kept, err = setAside(path); err != nil {
		return nil, fmt.Errorf("%w; it cannot be put aside either: %w", broken, err)
	}
	s.broken = broken
	return s, nil
}

// Path returns where the file stands.
func (s *Store) Path() string { return s.path }

// First reports whether the user has yet to decide about anything: there was no file when the store was opened, or one
// that an administrator had put there with a few settings.
func (s *Store) First() bool { return s.first }

// Config returns the settings as they are now.
func (s *Store) Config() Config {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current.config.Clone()
}

// Problems returns what the user should know about the file: a *BrokenFileError, and a *ValueError for each value that
// was replaced.
func (s *Store) Problems() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var problems []error
	if s.broken != nil {
		problems = append(problems, s.broken)
	}
	for _, m := range s.current.mistakes {
		problems = append(problems, m)
	}
	return problems
}

// Update changes the settings and saves them. Change gets the settings as they are on disk at that moment, so that two
// writers do not undo each other's work; values that do not pass the check are refused and nothing is saved.
func (s *Store) Update(ctx context.Context, change func(*Config) error) error {
	ctx, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	lock, err := filelock.Wait(ctx, s.path+".lock")
	if err != nil {
		return fmt.Errorf("save settings: %w", err)
	}
	defer lock.Release()

	f, broken, err := s.onDisk()
	if err != nil {
		return err
	}
	f.fallBack(s.Config())
	before := f.config.Clone()
	if err := change(&f.config); err != nil {
		return err
	}
	if mistakes := f.config.Check(); len(mistakes) > 0 {
		return joinMistakes(mistakes)
	}
	f.settle(Diff(before, f.config))
	if err := s.save(f); err != nil {
		return fmt.Errorf("save settings: %w", err)
	}
	s.replace(f, broken)
	return nil
}

// onDisk reads the file for a change. In place of a file that is gone or empty it returns what is in memory; a broken
// one is put aside first.
func (s *Store) onDisk() (*file, *BrokenFileError, error) {
	if data, err := read(s.path); err == nil && len(bytes.TrimSpace(data)) == 0 {
		return s.inMemory(), nil, nil
	}
	f, err := load(s.path)
	var broken *BrokenFileError
	if !errors.As(err, &broken) {
		return f, nil, err
	}
	if broken.Kept, err = setAside(s.path); err != nil {
		return nil, nil, fmt.Errorf("%w; it cannot be put aside either: %w", broken, err)
	}
	return s.inMemory(), broken, nil
}

// inMemory returns the content for a file whose place on disk is empty now: the settings in use and the unknown keys.
func (s *Store) inMemory() *file {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &file{config: s.current.config.Clone(), kept: maps.Clone(s.current.kept), version: s.current.version}
	for _, field := range fields {
		delete(f.kept, field.Key)
	}
	return f
}

// settle forgets refused values of the settings that now have a good one.
func (f *file) settle(changed []Field) {
	for _, field := range changed {
		delete(f.kept, field.Key)
		f.mistakes = slices.DeleteFunc(f.mistakes, func(m *ValueError) bool { return m.Field.Key == field.Key })
		field.put(&f.config, field.normal(field.Value(f.config)))
	}
}

func (s *Store) save(f *file) error {
	data := f.encode()
	if old, err := read(s.path); err == nil && old != nil && bytes.Equal(old, data) {
		return nil
	}
	return wholefile.Write(s.path, data, 0o600)
}

// replace makes f the current content and wakes the watchers if that changes something that they can see.
func (s *Store) replace(f *file, broken *BrokenFileError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current, s.broken = f, broken
	for _, w := range s.watchers {
		select {
		case w <- struct{}{}:
		default:
		}
	}
}

// Get returns the value of the setting named key, as text.
func (s *Store) Get(key string) (string, error) {
	f, err := Lookup(key)
	if err != nil {
		return "", err
	}
	return f.Text(s.Config()), nil
}

// Set parses text as the value of the setting named key, and saves it.
func (s *Store) Set(ctx context.Context, key, text string) error {
	f, err := Lookup(key)
	if err != nil {
		return err
	}
	v, err := f.Parse(text)
	if err != nil {
		return err
	}
	return s.Update(ctx, func(c *Config) error {
		f.put(c, v)
		return nil
	})
}

// Item is one setting with its value, for lists.
type Item struct {
	Field
	Value string
}

// List returns all settings with their values.
func (s *Store) List() []Item {
	c := s.Config()
	items := make([]Item, len(fields))
	for i, f := range fields {
		items[i] = Item{Field: f, Value: f.Text(c)}
	}
	return items
}

// setAside renames a broken file and returns its new path, which carries the time and never exists already.
func setAside(path string) (string, error) {
	ext := filepath.Ext(path)
	stem := strings.TrimSuffix(path, ext) + ".broken-" + time.Now().Format("20060102-150405")
	kept := stem + ext
	for i := 2; ; i++ {
		if _, err := os.Lstat(kept); errors.Is(err, os.ErrNotExist) {
			return kept, os.Rename(path, kept)
		}
		kept = fmt.Sprintf("%s-%d%s", stem, i, ext)
	}
}

func joinMistakes(mistakes []*ValueError) error {
	errs := make([]error, len(mistakes))
	for i, m := range mistakes {
		errs[i] = m
	}
	return errors.Join(errs...)
}
