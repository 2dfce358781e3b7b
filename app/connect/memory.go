package connect

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/unodesk/unodesk/app/internal/wholefile"
)

// record is what is remembered of a host that we connected.
type record struct {
	Path  string `json:"path"`
	New   bool   `json:"new"`   // there was no file before
	After string `json:"after"` // hash of what we made of it
}

// ErrNotOurs says that there is nothing to take back.
var ErrNotOurs = errors.New("this program was not connected by Unodesk, so there is nothing to take back")

func (c *Connector) paths(h *Host) (note, backup string) {
	dir := filepath.Join(c.State, "connect")
	return filepath.Join(dir, h.ID+".json"), filepath.Join(dir, h.ID+".backup")
}

// Backup is where the settings of a host are kept as they were before we changed them.
func (c *Connector) Backup(h *Host) string {
	_, backup := c.paths(h)
	return backup
}

// remember keeps what was there before our first change. If somebody else has changed the file since, what they made of
// it is what was there before.
func (c *Connector) remember(ch *Change, made []byte) error {
	note, backup := c.paths(ch.Host)
	if err := os.MkdirAll(filepath.Dir(note), 0o700); err != nil {
		return err
	}
	now := record{Path: ch.Path, New: ch.Before == nil, After: hash(made)}
	if earlier, err := c.recall(ch.Host); err == nil && earlier.Path == ch.Path && earlier.After == hash(ch.Before) {
		now.New = earlier.New // the copy stays that of the first time
	} else if ch.Before != nil {
		if err := wholefile.Write(backup, ch.Before, 0o600); err != nil {
			return err
		}
	}
	raw, err := json.Marshal(now)
	if err != nil {
		return err
	}
	return wholefile.Write(note, raw, 0o600)
}

func (c *Connector) recall(h *Host) (record, error) {
	note, _ := c.paths(h)
	raw, err := os.ReadFile(note)
	if errors.Is(err, os.ErrNotExist) {
		return record{}, ErrNotOurs
	}
	var r record
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	return r, err
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Undo puts back the settings of a host, byte for byte. If the host or the user has changed them since, so that this
// would lose something, it refuses and names the copy.
func (c *Connector) Undo(id string) (path string, err error) {
	h, err := Lookup(id)
	if err != nil {
		return "", err
	}
	r, err := c.recall(h)
	if err != nil {
		return "", err
	}
	note, backup := c.paths(h)
	now, err := read(r.Path)
	if err != nil {
		return r.Path, &FileError{r.Path, err}
	}
	var before []byte
	if !r.New {
		if before, err = os.ReadFile(backup); err != nil {
			return r.Path, fmt.Errorf("read what was there before: %w", err)
		}
	}
	switch {
	case hash(now) == r.After:
		if err := restore(r.Path, before); err != nil {
			return r.Path, &FileError{r.Path, err}
		}
	case now == nil && r.New, bytes.Equal(now, before): // done already
	default:
		return r.Path, &FileError{r.Path, fmt.Errorf("it was changed after Unodesk did; remove the entry %q there by hand (%s)", EntryName, c.kept(r, backup))}
	}
	return r.Path, errors.Join(os.Remove(note), removeIfThere(backup))
}

func (c *Connector) kept(r record, backup string) string {
	if r.New {
		return "there was no file before"
	}
	return "as it was before, it is kept in " + backup
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
