package uno_test

import (
	"errors"
	"io"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// A question whether the office may end is answered; when it does end, so does
// the connection.
func TestEndWithOffice(t *testing.T) {
	const iface = "com.sun.star.frame.XTerminateListener"
	added := make(chan struct{})
	conn := dial(t, func(p *unotest.Peer) {
		hand(p, "manager")
		p.Return(p.Expect("manager", "createInstanceWithContext"), p.Object("desktop", "com.sun.star.uno.XInterface"))
		grant(p, "desktop")
		c := p.Expect("desktop", "addTerminateListener")
		ref := c.Args[0].(unotest.Ref)
		p.Return(c, nil)
		<-added
		source := uno.NewStruct("com.sun.star.lang.EventObject")
		if r := p.Ask("office", ref.OID, iface, "queryTermination", source); r.Exception != nil {
			t.Errorf("the office may not end: %v", r.Exception)
		}
		p.Send("office", ref.OID, iface, "notifyTermination", source)
		_, _ = io.Copy(io.Discard, p.Conn) // the answer, if it comes first
	})
	if err := conn.EndWithOffice(t.Context()); err != nil {
		t.Fatal(err)
	}
	if conn.Err() != nil {
		t.Fatal(conn.Err())
	}
	close(added)
	wait(t, "end of the connection", conn.Done())
	if !errors.Is(conn.Err(), uno.ErrClosed) {
		t.Errorf("it ended with %v", conn.Err())
	}
}
