package secret

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/zalando/go-keyring"

	"github.com/unodesk/unodesk/app/session"
)

// service is the name under which keyrings list our entries.
const service = "Unodesk"

// Ring is a keyring. Its calls may block. A missing entry is keyring.ErrNotFound.
type Ring interface {
	Get(service, user string) (string, error)
	Set(service, user, password string) error
	Delete(service, user string) error
}

// systemRing is the keyring of the operating system.
type systemRing struct{}

var errNoBus = errors.New("there is no session bus")

func (systemRing) Get(service, user string) (string, error) {
	if !reachable() {
		return "", errNoBus
	}
	return keyring.Get(service, user)
}

func (systemRing) Set(service, user, password string) error {
	if !reachable() {
		return errNoBus
	}
	return keyring.Set(service, user, password)
}

func (systemRing) Delete(service, user string) error {
	if !reachable() {
		return errNoBus
	}
	return keyring.Delete(service, user)
}

// reachable guards against a library that starts a stray bus where there is none.
func reachable() bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return true
	}
	_, ok := session.BusAddress()
	return ok
}

// ring gives the calls of a Ring a deadline. They cannot be cancelled, so a call that hangs keeps its turn until it
// returns, and later calls fail at their own deadline instead of piling up goroutines.
type ring struct {
	Ring
	timeout time.Duration
	turn    chan struct{}
}

type ringAnswer struct {
	value string
	err   error
}

func (r ring) get(ctx context.Context, name Name) (string, error) {
	return r.run(ctx, func() (string, error) { return r.Get(service, string(name)) })
}

func (r ring) set(ctx context.Context, name Name, value string) error {
	_, err := r.run(ctx, func() (string, error) { return "", r.Set(service, string(name), value) })
	return err
}

func (r ring) remove(ctx context.Context, name Name) error {
	_, err := r.run(ctx, func() (string, error) { return "", r.Delete(service, string(name)) })
	return err
}

func (r ring) run(ctx context.Context, call func() (string, error)) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		return "", noKeyring(ctx.Err())
	}
	answer := make(chan ringAnswer, 1)
	go func() {
		defer func() { <-r.turn }()
		value, err := call()
		answer <- ringAnswer{value, err}
	}()
	select {
	case a := <-answer:
		if a.err == nil || errors.Is(a.err, keyring.ErrNotFound) {
			return a.value, nil
		}
		return "", noKeyring(a.err)
	case <-ctx.Done():
		return "", noKeyring(ctx.Err())
	}
}
