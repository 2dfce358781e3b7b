//go:build unix

package cases

import (
	"context"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// revision returns the revision that an answer names.
func revision(a servertest.Answer) string {
	doc, _ := a["document"].(map[string]any)
	r, _ := doc["revision"].(string)
	return r
}

// dispatch sends a command to a document's window, as a menu does.
func dispatch(r *servertest.Rig, model *uno.Object, command string, args ...any) {
	frame := r.Object(r.Object(model, "com.sun.star.frame.XModel", "getCurrentController"), "com.sun.star.frame.XController", "getFrame")
	helper, err := r.Conn().Service(context.Background(), "com.sun.star.frame.DispatchHelper")
	if err != nil {
		panic(err)
	}
	r.Do(helper, "com.sun.star.frame.XDispatchHelper", "executeDispatch", frame, command, "", int32(0), uno.PropertyValues(args...))
}

// typeKeys types text into a window, as a user does.
func typeKeys(r *servertest.Rig, model *uno.Object, text string) {
	for _, c := range text {
		dispatch(r, model, ".uno:InsertText", "Text", string(c))
	}
}

func TestA26UserTypesInBetween(t *testing.T) {
	r := servertest.New(t)
	model, _ := r.Open("swriter")
	r.OK("apply_document_content", map[string]any{"target": "end", "content": []string{"<p>First.</p><p>Second.</p>"}})
	read := r.OK("get_document_content", nil)
	r1 := revision(read)
	if r1 == "" {
		t.Fatalf("no revision: %v", read["document"])
	}
	if again := revision(r.OK("get_document_content", nil)); again != r1 {
		t.Errorf("reading alone moved the revision from %s to %s", r1, again)
	}
	// What merges into one undo step is a change each time.
	typeKeys(r, model, "T")
	typed := revision(r.OK("get_document_tree", nil))
	typeKeys(r, model, "yped. ")
	if now := revision(r.OK("get_document_tree", nil)); typed == r1 || now == typed {
		t.Errorf("typing moved the revision from %s to %s to %s", r1, typed, now)
	}
	whole := map[string]any{"target": "full_document", "content": []string{read.Text("content") + "<p>Third.</p>"}}
	r.Fails("DOCUMENT_CHANGED", "apply_document_content", whole)
	whole["if_revision"] = r1
	refused := r.Fails("DOCUMENT_CHANGED", "apply_document_content", whole)
	details, _ := refused["details"].(map[string]any)
	now := revision(r.OK("get_document_tree", nil))
	if details["revision"] != now || refused["outcome"] != "nothing_changed" {
		t.Errorf("refused with %v, want revision %s", refused, now)
	}
	// A targeted edit elsewhere needs no revision, and names the new one.
	edit := r.OK("apply_document_content", map[string]any{"old_content": "Second.", "content": []string{"2nd."}})
	if got := revision(edit); got == now || got != revision(r.OK("get_document_tree", nil)) {
		t.Errorf("the edit says revision %s, before it was %s", got, now)
	}
	// With the revision that the edit named, the next one is taken.
	r.OK("apply_document_content", map[string]any{"old_content": "2nd.", "content": []string{"Second."}, "if_revision": revision(edit)})
	read = r.OK("get_document_content", nil)
	whole = map[string]any{"target": "full_document", "content": []string{read.Text("content") + "<p>Third.</p>"}}
	r.OK("apply_document_content", whole)
	if got := r.OK("get_document_content", nil).Text("content"); got != "<p>First.</p>\n<p>Second.Typed. </p>\n<p>Third.</p>\n" {
		t.Errorf("the document reads %s", got)
	}
}
