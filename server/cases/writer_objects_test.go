//go:build unix

package cases

import (
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// laden makes a document with a paragraph that much hangs on.
func laden(t *testing.T, r *servertest.Rig) (*uno.Object, string) {
	t.Helper()
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>Figure one caption text</p><p>Next</p>"}})
	for what, service := range map[string]string{
		"Figure": "com.sun.star.text.TextFrame", "one": "com.sun.star.text.Footnote", "caption": "com.sun.star.text.textfield.PageCount",
		"Next": "com.sun.star.text.Bookmark",
	} {
		thing := r.Object(model, iFactory, "createInstance", service)
		if service == "com.sun.star.text.TextFrame" {
			r.Do(thing, iProps, "setPropertyValue", "AnchorType", uno.Enum{Type: "com.sun.star.text.TextContentAnchorType", Name: "AS_CHARACTER"})
		}
		d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
		r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", what)
		at := r.Object(r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d), iRange, "getEnd")
		r.Do(body(r, model), iText, "insertTextContent", at, thing, false)
	}
	return model, uid
}

// things counts the objects of a document.
func things(r *servertest.Rig, model *uno.Object) [4]int {
	count := func(iface, method string) int {
		return int(r.Do(r.Object(model, iface, method), "com.sun.star.container.XIndexAccess", "getCount").(int32))
	}
	return [4]int{
		count("com.sun.star.text.XTextFramesSupplier", "getTextFrames"), count("com.sun.star.text.XFootnotesSupplier", "getFootnotes"),
		len(elements(r, r.Object(model, "com.sun.star.text.XTextFieldsSupplier", "getTextFields"))),
		count("com.sun.star.text.XBookmarksSupplier", "getBookmarks"),
	}
}

// A14: what hangs on a text is kept, or the call is refused naming it.
func TestA14KeepWhatHangsOnTheText(t *testing.T) {
	r := servertest.New(t)
	for _, recording := range []bool{false, true} {
		model, uid := laden(t, r)
		r.Do(model, iProps, "setPropertyValue", "RecordChanges", recording)
		before, had, undo := content(r, uid), things(r, model), undoTitles(r, model)
		equal(t, "objects", had, [4]int{1, 1, 1, 1})

		write := func(version string, more ...any) props {
			p := props{"document_url": uid, "target": "full_document", "content": []string{version}}
			for i := 0; i < len(more); i += 2 {
				p[more[i].(string)] = more[i+1]
			}
			return p
		}
		a := r.OK("apply_document_content", write(before))
		equal(t, "unchanged", a.Int("blocks_kept"), 2)
		equal(t, "undo list", undoTitles(r, model), undo)

		version := strings.NewReplacer("Figure", "Picture", "caption", "legend", " text", " words").Replace(before)
		r.OK("apply_document_content", write(version))
		equal(t, "content", content(r, uid), version)
		equal(t, "objects after", things(r, model), had)
		undoOnce(r, model)
		equal(t, "after one undo", content(r, uid), before)
		equal(t, "objects after one undo", things(r, model), had)

		a = r.Fails("OBJECTS_IN_RANGE", "apply_document_content", write("<p>New caption</p><p>Next</p>"))
		contains(t, "message", a.Text("message"), "footnote:1")
		equal(t, "content", content(r, uid), before)
		moved := strings.Replace(before, "Next", `Next <span data-lo-object="footnote:1">1</span>`, 1)
		r.Fails("VALIDATION_ERROR", "apply_document_content", write(moved))
		equal(t, "undo list", undoTitles(r, model), undo)
		if recording {
			continue
		}
		r.OK("apply_document_content", write("<p>New caption</p><p>Next</p>", "delete_objects", true))
		equal(t, "objects deleted", things(r, model), [4]int{0, 0, 0, 1})
		undoOnce(r, model)
		equal(t, "after one undo", content(r, uid), before)
		equal(t, "objects after one undo", things(r, model), had)
	}
}
