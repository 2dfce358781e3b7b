package instance

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Dir returns the folder for lock and socket, readable by this user only, and creates it. Where the system has no folder
// for such files it stands among the temporary ones.
func Dir() (string, error) {
	parent := os.Getenv("XDG_RUNTIME_DIR")
	if parent == "" {
		parent = xdg.RuntimeDir
	}
	dir := filepath.Join(parent, "unodesk")
	if err := own(dir); err == nil {
		return dir, nil
	}
	dir = filepath.Join(os.TempDir(), fmt.Sprintf("unodesk-%d", os.Getuid()))
	if err := own(dir); err != nil {
		return "", fmt.Errorf("find a folder for lock and socket: %w", err)
	}
	return dir, nil
}

// own makes dir a folder of ours. In a folder that everybody may write to, somebody else could have made it first.
func own(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !ours(info) {
		return fmt.Errorf("%s belongs to somebody else", dir)
	}
	return os.Chmod(dir, 0o700)
}

// Name returns the name for an app that keeps its state in the given folder; "" is the usual one. A hash stands for the
// folder because sockets have short names only.
func Name(state string) string {
	if state == "" {
		return "app"
	}
	sum := sha256.Sum256([]byte(filepath.Clean(state)))
	return "app-" + hex.EncodeToString(sum[:4])
}
