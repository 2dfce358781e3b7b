//go:build unix

package cases

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// saveAs stores a document in a file and returns its URL.
func saveAs(r *servertest.Rig, model *uno.Object, path string) string {
	u := (&url.URL{Scheme: "file", Path: path}).String()
	r.Do(model, "com.sun.star.frame.XStorable", "storeAsURL", u, []*uno.Struct{})
	return u
}

// A01: the office was started as usual; nothing is restarted, nothing opens.
func TestA01AttachToAnOfficeThatIsAlreadyOpen(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	saveAs(r, model, filepath.Join(t.TempDir(), "mein brief ü.odt"))
	r.Do(body(r, model), iRange, "setString", "unsaved typing")
	start := time.Now()
	docs := r.OK("list_open_documents", nil)["documents"].([]any)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("the list took %v", took)
	}
	if len(docs) != 1 {
		t.Fatalf("documents: %v", docs)
	}
	doc := docs[0].(map[string]any)
	equal(t, "name", doc["name"], any("mein brief ü.odt"))
	equal(t, "uid", doc["uid"], any(uid))
	equal(t, "modified", doc["modified"], any(true))
	equal(t, "kind", doc["doc_type"], any("writer"))
	equal(t, "typing", text(r, model), "unsaved typing")
	sockets(t, r.Office.PID)
}

// sockets fails when a process listens on TCP.
func sockets(t *testing.T, pid int) {
	t.Helper()
	for _, table := range []string{"tcp", "tcp6"} {
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		if err != nil {
			t.Fatal(err)
		}
		inodes := map[string]bool{}
		for _, line := range strings.Split(string(b), "\n")[1:] {
			if f := strings.Fields(line); len(f) > 9 && f[3] == "0A" {
				inodes["socket:["+f[9]+"]"] = true
			}
		}
		fds, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
		if err != nil {
			t.Fatal(err)
		}
		for _, fd := range fds {
			if to, err := os.Readlink(fd); err == nil && inodes[to] {
				t.Errorf("the office listens on TCP (%s)", table)
			}
		}
	}
}

// A02: a call that comes while the office starts waits or is told so.
func TestA02OfficeIsStillStarting(t *testing.T) {
	r := servertest.Detached(t)
	r.Fails("OFFICE_UNAVAILABLE", "list_open_documents", nil)
	type outcome struct {
		p   *attach.Process
		err error
	}
	started := make(chan outcome, 1)
	go func() {
		p, err := attach.Start(context.Background(), attach.StartOptions{Profile: r.Profile, Headless: true, Args: []string{"--nologo"}})
		started <- outcome{p, err}
	}()
	pid := 0
	wait(t, "the office's process", func() bool {
		list, err := attach.Instances(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range list {
			if i.Profile == attach.ProfileURL(r.Profile) {
				pid = i.PID
			}
		}
		return pid != 0
	})
	pause(t, pid)
	start := time.Now()
	a := r.Fails("OFFICE_STARTING", "list_open_documents", nil)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("the answer took %v", took)
	}
	contains(t, "next", a.Text("next"), "again")
	unotest.Continue(t, pid)
	o := <-started
	if o.err != nil {
		t.Fatal(o.err)
	}
	t.Cleanup(func() { _ = o.p.Kill() })
	wait(t, "the call to work", func() bool { return r.Call("list_open_documents", nil)["status"] == "ok" })
}

func pause(t *testing.T, pid int) {
	t.Helper()
	unotest.Stop(t, pid)
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
}

func wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited a minute for %s", what)
		}
	}
}

// A03: the office dies and comes back.
func TestA03OfficeDiesAndComesBack(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	file := filepath.Join(t.TempDir(), "one.odt")
	saveAs(r, model, file)
	_, other := r.Open("scalc")
	r.Office.Kill()
	start := time.Now()
	a := r.Call("get_document_content", props{"document_url": uid})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the answer took %v", took)
	}
	if code := a.Code(); code != "OFFICE_LOST" && code != "OFFICE_UNAVAILABLE" {
		t.Errorf("answer: %v", a)
	}
	equal(t, "outcome", a.Text("outcome"), "nothing_changed")
	wait(t, "the state to say so", func() bool {
		phase := r.Watcher.State().Phase
		return phase == attach.Lost || phase == attach.Unavailable
	})
	r.Start(file)
	wait(t, "the document to be open again", func() bool {
		docs, _ := r.Call("list_open_documents", nil)["documents"].([]any)
		return len(docs) == 1
	})
	for _, old := range []string{uid, other} {
		r.Fails("DOCUMENT_NOT_FOUND", "get_document_content", props{"document_url": old})
	}
	r.OK("get_document_content", props{"document_url": "file://" + file})
}

// A07: a call that gets no answer ends in time, says so, and its late reply is
// taken for nothing else.
func TestA07StuckCall(t *testing.T) {
	r := servertest.New(t)
	model1, uid1 := r.Open("swriter")
	model2, uid2 := r.Open("swriter")
	r.Do(body(r, model1), iRange, "setString", "first")
	r.Do(body(r, model2), iRange, "setString", "second")
	steps := undoTitles(r, model1)

	ctx, end := uno.Scope(context.Background())
	defer end()
	doc, err := r.Desktop.Find(ctx, document.Target{Ref: uid1})
	if err != nil {
		t.Fatal(err)
	}
	target := body(r, model1)
	plan := document.NewPlan(doc, nil, func(context.Context) (any, error) { return "done", nil },
		document.Edit{Name: "write", Do: func(ctx context.Context) error {
			pause(t, r.Office.PID)
			_, err := target.Call(ctx, iRange, "setString", "changed")
			return err
		}})
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	start := time.Now()
	_, err = plan.Apply(limited, "test: stuck")
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("the answer took %v", took)
	}
	coded, ok := err.(interface{ Code() string })
	if !ok || coded.Code() != "OUTCOME_UNKNOWN" {
		t.Fatalf("Apply: %v", err)
	}
	unotest.Continue(t, r.Office.PID)
	start = time.Now()
	a := r.OK("get_document_content", props{"document_url": uid2})
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("the other call took %v", took)
	}
	equal(t, "the other document", a.Text("content"), "<p>second</p>\n")
	// The unfinished edit is taken back, and the user's Undo works.
	wait(t, "the edit to be ended", func() bool {
		a := r.OK("get_document_content", props{"document_url": uid1})
		return a.Text("content") == "<p>first</p>\n"
	})
	equal(t, "undo list", undoTitles(r, model1), steps)
	r.OK("apply_document_content", props{"document_url": uid1, "target": "end", "content": []string{"more"}})
	equal(t, "text after a new edit", text(r, model1), "first\nmore")
}

// A09: the office calls a listener while it works on our call.
func TestA09CallBacksWhileWaiting(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("scalc")
	events := make(chan struct{}, 1)
	count := 0
	listener, err := r.Conn().ExportInline(func(context.Context, string, []any) (any, []any, error) {
		count++
		select {
		case events <- struct{}{}:
		default:
		}
		return nil, nil, nil
	}, "com.sun.star.util.XModifyListener")
	if err != nil {
		t.Fatal(err)
	}
	r.Do(model, "com.sun.star.util.XModifyBroadcaster", "addModifyListener", listener)
	rows := make([]any, 100)
	for i := range rows {
		row := make([]any, 10)
		for j := range row {
			row[j] = i * j
		}
		rows[i] = row
	}
	for i := range 200 {
		start := time.Now()
		r.OK("write_formula_range", props{"document_url": uid, "range": []string{"A1:J100"}, "values": rows})
		if took := time.Since(start); took > 10*time.Second {
			t.Fatalf("write %d took %v", i, took)
		}
	}
	select {
	case <-events:
	case <-time.After(10 * time.Second):
		t.Error("the listener heard nothing")
	}
	r.Do(model, "com.sun.star.util.XModifyBroadcaster", "removeModifyListener", listener)
}

// A23: documents that look alike are told apart.
func TestA23Twins(t *testing.T) {
	r := servertest.New(t)
	folder := t.TempDir()
	modelA, _ := r.Open("scalc")
	urlA := saveAs(r, modelA, filepath.Join(folder, "A.ods"))
	content, err := os.ReadFile(filepath.Join(folder, "A.ods"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "B.ods"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	urlB := strings.Replace(urlA, "A.ods", "B.ods", 1)
	_, uidB := r.Load(urlB)
	r.Open("scalc")
	r.Open("scalc")
	seen := map[string]bool{}
	for _, d := range r.OK("list_open_documents", nil)["documents"].([]any) {
		seen[d.(map[string]any)["uid"].(string)] = true
	}
	equal(t, "different uids", len(seen), 4)

	a := r.OK("write_formula_range", props{"document_url": urlB, "range": []string{"A1"}, "values": "only B"})
	echo, _ := a["document"].(props)
	delete(echo, "revision")
	equal(t, "echo", echo, props{"name": "B.ods", "uid": uidB})
	read := func(url string) string {
		a := r.OK("read_cell_range", props{"document_url": url, "range": []string{"A1"}})
		return fmt.Sprint(a["result"])
	}
	contains(t, "B", read(urlB), "only B")
	if s := read(urlA); strings.Contains(s, "only B") {
		t.Errorf("A has it, too: %s", s)
	}
}

// activate makes a document's window the active one.
func activate(r *servertest.Rig, model *uno.Object) {
	frame := r.Object(r.Object(model, "com.sun.star.frame.XModel", "getCurrentController"), "com.sun.star.frame.XController", "getFrame")
	r.Do(frame, "com.sun.star.frame.XFrame", "activate")
}

// An edit that names no document never lands in one that the conversation has
// not worked on.
func TestA23EditWithoutATarget(t *testing.T) {
	r := servertest.New(t)
	_, first := r.Open("swriter")
	r.OK("apply_document_content", props{"target": "end", "content": []string{"one document, no doubt"}})
	second, _ := r.Open("swriter")
	activate(r, second) // 25.2 does not, without windows
	a := r.Fails("TARGET_CHANGED", "apply_document_content", props{"target": "end", "content": []string{"where?"}})
	contains(t, "message", a.Text("message"), first)
	r.OK("apply_document_content", props{"target": "end", "content": []string{"here"}, "document_url": first})
}

// A document that was worked on is found by each of its names, and under none
// once the user has closed it.
func TestBehaviour06DocumentByAllItsNames(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	path := filepath.Join(t.TempDir(), "mit Umläuten und #.odt")
	r.OK("save_document", props{"path": path, "document_url": uid})
	r.Open("scalc")
	location := r.Do(model, "com.sun.star.frame.XModel", "getURL").(string)
	for _, ref := range []string{uid, path, location, " " + uid, strings.ReplaceAll(location, "%20", " "), location + "/"} {
		for range 2 {
			echo := r.OK("get_document_content", props{"document_url": ref})["document"].(props)
			equal(t, "the document "+ref, echo["uid"], any(uid))
		}
		if got, err := r.Desktop.UID(t.Context(), ref); err != nil || got != uid {
			t.Errorf("%q means %q, %v", ref, got, err)
		}
	}
	renamed := filepath.Join(t.TempDir(), "anders.odt")
	r.OK("save_document", props{"path": renamed, "document_url": uid})
	echo := r.OK("get_document_content", props{"document_url": uid})["document"].(props)
	equal(t, "name", echo["name"], any("anders.odt"))
	r.Do(model, "com.sun.star.util.XCloseable", "close", true)
	for _, ref := range []string{uid, renamed} {
		r.Fails("DOCUMENT_NOT_FOUND", "get_document_content", props{"document_url": ref})
	}
	for _, ref := range []string{uid, "uid:" + uid, "file:///other.odt"} {
		if got, err := r.Desktop.UID(t.Context(), ref); err == nil {
			t.Errorf("%q, which is not open, means %q", ref, got)
		}
	}
}
