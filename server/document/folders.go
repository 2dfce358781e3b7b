package document

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CodeFolderNotAllowed is the code for files outside of the folders that the
// user has allowed.
const CodeFolderNotAllowed = "FOLDER_NOT_ALLOWED"

// allowed refuses what lies in none of the folders that the user has allowed;
// with none named, everything is allowed. Links are followed first, those in
// the folders' own paths too, so that none leads out. An empty path stands for
// what is no file of this computer.
func (d *Desktop) allowed(ref, path string) error {
	folders := d.folders()
	if len(folders) == 0 {
		return nil
	}
	if path != "" {
		if real, err := realPath(path); err == nil {
			for _, folder := range folders {
				if under(real, folder) {
					return nil
				}
			}
		}
	}
	return Errorf(CodeFolderNotAllowed, "the settings allow files below %s only, not %s", strings.Join(folders, ", "), ref).
		With("path", ref).With("allowed", folders)
}

func under(path, folder string) bool {
	folder, err := realPath(home(folder))
	if err != nil {
		return false
	}
	below, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(below)
}

// realPath follows the links of a path whose last parts need not exist yet. One
// that leads nowhere is an error: what is written there would appear where it
// leads to.
func realPath(path string) (string, error) {
	path = filepath.Clean(path)
	missing := ""
	for at := path; ; at = filepath.Dir(at) {
		real, err := filepath.EvalSymlinks(at)
		switch {
		case err == nil:
			return filepath.Join(real, missing), nil
		case !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at):
			return "", err
		}
		if _, err := os.Lstat(at); err == nil {
			return "", fs.ErrNotExist
		}
		missing = filepath.Join(filepath.Base(at), missing)
	}
}

// home replaces the ~ at the start of a path.
func home(path string) string {
	if path == "~" || strings.HasPrefix(path, "~/") {
		if folder, err := os.UserHomeDir(); err == nil {
			return filepath.Join(folder, path[1:])
		}
	}
	return path
}
