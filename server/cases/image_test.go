//go:build unix

package cases

import (
	"path/filepath"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// To look at a page or to export a copy is no change: what was read before may
// still be written back, and who listens to the document hears nothing.
func TestLookingKeepsTheRevision(t *testing.T) {
	r := servertest.New(t)
	for _, kind := range []string{"writer", "calc", "impress"} {
		uid := r.OK("create_document", props{"kind": kind}).Text("uid")
		target := func(more props) props {
			args := props{"document_url": uid}
			for k, v := range more {
				args[k] = v
			}
			return args
		}
		revision := func() any { return r.OK("get_guidance", target(nil))["document"].(props)["revision"] }
		before := revision()
		for name, args := range map[string]props{
			"get_image": {}, "get_image of a page": {"page": 1}, "export_document": {"page": 1}, "pdf": {"path": filepath.Join(t.TempDir(), "a.pdf")},
		} {
			tool := "export_document"
			if name[:3] == "get" {
				tool = "get_image"
			}
			r.OK(tool, target(args))
			if after := revision(); after != before || before == "" {
				t.Errorf("%s: %s makes %v of %v", kind, name, after, before)
				before = after
			}
		}
	}
}
