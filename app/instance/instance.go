// Package instance lets one Unodesk run at a time and passes a second start on to the first.
//
// The first one calls [Claim] and then [Instance.Serve]; a second one gets [ErrRunning] and calls [Show]. Both agree by
// folder and name: a lock file says who is first (it ends with its process, so a crash blocks nothing), a socket beside
// it carries the message.
package instance

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/unodesk/unodesk/app/internal/filelock"
)

// ErrRunning says that another process has claimed the place.
var ErrRunning = errors.New("it is running already")

// The conversation: one line each way.
const (
	askShow  = "show"
	answerOK = "ok"
)

// lineTimeout bounds a conversation; both sides answer at once.
const lineTimeout = 5 * time.Second

// Instance is the claimed place.
type Instance struct {
	lock     *filelock.Lock
	listener net.Listener
}

// Claim takes the place called name in dir, or returns ErrRunning. Name keeps sockets apart of apps with different
// state folders.
func Claim(dir, name string) (*Instance, error) {
	lock, err := filelock.Try(filepath.Join(dir, name+".lock"))
	if errors.Is(err, filelock.ErrHeld) {
		return nil, ErrRunning
	}
	if err != nil {
		return nil, fmt.Errorf("claim single start: %w", err)
	}
	path := socketPath(dir, name)
	os.Remove(path) // left by a crash: nobody else may listen while the lock is ours
	listener, err := listen(path)
	if err != nil {
		lock.Release()
		return nil, fmt.Errorf("listen for further starts: %w", err)
	}
	return &Instance{lock: lock, listener: listener}, nil
}

// Serve calls show for each further start, until Close.
func (i *Instance) Serve(show func()) {
	for {
		conn, err := i.listener.Accept()
		if err != nil {
			return
		}
		answer(conn, show)
	}
}

func answer(conn net.Conn, show func()) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(lineTimeout))
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || strings.TrimSpace(line) != askShow {
		return
	}
	show()
	fmt.Fprintln(conn, answerOK)
}

// Close gives the place up.
func (i *Instance) Close() error {
	return errors.Join(i.listener.Close(), i.lock.Release())
}

// Show asks the running instance to show itself.
func Show(ctx context.Context, dir, name string) error {
	ctx, cancel := context.WithTimeout(ctx, lineTimeout)
	defer cancel()
	conn, err := dial(ctx, socketPath(dir, name))
	if err != nil {
		return fmt.Errorf("reach the running Unodesk: %w", err)
	}
	defer conn.Close()
	deadline, _ := ctx.Deadline()
	conn.SetDeadline(deadline)
	fmt.Fprintln(conn, askShow)
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || strings.TrimSpace(line) != answerOK {
		return fmt.Errorf("the running Unodesk does not answer: %q, %w", line, errors.Join(err))
	}
	return nil
}
