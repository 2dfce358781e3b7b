//go:build unix

package cases

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// Files are opened, saved and exported in the folders that the settings allow,
// and links lead nowhere else.
func TestFoldersAllowed(t *testing.T) {
	r := servertest.New(t)
	base := t.TempDir()
	inside, outside := filepath.Join(base, "er laubt"), filepath.Join(base, "er laubt nicht")
	for _, folder := range []string{inside, outside} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, from string) {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	link(outside, filepath.Join(inside, "out"))
	link(filepath.Join(outside, "later.pdf"), filepath.Join(inside, "later.pdf"))
	link(inside, filepath.Join(base, "also"))
	in := func(name string) string { return filepath.Join(inside, name) }
	out := func(name string) string { return filepath.Join(outside, name) }

	r.OK("create_document", nil)
	r.OK("save_document", props{"path": out("before.odt")})
	r.Folders = []string{filepath.Join(base, "also")}
	a := r.Fails("FOLDER_NOT_ALLOWED", "save_document", nil)
	contains(t, "message", a.Text("message"), filepath.Join(base, "also"))
	equal(t, "retryable", a["retryable"], any(false))
	for _, path := range []string{out("a.odt"), in("out/a.odt"), in("../er laubt nicht/a.odt"), "/a.odt", "http://localhost/a.odt"} {
		r.Fails("FOLDER_NOT_ALLOWED", "save_document", props{"path": path})
	}
	for _, path := range []string{out("a.pdf"), in("out/a.png"), in("later.pdf"), out("a.md")} {
		r.Fails("FOLDER_NOT_ALLOWED", "export_document", props{"path": path, "overwrite": true})
	}
	r.OK("save_document", props{"path": in("a.odt")})
	r.OK("save_document", nil)
	r.OK("export_document", props{"path": in("a.md")})
	r.OK("export_document", nil)
	r.OK("close_document", nil)
	for _, path := range []string{out("before.odt"), in("out/before.odt"), out("missing.odt"), "file://" + out("before.odt")} {
		r.Fails("FOLDER_NOT_ALLOWED", "open_document", props{"path": path})
	}
	r.OK("open_document", props{"path": filepath.Join(base, "also", "a.odt")})
	written, err := os.ReadDir(outside)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "files outside", len(written), 1)
}
