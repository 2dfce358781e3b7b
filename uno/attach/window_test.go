//go:build linux

package attach_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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

// A06: the window that offers to recover documents is seen as what it is.
func TestRecoveryIsWaiting(t *testing.T) {
	profile := unotest.Profile(t)
	file := textFile(t, "lost.txt")
	settings := filepath.Join(profile, "user", "registrymodifications.xcu")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	entry := fmt.Sprintf(recoveryEntry, attach.ProfileURL(file), attach.ProfileURL(file))
	changed := strings.Replace(string(text), "</oor:items>", entry+"</oor:items>", 1)
	if err := os.WriteFile(settings, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
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

// recoveryEntry is what an office that crashed with a document leaves in its
// settings.
const recoveryEntry = `<item oor:path="/org.openoffice.Office.Recovery/RecoveryList">
<node oor:name="recovery_item_1" oor:op="replace">
<prop oor:name="OriginalURL" oor:op="fuse"><value>%s</value></prop>
<prop oor:name="TempURL" oor:op="fuse"><value>%s</value></prop>
<prop oor:name="FactoryURL" oor:op="fuse"><value>private:factory/swriter</value></prop>
<prop oor:name="Filter" oor:op="fuse"><value>Text</value></prop>
<prop oor:name="Module" oor:op="fuse"><value>com.sun.star.text.TextDocument</value></prop>
<prop oor:name="DocumentState" oor:op="fuse"><value>1</value></prop>
<prop oor:name="Title" oor:op="fuse"><value>lost.txt</value></prop>
</node></item>
<item oor:path="/org.openoffice.Office.Recovery/RecoveryInfo"><prop oor:name="Crashed" oor:op="fuse"><value>true</value></prop></item>
`
