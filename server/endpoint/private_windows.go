package endpoint

import (
	"errors"
	"io/fs"
)

// private relies on the folder: the user's own profile is closed to others.
func private(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errors.New("is not a regular file")
	}
	return nil
}
