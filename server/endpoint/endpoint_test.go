package endpoint

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestWriteReadRemove(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new folder ü")
	if _, err := Read(dir); !errors.Is(err, ErrNone) {
		t.Fatalf("without a file: %v", err)
	}
	e := &Endpoint{Address: "http://127.0.0.1:1/mcp", Token: "secret", PID: os.Getpid(), Version: "1"}
	if err := e.Write(dir); err != nil {
		t.Fatal(err)
	}
	got, err := Read(dir)
	if err != nil || *got != *e || got.Started == 0 {
		t.Fatalf("got %+v, %v; want %+v", got, err, e)
	}
	if runtime.GOOS != "windows" {
		info, err := os.Stat(filepath.Join(dir, fileName))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
	newer := &Endpoint{Address: "http://127.0.0.1:2/mcp", Token: "other", PID: os.Getpid()}
	if err := newer.Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := e.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(dir); err != nil || got.Token != "other" {
		t.Errorf("the file of a newer server is gone: %+v, %v", got, err)
	}
	if err := newer.Remove(dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestReadRefuses(t *testing.T) {
	own := &Endpoint{Address: "http://127.0.0.1:1/mcp", Token: "secret", PID: os.Getpid()}
	tests := []struct {
		name    string
		change  func(t *testing.T, path string)
		none    bool
		skipped bool
	}{
		{"process is gone", func(t *testing.T, path string) {
			replace(t, path, `{"address":"http://127.0.0.1:1/mcp","token":"x","pid":2147483646,"started":1}`)
		}, true, false},
		{"pid is used by another process", func(t *testing.T, path string) {
			replace(t, path, `{"address":"http://127.0.0.1:1/mcp","token":"x","pid":1,"started":1}`)
		}, true, false},
		{"damaged", func(t *testing.T, path string) { replace(t, path, `{"addr`) }, true, false},
		{"empty", func(t *testing.T, path string) { replace(t, path, ``) }, true, false},
		{"readable by others", func(t *testing.T, path string) {
			if err := os.Chmod(path, 0o644); err != nil {
				t.Fatal(err)
			}
		}, false, runtime.GOOS == "windows"},
		{"a link", func(t *testing.T, path string) {
			if err := errors.Join(os.Rename(path, path+"2"), os.Symlink(path+"2", path)); err != nil {
				t.Fatal(err)
			}
		}, false, runtime.GOOS == "windows"},
	}
	for _, tt := range tests {
		if tt.skipped {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := own.Write(dir); err != nil {
				t.Fatal(err)
			}
			tt.change(t, filepath.Join(dir, fileName))
			if e, err := Read(dir); err == nil || errors.Is(err, ErrNone) != tt.none {
				t.Errorf("got %+v, %v", e, err)
			}
		})
	}
}

func replace(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
