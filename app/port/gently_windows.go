package port

import (
	"errors"
	"os"
)

// gently has no way on Windows to a process without a console or a window of ours.
func gently(*os.Process) error { return errors.ErrUnsupported }
