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

// The secrets.
const (
	LLMKey      Name = "llm.api_key"      // of the model service
	ImageKey    Name = "image.api_key"    // of the service that makes pictures
	AccessToken Name = "mcp.access_token" // that web pages show to our server
)

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

// Lookup returns the secret and where it was found; "" and None where there is none. The keyring is asked only for what
// was saved there, because a locked one may answer with a question to the user. The error says why it could not be
// asked.
func (s *Store) Lookup(ctx context.Context, name Name) (string, Source, error) {
	values, err := readFile(s.path)
	if err != nil {
		return "", None, err
	}
	plain, known := values[name]
	var ringErr error
	if known && plain == inKeyring {
		var value string
		if value, ringErr = s.ring.get(ctx, name); value != "" {
			return value, Keyring, nil
		}
	}
	if value := os.Getenv(name.Variable()); value != "" {
		return value, Environment, nil
	}
	if plain != "" {
		return plain, File, nil
	}
	return "", None, ringErr
}

// inKeyring stands in the file for a secret that the keyring has.
const inKeyring = ""

// Save keeps the secret in the keyring, and removes a plain copy of it. Where that is impossible the error wraps
// ErrNoKeyring.
func (s *Store) Save(ctx context.Context, name Name, value string) error {
	if err := s.ring.set(ctx, name, value); err != nil {
		return err
	}
	return s.note(name, inKeyring)
}

// SavePlain keeps the secret in the file. Call it only after the user was told that the file is plain text.
func (s *Store) SavePlain(name Name, value string) error { return s.note(name, value) }

// Delete removes the secret from file and keyring.
func (s *Store) Delete(ctx context.Context, name Name) error {
	values, err := readFile(s.path)
	if err != nil {
		return err
	}
	plain, known := values[name]
	if !known {
		return nil
	}
	if plain == inKeyring {
		if err := s.ring.remove(ctx, name); err != nil {
			return err
		}
	}
	delete(values, name)
	return writeFile(s.path, values)
}

// Path returns where SavePlain writes.
func (s *Store) Path() string { return s.path }

func (s *Store) note(name Name, value string) error {
	values, err := readFile(s.path)
	if err != nil {
		return err
	}
	values[name] = value
	return writeFile(s.path, values)
}

// Variable returns the environment variable that may hold the secret, such as UNODESK_LLM_API_KEY.
func (n Name) Variable() string {
	return "UNODESK_" + strings.ToUpper(strings.ReplaceAll(string(n), ".", "_"))
}

func noKeyring(err error) error { return fmt.Errorf("%w: %w", ErrNoKeyring, err) }
