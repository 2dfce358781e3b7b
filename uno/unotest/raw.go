package unotest

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Raw opens a connection to the office as a stream of bytes, to be recorded or
// disturbed before it becomes a uno.Conn. It knows where offices on Unix put
// their pipes.
func (o *Office) Raw() net.Conn {
	o.t.Helper()
	i := o.Instance()
	pipe := filepath.Join(filepath.Dir(i.Pipe), fmt.Sprintf("OSL_PIPE_%d_unodesk_%s", os.Getuid(), i.Tag()))
	c, err := net.DialTimeout("unix", pipe, 10*time.Second)
	if err != nil {
		o.Dial().Close() // which makes the office open the pipe
		if c, err = net.DialTimeout("unix", pipe, 10*time.Second); err != nil {
			o.t.Fatal(err)
		}
	}
	return c
}
