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
	"sync"
	"testing"
	"time"
)

//go:embed package.json package-lock.json *.mjs
var sources embed.FS

// installed is the folder with what package-lock.json names, and with the
// scripts, which find their modules beside themselves.
var installed = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	names, err := fs.Glob(sources, "*")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		raw, err := sources.ReadFile(name)
		if err != nil {
			return "", err
		}
		h.Write(raw)
	}
	dir := filepath.Join(cache, "unodesk-acceptance", hex.EncodeToString(h.Sum(nil))[:16])
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
	if err := os.CopyFS(tmp, sources); err != nil {
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

// node prepares a run of a script or of a module's program with Node 22, which
// the suites need and Debian does not have.
func node(t *testing.T, script string, args ...string) *exec.Cmd {
	t.Helper()
	dir, err := installed()
	if err != nil {
		t.Fatal(err)
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
