package attach

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// The messages of the single-instance protocol; each ends in a NUL byte.
//
//	office  InternalIPC::SendArguments
//	client  InternalIPC::Arguments  0  ,argument ,argument …
//	office  InternalIPC::ProcessingDone
//
// The 0 stands for "no working directory". An office that is still starting
// accepts the connection, but sends nothing until it can take arguments.
const (
	ipcReady     = "InternalIPC::SendArguments"
	ipcArguments = "InternalIPC::Arguments"
	ipcDone      = "InternalIPC::ProcessingDone"
)

// errProtocol is the cause when what listens does not speak the protocol as we
// know it.
var errProtocol = errors.New("no single-instance protocol")

// maxIPCMessage bounds what an office may send as one message.
const maxIPCMessage = 256

var ipcEscapes = strings.NewReplacer(`\`, `\\`, `,`, `\,`, "\x00", `\0`)

// ipcMessage writes the client's message. An empty list would bring the
// office's window to the front.
func ipcMessage(arguments []string) []byte {
	var b bytes.Buffer
	b.WriteString(ipcArguments + "0")
	for _, a := range arguments {
		b.WriteByte(',')
		b.WriteString(ipcEscapes.Replace(a))
	}
	b.WriteByte(0)
	return b.Bytes()
}

// sendArguments hands command line arguments to the office at the other end of
// c, which has to be new. It waits for an office that is starting until ctx
// ends.
func sendArguments(ctx context.Context, c net.Conn, arguments ...string) error {
	defer closeWith(ctx, c)()
	if err := expect(c, ipcReady); err != nil {
		return fmt.Errorf("wait for the office: %w", ctxCause(ctx, err))
	}
	// One write: the office reads until a piece ends in NUL.
	if _, err := c.Write(ipcMessage(arguments)); err != nil {
		return fmt.Errorf("send arguments: %w", ctxCause(ctx, err))
	}
	if err := expect(c, ipcDone); err != nil {
		return fmt.Errorf("wait for the office to take the arguments: %w", ctxCause(ctx, err))
	}
	return nil
}

// answers waits until the office at the other end of c says that it takes
// arguments. The office passes over a connection that ends then.
func answers(ctx context.Context, c net.Conn) error {
	defer closeWith(ctx, c)()
	return ctxCause(ctx, expect(c, ipcReady))
}

// expect reads one message, byte by byte so that nothing after it is taken.
func expect(c net.Conn, want string) error {
	var got []byte
	for one := make([]byte, 1); ; {
		if _, err := c.Read(one); err != nil {
			return err
		}
		if one[0] == 0 {
			break
		}
		if got = append(got, one[0]); len(got) > maxIPCMessage {
			return fmt.Errorf("%w: endless answer", errProtocol)
		}
	}
	if string(got) != want {
		return fmt.Errorf("%w: answer %q, want %q", errProtocol, got, want)
	}
	return nil
}

// closeWith makes reads and writes of c fail once ctx ends; the function it
// gives ends that.
func closeWith(ctx context.Context, c net.Conn) func() {
	stop := context.AfterFunc(ctx, func() {
		// An error means that c is closed already, which is what is wanted.
		_ = c.SetDeadline(time.Unix(1, 0))
	})
	return func() { stop() }
}

// ctxCause gives the reason for which ctx ended in place of the time-out that
// it caused.
func ctxCause(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
