//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

const (
	// maxServerMemory bounds serve after it has read many documents, in MB.
	maxServerMemory = 100
	// maxOfficeGrowth bounds what reading one document over and over adds to the office, in MB.
	maxOfficeGrowth = 10
	// leastReads says something; the more there is time for, the more they say.
	leastReads = 20
)

// TestMemory reads whole documents: those of the folder that UNODESK_CORPUS
// names (make exam), after which the server has a minute to calm down, or one
// that is made here.
func TestMemory(t *testing.T) {
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	server := start(t, "--profile", office.Profile)
	until(t, "the office", func() bool { a, _ := server.tool(t, "list_open_documents", nil); return a["status"] == "ok" })
	files, calm, reads := manyDocuments(t, server)
	largest, most := "", 0.0
	for _, file := range files {
		uid := server.open(t, file)
		if length := server.readWhole(t, uid); length > most {
			largest, most = file, length
		}
		server.close(t, uid)
	}
	time.Sleep(calm)
	used := resident(t, server.cmd.Process.Pid)
	t.Logf("serve holds %d MB after %d documents and %v", used, len(files), calm)
	if used > maxServerMemory {
		t.Errorf("serve holds %d MB, more than %d", used, maxServerMemory)
	}

	uid := server.open(t, largest)
	u := user{t, office.Dial()}
	text := u.do(u.document(), "com.sun.star.text.XTextDocument", "getText").(*uno.Object)
	revision := ""
	read := func() (done bool) {
		// The user types a letter, so that what is kept of the document does not answer.
		end := u.do(text, "com.sun.star.text.XTextRange", "getEnd")
		u.do(text, "com.sun.star.text.XSimpleText", "insertString", end, "x", false)
		a, took := server.tool(t, "get_document_content", map[string]any{"document_url": uid, "max_chars": 2_000_000})
		if a["code"] == "TIMEOUT" {
			return false // a busy computer
		}
		if a["status"] != "ok" {
			t.Fatalf("read: %v after %v", a, took)
		}
		now := a["document"].(map[string]any)["revision"].(string)
		if now == revision {
			t.Fatal("nothing has changed since the last read")
		}
		revision = now
		return true
	}
	for range 5 { // what the first reads lay out and keep is no leak
		read()
	}
	before := resident(t, office.PID)
	done := 0
	for range reads {
		began := time.Now()
		if read() {
			done++
		}
		if end, ok := t.Deadline(); ok && time.Until(end) < time.Minute+2*time.Since(began) {
			break
		}
	}
	after := resident(t, office.PID)
	t.Logf("the office holds %d MB, and %d MB after %d reads of %s", before, after, done, filepath.Base(largest))
	if after-before > maxOfficeGrowth {
		t.Errorf("%d reads of %s added %d MB to the office", done, filepath.Base(largest), after-before)
	}
	if done < min(reads, leastReads) {
		t.Errorf("there was time for %d reads only; give the test a longer -timeout", done)
	}
}

// manyDocuments lists the documents to read, how long to wait afterwards, and
// how often to read the largest again.
func manyDocuments(t *testing.T, server *running) (files []string, calm time.Duration, reads int) {
	t.Helper()
	dir := os.Getenv("UNODESK_CORPUS")
	if dir == "" {
		path := filepath.Join(t.TempDir(), "groß und lang.odt")
		a, _ := server.tool(t, "create_document", map[string]any{"kind": "writer"})
		uid := a["document"].(map[string]any)["uid"].(string)
		var text strings.Builder
		for i := range 500 {
			fmt.Fprintf(&text, "<h2>Part %d</h2><p>Some <b>words</b> of paragraph %d.</p>", i, i)
		}
		server.must(t, "apply_document_content", map[string]any{"document_url": uid, "target": "end", "content": []string{text.String()}})
		server.must(t, "save_document", map[string]any{"document_url": uid, "path": path})
		server.close(t, uid)
		return []string{path}, 0, 20
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if strings.HasSuffix(f, ".md") {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		own := filepath.Join(t.TempDir(), filepath.Base(f)) // an office leaves lock files beside what it opens
		if err := os.WriteFile(own, b, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, own)
	}
	return files, time.Minute, 100
}

func (r *running) must(t *testing.T, name string, args map[string]any) map[string]any {
	t.Helper()
	a, took := r.tool(t, name, args)
	if a["status"] != "ok" {
		t.Fatalf("%s: %v after %v", name, a, took)
	}
	return a
}

func (r *running) open(t *testing.T, file string) string {
	t.Helper()
	return r.must(t, "open_document", map[string]any{"path": file})["document"].(map[string]any)["uid"].(string)
}

func (r *running) close(t *testing.T, uid string) {
	t.Helper()
	r.must(t, "close_document", map[string]any{"document_url": uid, "unsaved": "discard"})
}

// readWhole reads all of a document and returns the length of its text, 0 for
// other kinds.
func (r *running) readWhole(t *testing.T, uid string) float64 {
	t.Helper()
	a, _ := r.tool(t, "get_document_content", map[string]any{"document_url": uid, "max_chars": 2_000_000})
	switch {
	case a["status"] == "ok":
		r.must(t, "get_document_tree", map[string]any{"document_url": uid})
		length, _ := a["document_length"].(float64)
		return length
	case a["code"] != "WRONG_DOCUMENT_TYPE":
		t.Errorf("read: %v", a)
	}
	if a, _ := r.tool(t, "get_sheet_summary", map[string]any{"document_url": uid}); a["status"] == "ok" {
		used, _ := a["used_range"].(string)
		r.tool(t, "read_cell_range", map[string]any{"document_url": uid, "range": []string{used}})
	}
	return 0
}

var rss = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// resident is the memory of a process in MB.
func resident(t *testing.T, pid int) int {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	m := rss.FindSubmatch(b)
	if m == nil {
		t.Fatalf("no VmRSS in %s", b)
	}
	kb, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kb >> 10
}
