//go:build unix

package cases

import (
	"fmt"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

func TestAddComment(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>pay <b>within</b> ten days, within reason</p><table><tr><td>cell text</td></tr></table>"}})
	for name, c := range map[string]struct {
		args    props
		anchor  string
		author  string
		records bool
	}{
		"first":           {props{"search": "within", "content": "Sure?"}, "within", "test", false},
		"second":          {props{"search": "within", "content": "Sure?", "occurrence": 1}, "within", "test", false},
		"author":          {props{"search": "TEN days", "content": "Sure?", "author": "Ada L"}, "ten days", "Ada L", false},
		"cell":            {props{"search": "cell", "content": "Sure?"}, "cell", "test", false},
		"while recording": {props{"search": "ten", "content": "Sure?"}, "ten", "test", true},
	} {
		t.Run(name, func(t *testing.T) {
			r.Do(model, iProps, "setPropertyValue", "RecordChanges", c.records)
			before, steps := r.OK("get_document_content", props{"document_url": uid}).Text("content"), len(undoTitles(r, model))
			c.args["document_url"] = uid
			a := r.OK("add_comment", c.args)
			equal(t, "answer", []any{a["author"], a["matched"], a["comment_added"], a["anchor_text"]}, []any{c.author, true, true, c.anchor})
			comments := annotations(t, r, model)
			equal(t, "comments", comments, []string{fmt.Sprintf("%s on %q: Sure?", c.author, c.anchor)})
			equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
			undoOnce(r, model)
			equal(t, "after one undo", r.OK("get_document_content", props{"document_url": uid}).Text("content"), before)
		})
	}
	a := r.Fails("TEXT_NOT_FOUND", "add_comment", props{"document_url": uid, "search": "nowhere", "content": "x"})
	equal(t, "matched", a["details"].(map[string]any)["matched"], any(false))
	model, uid = everywhere(t, r)
	undo := undoTitles(r, model)
	got := map[string]bool{}
	for n := range 7 {
		where := r.OK("search_in_document", props{"document_url": uid, "pattern": "needle"})["matches"].([]any)[n].(map[string]any)["kind"].(string)
		a := r.Call("add_comment", props{"document_url": uid, "search": "needle", "content": "x", "occurrence": n})
		got[where] = a["status"] == "ok"
		if a["status"] == "ok" {
			equal(t, "comments", len(annotations(t, r, model)), 2)
			undoOnce(r, model)
		}
		equal(t, "undo list", undoTitles(r, model), undo)
	}
	equal(t, "places for comments", got, map[string]bool{
		"body": true, "table": true, "frame": true, "header": false, "footer": false, "footnote": false, "endnote": false,
	})
}

// annotations lists a document's comments with what they span.
func annotations(t *testing.T, r *servertest.Rig, model *uno.Object) []string {
	t.Helper()
	var out []string
	for _, f := range elements(r, r.Object(model, "com.sun.star.text.XTextFieldsSupplier", "getTextFields")) {
		if r.Do(f, "com.sun.star.lang.XServiceInfo", "supportsService", "com.sun.star.text.textfield.Annotation") != true {
			continue
		}
		anchor := r.Do(r.Object(f, "com.sun.star.text.XTextContent", "getAnchor"), iRange, "getString")
		out = append(out, fmt.Sprintf("%v on %q: %v", r.Do(f, iProps, "getPropertyValue", "Author"), anchor, r.Do(f, iProps, "getPropertyValue", "Content")))
	}
	return out
}

// A20: tracked changes are listed, and accepted or rejected one by one.
func TestA20TrackedChangesOneByOne(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>Alpha beta gamma</p><p>user selected this</p>"}})
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "beta", "content": []string{"BETA"}})
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "gamma", "content": []string{"delta"}})
	selectText(t, r, model, "selected")
	undo := undoTitles(r, model)

	a := r.OK("manage_tracked_changes", props{"document_url": uid})
	equal(t, "recording", a["recording"], any(true))
	ids := map[string]string{}
	for _, c := range a["changes"].([]any) {
		c := c.(map[string]any)
		ids[fmt.Sprintf("%v %v", c["type"], c["text"])] = c["id"].(string)
		equal(t, "location", c["location"], any("body"))
		contains(t, "date", fmt.Sprint(c["date"]), "T")
		if c["author"] == nil {
			t.Error("no author")
		}
	}
	equal(t, "changes", len(ids), 4)
	equal(t, "undo list", undoTitles(r, model), undo)

	read := func() string { return r.OK("get_document_content", props{"document_url": uid}).Text("content") }
	before := text(r, model)
	for _, c := range []struct {
		action, change, want string
		left                 int
	}{
		{"accept", "deletion beta", "Alpha BETA gammadelta", 3},
		{"reject", "deletion beta", "Alpha betaBETA gammadelta", 3},
		{"accept", "insertion BETA", "Alpha betaBETA gammadelta", 3},
		{"reject", "insertion BETA", "Alpha beta gammadelta", 3},
		{"reject", "insertion delta", "Alpha betaBETA gamma", 3},
	} {
		t.Run(c.action+" "+c.change, func(t *testing.T) {
			selectText(t, r, model, "selected") // an undo selects what it brings back
			a := r.OK("manage_tracked_changes", props{"document_url": uid, "action": c.action, "ids": []string{ids[c.change]}})
			equal(t, "left", a.Int("count"), c.left)
			contains(t, "text", text(r, model), c.want)
			equal(t, "selected", selection(r, model), "selected")
			equal(t, "undo steps added", len(undoTitles(r, model))-len(undo), 1)
			undoOnce(r, model)
			equal(t, "after one undo", text(r, model), before)
			a = r.OK("manage_tracked_changes", props{"document_url": uid})
			equal(t, "changes after one undo", a.Int("count"), 4)
			ids = map[string]string{}
			for _, c := range a["changes"].([]any) {
				c := c.(map[string]any)
				ids[fmt.Sprintf("%v %v", c["type"], c["text"])] = c["id"].(string)
			}
		})
	}
	r.OK("manage_tracked_changes", props{"document_url": uid, "action": "reject", "ids": []string{ids["deletion beta"], ids["insertion BETA"]}})
	contains(t, "content", read(), "Alpha beta delta")
	undoOnce(r, model)
	r.Fails("VALIDATION_ERROR", "manage_tracked_changes", props{"document_url": uid, "action": "accept"})
	r.Fails("UNKNOWN_CHANGE", "manage_tracked_changes", props{"document_url": uid, "action": "accept", "ids": []string{"0"}})
	equal(t, "text", text(r, model), before)
	a = r.OK("manage_tracked_changes", props{"document_url": uid, "action": "accept_all"})
	equal(t, "left", a.Int("count"), 0)
	contains(t, "text", text(r, model), "Alpha BETA delta")
	undoOnce(r, model)
	equal(t, "after one undo", text(r, model), before)
	r.OK("manage_tracked_changes", props{"document_url": uid, "action": "reject_all"})
	contains(t, "text", text(r, model), "Alpha beta gamma")
	undoOnce(r, model)
	equal(t, "after one undo", text(r, model), before)
	equal(t, "still recording", r.Do(model, iProps, "getPropertyValue", "RecordChanges"), true)
}

// selection is the text that the user has selected.
func selection(r *servertest.Rig, model *uno.Object) string {
	view := r.Object(model, "com.sun.star.frame.XModel", "getCurrentController")
	all := r.Object(view, "com.sun.star.view.XSelectionSupplier", "getSelection")
	return r.Do(r.Object(all, "com.sun.star.container.XIndexAccess", "getByIndex", 0), iRange, "getString").(string)
}

// A21: recorded changes cover only what differs, and the flag stays.
func TestA21SmallRedlines(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	long := "The parties agree that payment is due within ten days of receipt of the invoice by the customer."
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{long + " " + long}})
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
	r.OK("apply_document_content", props{"document_url": uid, "old_content": "ten days", "content": []string{"14 days"}})
	var got []string
	for _, c := range r.OK("manage_tracked_changes", props{"document_url": uid})["changes"].([]any) {
		c := c.(map[string]any)
		got = append(got, fmt.Sprintf("%v %v", c["type"], c["text"]))
	}
	equal(t, "changes", got, []string{"deletion ten", "insertion 14"})
	equal(t, "still recording", r.Do(model, iProps, "getPropertyValue", "RecordChanges"), true)
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", false)
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"more"}})
	equal(t, "still not recording", r.Do(model, iProps, "getPropertyValue", "RecordChanges"), false)
}
