package instance_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/unodesk/unodesk/app/instance"
)

func TestSecondStartShowsTheFirst(t *testing.T) {
	dir := t.TempDir()
	first, err := instance.Claim(dir, "app")
	if err != nil {
		t.Fatal(err)
	}
	shown := make(chan struct{}, 10)
	served := make(chan struct{})
	go func() {
		first.Serve(func() { shown <- struct{}{} })
		close(served)
	}()
	if _, err := instance.Claim(dir, "app"); !errors.Is(err, instance.ErrRunning) {
		t.Fatalf("second Claim: got %v, want ErrRunning", err)
	}
	for range 2 {
		if err := instance.Show(t.Context(), dir, "app"); err != nil {
			t.Fatal(err)
		}
		<-shown
	}
	other, err := instance.Claim(dir, instance.Name("/another/state"))
	if err != nil {
		t.Fatalf("an app with another state folder: %v", err)
	}
	other.Close()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	<-served
	again, err := instance.Claim(dir, "app")
	if err != nil {
		t.Fatalf("Claim after Close: %v", err)
	}
	again.Close()
}

func TestGarbageOnTheSocketShowsNothing(t *testing.T) {
	dir := t.TempDir()
	i, err := instance.Claim(dir, "app")
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	go i.Serve(func() { t.Error("shown for garbage") })
	conn, err := net.Dial("unix", filepath.Join(dir, "app.sock"))
	if err != nil {
		t.Fatal(err)
	}
	conn.Write([]byte("quit\n"))
	if n, err := conn.Read(make([]byte, 10)); n > 0 || err == nil {
		t.Errorf("answered %d bytes, %v", n, err)
	}
	conn.Close()
}

func TestStaleSocketIsReplaced(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "app.sock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	i, err := instance.Claim(dir, "app")
	if err != nil {
		t.Fatal(err)
	}
	i.Close()
}

func TestShowWithoutAnybody(t *testing.T) {
	if err := instance.Show(t.Context(), t.TempDir(), "app"); err == nil {
		t.Error("no error though nobody listens")
	}
}

func TestDirIsPrivate(t *testing.T) {
	runtime := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", runtime)
	dir, err := instance.Dir()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 || filepath.Dir(dir) != runtime {
		t.Errorf("dir %s, mode %v, %v", dir, info.Mode(), err)
	}
	t.Setenv("XDG_RUNTIME_DIR", filepath.Join(runtime, "missing"))
	t.Setenv("TMPDIR", t.TempDir())
	if dir, err := instance.Dir(); err != nil || filepath.Dir(dir) != os.TempDir() {
		t.Errorf("fallback is %s, %v", dir, err)
	}
}
