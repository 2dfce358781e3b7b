package roundtrip

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
)

// TestCorpus writes every text document of the folder that UNODESK_CORPUS names
// back unchanged. It works on copies: an office leaves lock files beside what it
// opens.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("UNODESK_CORPUS")
	files, err := filepath.Glob(filepath.Join(dir, "[^.]*.[do][od][ct]*"))
	if dir == "" || err != nil {
		return // nothing was asked for
	}
	if len(files) == 0 {
		t.Fatalf("no text documents in %s", dir)
	}
	tell("\nDocuments written back unchanged:\n")
	r := servertest.New(t)
	r.Timeout = 5 * time.Minute
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			bytes, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), filepath.Base(file))
			if err := os.WriteFile(path, bytes, 0o600); err != nil {
				t.Fatal(err)
			}
			model, uid := r.Load((&url.URL{Scheme: "file", Path: path}).String())
			defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
			if r.Do(model, "com.sun.star.lang.XServiceInfo", "supportsService", "com.sun.star.text.TextDocument") != true {
				t.Fatalf("%s is no text document", file)
			}
			x := &examinee{t: t, r: r, model: model, uid: uid}
			start := time.Now()
			x.unchanged()
			tell("- %s: %s", filepath.Base(file), map[bool]string{true: "changed", false: "the same"}[t.Failed()])
			t.Logf("%v", time.Since(start).Round(time.Millisecond))
		})
	}
}
