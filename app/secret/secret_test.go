package secret_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"github.com/unodesk/unodesk/app/secret"
)

// fakeRing is a keyring in memory; err or hang make it unusable.
type fakeRing struct {
	entries map[string]string
	err     error
	hang    chan struct{}
}

func (r *fakeRing) wait() error {
	if r.hang != nil {
		<-r.hang
	}
	return r.err
}

func (r *fakeRing) Get(_, user string) (string, error) {
	if err := r.wait(); err != nil {
		return "", err
	}
	if v, ok := r.entries[user]; ok {
		return v, nil
	}
	return "", keyring.ErrNotFound
}

func (r *fakeRing) Set(_, user, password string) error {
	if err := r.wait(); err != nil {
		return err
	}
	r.entries[user] = password
	return nil
}

func (r *fakeRing) Delete(_, user string) error {
	if err := r.wait(); err != nil {
		return err
	}
	if _, ok := r.entries[user]; !ok {
		return keyring.ErrNotFound
	}
	delete(r.entries, user)
	return nil
}

func lookup(t *testing.T, s *secret.Store, value string, from secret.Source) {
	t.Helper()
	got, source, err := s.Lookup(t.Context(), secret.LLMKey)
	if got != value || source != from || err != nil {
		t.Errorf("Lookup = %q from %q, %v; want %q from %q", got, source, err, value, from)
	}
}

func TestOrder(t *testing.T) {
	ring := &fakeRing{entries: map[string]string{}}
	s := secret.New(secret.Options{Folder: t.TempDir(), Ring: ring})
	lookup(t, s, "", secret.None)
	if err := s.SavePlain(secret.LLMKey, "in file"); err != nil {
		t.Fatal(err)
	}
	lookup(t, s, "in file", secret.File)
	t.Setenv("UNODESK_LLM_API_KEY", "in environment")
	lookup(t, s, "in environment", secret.Environment)
	if err := s.Save(t.Context(), secret.LLMKey, "in keyring"); err != nil {
		t.Fatal(err)
	}
	lookup(t, s, "in keyring", secret.Keyring)
	if data, err := os.ReadFile(s.Path()); err != nil || strings.Contains(string(data), "in file") {
		t.Errorf("the plain copy is still there: %s, %v", data, err)
	}
	if err := s.Delete(t.Context(), secret.LLMKey); err != nil {
		t.Fatal(err)
	}
	lookup(t, s, "in environment", secret.Environment)
	if err := s.Delete(t.Context(), secret.LLMKey); err != nil {
		t.Errorf("Delete of nothing: %v", err)
	}
}

func TestKeyringIsNotAskedForNothing(t *testing.T) {
	ring := &fakeRing{hang: make(chan struct{})} // a question would block
	s := secret.New(secret.Options{Folder: t.TempDir(), Ring: ring})
	lookup(t, s, "", secret.None)
	if err := s.Delete(t.Context(), secret.LLMKey); err != nil {
		t.Fatal(err)
	}
}

func TestWithoutKeyring(t *testing.T) {
	s := secret.New(secret.Options{Folder: t.TempDir(), Ring: &fakeRing{err: errors.New("locked")}})
	if err := s.Save(t.Context(), secret.LLMKey, "x"); !errors.Is(err, secret.ErrNoKeyring) {
		t.Errorf("Save: got %v, want ErrNoKeyring", err)
	}
	if _, err := os.Stat(s.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Error("Save wrote plain text unasked")
	}
	if err := s.SavePlain(secret.LLMKey, "x"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(s.Path())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	lookup(t, s, "x", secret.File)
}

func TestHangingKeyringHasADeadline(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		ring := &fakeRing{hang: make(chan struct{}), entries: map[string]string{}}
		s := secret.New(secret.Options{Folder: folder, Ring: ring})
		if err := s.SavePlain(secret.LLMKey, ""); err != nil { // as Save notes it
			t.Fatal(err)
		}
		for range 3 {
			start := time.Now()
			_, _, err := s.Lookup(t.Context(), secret.LLMKey)
			if !errors.Is(err, secret.ErrNoKeyring) || time.Since(start) != 20*time.Second {
				t.Errorf("got %v after %v", err, time.Since(start))
			}
		}
		close(ring.hang)
		synctest.Wait()
		lookup(t, s, "", secret.None)
	})
}

func TestBrokenFileDoesNotLeakIntoTheError(t *testing.T) {
	s := secret.New(secret.Options{Folder: t.TempDir(), Ring: &fakeRing{entries: map[string]string{}}})
	if err := os.WriteFile(s.Path(), []byte(`{"llm.api_key": sk-12345}`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err := s.Lookup(t.Context(), secret.LLMKey)
	if err == nil || strings.Contains(err.Error(), "sk-") || !strings.Contains(err.Error(), s.Path()) {
		t.Errorf("got %v", err)
	}
}
