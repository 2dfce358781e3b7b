//go:build unix

package endpoint

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// private refuses a file that somebody else could have written or read: its
// token would be sent to whatever address it names.
func private(info fs.FileInfo) error {
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	case !ok || int(st.Uid) != os.Getuid():
		return errors.New("belongs to another user")
	case info.Mode().Perm()&0o077 != 0:
		return errors.New("can be read by others")
	}
	return nil
}
