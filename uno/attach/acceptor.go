package attach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/unodesk/unodesk/uno"
)

const (
	// acceptTime is how long an office may take to open a pipe that it was
	// asked for; its main loop does it.
	acceptTime = 5 * time.Second
	// acceptPoll is how often we look whether the pipe is there.
	acceptPoll = 2 * time.Millisecond
)

// NoAcceptorError says that an office took the request for a pipe, but opened
// none.
type NoAcceptorError struct{ PID int }

func (e *NoAcceptorError) Error() string {
	return fmt.Sprintf("LibreOffice (process %d) opened no connection although it was asked to; "+
		"its settings may forbid it (Security, AllowInsecureUNORemoteProtocol)", e.PID)
}

// Dial connects to a running office. If the office has no acceptor of ours yet
// it is asked to open one, which nobody sees; an office that is starting is
// waited for until ctx ends.
func Dial(ctx context.Context, i Instance) (*uno.Conn, error) {
	c, err := dialInstance(ctx, i)
	if err != nil {
		return nil, err
	}
	conn, err := uno.NewConn(ctx, c, uno.Options{})
	if err != nil {
		return nil, err
	}
	useOwnTypes(ctx, conn, &databases{}, i.process.root)
	return conn, nil
}

// dialInstance opens the byte stream to an office.
func dialInstance(ctx context.Context, i Instance) (net.Conn, error) {
	if i.Pipe == "" {
		return nil, fmt.Errorf("office with process %d: %w", i.PID, errNoPipe)
	}
	name := acceptorName(i)
	pipe := sibling(i.Pipe, name)
	if c, err := dialOwned(ctx, pipe, i.PID); err == nil {
		return c, nil
	}
	if err := addAcceptor(ctx, i, name); err != nil {
		return nil, err
	}
	return awaitPipe(ctx, pipe, i.PID)
}

// acceptorName is the same for one office process, so that all our runs share
// one acceptor.
func acceptorName(i Instance) string {
	t := i.Tag()
	if t == "" {
		t = tag(i.Pipe)
	}
	return "unodesk_" + t
}

// acceptArgument is what the command line of an office would say.
func acceptArgument(name string) string {
	return "--accept=pipe,name=" + name + ";urp;StarOffice.ComponentContext"
}

// addAcceptor asks an office to open a pipe: by its single-instance protocol,
// or, if it does not speak that as we know it, by a second start of it.
func addAcceptor(ctx context.Context, i Instance, name string) error {
	c, err := dialOwned(ctx, i.Pipe, i.PID)
	if err != nil {
		return fmt.Errorf("reach the office: %w", err)
	}
	defer c.Close()
	err = sendArguments(ctx, c, acceptArgument(name))
	if !errors.Is(err, errProtocol) {
		return err // nil, or the office has ended, or does not answer
	}
	if second := startAgain(ctx, i, acceptArgument(name)); second != nil {
		return errors.Join(err, second)
	}
	return nil
}

// startAgain runs the office's program a second time, which hands its
// arguments over to the one that runs and ends. Should that one end at this
// moment, the second would become an office: then it is stopped.
func startAgain(ctx context.Context, i Instance, argument string) error {
	if i.process.program == "" || i.process.root != "" || i.Profile == "" {
		return errors.New("the office's program is not known")
	}
	if lookUp(i.PID).identity != i.process.identity {
		return errors.New("the office has ended")
	}
	ctx, cancel := context.WithTimeout(ctx, acceptTime)
	defer cancel()
	program := filepath.Join(filepath.Dir(i.process.program), "soffice")
	cmd := exec.CommandContext(ctx, program, "-env:UserInstallation="+i.Profile, argument)
	ownGroup(cmd)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("hand %s over by a second start: %w", argument, err)
	}
	return nil
}

// awaitPipe connects to a pipe that is about to appear.
func awaitPipe(ctx context.Context, pipe string, pid int) (net.Conn, error) {
	waiting, cancel := context.WithTimeoutCause(ctx, acceptTime, &NoAcceptorError{PID: pid})
	defer cancel()
	tick := time.NewTicker(acceptPoll)
	defer tick.Stop()
	for {
		c, err := dialOwned(waiting, pipe, pid)
		if err == nil || !errors.Is(err, errNoPipe) && !errors.Is(err, errPipeBusy) {
			return c, ctxCause(waiting, err)
		}
		select {
		case <-waiting.Done():
			return nil, context.Cause(waiting)
		case <-tick.C:
		}
	}
}

// dialOwned connects to a pipe and makes sure that the office with this process
// id listens there, not somebody who took the name.
func dialOwned(ctx context.Context, pipe string, pid int) (net.Conn, error) {
	c, err := dialPipe(ctx, pipe)
	if err != nil {
		return nil, err
	}
	got, err := peer(c)
	if err == nil && got != pid && pid != 0 {
		err = fmt.Errorf("%s belongs to process %d, not %d", pipe, got, pid)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}
