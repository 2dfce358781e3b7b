package connect

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/unodesk/unodesk/app/internal/wholefile"
)

// Connector connects the hosts of one user. Its methods wait for files and, in Apply, for a host's own command.
type Connector struct {
	System System
	Target Target
	State  string // folder of what is remembered, and of copies of the files before
	// OwnCommands lets a host's own command make a new entry, where there is one.
	OwnCommands bool
}

// Found is a host on this computer.
type Found struct {
	*Host
	Installed bool
	Connected bool   // our entry is there, and right
	Path      string // of its settings; "" if they are no file
	Problem   error  // why its settings cannot be read
}

// Hosts returns all hosts that we know.
func (c *Connector) Hosts() []Found {
	list := make([]Found, len(hosts))
	for i, h := range hosts {
		list[i] = Found{Host: h}
		if h.file == nil {
			continue
		}
		list[i].Path, list[i].Installed = h.file(c.System), c.installed(h)
		if exists(list[i].Path) {
			change, err := c.Plan(h.ID)
			list[i].Problem = err
			list[i].Connected = err == nil && !change.Needed()
		}
	}
	return list
}

func (c *Connector) installed(h *Host) bool {
	for _, p := range h.programs {
		if _, err := c.System.Find(p); err == nil {
			return true
		}
	}
	for _, mark := range h.marks(c.System) {
		if exists(mark) {
			return true
		}
	}
	return exists(h.file(c.System))
}

// Lookup returns the host of that id.
func Lookup(id string) (*Host, error) {
	var ids []string
	for _, h := range hosts {
		if h.ID == id {
			return h, nil
		}
		ids = append(ids, h.ID)
	}
	return nil, fmt.Errorf("%q is no AI program that Unodesk knows; it knows %s", id, strings.Join(ids, ", "))
}

// Change is what connecting a host changes in its settings.
type Change struct {
	Host    *Host
	Path    string
	Before  []byte // nil if there is no file
	After   []byte
	command []string // that makes the change instead
}

// Needed reports whether anything changes.
func (ch *Change) Needed() bool { return ch.Before == nil || !bytes.Equal(ch.Before, ch.After) }

// Diff shows the lines that change, with a sign before each.
func (ch *Change) Diff() string { return diff(string(ch.Before), string(ch.After)) }

// FileError says what is the matter with a host's settings. They are as they were.
type FileError struct {
	Path string
	Err  error
}

func (e *FileError) Error() string {
	return fmt.Sprintf("%s is left as it is: %v", e.Path, e.Err)
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// maxFile bounds what is read as settings; the longest seen have some megabytes.
const maxFile = 64 << 20

// Plan says what would change. Nothing does.
func (c *Connector) Plan(id string) (*Change, error) {
	h, err := Lookup(id)
	if err != nil {
		return nil, err
	}
	if h.file == nil {
		return nil, errors.New(h.Manual + " Address: " + c.Target.URL)
	}
	if h.starts && c.Target.Program == "" {
		return nil, fmt.Errorf("%s starts its servers itself, and unodeskctl, which it needs for that, was not found", h.Name)
	}
	ch := &Change{Host: h, Path: h.file(c.System)}
	if ch.Before, err = read(ch.Path); err != nil {
		return nil, &FileError{ch.Path, err}
	}
	ch.After, err = h.edit(ch.Before, c.Target)
	if errors.Is(err, errByHand) {
		err = fmt.Errorf("%w:\n%s", err, h.snippet(c.Target))
	}
	if err != nil {
		return nil, &FileError{ch.Path, err}
	}
	if settings, err := h.form.decode(ch.Before); err == nil && c.OwnCommands && ch.Needed() && h.command != nil {
		if _, there := h.find(settings); !there {
			ch.command = h.command(c.Target)
		}
	}
	return ch, nil
}

// snippet is what somebody enters by hand.
func (h *Host) snippet(t Target) string {
	text, err := h.form.put(h.blank(), h.place, h.listed, h.entry(t))
	if err != nil {
		return ""
	}
	return text
}

// read returns the content of a file, nil if there is none.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	case info.Size() > maxFile:
		return nil, errors.New("it is too large")
	}
	text, err := os.ReadFile(path)
	if text == nil && err == nil {
		text = []byte{}
	}
	return text, err
}

// commandTime is how long a host's own command may take.
const commandTime = 30 * time.Second

// Apply makes a change, and remembers what was there before. It refuses if the file has changed since the plan.
func (c *Connector) Apply(ctx context.Context, ch *Change) error {
	if !ch.Needed() {
		return nil
	}
	now, err := read(ch.Path)
	if err != nil {
		return &FileError{ch.Path, err}
	}
	if !bytes.Equal(now, ch.Before) || (now == nil) != (ch.Before == nil) {
		return &FileError{ch.Path, errors.New("it has changed in the meantime; try again")}
	}
	var made []byte
	if len(ch.command) > 0 && c.byCommand(ctx, ch) {
		made, err = read(ch.Path)
	} else {
		made, err = ch.After, writeNew(ch.Path, ch.After)
	}
	if err != nil {
		return &FileError{ch.Path, err}
	}
	if err := c.remember(ch, made); err != nil {
		return errors.Join(fmt.Errorf("remember what was there: %w", err), restore(ch.Path, ch.Before))
	}
	return nil
}

// byCommand lets the host itself make the entry, and reports whether it is there then.
func (c *Connector) byCommand(ctx context.Context, ch *Change) bool {
	program, err := c.System.Find(ch.command[0])
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, ch.command[1:]...)
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	text, readErr := read(ch.Path)
	if err == nil && readErr == nil {
		if settings, err := ch.Host.form.decode(bytes.TrimPrefix(text, []byte(byteOrderMark))); err == nil {
			if _, there := ch.Host.find(settings); there {
				return true
			}
		}
	}
	// It failed, or wrote somewhere else: from what is there now the file is edited.
	if after, err := ch.Host.edit(text, c.Target); readErr == nil && err == nil {
		ch.After = after
	}
	return false
}

func writeNew(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return wholefile.Write(path, text, 0o600)
}

// restore puts back what was there, or nothing.
func restore(path string, before []byte) error {
	if before == nil {
		return os.Remove(path)
	}
	return wholefile.Write(path, before, 0o600)
}
