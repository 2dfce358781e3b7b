package server

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	keyFile   = "session.key"
	keySize   = 32
	endedFile = "ended-sessions.json"
	maxEnded  = 1000
)

// installKey reads the key that signs session ids, or makes it. Without a
// folder the key lives as long as the process.
func installKey(dir string) ([]byte, error) {
	key := make([]byte, keySize)
	if dir == "" {
		_, err := rand.Read(key)
		return key, err
	}
	path := filepath.Join(dir, keyFile)
	have, err := os.ReadFile(path)
	switch {
	case err == nil && len(have) == keySize:
		return have, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read the session key: %w", err)
	}
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the state folder: %w", err)
	}
	// Two processes may start at once: the first to link its file wins.
	tmp, err := writeTemp(dir, key)
	if err != nil {
		return nil, fmt.Errorf("write the session key: %w", err)
	}
	defer os.Remove(tmp)
	if have != nil { // damaged
		err = os.Rename(tmp, path)
	} else if err = os.Link(tmp, path); errors.Is(err, fs.ErrExist) {
		return installKey(dir)
	} else if err != nil { // a file system without links
		err = os.Rename(tmp, path)
	}
	if err != nil {
		return nil, fmt.Errorf("write the session key: %w", err)
	}
	return key, nil
}

func writeTemp(dir string, content []byte) (path string, err error) {
	f, err := os.CreateTemp(dir, ".tmp-*") // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	return f.Name(), errors.Join(err, f.Close())
}

// endedSet remembers the sessions that clients ended, also over a restart: a
// correctly signed id would be opened again otherwise. Old ids are refused by
// their age, so old entries can go.
type endedSet struct {
	path string // "" keeps it in memory
	mu   sync.Mutex
	ids  map[string]int64 // hash of the id, time it ended
}

func loadEnded(dir string) *endedSet {
	e := &endedSet{ids: map[string]int64{}}
	if dir == "" {
		return e
	}
	e.path = filepath.Join(dir, endedFile)
	if raw, err := os.ReadFile(e.path); err == nil {
		_ = json.NewDecoder(bytes.NewReader(raw)).Decode(&e.ids) // damaged: begin anew
	}
	if e.ids == nil {
		e.ids = map[string]int64{}
	}
	return e
}

func (e *endedSet) has(id string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, ok := e.ids[hashID(id)]
	return ok
}

func (e *endedSet) add(id string, now time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ids[hashID(id)] = now.Unix()
	e.prune(now)
	return saveJSON(e.path, e.ids)
}

// saveJSON replaces a file in one step; "" is no file.
func saveJSON(path string, v any) error {
	if path == "" {
		return nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	tmp, err := writeTemp(filepath.Dir(path), raw)
	if err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// prune drops entries that are out of age, and the oldest beyond the limit.
func (e *endedSet) prune(now time.Time) {
	for id, at := range e.ids {
		if now.Sub(time.Unix(at, 0)) > sessionMaxAge {
			delete(e.ids, id)
		}
	}
	for len(e.ids) > maxEnded {
		oldest, first := "", int64(0)
		for id, at := range e.ids {
			if oldest == "" || at < first {
				oldest, first = id, at
			}
		}
		delete(e.ids, oldest)
	}
}

func hashID(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:12])
}
