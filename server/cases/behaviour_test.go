//go:build unix

package cases

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// The tests of this package that are called TestBehaviour with a number are
// those of a list of what hosts rely on.

// startCenter shows the Start Center, as the office does when nothing is open.
func startCenter(t *testing.T, r *servertest.Rig) {
	t.Helper()
	ctx := context.Background()
	desktop, err := r.Conn().Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	err = r.Conn().Main(ctx, func(ctx context.Context) error {
		frame, err := desktop.CallObject(ctx, "com.sun.star.frame.XFrame", "findFrame", "_blank", 0)
		if err != nil {
			return err
		}
		window, err := frame.CallObject(ctx, "com.sun.star.frame.XFrame", "getContainerWindow")
		if err != nil {
			return err
		}
		center, err := r.Conn().ServiceWith(ctx, "com.sun.star.frame.StartModule", window)
		if err != nil {
			return err
		}
		if _, err := frame.Call(ctx, "com.sun.star.frame.XFrame", "setComponent", center, center); err != nil {
			return err
		}
		if _, err := center.Call(ctx, "com.sun.star.frame.XController", "attachFrame", frame); err != nil {
			return err
		}
		_, err = frame.Call(ctx, "com.sun.star.frame.XFrame", "activate")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What is no document is none: the Start Center is neither listed nor the active
// one. Without a document the tools that need none still work.
func TestBehaviour10NoDocument(t *testing.T) {
	r := servertest.New(t)
	for _, state := range []string{"nothing", "the Start Center"} {
		r.Fails("NO_DOCUMENT_OPEN", "get_document_content", nil)
		a := r.Fails("DOCUMENT_NOT_FOUND", "get_document_content", props{"document_url": "file:///nope.odt"})
		equal(t, "the value with "+state, a["details"].(props)["document_url"], any("file:///nope.odt"))
		equal(t, "documents with "+state, len(r.OK("list_open_documents", nil)["documents"].([]any)), 0)
		equal(t, "guidance with "+state, r.OK("get_guidance", nil).Text("doc_type"), "none")
		if state == "nothing" {
			startCenter(t, r)
		}
	}
}

func TestBehaviour11NameOfADocument(t *testing.T) {
	r := servertest.New(t)
	_, uid := r.Open("swriter")
	name := func() any {
		return r.OK("get_document_content", props{"document_url": uid})["document"].(props)["name"]
	}
	equal(t, "never saved", name(), any("Untitled"))
	r.OK("save_document", props{"document_url": uid, "path": filepath.Join(t.TempDir(), "My File.odt")})
	equal(t, "saved", name(), any("My File.odt"))
}

func TestBehaviour15DocumentsByUID(t *testing.T) {
	r := servertest.New(t)
	_, first := r.Open("swriter")
	_, second := r.Open("swriter") // neither has a URL
	for _, uid := range []string{first, second} {
		equal(t, "uid", r.OK("get_document_content", props{"document_url": uid})["document"].(props)["uid"], any(uid))
	}
	for _, d := range r.OK("list_open_documents", nil)["documents"].([]any) {
		if d.(props)["uid"] == "" {
			t.Errorf("no uid: %v", d)
		}
	}
	// A text of blanks is no name of a document that has none.
	if got, err := r.Desktop.UID(t.Context(), "  "); err == nil {
		t.Errorf("blanks mean %s", got)
	}
}

// The Start Center is not the active document, and a document of a kind that we
// do not know is listed as such.
func TestBehaviour16StartCenterAndOtherKinds(t *testing.T) {
	r := servertest.New(t)
	_, uid := r.Open("swriter")
	startCenter(t, r)
	docs := r.OK("list_open_documents", nil)["documents"].([]any)
	equal(t, "documents", len(docs), 1)
	equal(t, "the one that is meant", r.OK("get_document_content", nil)["document"].(props)["uid"], any(uid))
	desktop, err := r.Conn().Service(t.Context(), "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	var formula *uno.Object
	err = r.Conn().Main(t.Context(), func(ctx context.Context) (err error) {
		formula, err = desktop.CallObject(ctx, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL", "private:factory/smath", "_blank", 0, []*uno.Struct{})
		return err
	})
	if err != nil || formula == nil {
		t.Fatalf("a formula: %v", err)
	}
	kinds := map[any]int{}
	for _, d := range r.OK("list_open_documents", nil)["documents"].([]any) {
		kinds[d.(props)["doc_type"]]++
	}
	equal(t, "kinds", kinds, map[any]int{"writer": 1, "unknown": 1})
}
