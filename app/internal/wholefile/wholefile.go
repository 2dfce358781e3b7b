// Package wholefile replaces files in one step.
package wholefile

import (
	"os"
	"path/filepath"
)

// Write replaces the file at path, so that a crash leaves the old or the new file, never half of one. A symbolic link
// stays one: its target is replaced. The mode is that of the file before, else the given one.
func Write(path string, data []byte, mode os.FileMode) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	return replace(path, data, mode)
}

// WritePrivate replaces the file at path by one that the user alone can read, whatever there was before.
func WritePrivate(path string, data []byte) error { return replace(path, data, 0o600) }

func replace(path string, data []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".unodesk-*.tmp")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}
