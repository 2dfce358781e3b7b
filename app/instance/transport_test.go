package instance

import (
	"os"
	"path/filepath"
	"testing"
)

// Where the system has no sockets with a path, the first start is reached all the same.
func TestWithoutSocketsOfPaths(t *testing.T) {
	dir := t.TempDir()
	l, err := listenInstead(socketPath(dir, "app"))
	if err != nil {
		t.Fatal(err)
	}
	i := &Instance{listener: l}
	shown, served := make(chan struct{}, 1), make(chan struct{})
	go func() {
		i.Serve(func() { shown <- struct{}{} })
		close(served)
	}()
	if err := Show(t.Context(), dir, "app"); err != nil {
		t.Fatal(err)
	}
	<-shown
	l.Close()
	<-served
	for _, content := range []string{"", "evil.example:80", "127.0.0.1"} {
		if err := os.WriteFile(filepath.Join(dir, "app.sock"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Show(t.Context(), dir, "app"); err == nil {
			t.Errorf("%q counts as an address", content)
		}
	}
}
