// Package secret keeps API keys out of the settings file.
//
// A key is looked for in the system's keyring, then in the environment, then in a file that only the user can read.
// [Store.Save] writes to the keyring; where there is none it says so, and [Store.SavePlain] may be called once the user
// knows that a file is plain text. Calls may block until their deadline, because a keyring may ask the user for its
// password: never call from the goroutine that draws windows.
package secret

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Name names a secret.
type Name string

// LLMKey is the API key of the model service.
const LLMKey Name = "llm.api_key"

// Source says where a secret was found.
type Source string

// The sources, in the order in which they are asked.
const (
	None        Source = ""
	Keyring     Source = "keyring"
	Environment Source = "environment"
	File        Source = "file"
)

// ErrNoKeyring says that the keyring is missing, locked or does not answer.
var ErrNoKeyring = errors.New("the system's keyring cannot be used")

// Options say where secrets lie.
type Options struct {
	Folder  string        // of the plain file; usually the settings folder
	Ring    Ring          // nil: the system's keyring
	Timeout time.Duration // of one keyring call; 0: 20 s, enough to type a password
}

// Store finds and keeps secrets.
type Store struct {
	ring ring
	path string
}

// New returns the store described by o.
func New(o Options) *Store {
	if o.Ring == nil {
		o.Ring = systemRing{}
	}
	if o.Timeout == 0 {
		o.Timeout = 20 * time.Second
	}
	return &Store{
		ring: ring{Ring: o.Ring, timeout: o.Timeout, turn: make(chan struct{}, 1)},
		path: filepath.Join(o.Folder, "secrets.json"),
	}
}

// Lookup returns the secret and where it was found; "" and None where there is none. The error says why the keyring
// could not be asked if that is where the secret may be.
func (s *Store) Lookup(ctx context.Context, name Name) (string, Source, error) {
	value, ringErr := s.ring.get(ctx, name)
	if value != "" {
		return value, Keyring, nil
	}
	if value := os.Getenv(name.Variable()); value != "" {
		return value, Environment, nil
	}
	values, err := readFile(s.path)
	if err != nil {
		return "", None, err
	}
	if value := values[name]; value != "" {
		return value, File, nil
	}
	return "", None, ringErr
}

// Save keeps the secret in the keyring, and removes a plain copy of it. Where that is impossible the error wraps
// ErrNoKeyring.
func (s *Store) Save(ctx context.Context, name Name, value string) error {
	if err := s.ring.set(ctx, name, value); err != nil {
		return err
	}
	return s.forget(name)
}

// SavePlain keeps the secret in the file. Call it only after the user was told that the file is plain text.
func (s *Store) SavePlain(name Name, value string) error {
	values, err := readFile(s.path)
	if err != nil {
		return err
	}
	values[name] = value
	return writeFile(s.path, values)
}

// Delete removes the secret from keyring and file. A keyring that cannot be asked is an error only if it was there
// before: the caller cannot know, so it is reported.
func (s *Store) Delete(ctx context.Context, name Name) error {
	return errors.Join(s.forget(name), s.ring.remove(ctx, name))
}

// Path returns where SavePlain writes.
func (s *Store) Path() string { return s.path }

func (s *Store) forget(name Name) error {
	values, err := readFile(s.path)
	if err != nil {
		return err
	}
	if _, ok := values[name]; !ok {
		return nil
	}
	delete(values, name)
	return writeFile(s.path, values)
}

// Variable returns the environment variable that may hold the secret, such as UNODESK_LLM_API_KEY.
func (n Name) Variable() string {
	return "UNODESK_" + strings.ToUpper(strings.ReplaceAll(string(n), ".", "_"))
}

func noKeyring(err error) error { return fmt.Errorf("%w: %w", ErrNoKeyring, err) }
