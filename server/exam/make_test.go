package exam

import (
	"net/url"
	"path/filepath"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// madeDocuments makes documents with the office and returns their paths.
func madeDocuments(t *testing.T, r *servertest.Rig) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	save := func(model *uno.Object, name string) {
		path := filepath.Join(dir, name)
		r.Do(model, "com.sun.star.frame.XStorable", "storeAsURL", (&url.URL{Scheme: "file", Path: path}).String(), []*uno.Struct{})
		r.Do(model, "com.sun.star.util.XCloseable", "close", true)
		paths = append(paths, path)
	}
	model, uid := r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{
		"<h1>Made here</h1><p>Ordinary text with <b>bold</b> and <i>italic</i> words, an umlaut ü and an emoji 😀.</p>" +
			"<ol><li>one</li><li>two<ul><li>deep</li></ul></li></ol>" +
			"<table><tr><th>Head</th><th>Count</th></tr><tr><td>a</td><td>1</td></tr></table><p>Ending words here.</p>",
	}})
	addObjects(r, model)
	save(model, "mit allem ü.odt")
	model, uid = r.Open("scalc")
	r.OK("write_formula_range", props{"document_url": uid, "range": []string{"A1:B3"}, "values": []any{
		[]any{"Item", "Count"}, []any{"x", 3}, []any{"2026-08-08", "=B2*2"},
	}})
	save(model, "table.ods")
	model, _ = r.Open("simpress")
	save(model, "slides.odp")
	return paths
}

// addObjects puts a footnote, a comment and a page number field into the first place
// where there is ordinary text.
func addObjects(r *servertest.Rig, model *uno.Object) {
	d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
	r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", "umlaut")
	place := r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d)
	text := r.Object(place, "com.sun.star.text.XTextRange", "getText")
	for _, service := range []string{
		"com.sun.star.text.Footnote", "com.sun.star.text.textfield.Annotation", "com.sun.star.text.textfield.PageNumber",
	} {
		o := r.Object(model, "com.sun.star.lang.XMultiServiceFactory", "createInstance", service)
		r.Do(text, "com.sun.star.text.XText", "insertTextContent", r.Object(place, "com.sun.star.text.XTextRange", "getEnd"), o, false)
	}
}
