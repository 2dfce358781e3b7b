// Package exam tries the tools on whole documents: some made here, and all of
// a folder that the environment variable UNODESK_CORPUS names (make exam). For
// each document it checks that reading leaves no trace and that one undo takes
// an edit back exactly.
package exam

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

type props = map[string]any

// TestDocuments examines every document.
func TestDocuments(t *testing.T) {
	eachDocument(t, func(e *exam, kind string) {
		switch kind {
		case "writer":
			e.writer()
		case "calc":
			e.calc()
		case "draw", "impress":
			e.r.Fails("WRONG_DOCUMENT_TYPE", "get_document_content", props{"document_url": e.uid})
		default:
			e.t.Fatalf("kind %q", kind)
		}
	})
}

// eachDocument opens every document in one office and lets f try something on
// it, in a test of its own.
func eachDocument(t *testing.T, f func(e *exam, kind string)) {
	r := servertest.New(t)
	var files []string
	if dir := os.Getenv("UNODESK_CORPUS"); dir != "" {
		found, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no documents in %s: %v", dir, err)
		}
		files = slices.DeleteFunc(found, func(f string) bool {
			return strings.HasSuffix(f, ".md") || strings.HasPrefix(filepath.Base(f), ".")
		})
	}
	files = append(files, madeDocuments(t, r)...)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { withDocument(t, r, file, f) })
	}
}

// withDocument opens one document. It works on a copy: an office leaves lock
// files beside what it opens.
func withDocument(t *testing.T, r *servertest.Rig, file string, f func(e *exam, kind string)) {
	bytes, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), filepath.Base(file))
	if err := os.WriteFile(file, bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	model, uid := r.Load((&url.URL{Scheme: "file", Path: file}).String())
	defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
	for _, d := range r.OK("list_open_documents", nil)["documents"].([]any) {
		if doc := d.(map[string]any); doc["uid"] == uid {
			f(&exam{t: t, r: r, model: model, uid: uid, file: file, name: filepath.Base(file)}, doc["doc_type"].(string))
		}
	}
}

// exam is the examination of one document.
type exam struct {
	t     *testing.T
	r     *servertest.Rig
	model *uno.Object
	uid   string
	file  string
	name  string
}

// trace is what a read must leave as it is.
type trace struct {
	modified any
	undo     string
	record   any
}

func (e *exam) trace() trace {
	manager := e.r.Object(e.model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager")
	tr := trace{
		modified: e.r.Do(e.model, "com.sun.star.util.XModifiable", "isModified"),
		undo:     fmt.Sprint(e.r.Do(manager, "com.sun.star.document.XUndoManager", "getAllUndoActionTitles")),
	}
	tr.record, _ = e.model.Call(context.Background(), "com.sun.star.beans.XPropertySet", "getPropertyValue", "RecordChanges")
	return tr
}

// reads runs a reading tool and checks that it leaves no trace.
func (e *exam) reads(name string, args props) servertest.Answer {
	e.t.Helper()
	args["document_url"] = e.uid
	before := e.trace()
	start := time.Now()
	a := e.r.OK(name, args)
	e.t.Logf("%s: %v", name, time.Since(start).Round(time.Millisecond))
	if after := e.trace(); after != before {
		e.t.Errorf("%s left a trace: %v, before %v", name, after, before)
	}
	return a
}

// edits runs an editing tool and takes it back with one undo; the document must
// be what it was.
func (e *exam) edits(name string, args props) {
	e.t.Helper()
	args["document_url"] = e.uid
	before := e.r.State(e.model)
	undo := e.trace().undo
	start := time.Now()
	e.r.OK(name, args)
	e.t.Logf("%s: %v", name, time.Since(start).Round(time.Millisecond))
	if e.r.State(e.model) == before {
		e.t.Errorf("%s changed nothing", name)
	}
	e.r.OK("undo", props{"document_url": e.uid})
	if now := e.trace().undo; now != undo {
		e.t.Errorf("%s: the undo list is %s, was %s", name, now, undo)
	}
	if after := e.r.State(e.model); after != before {
		e.t.Errorf("%s: one undo did not bring the document back: %s", name, firstDifference(before, after))
	}
}

func firstDifference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, i-150):min(len(s), i+150)] }
	return fmt.Sprintf("at byte %d\nbefore %s\nafter  %s", i, cut(a), cut(b))
}

func (e *exam) writer() {
	a := e.reads("get_document_content", props{"max_chars": 2_000_000})
	if a.Text("content") == "" {
		e.t.Error("nothing was read")
	}
	e.edits("apply_document_content", props{"target": "end", "content": []string{"<h2>Exam</h2><p>A <b>bold</b> word.</p><ul><li>x</li></ul>"}})
	if word := firstWord(a.Text("content")); word != "" {
		e.edits("apply_document_content", props{"old_content": word, "content": []string{"Exam" + word}})
	}
}

var plainWord = regexp.MustCompile(`>([A-Za-z]{5,12}) `)

// firstWord finds a word to replace.
func firstWord(html string) string {
	if m := plainWord.FindStringSubmatch(html); m != nil {
		return m[1]
	}
	return ""
}

func (e *exam) calc() {
	e.reads("read_cell_range", props{"range": []string{"A1:J200"}})
	e.edits("write_formula_range", props{"range": []string{"AA1:AB2"}, "values": []any{[]any{"Exam", 5}, []any{"007", "=AB1*2"}}})
}
