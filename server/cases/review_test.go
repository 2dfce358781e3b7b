//go:build unix

package cases

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// userData is where the office's settings have the user's name.
func userData(r *servertest.Rig) *uno.Object {
	provider, err := r.Conn().Service(context.Background(), "com.sun.star.configuration.ConfigurationProvider")
	if err != nil {
		panic(err)
	}
	return r.Object(provider, "com.sun.star.lang.XMultiServiceFactory", "createInstanceWithArguments",
		"com.sun.star.configuration.ConfigurationUpdateAccess", uno.PropertyValues("nodepath", "/org.openoffice.UserProfile/Data"))
}

// userName reads the user's name from the office's settings.
func userName(r *servertest.Rig) string {
	access := userData(r)
	first, _ := r.Do(access, "com.sun.star.container.XNameAccess", "getByName", "givenname").(string)
	last, _ := r.Do(access, "com.sun.star.container.XNameAccess", "getByName", "sn").(string)
	return first + " " + last
}

func setUserName(r *servertest.Rig, first, last string) {
	access := userData(r)
	r.Do(access, "com.sun.star.container.XNameReplace", "replaceByName", "givenname", first)
	r.Do(access, "com.sun.star.container.XNameReplace", "replaceByName", "sn", last)
	r.Do(access, "com.sun.star.util.XChangesBatch", "commitChanges")
}

func recording(r *servertest.Rig, model *uno.Object) bool {
	return r.Do(model, "com.sun.star.beans.XPropertySet", "getPropertyValue", "RecordChanges").(bool)
}

func setRecording(r *servertest.Rig, model *uno.Object, on bool) {
	r.Do(model, "com.sun.star.beans.XPropertySet", "setPropertyValue", "RecordChanges", on)
}

// authors lists who made the tracked changes, with their types.
func authors(r *servertest.Rig, uid string) []string {
	a := r.OK("manage_tracked_changes", map[string]any{"document_url": uid})
	var out []string
	changes, _ := a["changes"].([]any)
	for _, c := range changes {
		m := c.(map[string]any)
		out = append(out, m["type"].(string)+" by "+m["author"].(string))
	}
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %q, want %q", what, got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: %q, want %q", what, got, want)
			return
		}
	}
}

func TestReview(t *testing.T) {
	r := servertest.New(t)
	setUserName(r, "Ada", "Lovelace")
	open := func(t *testing.T) (*uno.Object, string) {
		r.Review = document.Review{}
		model, uid := r.Open("swriter")
		r.OK("apply_document_content", map[string]any{"document_url": uid, "target": "end", "content": []string{"Alpha beta gamma."}})
		return model, uid
	}
	replace := func(uid, old, new string) map[string]any {
		return map[string]any{"document_url": uid, "old_content": old, "content": []string{new}}
	}
	restored := func(t *testing.T, model *uno.Object, on bool) {
		t.Helper()
		if got := userName(r); got != "Ada Lovelace" {
			t.Errorf("the user is %q now", got)
		}
		if recording(r, model) != on {
			t.Errorf("recording is %v now", !on)
		}
	}

	t.Run("off, and the user records", func(t *testing.T) {
		model, uid := open(t)
		setRecording(r, model, true)
		a := r.OK("apply_document_content", replace(uid, "beta", "delta"))
		if a["review_mode"] != nil {
			t.Errorf("answered %v", a)
		}
		same(t, "changes", authors(r, uid), []string{"deletion by Unodesk", "insertion by Unodesk"})
		restored(t, model, true)
	})
	t.Run("off, and nothing is recorded", func(t *testing.T) {
		model, uid := open(t)
		r.OK("apply_document_content", replace(uid, "beta", "delta"))
		same(t, "changes", authors(r, uid), nil)
		restored(t, model, false)
	})
	t.Run("record", func(t *testing.T) {
		model, uid := open(t)
		r.Review = document.Review{Mode: document.ReviewRecord, Author: "Assistant"}
		a := r.OK("apply_document_content", replace(uid, "beta", "delta"))
		if a["review_mode"] != "record" || a["pending_review"] != true || a["replaced_count"] != 1.0 {
			t.Errorf("answered %v", a)
		}
		same(t, "changes", authors(r, uid), []string{"deletion by Assistant", "insertion by Assistant"})
		restored(t, model, false)
		for _, action := range []string{"accept_all", "reject_all"} {
			r.Fails("PROTECTED", "manage_tracked_changes", map[string]any{"document_url": uid, "action": action})
		}
		typeKeys(r, model, "Typed.")
		same(t, "changes after typing", authors(r, uid), []string{"deletion by Assistant", "insertion by Assistant"})
		for authors(r, uid) != nil {
			if r.OK("undo", map[string]any{"document_url": uid})["can_undo"] == false {
				break
			}
		}
		contains(t, "the text after undo", r.OK("get_document_content", map[string]any{"document_url": uid}).Text("content"), "<p>Alpha beta gamma.</p>")
		restored(t, model, false)
	})
	t.Run("an edit that fails", func(t *testing.T) {
		model, uid := open(t)
		r.Review = document.Review{Mode: document.ReviewRecord}
		r.Fault = func(step string) error {
			if step == "end the edit" {
				return errors.New("as the test wants")
			}
			return nil
		}
		defer func() { r.Fault = nil }()
		r.Fails("EDIT_FAILED", "apply_document_content", replace(uid, "beta", "delta"))
		same(t, "changes", authors(r, uid), nil)
		restored(t, model, false)
	})
	for _, test := range []struct {
		name, command, outcome string
	}{
		{"wait, and the user accepts", ".uno:AcceptAllTrackedChanges", "accepted"},
		{"wait, and the user rejects", ".uno:RejectAllTrackedChanges", "rejected"},
	} {
		t.Run(test.name, func(t *testing.T) {
			model, uid := open(t)
			r.Review = document.Review{Mode: document.ReviewWait, Wait: time.Minute}
			answer := make(chan servertest.Answer, 1)
			go func() { answer <- r.Call("apply_document_content", replace(uid, "beta", "delta")) }()
			wait(t, "the changes to be there", func() bool {
				return len(authors(r, uid)) == 2
			})
			select {
			case a := <-answer:
				t.Fatalf("did not wait: %v", a)
			case <-time.After(reviewLook):
			}
			dispatch(r, model, test.command)
			a := <-answer
			review, _ := a["review"].(map[string]any)
			if a["status"] != "ok" || review["complete"] != true || a["pending_review"] != nil {
				t.Fatalf("answered %v", a)
			}
			for _, c := range review["changes"].([]any) {
				if c := c.(map[string]any); c["outcome"] != test.outcome {
					t.Errorf("a change is %v, want %s", c, test.outcome)
				}
			}
			restored(t, model, false)
		})
	}
	t.Run("wait, and the user does nothing", func(t *testing.T) {
		model, uid := open(t)
		r.Review = document.Review{Mode: document.ReviewWait, Wait: 10 * time.Millisecond}
		a := r.OK("apply_document_content", replace(uid, "beta", "delta"))
		review, _ := a["review"].(map[string]any)
		if review["complete"] != false || review["timed_out"] != true || a["pending_review"] != true {
			t.Errorf("answered %v", a)
		}
		restored(t, model, false)
	})
	t.Run("the connection breaks inside an edit", func(t *testing.T) {
		_, uid := open(t)
		r.Review = document.Review{Mode: document.ReviewRecord}
		conn := r.Conn()
		r.Fault = func(step string) error {
			if step == "end the edit" {
				conn.Close()
			}
			return nil
		}
		r.Fails("OUTCOME_UNKNOWN", "apply_document_content", replace(uid, "beta", "delta"))
		r.Fault = nil
		wait(t, "the next attachment", func() bool { return r.Call("list_open_documents", nil)["status"] == "ok" })
		same(t, "changes", authors(r, uid), nil)
		restored(t, r.Model(uid), false)
		contains(t, "the text", r.OK("get_document_content", map[string]any{"document_url": uid}).Text("content"), "Alpha beta gamma.")
	})
}

// reviewLook is longer than the time between two looks of a call that waits.
const reviewLook = 500 * time.Millisecond
