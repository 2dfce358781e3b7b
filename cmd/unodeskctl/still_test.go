//go:build unix

package main

import (
	"context"
	"flag"
	"syscall"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// stillTime is how long the server stands still; 30s is what docs/limits.md
// tells of.
var stillTime = flag.Duration("still", 2*time.Second, "how long the server stands still in TestServerStandsStill")

// listened gives an office with a document that a server listens to.
func listened(t *testing.T) (*unotest.Office, user, *uno.Object, *running) {
	t.Helper()
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	u := user{t, office.Dial()}
	model := u.opens()
	server := start(t, "--profile", office.Profile)
	until(t, "the document", func() bool { n, _ := server.firstDocument(t); return n == 1 })
	if a, _ := server.tool(t, "get_document_content", nil); a["status"] != "ok" {
		t.Fatal(a)
	}
	return office, u, model, server
}

// types enters text as the user does.
func (u user) types(model *uno.Object, text string) {
	u.t.Helper()
	view := u.do(model, "com.sun.star.frame.XModel", "getCurrentController").(*uno.Object)
	frame := u.do(view, "com.sun.star.frame.XController", "getFrame")
	helper, err := u.conn.Service(context.Background(), "com.sun.star.frame.DispatchHelper")
	if err != nil {
		u.t.Fatal(err)
	}
	for _, c := range text {
		u.do(helper, "com.sun.star.frame.XDispatchHelper", "executeDispatch", frame, ".uno:InsertText", "", int32(0), uno.PropertyValues("Text", string(c)))
	}
}

// A server that dies while it listens to a document holds nobody up.
func TestServerKilledWhileListening(t *testing.T) {
	_, u, model, server := listened(t)
	if err := server.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-server.done
	u.types(model, "typed after it")
	if got := u.text(model); got != "typed after it" {
		t.Errorf("the document says %q", got)
	}
}

// A server that stands still holds the user's typing up in the documents that
// it listens to, until it goes on or ends; nothing is lost.
func TestServerStandsStill(t *testing.T) {
	_, u, model, server := listened(t)
	unotest.Stop(t, server.cmd.Process.Pid)
	began := time.Now()
	typed := make(chan time.Duration, 1)
	go func() {
		u.types(model, "abc")
		typed <- time.Since(began)
	}()
	select {
	case took := <-typed:
		t.Logf("typing took %v while the server stood still", took)
		typed <- took
	case <-time.After(*stillTime):
	}
	unotest.Continue(t, server.cmd.Process.Pid)
	select {
	case took := <-typed:
		t.Logf("the server stood still for %v, typing took %v", *stillTime, took)
	case <-time.After(30 * time.Second):
		t.Fatal("typing does not end")
	}
	if got := u.text(model); got != "abc" {
		t.Errorf("the document says %q", got)
	}
	if a, _ := server.tool(t, "get_document_content", nil); a["content"] != "<p>abc</p>\n" {
		t.Errorf("the server reads %v", a)
	}
	if err := server.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Error(err)
	}
}
