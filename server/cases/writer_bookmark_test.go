//go:build unix

package cases

import (
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// A14: bookmarks in and beside a word that is replaced stay, and are there
// again after an undo.
func TestA14Bookmarks(t *testing.T) {
	r := servertest.New(t)
	for name, c := range map[string]struct {
		from, length int
		after        string
	}{
		"at the start": {6, 0, "Alpha |"}, "inside": {7, 0, "Alpha new|"}, "at the end": {9, 0, "Alpha new|"},
		"over the word": {6, 3, "Alpha |new"}, "over all": {0, 9, "|Alpha new"}, "over the end": {8, 3, "Alpha new| t"}, "just before": {0, 6, "|Alpha "}, "just behind": {9, 5, "Alpha new| text"}, "from the start": {6, 8, "Alpha |new text"},
		"around": {3, 8, "Alp|ha new t"}, "apart": {2, 0, "Al|"}, "behind": {11, 0, "Alpha new t|"},
	} {
		for _, target := range []string{"search", "full_document"} {
			t.Run(name+" "+target, func(t *testing.T) {
				model, uid := r.Open("swriter")
				defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
				txt := body(r, model)
				r.Do(txt, iRange, "setString", "Alpha old text")
				cursor := r.Object(txt, iSimple, "createTextCursor")
				r.Do(cursor, iCursor, "gotoStart", false)
				r.Do(cursor, iCursor, "goRight", int16(c.from), false)
				r.Do(cursor, iCursor, "goRight", int16(c.length), true)
				mark := r.Object(model, iFactory, "createInstance", "com.sun.star.text.Bookmark")
				r.Do(mark, "com.sun.star.container.XNamed", "setName", "mark")
				r.Do(txt, iText, "insertTextContent", cursor, mark, c.length > 0)
				before := bookmark(r, model)
				edit := props{"document_url": uid, "old_content": "old", "content": []string{"new"}}
				if target != "search" {
					edit = props{"document_url": uid, "target": target, "content": []string{"Alpha new text"}}
					r.OK("get_document_content", props{"document_url": uid})
				}
				steps := len(undoTitles(r, model))
				r.OK("apply_document_content", edit)
				equal(t, "text", text(r, model), "Alpha new text")
				equal(t, "bookmark", bookmark(r, model), c.after)
				equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
				undoOnce(r, model)
				equal(t, "after one undo", text(r, model), "Alpha old text")
				equal(t, "bookmark after one undo", bookmark(r, model), before)
			})
		}
	}
}

// bookmark is what stands before the bookmark and in it.
func bookmark(r *servertest.Rig, model *uno.Object) string {
	all := r.Object(model, "com.sun.star.text.XBookmarksSupplier", "getBookmarks")
	if r.Do(all, "com.sun.star.container.XElementAccess", "hasElements") != true {
		return "none"
	}
	anchor := r.Object(r.Object(all, "com.sun.star.container.XNameAccess", "getByName", "mark"), "com.sun.star.text.XTextContent", "getAnchor")
	cursor := r.Object(body(r, model), iSimple, "createTextCursorByRange", r.Object(anchor, iRange, "getStart"))
	r.Do(cursor, iCursor, "gotoStart", true)
	return r.Do(cursor, iRange, "getString").(string) + "|" + r.Do(anchor, iRange, "getString").(string)
}
