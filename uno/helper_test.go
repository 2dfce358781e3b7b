package uno_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

const (
	iText     = "com.sun.star.container.XNamed" // getName, setName
	iXI       = "com.sun.star.uno.XInterface"
	iListener = "com.sun.star.document.XDocumentEventListener"
	iEvents   = "com.sun.star.document.XDocumentEventBroadcaster"
)

// dial connects to a peer that plays script after the negotiation.
func dial(t *testing.T, script func(p *unotest.Peer)) *uno.Conn {
	t.Helper()
	return dialWith(t, uno.Options{Timeout: 10 * time.Second}, script)
}

func dialWith(t *testing.T, o uno.Options, script func(p *unotest.Peer)) *uno.Conn {
	t.Helper()
	conn, err := uno.NewConn(t.Context(), unotest.Pipe(t, func(p *unotest.Peer) {
		p.Negotiate()
		script(p)
	}), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// scripted is dial with a channel that is closed when the script has ended.
func scripted(t *testing.T, script func(p *unotest.Peer)) (*uno.Conn, <-chan struct{}) {
	t.Helper()
	done := make(chan struct{})
	return dial(t, func(p *unotest.Peer) {
		defer close(done)
		script(p)
	}), done
}

// first gets an object from a peer that gives one as the service manager.
func first(t *testing.T, conn *uno.Conn) *uno.Object {
	t.Helper()
	o, err := conn.Context().CallObject(t.Context(), "com.sun.star.uno.XComponentContext", "getServiceManager")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// granted is first with another context, for a peer that grants the object at
// once.
func granted(t *testing.T, ctx context.Context, conn *uno.Conn) *uno.Object {
	t.Helper()
	o, err := conn.Context().CallObject(ctx, "com.sun.star.uno.XComponentContext", "getServiceManager")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Has(ctx, iText); err != nil {
		t.Fatal(err)
	}
	return o
}

// hand answers first with an object that is known by an interface.
func hand(p *unotest.Peer, oid string) {
	c := p.Expect(unotest.Root, "queryInterface")
	p.Return(c, uno.Any{Type: c.Args[0].(uno.Type), Value: p.Object(unotest.Root, "com.sun.star.uno.XComponentContext")})
	p.Return(p.Expect(unotest.Root, "getServiceManager"), p.Object(oid, "com.sun.star.lang.XMultiComponentFactory"))
}

// grant answers a queryInterface with yes.
func grant(p *unotest.Peer, oid string) {
	c := p.Expect(oid, "queryInterface")
	p.Return(c, uno.Any{Type: c.Args[0].(uno.Type), Value: p.Object(oid, c.Args[0].(uno.Type).Name)})
}

// wait fails the test when something does not happen in a generous time.
func wait(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("%s: not within 20 s", what)
	}
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within 20 s", what)
		}
	}
}

// start runs f and gives its error.
func start(f func() error) <-chan error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	return done
}

func name(ctx context.Context, o *uno.Object) error {
	_, err := o.Call(ctx, iText, "getName")
	return err
}

// unsent checks that an error proves that the call was not sent.
func unsent(t *testing.T, err error, cause error) {
	t.Helper()
	if !uno.NothingSent(err) || cause != nil && !errors.Is(err, cause) {
		t.Errorf("got %v, want %v and nothing sent", err, cause)
	}
}

// sent checks that an error says that the call may have been seen.
func sent(t *testing.T, err error, cause error) {
	t.Helper()
	if err == nil || uno.NothingSent(err) || !errors.Is(err, cause) {
		t.Errorf("got %v, want %v after sending", err, cause)
	}
}
