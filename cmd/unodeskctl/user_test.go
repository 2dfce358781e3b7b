//go:build unix

package main

import (
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// The main job: an office that its user started, without any preparation for
// us, with a file open.
func TestUsersOffice(t *testing.T) {
	for name, display := range map[string]func(t *testing.T) string{
		"headless": func(*testing.T) string { return "" },
		"window":   func(t *testing.T) string { return unotest.Display(t) },
	} {
		t.Run(name, func(t *testing.T) {
			first := unotest.StartOffice(t, unotest.OfficeOptions{})
			path := newFile(t, first.Dial())
			first.Kill()
			office := unotest.StartOffice(t, unotest.OfficeOptions{Display: display(t), Files: []string{path}})
			begin := time.Now()
			server := start(t, "--profile", office.Profile)
			until(t, "the file to be listed", func() bool { n, _ := server.firstDocument(t); return n == 1 })
			t.Logf("attached and listed after %v", time.Since(begin).Round(time.Millisecond))

			u := user{t, office.Dial()}
			model := u.document()
			if got, want := u.do(model, "com.sun.star.frame.XModel", "getURL"), (&url.URL{Scheme: "file", Path: path}).String(); got != want {
				t.Fatalf("the office shows %v, want %s", got, want)
			}
			a, _ := server.tool(t, "apply_document_content", map[string]any{"target": "end", "content": []string{"A <b>new</b> end."}})
			if a["status"] != "ok" {
				t.Fatalf("apply: %v", a)
			}
			if got := u.text(model); got != "A new end." {
				t.Errorf("the document says %q", got)
			}
			manager := u.do(model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager").(*uno.Object)
			u.do(manager, "com.sun.star.document.XUndoManager", "undo")
			if got := u.text(model); got != "" {
				t.Errorf("after one undo the document says %q", got)
			}
			server.stop(t, 3*time.Second)
			u.text(model) // the office is still there, with its document
		})
	}
}

// A04: quitting leaves the office, its document and the port alone.
func TestA04QuitTheApp(t *testing.T) {
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	u := user{t, office.Dial()}
	model := u.opens()
	server := start(t, "--profile", office.Profile)
	until(t, "the document", func() bool { n, _ := server.firstDocument(t); return n == 1 })
	if a, _ := server.tool(t, "apply_document_content", map[string]any{"target": "end", "content": []string{"unsaved"}}); a["status"] != "ok" {
		t.Fatal(a)
	}
	server.stop(t, 3*time.Second)
	address, err := url.Parse(server.address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", address.Host)
	if err != nil {
		t.Fatalf("the port is not free: %v", err)
	}
	l.Close()
	if got := u.text(model); got != "unsaved" {
		t.Errorf("the document says %q", got)
	}
	if u.do(model, "com.sun.star.util.XModifiable", "isModified") != true {
		t.Error("the document is not modified any more")
	}
	select {
	case <-office.Ended():
		t.Error("the office has ended")
	default:
	}
}
