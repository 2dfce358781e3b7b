package app

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/unodesk/unodesk/app/secret"
)

// Key says where the key of a service lies, if there is one.
func (a *App) Key(ctx context.Context, name secret.Name) (secret.Source, error) {
	_, from, err := a.o.Secrets.Lookup(ctx, name)
	return from, err
}

// SaveKey keeps the key of a service in the keyring; "" removes it. Where there is no keyring the error wraps
// secret.ErrNoKeyring, and plain says that the user agreed to a file.
func (a *App) SaveKey(ctx context.Context, name secret.Name, key string, plain bool) error {
	switch {
	case key == "":
		err := a.o.Secrets.Delete(ctx, name)
		if errors.Is(err, secret.ErrNoKeyring) {
			return nil // what cannot be asked cannot hand a key out either
		}
		return err
	case plain:
		return a.o.Secrets.SavePlain(name, key)
	default:
		return a.o.Secrets.Save(ctx, name, key)
	}
}

// SecretsPath returns the file for secrets that the keyring does not take.
func (a *App) SecretsPath() string { return a.o.Secrets.Path() }

// AccessToken returns the token that web pages must show, "" as long as there is none.
func (a *App) AccessToken() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.token
}

// RenewAccessToken makes a new token, which takes effect at once. Where there is no keyring it goes to the file; the
// snapshot says so.
func (a *App) RenewAccessToken(ctx context.Context) error {
	token, from := rand.Text(), secret.Keyring
	err := a.o.Secrets.Save(ctx, secret.AccessToken, token)
	if errors.Is(err, secret.ErrNoKeyring) {
		from = secret.File
		err = a.o.Secrets.SavePlain(secret.AccessToken, token)
	}
	if err != nil {
		return err
	}
	a.setToken(token, from)
	return nil
}

func (a *App) loadToken(ctx context.Context) {
	token, from, err := a.o.Secrets.Lookup(ctx, secret.AccessToken)
	if err != nil {
		a.o.Log.Warn("access token is not known", "err", err)
	}
	a.setToken(token, from)
}

// makeToken makes the access token that the settings call for. Without one nobody would get in.
func (a *App) makeToken() {
	if c := a.snap.Settings.MCP; !a.tokenKnown || a.snap.Token != secret.None || a.tokenBusy || !(c.LAN || c.TokenForAll) {
		return
	}
	a.tokenBusy = true
	ctx := a.ctx
	a.workers.Go(func() {
		if err := a.RenewAccessToken(ctx); err != nil {
			a.o.Log.Warn("no access token could be made", "err", err)
		}
		a.post(func() { a.tokenBusy = false })
	})
}

func (a *App) setToken(token string, from secret.Source) {
	a.mu.Lock()
	a.token = token
	a.mu.Unlock()
	a.post(func() {
		a.snap.Token, a.tokenKnown = from, true
		a.makeToken()
	})
}
