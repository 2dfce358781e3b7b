//go:build unix

package acceptance

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

//go:embed package.json package-lock.json
var packages embed.FS

// installed is the folder with what package-lock.json names.
var installed = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	lock, err := packages.ReadFile("package-lock.json")
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(lock)
	dir := filepath.Join(cache, "unodesk-acceptance", hex.EncodeToString(sum[:8]))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	return dir, install(dir)
})

// install installs beside the folder and moves, so that a folder is whole.
func install(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "tmp-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.CopyFS(tmp, packages); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	npm.Dir = tmp
	if out, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	if err := os.Rename(tmp, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// node prepares a run of a module's program, or of a script of this folder,
// with Node 22, which the suites need and Debian does not have.
func node(t *testing.T, script string, args ...string) *exec.Cmd {
	t.Helper()
	dir, err := installed()
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(script, ".mjs") {
		script = filepath.Join(beside(t, dir), script)
	}
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "node_modules", "node-linux-"+arch, "bin", "node"), append([]string{script}, args...)...)
	cmd.Dir = dir
	// No settings and no proxies of whoever runs the tests.
	cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + filepath.Dir(cmd.Path) + ":" + os.Getenv("PATH")}
	return cmd
}

// beside copies the scripts to where they find the modules.
func beside(t *testing.T, dir string) string {
	t.Helper()
	tmp, err := os.MkdirTemp(dir, "scripts-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(tmp) })
	names, err := filepath.Glob("*.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(tmp, name), raw, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return tmp
}
