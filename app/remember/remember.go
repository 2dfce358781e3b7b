// Package remember keeps small things from run to run that are no settings: where a window was, who has been here.
//
// Start from [Open]. What cannot be read is forgotten, because nothing here is worth a question to the user.
package remember

import (
	"encoding/json"
	"os"
	"sync"

	"github.com/unodesk/unodesk/app/internal/wholefile"
)

// Store is a file of named values. Its methods may be called from any goroutine; a nil Store remembers nothing.
type Store struct {
	path string

	mu     sync.Mutex
	values map[string]json.RawMessage
}

// Open reads the store at path.
func Open(path string) *Store {
	s := &Store{path: path}
	if raw, err := os.ReadFile(path); err == nil {
		_ = json.Unmarshal(raw, &s.values) // damaged: what could be read stays
	}
	if s.values == nil {
		s.values = map[string]json.RawMessage{}
	}
	return s
}

// Get puts the value of that name into v and reports whether there is one that fits.
func (s *Store) Get(name string, v any) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	raw, ok := s.values[name]
	return ok && json.Unmarshal(raw, v) == nil
}

// Put keeps the value of that name.
func (s *Store) Put(name string, v any) error {
	if s == nil {
		return nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if string(s.values[name]) == string(raw) {
		return nil
	}
	s.values[name] = raw
	all, err := json.Marshal(s.values)
	if err != nil {
		return err
	}
	return wholefile.Write(s.path, all, 0o600)
}
