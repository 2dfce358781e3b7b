//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// kills is how often each of the tests below kills something.
const kills = 20

// tool calls a tool over HTTP as a client without a session does.
func (r *running) tool(t *testing.T, name string, args map[string]any) (answer map[string]any, took time.Duration) {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": name, "arguments": args},
	})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	resp, err := http.Post(r.address, "application/json", bytes.NewReader(body))
	took = time.Since(start)
	if err != nil {
		return nil, took
	}
	defer resp.Body.Close()
	var reply struct {
		Result struct{ Content []struct{ Text string } }
	}
	if err := json.NewDecoder(resp.Body).Decode(&reply); err != nil || len(reply.Result.Content) != 1 {
		return nil, took
	}
	if err := json.Unmarshal([]byte(reply.Result.Content[0].Text), &answer); err != nil {
		t.Errorf("%s answered %q", name, reply.Result.Content[0].Text)
	}
	return answer, took
}

// user is somebody who works in the office while the server does.
type user struct {
	t    *testing.T
	conn *uno.Conn
}

func (u user) do(o *uno.Object, iface, method string, args ...any) any {
	u.t.Helper()
	v, err := o.Call(context.Background(), iface, method, args...)
	if err != nil {
		u.t.Fatalf("%s.%s: %v", iface, method, err)
	}
	return v
}

// document returns the model of the one document that is open.
func (u user) document() *uno.Object {
	u.t.Helper()
	desktop, err := u.conn.Service(context.Background(), "com.sun.star.frame.Desktop")
	if err != nil {
		u.t.Fatal(err)
	}
	model, ok := u.do(desktop, "com.sun.star.frame.XDesktop", "getCurrentComponent").(*uno.Object)
	if !ok {
		u.t.Fatal("no document is open")
	}
	return model
}

// opens makes a new text document, as the user does.
func (u user) opens() *uno.Object {
	u.t.Helper()
	desktop, err := u.conn.Service(context.Background(), "com.sun.star.frame.Desktop")
	if err != nil {
		u.t.Fatal(err)
	}
	return u.do(desktop, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL",
		"private:factory/swriter", "_blank", 0, []*uno.Struct{}).(*uno.Object)
}

func (u user) text(model *uno.Object) string {
	u.t.Helper()
	text := u.do(model, "com.sun.star.text.XTextDocument", "getText").(*uno.Object)
	return u.do(text, "com.sun.star.text.XTextRange", "getString").(string)
}

// newFile makes an empty text document and returns its path.
func newFile(t *testing.T, conn *uno.Conn) string {
	t.Helper()
	u := user{t, conn}
	desktop, err := conn.Service(context.Background(), "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	model := u.do(desktop, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL",
		"private:factory/swriter", "_blank", 0, uno.PropertyValues("Hidden", true)).(*uno.Object)
	path := filepath.Join(t.TempDir(), "mein brief ü.odt")
	u.do(model, "com.sun.star.frame.XStorable", "storeAsURL", (&url.URL{Scheme: "file", Path: path}).String(), []*uno.Struct{})
	u.do(model, "com.sun.star.util.XCloseable", "close", true)
	return path
}

func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(30 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited a minute for %s", what)
		}
	}
}

// A killed office costs at most the edit that was under way; what was reported
// as done and saved is there exactly once, and nobody restarts the server.
func TestOfficeKilledDuringEdits(t *testing.T) {
	profile := unotest.Profile(t)
	office := unotest.StartOffice(t, unotest.OfficeOptions{Profile: profile})
	path := newFile(t, office.Dial())
	office.Kill()
	server := start(t, "--profile", profile)
	kept := map[string]bool{} // reported as done before the last save
	dead := map[string]bool{} // reported as not done
	unknown := 0
	for round := range kills {
		office = startWith(t, server, profile, path)
		unknown += editAndKill(t, server, office, round, kept, dead)
	}
	office = startWith(t, server, profile, path)
	conn := office.Dial()
	lines := map[string]int{}
	for _, line := range strings.Split(user{t, conn}.text(user{t, conn}.document()), "\n") {
		lines[line]++
	}
	for edit := range kept {
		if lines[edit] != 1 {
			t.Errorf("%q was reported as done and saved, and is there %d times", edit, lines[edit])
		}
	}
	for edit := range dead {
		if lines[edit] != 0 {
			t.Errorf("%q was reported as not done, and is there", edit)
		}
	}
	t.Logf("%d edits saved, %d without effect, %d of unknown outcome", len(kept), len(dead), unknown)
	if unknown > kills {
		t.Errorf("%d unknown outcomes in %d kills: edits of one document run one at a time, so one at most can be under way", unknown, kills)
	}
}

// startWith starts an office with a document until the server sees it. An office
// that does not open the document itself is started again, which a killed one
// needs now and then; one that has it and that the server does not see is a fault
// of ours.
func startWith(t *testing.T, server *running, profile, path string) *unotest.Office {
	t.Helper()
	for try := 1; ; try++ {
		office := unotest.StartOffice(t, unotest.OfficeOptions{Profile: profile, Files: []string{path}})
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
			if docs, _ := server.firstDocument(t); docs == 1 {
				return office
			}
		}
		a, took := server.tool(t, "list_open_documents", nil)
		has, err := hasDocument(office)
		t.Logf("try %d: after 20 s the server lists %v (in %v); the office has a document: %v, %v\n%s\n%s",
			try, a, took, has, err, server.ctl(t, "status").out, server.log)
		if has || try == 3 {
			t.Fatal("the server does not see the document")
		}
		office.Kill()
		<-office.Ended()
	}
}

// hasDocument asks an office whether it has a document open.
func hasDocument(office *unotest.Office) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := attach.Dial(ctx, office.Instance())
	if err != nil {
		return false, err
	}
	defer conn.Close()
	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return false, err
	}
	current, err := desktop.CallObject(ctx, "com.sun.star.frame.XDesktop", "getCurrentComponent")
	return current != nil, err
}

// firstDocument returns how many documents are open and the uid of the first.
func (r *running) firstDocument(t *testing.T) (int, string) {
	a, _ := r.tool(t, "list_open_documents", nil)
	docs, _ := a["documents"].([]any)
	if len(docs) == 0 {
		return 0, ""
	}
	uid, _ := docs[0].(map[string]any)["uid"].(string)
	return len(docs), uid
}

// editAndKill sends 100 edits from four clients, saves now and then, and kills
// the office somewhere in between.
func editAndKill(t *testing.T, server *running, office *unotest.Office, round int, kept, dead map[string]bool) (unknown int) {
	conn := office.Dial()
	u := user{t, conn}
	model := u.document()
	var mu sync.Mutex
	done := map[string]bool{}
	save := func() {
		mu.Lock()
		before := make([]string, 0, len(done))
		for edit := range done {
			before = append(before, edit)
		}
		mu.Unlock()
		if _, err := model.Call(context.Background(), "com.sun.star.frame.XStorable", "store"); err != nil {
			return // the office has died
		}
		for _, edit := range before {
			kept[edit] = true
		}
	}
	killer := time.AfterFunc(time.Duration(rand.IntN(900))*time.Millisecond, office.Kill)
	defer killer.Stop()
	var clients sync.WaitGroup
	for client := range 4 {
		clients.Go(func() {
			for i := range 25 {
				edit := fmt.Sprintf("edit %d-%d-%d", round, client, i)
				a, took := server.tool(t, "apply_document_content", map[string]any{"target": "end", "content": []string{edit}})
				if took > 5*time.Second {
					t.Errorf("%s took %v", edit, took)
				}
				mu.Lock()
				switch code, _ := a["code"].(string); {
				case a["status"] == "ok":
					done[edit] = true
				case code == "OUTCOME_UNKNOWN":
					unknown++
				case a["outcome"] == "nothing_changed":
					dead[edit] = true
				default:
					t.Errorf("%s: %v", edit, a)
				}
				mu.Unlock()
			}
		})
	}
	finished := make(chan struct{})
	go func() { clients.Wait(); close(finished) }()
	for saving := true; saving; {
		select {
		case <-finished:
			saving = false
		case <-time.After(60 * time.Millisecond):
			save()
		}
	}
	office.Kill()
	<-office.Ended()
	return unknown
}

// bigContent is an edit that takes the office a while.
func bigContent(round int) string {
	var b strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&b, "<p>round %d paragraph %d with <b>bold</b> and <i>italic</i> words</p>", round, i)
	}
	return b.String()
}

var bigLines = regexp.MustCompile(`(?m)^round (\d+) paragraph \d+ `)

// A server that is killed inside an edit leaves nothing that the next one does
// not put right: the document holds the whole edit or nothing of it, and the
// user's Undo works.
func TestServerKilledDuringAnEdit(t *testing.T) {
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	conn := office.Dial()
	u := user{t, conn}
	model := u.opens()
	manager := u.do(model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager").(*uno.Object)
	titles := func() []string {
		return u.do(manager, "com.sun.star.document.XUndoManager", "getAllUndoActionTitles").([]string)
	}
	state := filepath.Join(t.TempDir(), "state")
	inside := 0
	for round := range kills {
		server := start(t, "--profile", office.Profile, "--state", state)
		until(t, "the document", func() bool { n, _ := server.firstDocument(t); return n == 1 })
		before := u.text(model)
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			server.tool(t, "apply_document_content", map[string]any{"target": "end", "content": []string{bigContent(round)}})
		}()
		time.Sleep(time.Duration(5+rand.IntN(300)) * time.Millisecond)
		if err := server.cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		<-server.done
		<-gone
		notes, err := filepath.Glob(filepath.Join(state, "edit-*.json"))
		if err != nil {
			t.Fatal(err)
		}
		inside += len(notes)

		next := start(t, "--profile", office.Profile, "--state", state)
		until(t, "the edit to be ended", func() bool {
			left, err := filepath.Glob(filepath.Join(state, "edit-*.json"))
			return err == nil && len(left) == 0
		})
		after := u.text(model)
		if n := len(bigLines.FindAllString(strings.TrimPrefix(after, before), -1)); n != 0 && n != 1500 {
			t.Fatalf("round %d: %d of 1500 paragraphs are there", round, n)
		}
		// The user types and takes it back.
		text := u.do(model, "com.sun.star.text.XTextDocument", "getText").(*uno.Object)
		steps := len(titles())
		u.do(text, "com.sun.star.text.XSimpleText", "insertString", u.do(text, "com.sun.star.text.XTextRange", "getStart"), "typed ", false)
		if n := len(titles()); n != steps+1 {
			t.Fatalf("round %d: typing made %d undo steps: %v", round, n-steps, titles()[:min(3, n)])
		}
		u.do(manager, "com.sun.star.document.XUndoManager", "undo")
		if got := u.text(model); got != after {
			t.Fatalf("round %d: the user's Undo left %d characters, want %d", round, len(got), len(after))
		}
		if len(after) != len(before) { // take the whole edit back, as a user would
			u.do(manager, "com.sun.star.document.XUndoManager", "undo")
			if got := u.text(model); got != before {
				t.Fatalf("round %d: one Undo of the edit left %d characters, want %d", round, len(got), len(before))
			}
		}
		next.stop(t, 5*time.Second)
	}
	t.Logf("%d of %d kills hit the inside of an edit", inside, kills)
	if inside == 0 {
		t.Error("no kill hit the inside of an edit: the test shows nothing")
	}
}
