package exam

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// longDocument is one of 2,000 paragraphs under 60 headings with 20 tables,
// some 120 pages.
func longDocument(b *testing.B, r *servertest.Rig) (*uno.Object, string) {
	model, uid := r.Open("swriter")
	for part := range 60 {
		var html strings.Builder
		fmt.Fprintf(&html, "<h%d>Part %d</h%d>", 1+part%2, part, 1+part%2)
		for i := range 33 {
			fmt.Fprintf(&html, "<p>Paragraph %d of part %d has %s and then <b>some words in bold</b> and more of it.</p>", i, part, strings.Repeat("a few words more, ", 9))
		}
		if part%3 == 0 {
			html.WriteString("<table>" + strings.Repeat("<tr><td>left</td><td>middle</td><td>right</td></tr>", 6) + "</table><p>Behind the table.</p>")
		}
		r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{html.String()}})
	}
	return model, uid
}

// BenchmarkReading measures what reading a long document costs through all
// layers, beside LibreOffice's own export of it.
func BenchmarkReading(b *testing.B) {
	r := servertest.New(b)
	r.Timeout = 5 * time.Minute
	model, uid := longDocument(b, r)
	call := func(name string, args props) servertest.Answer {
		args["document_url"] = uid
		return r.OK(name, args)
	}
	text := r.Object(model, "com.sun.star.text.XTextDocument", "getText")
	change := func() { r.Do(text, iText, "insertString", r.Object(text, iRange, "getEnd"), ".", false) }
	target := (&url.URL{Scheme: "file", Path: filepath.Join(b.TempDir(), "flat.fodt")}).String()
	b.Run("flat export", func(b *testing.B) {
		for b.Loop() {
			r.Do(model, "com.sun.star.frame.XStorable", "storeToURL", target, uno.PropertyValues("FilterName", "OpenDocument Text Flat XML", "Overwrite", true))
		}
	})
	b.Run("whole, changed", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			change()
			b.StartTimer()
			call("get_document_content", props{"max_chars": 2_000_000})
		}
	})
	b.Run("whole, unchanged", func(b *testing.B) {
		for b.Loop() {
			call("get_document_content", props{"max_chars": 2_000_000})
		}
	})
	change()
	at := func(pattern string) any {
		return call("search_in_document", props{"pattern": pattern})["matches"].([]any)[0].(map[string]any)["at"]
	}
	for name, args := range map[string]props{
		"first 4,000":     {"max_chars": 4000},
		"4,000 in it":     {"max_chars": 4000, "at": at("Paragraph 7 of part 31")},
		"4,000 of tables": {"max_chars": 4000, "at": at("Behind the table")},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				call("get_document_content", args)
			}
		})
	}
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			call("search_in_document", props{"pattern": "Paragraph 7 of part 1"})
		}
	})
	b.Run("outline", func(b *testing.B) {
		for b.Loop() {
			call("get_document_tree", props{"strategy": "heading_only", "depth": 0})
		}
	})
}
