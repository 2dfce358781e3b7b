//go:build unix

package cases

import (
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// paragraphs makes a document with n of them.
func paragraphs(b *testing.B, r *servertest.Rig, n int) (uid string) {
	b.Helper()
	_, uid = r.Open("swriter")
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "Paragraph %d has some <b>words</b> in it, as paragraphs have.\n\n", i)
	}
	html := strings.ReplaceAll(strings.TrimSpace(s.String()), "\n\n", "<p>")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{html}})
	return uid
}

// Edits at the end and by search cost the same in small and large documents.
func BenchmarkEdits(b *testing.B) {
	r := servertest.New(b)
	for _, n := range []int{10, 5000} {
		uid := paragraphs(b, r, n)
		b.Run(fmt.Sprintf("append to %d", n), func(b *testing.B) {
			for b.Loop() {
				r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"<p>One <b>more</b> paragraph.</p>"}})
			}
		})
		b.Run(fmt.Sprintf("search in %d", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				old, with := "Paragraph 7 has", "Paragraph 7 had"
				if i%2 == 1 {
					old, with = with, old
				}
				r.OK("apply_document_content", props{"document_url": uid, "old_content": old, "content": []string{with}})
			}
		})
	}
}

func BenchmarkReplaceAll500(b *testing.B) {
	r := servertest.New(b)
	uid := paragraphs(b, r, 500)
	for i := 0; b.Loop(); i++ {
		old, with := "some", "many"
		if i%2 == 1 {
			old, with = with, old
		}
		a := r.OK("apply_document_content", props{"document_url": uid, "old_content": old, "content": []string{with}, "all_matches": true})
		if a.Int("replaced_count") != 500 {
			b.Fatalf("%v", a)
		}
	}
}
