package roundtrip

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// sizes are how many documents a run makes, and how many changes it tries.
func sizes() (documents, changes int, all bool) {
	if os.Getenv("UNODESK_ROUNDTRIP") == "all" {
		return 200, 1000, true
	}
	return 12, 60, false
}

func seed(t *testing.T) uint64 {
	n := uint64(1)
	if s := os.Getenv("UNODESK_SEED"); s != "" {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("UNODESK_SEED: %v", err)
		}
		n = v
	}
	t.Logf("UNODESK_SEED=%d", n)
	return n
}

// perOffice is how many documents one office sees: some end after many were
// closed (7.4).
const perOffice = 25

// TestRoundTrips makes documents, writes each back unchanged, and then changed at
// random, and compares with what the model predicts.
func TestRoundTrips(t *testing.T) {
	documents, changes, all := sizes()
	first := seed(t)
	made, tried, refused, ran := map[string]int{}, map[string]int{}, map[string]int{}, 0
	for from := 0; from < documents; from += perOffice {
		t.Run(fmt.Sprintf("from %d", from), func(t *testing.T) {
			r := servertest.New(t)
			m := newMaker(t, r)
			m.made = made
			for n := from; n < min(from+perOffice, documents); n++ {
				t.Run(strconv.Itoa(n), func(t *testing.T) {
					ran++
					model, uid := m.document(first*1000 + uint64(n))
					defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
					x := &examinee{t: t, r: r, model: model, uid: uid, rng: rand.New(rand.NewPCG(first, uint64(n))), tried: tried, refused: refused}
					x.unchanged()
					for k := range changes*(n+1)/documents - changes*n/documents {
						if t.Failed() {
							return
						}
						x.change(k)
					}
				})
			}
		})
	}
	tell("\nMade documents: %d, from seed %d.\n\n- in them: %s\n- changes tried: %s\n- of those refused, naming objects that are anchored beside the text: %s",
		documents, first, counts(made), counts(tried), counts(refused))
	t.Logf("made: %s; changes: %s; refused: %s", counts(made), counts(tried), counts(refused))
	if all && ran == documents {
		for kind, n := range made {
			if n < 20 {
				t.Errorf("only %d of %s were made", n, kind)
			}
		}
	}
}

func counts(count map[string]int) string {
	var out []string
	for k, n := range count {
		out = append(out, fmt.Sprintf("%s %d", k, n))
	}
	sort.Strings(out)
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

// examinee is one document.
type examinee struct {
	t              *testing.T
	r              *servertest.Rig
	model          *uno.Object
	uid            string
	rng            *rand.Rand
	tried, refused map[string]int
	revision       any // that was read
}

// read reads the whole document, in parts if it is too large for one answer.
func (x *examinee) read() string {
	x.t.Helper()
	args := props{"document_url": x.uid, "max_chars": 2_000_000}
	a := x.r.OK("get_document_content", args)
	html := a.Text("content")
	for a["truncated"] == true {
		args["at"] = a.Text("next")
		a = x.r.OK("get_document_content", args)
		html += a.Text("content")
	}
	x.revision = a["document"].(props)["revision"]
	return html
}

func (x *examinee) undoTitles() []string {
	m := x.r.Object(x.model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager")
	return x.r.Do(m, "com.sun.star.document.XUndoManager", "getAllUndoActionTitles").([]string)
}

// unchanged writes the document back as it was read.
func (x *examinee) unchanged() {
	x.t.Helper()
	before := x.read()
	undo, state := x.undoTitles(), x.state()
	a := x.r.Call("apply_document_content", props{"document_url": x.uid, "target": "full_document", "content": []string{before}, "if_revision": x.revision})
	if a["status"] != "ok" || a.Int("blocks_changed")+a.Int("blocks_added")+a.Int("blocks_removed") != 0 {
		x.t.Errorf("written back unchanged: %v\n%.3000s", a, before)
	}
	if now := x.undoTitles(); fmt.Sprint(now) != fmt.Sprint(undo) {
		x.t.Errorf("written back unchanged, the undo list is %q, was %q", now, undo)
	}
	if now := x.state(); now != state {
		x.t.Errorf("written back unchanged, the document is another: %s", difference(state, now))
	}
}

// change makes one random change, compares with the prediction, and takes it
// back.
func (x *examinee) change(k int) {
	x.t.Helper()
	html := x.read()
	before := parse(html)
	after, what, drops := mutate(x.rng, before)
	if after == nil {
		return
	}
	x.tried[what]++
	state, undo, things := x.state(), x.undoTitles(), x.things()
	version := write(after)
	args := props{"document_url": x.uid, "target": "full_document", "content": []string{version}}
	if drops {
		args["delete_objects"] = true
	}
	fail := func(format string, args ...any) {
		x.t.Errorf("change %d, %s: %s\n%s", k, what, fmt.Sprintf(format, args...), difference(canonical(before), canonical(after)))
	}
	a := x.r.Call("apply_document_content", args)
	if a["status"] != "ok" {
		if a.Code() == "OBJECTS_IN_RANGE" && strings.Contains(a.Text("message"), "moved") || strings.Contains(a.Text("message"), "a tracked deletion") {
			x.refused[what]++
			if now := x.state(); now != state {
				fail("it was refused, but the document is another: %s", difference(state, now))
			}
			return
		}
		fail("%v", a)
		return
	}
	now := x.read()
	if got, want := canonical(parse(now)), canonical(after); got != want {
		fail("the outcome is not as predicted: %s", difference(want, got))
	}
	if got := x.things(); !drops && got < things {
		fail("%d objects are left of %d", got, things)
	}
	if added := len(x.undoTitles()) - len(undo); added > 1 {
		fail("%d undo steps", added)
	}
	if len(x.undoTitles()) > len(undo) {
		x.r.OK("undo", props{"document_url": x.uid})
	}
	if now := x.state(); now != state {
		fail("one undo did not bring the document back: %s", difference(state, now))
	}
}

// unseen is what an edit changes and its undo leaves, and no reader can tell: the
// place of an object among others that it does not touch (an undo puts what it
// brings back at the end), that a style was looked at, and that a table has no page
// break.
var unseen = regexp.MustCompile(` draw:z-index=\d+| text:style-name=Line_20_numbering|<style:style style:display-name=Line numbering [^\n]*\n| fo:break-after=auto fo:break-before=auto`)

func (x *examinee) state() string { return unseen.ReplaceAllString(x.r.State(x.model), "") }

// things counts what is in the document, by the office.
func (x *examinee) things() int {
	n := 0
	for _, k := range [][2]string{
		{"com.sun.star.text.XTextFramesSupplier", "getTextFrames"},
		{"com.sun.star.text.XTextGraphicObjectsSupplier", "getGraphicObjects"},
		{"com.sun.star.text.XTextEmbeddedObjectsSupplier", "getEmbeddedObjects"},
		{"com.sun.star.text.XFootnotesSupplier", "getFootnotes"},
		{"com.sun.star.text.XEndnotesSupplier", "getEndnotes"},
		{"com.sun.star.text.XBookmarksSupplier", "getBookmarks"},
		{"com.sun.star.text.XTextSectionsSupplier", "getTextSections"},
		{"com.sun.star.drawing.XDrawPageSupplier", "getDrawPage"},
	} {
		n += int(x.r.Do(x.r.Object(x.model, k[0], k[1]), "com.sun.star.container.XIndexAccess", "getCount").(int32))
	}
	return n
}

func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	cut := func(s []string) string { return strings.Join(s[max(0, i-1):min(len(s), i+4)], "\n") }
	return fmt.Sprintf("line %d\n--- %s\n+++ %s", i+1, cut(x), cut(y))
}
