package server

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

const rememberedFile = "subscriptions.json"

// remembered are the subscriptions of sessions, which go on after a restart as if
// there had been none. A session that is opened again gets its own back.
type remembered struct {
	path string // "" keeps them in memory
	mu   sync.Mutex
	list map[string]subscriber // by the hash of the session's id
}

type subscriber struct {
	At   int64    `json:"at"` // of the last change, in Unix seconds
	URIs []string `json:"uris"`
}

func loadRemembered(dir string) *remembered {
	m := &remembered{}
	if dir != "" {
		m.path = filepath.Join(dir, rememberedFile)
		if raw, err := os.ReadFile(m.path); err == nil {
			_ = json.Unmarshal(raw, &m.list) // damaged: begin anew
		}
	}
	if m.list == nil {
		m.list = map[string]subscriber{}
	}
	return m
}

func (m *remembered) of(id string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.list[hashID(id)].URIs
}

// set notes all subscriptions of a session.
func (m *remembered) set(id string, uris []string, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := hashID(id)
	if slices.Equal(m.list[key].URIs, uris) {
		return nil
	}
	m.list[key] = subscriber{now.Unix(), uris}
	maps.DeleteFunc(m.list, func(_ string, s subscriber) bool {
		return len(s.URIs) == 0 || now.Sub(time.Unix(s.At, 0)) > sessionMaxAge
	})
	for len(m.list) > maxSessions {
		delete(m.list, slices.MinFunc(slices.Collect(maps.Keys(m.list)), func(a, b string) int { return int(m.list[a].At - m.list[b].At) }))
	}
	return saveJSON(m.path, m.list)
}
