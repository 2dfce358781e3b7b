//go:build unix

package cases

import (
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
)

// Everything that tools did is taken back, and nothing that the user did.
func TestTakeBackEverything(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	add := func(text string) {
		r.OK("apply_document_content", map[string]any{"document_url": uid, "target": "end", "content": []string{text}})
	}
	all := map[string]any{"document_url": uid, "all_own": true}
	text := func() string {
		return r.OK("get_document_content", map[string]any{"document_url": uid}).Text("content")
	}
	typeKeys(r, model, "User.")
	add("One.")
	add("Two.")
	r.OK("redo", map[string]any{"document_url": uid})
	if would := r.OK("undo", map[string]any{"document_url": uid, "all_own": true, "dry_run": true}); would["undone"] != 2.0 {
		t.Errorf("would take back %v", would)
	}
	if a := r.OK("undo", all); a["undone"] != 2.0 || a["can_undo"] != true {
		t.Errorf("took back %v", a)
	}
	if got := text(); got != "<p>User.</p>\n" {
		t.Errorf("the document reads %s", got)
	}
	if a := r.OK("undo", all); a["undone"] != 0.0 {
		t.Errorf("took back the user's steps: %v", a)
	}
	// Steps that the user has put on top are in the way.
	add("Three.")
	typeKeys(r, model, " More.")
	if a := r.OK("undo", all); a["undone"] != 0.0 {
		t.Errorf("took back the user's steps: %v", a)
	}
	if steps := r.Desktop.Steps(uid); len(steps) != 3 || steps[0].Title != "test: Edit text" {
		t.Errorf("the journal has %v", steps)
	}
}

// What the user takes back in the app: the newest step, or all of them, but
// never what the user did.
func TestUserTakesBack(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	const title = "test: Edit text"
	add := func(text string) {
		r.OK("apply_document_content", map[string]any{"document_url": uid, "target": "end", "content": []string{text}})
	}
	takesBack := func(step string, want int) {
		t.Helper()
		got, err := r.Desktop.TakeBack(t.Context(), uid, step)
		if err != nil || got.Steps != want {
			t.Errorf("took back %+v, %v; want %d steps", got, err, want)
		}
	}
	typeKeys(r, model, "User.")
	takesBack(title, 0)
	takesBack("", 0)
	add("One.")
	add("Two.")
	add("Three.")
	takesBack("test: Write cells", 0)
	takesBack(title, 1)
	takesBack("", 2)
	if got := r.OK("get_document_content", map[string]any{"document_url": uid}).Text("content"); got != "<p>User.</p>\n" {
		t.Errorf("the document reads %s", got)
	}
	// From a call in the middle on, although all steps have the same name and one was taken back by hand.
	add("One.")
	before := time.Now()
	add("Two.")
	first := time.Now()
	add("Three.")
	takesBack(title, 1)
	add("Four.")
	for _, want := range []int{2, 0} {
		if got, err := r.Desktop.TakeBackFrom(t.Context(), uid, first); err != nil || got.Steps != want {
			t.Errorf("took back %+v, %v; want %d steps", got, err, want)
		}
	}
	if got := r.OK("get_document_content", map[string]any{"document_url": uid}).Text("content"); got != "<p>User.</p>\n<p>One.</p>\n" {
		t.Errorf("the document reads %s", got)
	}
	typeKeys(r, model, " More.")
	if got, err := r.Desktop.TakeBackFrom(t.Context(), uid, before); err != nil || got.Steps != 0 {
		t.Errorf("took back the user's steps: %+v, %v", got, err)
	}
	if _, err := r.Desktop.TakeBack(t.Context(), "gone-1", ""); err == nil {
		t.Error("took something back in a document that is not open")
	}
}
