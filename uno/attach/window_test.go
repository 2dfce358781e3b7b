//go:build linux

package attach_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// Attaching to an office with windows changes nothing that the user sees, and a
// dialog that waits for the user is seen.
func TestOfficeWithWindows(t *testing.T) {
	file := textFile(t, "letter.txt")
	office := unotest.StartOffice(t, unotest.OfficeOptions{
		Display: unotest.Display(t), Backend: "gen", Files: []string{file},
	})
	w := attach.NewWatcher(attach.Options{Profile: office.Profile})
	w.SetPace(200 * time.Millisecond)
	watch(t, w)
	await(t, w, 5*time.Second, "attached", phase(attach.Attached))
	o, err := w.Office(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The document may come up after the office does.
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if len(documents(t, o.Conn)) == 1 {
			break
		}
	}
	if list := documents(t, o.Conn); len(list) != 1 {
		t.Fatalf("documents %q", list)
	}
	if dialog, err := o.Dialog(t.Context()); dialog != "" || err != nil {
		t.Errorf("dialog %q, %v", dialog, err)
	}

	closed, end := messageBox(t, o.Conn, "Überraschung")
	s := await(t, w, 10*time.Second, "waiting", phase(attach.Waiting))
	if s.Dialog != "Überraschung" {
		t.Errorf("state %+v", s)
	}
	if dialog, err := o.Dialog(t.Context()); dialog != "Überraschung" || err != nil {
		t.Errorf("dialog %q, %v", dialog, err)
	}
	if list := documents(t, o.Conn); len(list) != 1 {
		t.Errorf("documents under a dialog: %q", list)
	}
	end()
	select {
	case <-closed:
	case <-time.After(10 * time.Second):
		t.Error("the dialog does not close")
	}
	await(t, w, 10*time.Second, "attached", phase(attach.Attached))
}

// messageBox shows a modal box over the document; the channel is closed when
// it is gone, the function makes it go.
func messageBox(t *testing.T, conn *uno.Conn, title string) (<-chan struct{}, func()) {
	t.Helper()
	ctx := t.Context()
	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	frame, err := desktop.CallObject(ctx, "com.sun.star.frame.XDesktop", "getCurrentFrame")
	if err != nil || frame == nil {
		t.Fatal("no frame:", err)
	}
	window, err := frame.CallObject(ctx, "com.sun.star.frame.XFrame", "getContainerWindow")
	if err != nil {
		t.Fatal(err)
	}
	toolkit, err := conn.Service(ctx, "com.sun.star.awt.Toolkit")
	if err != nil {
		t.Fatal(err)
	}
	box, err := toolkit.CallObject(ctx, "com.sun.star.awt.XMessageBoxFactory", "createMessageBox", window,
		uno.Enum{Type: "com.sun.star.awt.MessageBoxType", Value: 2}, int32(1), title, "Please answer.")
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if _, err := box.Call(ctx, "com.sun.star.awt.XMessageBox", "execute"); err != nil {
			t.Error(err)
		}
	}()
	return closed, func() {
		if _, err := box.Call(ctx, "com.sun.star.lang.XComponent", "dispose"); err != nil {
			t.Error(err)
		}
	}
}

// TestA06RecoveryIsWaiting: the window that offers to recover documents is seen as what it is.
func TestA06RecoveryIsWaiting(t *testing.T) {
	profile := unotest.Profile(t)
	unotest.Crashed(t, profile, textFile(t, "lost.txt"))
	unotest.StartOffice(t, unotest.OfficeOptions{
		Profile: profile, Display: unotest.Display(t), Backend: "gen", Restore: true,
	})
	w := attach.NewWatcher(attach.Options{Profile: profile})
	w.SetPace(200 * time.Millisecond)
	watch(t, w)
	s := await(t, w, 10*time.Second, "waiting", phase(attach.Waiting))
	if !strings.Contains(s.Dialog, "Recovery") || !strings.Contains(s.Detail, s.Dialog) {
		t.Errorf("state %+v", s)
	}
}
