//go:build unix

package cases

import (
	"net/url"
	"path/filepath"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// A formula is read as TeX, without loading it: the document stays unmodified.
func TestFormulasAreTeX(t *testing.T) {
	r := servertest.New(t)
	model, _ := r.Open("swriter")
	txt := body(r, model)
	r.Do(txt, iRange, "setString", "The formula  here.")
	object := r.Object(model, iFactory, "createInstance", "com.sun.star.text.TextEmbeddedObject")
	r.Do(object, iProps, "setPropertyValue", "CLSID", "078B7ABA-54FC-457F-8551-6147e776a997")
	r.Do(object, iProps, "setPropertyValue", "AnchorType", uno.Enum{Type: "com.sun.star.text.TextContentAnchorType", Name: "AS_CHARACTER"})
	cursor := r.Object(txt, iSimple, "createTextCursor")
	r.Do(cursor, iCursor, "gotoStart", false)
	r.Do(cursor, iCursor, "goRight", int16(len("The formula ")), false)
	r.Do(txt, iText, "insertTextContent", cursor, object, false)
	inner := r.Object(object, "com.sun.star.document.XEmbeddedObjectSupplier", "getEmbeddedObject")
	r.Do(inner, iProps, "setPropertyValue", "Formula", "sum from{i=1} to{n} x_i over 2")
	path := (&url.URL{Scheme: "file", Path: filepath.Join(t.TempDir(), "formula ü.odt")}).String()
	r.Do(model, "com.sun.star.frame.XStorable", "storeAsURL", path, []*uno.Struct{})
	r.Do(model, "com.sun.star.util.XCloseable", "close", true)

	model, uid := r.Load(path)
	const want = `\frac{\sum_{i = 1}^{n} x_{i}}{2}`
	at := r.OK("search_in_document", props{"document_url": uid, "pattern": "The formula"})["matches"].([]any)[0].(map[string]any)["at"]
	for range 20 { // a part is read anew each time
		contains(t, "content", r.OK("get_document_content", props{"document_url": uid, "at": at}).Text("content"), want)
	}
	whole := r.OK("get_document_content", props{"document_url": uid})
	contains(t, "content", whole.Text("content"), `<span data-lo-object="formula:Object1">`+want+"</span>")
	equal(t, "modified", r.Do(model, "com.sun.star.util.XModifiable", "isModified"), false)
	equal(t, "undo list", len(undoTitles(r, model)), 0)
	same := r.OK("apply_document_content", props{"document_url": uid, "target": "full_document", "content": []string{whole.Text("content")}})
	equal(t, "changed by writing back", same.Int("blocks_changed"), 0)
	// What a formula is now in a document that was modified cannot be known.
	r.Do(body(r, model), iText, "insertString", r.Object(body(r, model), iRange, "getEnd"), " More.", false)
	contains(t, "content", r.OK("get_document_content", props{"document_url": uid}).Text("content"), `<span data-lo-object="formula:Object1"></span>`)
}
