//go:build unix

package cases

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// A08: files that cannot simply be opened.
func TestA08OpeningFiles(t *testing.T) {
	r := servertest.New(t)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	made := r.OK("create_document", props{"kind": "writer"})
	r.OK("apply_document_content", props{"target": "end", "content": []string{"Inhalt"}})
	model := r.Model(made.Text("uid"))
	r.Do(model, "com.sun.star.frame.XStorable", "storeToURL", "file://"+path("pw.odt"), uno.PropertyValues("FilterName", "writer8", "Password", "geheim"))
	r.OK("save_document", props{"path": path("my dok ü.odt")})
	r.OK("close_document", nil)
	lock := ",Erika Mustermann,elsewhere,30.11.2026 12:00,file:///x;"
	write(t, path("lk.odt"), read(t, path("my dok ü.odt")))
	write(t, path(".~lock.lk.odt#"), []byte("Erika Mustermann"+lock))

	for name, c := range map[string]struct {
		args props
		code string
	}{
		"password missing": {props{"path": path("pw.odt")}, "PASSWORD_NEEDED"},
		"password wrong":   {props{"path": path("pw.odt"), "password": "x"}, "PASSWORD_NEEDED"},
		"missing":          {props{"path": path("nope.odt")}, "FILE_NOT_FOUND"},
		"relative":         {props{"path": "nope.odt"}, "VALIDATION_ERROR"},
		"no argument":      {props{}, "VALIDATION_ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			r.Fails(c.code, "open_document", c.args)
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("the answer took %v", took)
			}
		})
	}
	equal(t, "documents left open", len(r.OK("list_open_documents", nil)["documents"].([]any)), 0)

	a := r.OK("open_document", props{"path": path("lk.odt")})
	equal(t, "read-only", a["read_only"], any(true))
	contains(t, "message", a.Text("message"), "Erika Mustermann")
	r.Fails("READ_ONLY", "apply_document_content", props{"target": "end", "content": []string{"x"}})
	r.OK("close_document", nil)

	a = r.OK("open_document", props{"path": path("my dok ü.odt")})
	contains(t, "content", r.OK("get_document_content", nil).Text("content"), "Inhalt")
	again := r.OK("open_document", props{"path": "file://" + strings.ReplaceAll(path("my dok ü.odt"), " ", "%20")})
	equal(t, "the same document", again.Text("uid"), a.Text("uid"))
	equal(t, "already open", again["already_open"], any(true))
	r.OK("close_document", nil)
	r.OK("open_document", props{"path": path("pw.odt"), "password": "geheim"})
	contains(t, "content", r.OK("get_document_content", nil).Text("content"), "Inhalt")
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A22: after saving under another name, the other file is the document.
func TestA22SaveAs(t *testing.T) {
	r := servertest.New(t)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	cell := func(file string) string {
		t.Helper()
		r.OK("open_document", props{"path": path(file)})
		a := r.OK("read_cell_range", props{"range": []string{"A1"}, "document_url": path(file)})
		r.OK("close_document", props{"document_url": path(file)})
		return a["result"].([]any)[0].([]any)[0].([]any)[0].(map[string]any)["value"].(string)
	}
	r.OK("create_document", props{"kind": "calc"})
	r.OK("write_formula_range", props{"range": []string{"A1"}, "values": "ORIGINAL"})
	r.OK("save_document", props{"path": path("A.xlsx")})
	write(t, path("C.xlsx"), []byte("not to be lost"))

	a := r.OK("save_document", props{"path": path("B.xlsx")})
	contains(t, "url", a.Text("url"), "B.xlsx")
	r.OK("write_formula_range", props{"range": []string{"A1"}, "values": "CHANGED"})
	r.OK("save_document", nil)
	docs := r.OK("list_open_documents", nil)["documents"].([]any)
	equal(t, "name", docs[0].(map[string]any)["name"], any("B.xlsx"))
	r.Fails("FILE_EXISTS", "save_document", props{"path": path("C.xlsx")})
	equal(t, "C", string(read(t, path("C.xlsx"))), "not to be lost")
	r.Fails("UNSUPPORTED_FILE", "save_document", props{"path": path("D.pdf")})
	r.Fails("FILE_NOT_FOUND", "save_document", props{"path": path("nowhere/D.xlsx")})
	r.OK("export_document", props{"path": path("D.pdf")})
	if b := read(t, path("D.pdf")); !strings.HasPrefix(string(b), "%PDF") {
		t.Errorf("the export is no PDF: %q", b[:min(20, len(b))])
	}
	r.OK("export_document", props{"path": path("D.csv")})
	equal(t, "CSV", strings.TrimSpace(string(read(t, path("D.csv")))), "CHANGED")
	r.OK("close_document", nil)
	equal(t, "A on disk", cell("A.xlsx"), "ORIGINAL")
	equal(t, "B on disk", cell("B.xlsx"), "CHANGED")
}

// A27: closing loses nothing unasked.
func TestA27SaveAndClose(t *testing.T) {
	r := servertest.New(t)
	file := filepath.Join(t.TempDir(), "brief ü.odt")
	r.OK("create_document", nil)
	r.Fails("NEVER_SAVED", "save_document", nil)
	r.OK("apply_document_content", props{"target": "end", "content": []string{"first"}})
	r.Fails("UNSAVED_CHANGES", "close_document", nil)
	r.Fails("NEVER_SAVED", "close_document", props{"unsaved": "save"})
	r.OK("save_document", props{"path": file})
	r.OK("apply_document_content", props{"target": "end", "content": []string{"second"}})
	r.OK("close_document", props{"unsaved": "save"})
	r.Fails("NO_DOCUMENT_OPEN", "close_document", nil)
	r.Fails("DOCUMENT_NOT_FOUND", "close_document", props{"document_url": file})
	r.OK("open_document", props{"path": file})
	equal(t, "on disk", r.OK("get_document_content", nil).Text("content"), "<p>first</p>\n<p>second</p>\n")
	r.OK("apply_document_content", props{"target": "end", "content": []string{"third"}})
	r.OK("close_document", props{"unsaved": "discard"})
	r.OK("open_document", props{"path": file})
	equal(t, "on disk after discarding", r.OK("get_document_content", nil).Text("content"), "<p>first</p>\n<p>second</p>\n")
}
