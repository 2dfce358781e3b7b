//go:build unix

package cases

import (
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// New plain paragraphs look like the text beside them where that was formatted
// directly; headings and other styles do not.
func TestNewTextLooksLikeItsNeighbour(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	txt := r.Object(model, "com.sun.star.text.XTextDocument", "getText")
	r.Do(txt, "com.sun.star.text.XTextRange", "setString", "typed in Courier")
	all := r.Object(txt, "com.sun.star.text.XSimpleText", "createTextCursor")
	r.Do(all, "com.sun.star.text.XTextCursor", "gotoEnd", true)
	r.Do(all, "com.sun.star.beans.XPropertySet", "setPropertyValue", "CharFontName", "Courier New")
	r.Do(all, "com.sun.star.beans.XPropertySet", "setPropertyValue", "CharHeight", float32(9))
	edit := func(args props) {
		args["document_url"] = uid
		r.OK("apply_document_content", args)
		undoOnce(r, model)
		r.OK("apply_document_content", args)
	}
	edit(props{"target": "end", "content": []string{"<h2>Heading</h2><p>after it</p><p data-lo-style=\"Quotations\">quoted</p><ul><li>item</li></ul>"}})
	edit(props{"target": "beginning", "content": []string{"first of all"}})
	want := map[string]string{
		"first of all": "Courier New", "typed in Courier": "Courier New", "Heading": "", "after it": "Courier New", "quoted": "", "item": "Courier New",
	}
	list := r.Object(txt, "com.sun.star.container.XEnumerationAccess", "createEnumeration")
	for r.Do(list, "com.sun.star.container.XEnumeration", "hasMoreElements") == true {
		p := r.Object(list, "com.sun.star.container.XEnumeration", "nextElement")
		text := r.Do(p, "com.sun.star.text.XTextRange", "getString").(string)
		font := r.Do(p, "com.sun.star.beans.XPropertySet", "getPropertyValue", "CharFontName").(string)
		if expected, ok := want[text]; !ok || (font == "Courier New") != (expected != "") {
			t.Errorf("%q is written in %s", text, font)
		}
	}
}

// Heads of new tables can be read also where the document's style for them is
// white, for dark cells.
func TestWhiteTableHeads(t *testing.T) {
	r := servertest.New(t)
	model, uid := r.Open("swriter")
	families := r.Object(model, "com.sun.star.style.XStyleFamiliesSupplier", "getStyleFamilies")
	family := r.Do(families, "com.sun.star.container.XNameAccess", "getByName", "ParagraphStyles").(*uno.Object)
	heading := r.Do(family, "com.sun.star.container.XNameAccess", "getByName", "Table Heading").(*uno.Object)
	r.Do(heading, "com.sun.star.beans.XPropertySet", "setPropertyValue", "CharColor", int32(0xffffff))
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<table><tr><th>Head</th></tr><tr><td>cell</td></tr></table>"}})
	tables := r.Object(model, "com.sun.star.text.XTextTablesSupplier", "getTextTables")
	table := r.Object(tables, "com.sun.star.container.XIndexAccess", "getByIndex", 0)
	cursor := r.Object(r.Object(table, "com.sun.star.text.XTextTable", "getCellByName", "A1"), "com.sun.star.text.XSimpleText", "createTextCursor")
	for name, want := range map[string]any{"ParaStyleName": "Table Contents", "CharWeight": float32(150)} {
		if got := r.Do(cursor, "com.sun.star.beans.XPropertySet", "getPropertyValue", name); got != want {
			t.Errorf("%s of the head is %v, want %v", name, got, want)
		}
	}
}
