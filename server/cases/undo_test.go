//go:build unix

package cases

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/server/tools/calc"
	"github.com/unodesk/unodesk/server/tools/writer"
	"github.com/unodesk/unodesk/uno"
)

const iUndo = "com.sun.star.document.XUndoManager"

// undoable is an edit that one undo must take back.
type undoable struct {
	tool string
	args func() props // as late as possible: ids of changes are new each time
	// first is what the user does just before, such as selecting; setUp is one
	// step of the undo list that the edit needs, such as a filter to clear.
	first, setUp func()
}

// The edits of every tool that edits are tried. What others change are files,
// windows and the undo list itself.
func TestUndoIsTriedWithEveryTool(t *testing.T) {
	tried := slices.Concat(writerTools, calcTools)
	for _, edits := range slices.Concat(writer.Tools(nil), calc.Tools(nil)) {
		if edits.Effect.Mutates() && !slices.Contains(tried, edits.Name) {
			t.Errorf("no edit by %s is tried", edits.Name)
		}
	}
}

// some leaves of edits every nth, beginning with another one each time; all if
// the environment variable UNODESK_ALL_EDITS is set (make test-undo).
func some(edits []undoable, n int) []undoable {
	if os.Getenv("UNODESK_ALL_EDITS") != "" {
		return edits
	}
	var out []undoable
	for i := n / 2; i < len(edits); i += n {
		out = append(out, edits[i])
	}
	return out
}

// undoBench is a document on which edits are made and taken back.
type undoBench struct {
	t      *testing.T
	r      *servertest.Rig
	model  *uno.Object
	uid    string
	own    func() // an edit of the user's own, of one step
	before string // what the document is before and after each edit
}

// on lets b report to another test.
func (b *undoBench) on(t *testing.T) *undoBench {
	b.t = t
	return b
}

func (b *undoBench) manager() *uno.Object {
	return b.r.Object(b.model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager")
}

// call makes the edit and says what it was.
func (b *undoBench) call(e undoable) (a servertest.Answer, what string) {
	b.t.Helper()
	if e.first != nil {
		e.first()
	}
	args := e.args()
	what = fmt.Sprintf("%s%.300v", e.tool, args)
	args["document_url"] = b.uid
	return b.r.Call(e.tool, args), what
}

// succeeds is call for an edit that must succeed.
func (b *undoBench) succeeds(e undoable) (ok bool, what string) {
	b.t.Helper()
	a, what := b.call(e)
	if ok = a["status"] == "ok"; !ok {
		b.t.Errorf("%s: %v", what, a)
	}
	return ok, what
}

// begin does what an edit needs, and returns the undo list.
func (b *undoBench) begin(e undoable) []string {
	b.t.Helper()
	if e.setUp != nil {
		e.setUp()
		b.before = b.r.State(b.model)
	}
	return undoTitles(b.r, b.model)
}

// end takes back what begin did.
func (b *undoBench) end(e undoable) {
	b.t.Helper()
	if e.setUp != nil {
		undoOnce(b.r, b.model)
		b.before = b.r.State(b.model)
	}
}

// same checks that the document is what it was.
func (b *undoBench) same(what string) {
	b.t.Helper()
	if now := b.r.State(b.model); now != b.before {
		b.t.Errorf("%s%s", what, lineDifference(b.before, now))
		b.before = now
	}
}

// plainly makes each edit and takes it back. The undo list is as before then.
// That the edit did something is seen by its step; check looks at some documents
// as well, so that a State that sees nothing would be noticed.
func (b *undoBench) plainly(edits []undoable, check bool) {
	b.t.Helper()
	for i, e := range edits {
		titles := b.begin(e)
		ok, what := b.succeeds(e)
		if !ok {
			continue
		}
		equal(b.t, "undo steps added by "+what, len(undoTitles(b.r, b.model))-len(titles), 1)
		if check && i%3 == 0 && b.r.State(b.model) == b.before {
			b.t.Errorf("%s changed nothing", what)
		}
		undoOnce(b.r, b.model)
		b.same("after one undo of " + what)
		equal(b.t, "undo list", undoTitles(b.r, b.model), titles)
		b.end(e)
	}
}

// inside makes each edit in a context that the user has entered, as a macro
// does; the user's one undo takes back both.
func (b *undoBench) inside(edits []undoable) {
	b.t.Helper()
	for _, e := range some(edits, 5) {
		titles := b.begin(e)
		b.r.Do(b.manager(), iUndo, "enterUndoContext", "the user's own")
		b.own()
		_, what := b.succeeds(e)
		b.own()
		b.r.Do(b.manager(), iUndo, "leaveUndoContext")
		equal(b.t, "undo list", undoTitles(b.r, b.model), append([]string{"the user's own"}, titles...))
		undoOnce(b.r, b.model)
		b.same("after the user's undo around " + what)
		b.end(e)
	}
}

// locked makes each edit while the undo list is locked, so that nothing could
// take it back: it is refused.
func (b *undoBench) locked(edits []undoable) {
	b.t.Helper()
	for _, e := range some(edits, 5) {
		titles := b.begin(e)
		modified := b.r.Do(b.model, "com.sun.star.util.XModifiable", "isModified")
		b.r.Do(b.manager(), "com.sun.star.util.XLockable", "lock")
		a, what := b.call(e)
		equal(b.t, what+" while locked", a.Code(), "UNDO_UNAVAILABLE")
		b.r.Do(b.manager(), "com.sun.star.util.XLockable", "unlock")
		equal(b.t, "undo list", undoTitles(b.r, b.model), titles)
		equal(b.t, "modified", b.r.Do(b.model, "com.sun.star.util.XModifiable", "isModified"), modified)
		b.same("refused " + what)
		b.end(e)
	}
}

// limit is how many steps LibreOffice keeps.
const limit = 100

// onFull makes each edit when the undo list is full.
func (b *undoBench) onFull(edits []undoable) {
	b.t.Helper()
	for _, e := range some(edits, 5) {
		for len(undoTitles(b.r, b.model)) < limit {
			b.own()
		}
		titles := b.begin(e)
		b.before = b.r.State(b.model)
		_, what := b.succeeds(e)
		now := undoTitles(b.r, b.model)
		equal(b.t, "undo steps", len(now), limit)
		equal(b.t, "older steps", now[1:], titles[:limit-1])
		undoOnce(b.r, b.model)
		b.same("after one undo on a full list of " + what)
		b.end(e)
	}
}

// failing makes each edit fail at each of its steps; the document, its undo
// list and its modified flag are as if it had not been tried.
func (b *undoBench) failing(edits []undoable) {
	b.t.Helper()
	defer func() { b.r.Fault = nil }()
	for i, e := range some(edits, 6) {
		b.r.Fault = nil
		titles := b.begin(e)
		modified := i%2 == 0
		b.r.Do(b.model, "com.sun.star.util.XModifiable", "setModified", modified)
		for n, ended := 0, false; !ended; n++ {
			at, steps := "", 0
			b.r.Fault = func(step string) error {
				if steps++; steps <= n {
					return nil
				}
				at = step
				return errors.New("a fault made by the test")
			}
			a, what := b.call(e)
			if ended = at == ""; ended {
				undoOnce(b.r, b.model)
				continue
			}
			what = fmt.Sprintf("%s failing at %q", what, at)
			equal(b.t, what+": status", a["status"], any("error"))
			equal(b.t, what+": undo list", undoTitles(b.r, b.model), titles)
			equal(b.t, what+": modified", b.r.Do(b.model, "com.sun.star.util.XModifiable", "isModified"), any(modified))
			b.same(what)
		}
		b.end(e)
	}
}

// undoLists are the ways in which an undo list can be out of the ordinary.
var undoLists = map[string]func(*undoBench, []undoable){
	"inside": (*undoBench).inside, "locked": (*undoBench).locked, "on a full list": (*undoBench).onFull, "failing": (*undoBench).failing,
}
