package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// move is something that stands elsewhere in the new version: an object, or a
// whole paragraph. It is copied before anything is changed, as a user would copy
// it, goes from where it was like what the new version has not, and is put where
// the new version has it: there a mark keeps the place.
type move struct {
	id        string         // of an object
	paragraph *content.Block // or what was seen of a paragraph
	endless   bool           // which has no end that could be copied: a table or nothing follows
	mark      string
	page      []any       // the page properties of a paragraph
	copy      *uno.Object // com.sun.star.datatransfer.XTransferable
}

// firstMark begins the characters that keep places: those for private use at the
// end of plane 16, which documents do not have.
const firstMark = 0x10F000

// maxMarks bounds what one version may move and split.
const maxMarks = 0xF00

// planMoves finds what moved and puts marks in its new places.
func (r *Rewriter) planMoves(ctx context.Context) error {
	shown, err := hasWindow(ctx, r.doc)
	if err != nil {
		return err
	}
	if shown {
		r.moveParagraphs()
	}
	moved := map[string]bool{}
	for _, s := range r.body.steps {
		if s.New < 0 || s.Same {
			continue
		}
		have := map[string]int{}
		if s.Old >= 0 {
			have = allObjects(r.body.seen[s.Old : s.Old+1])
		}
		for id, n := range allObjects(r.body.new[s.New : s.New+1]) {
			moved[id] = moved[id] || have[id] < n
		}
	}
	for _, s := range r.body.steps {
		if s.New >= 0 && !s.Same {
			content.Walk(r.body.new[s.New:s.New+1], func(b *content.Block) bool {
				var seen *content.Block
				if s.Old >= 0 && r.body.seen[s.Old].Kind != content.Table {
					seen = &r.body.seen[s.Old]
				}
				r.markObjects(seen, b, moved)
				return true
			})
		}
	}
	return r.checkMoves(ctx, shown)
}

// checkMoves refuses what cannot be moved.
func (r *Rewriter) checkMoves(ctx context.Context, shown bool) error {
	var ids []string
	for _, m := range r.moves {
		if m.paragraph == nil {
			ids = append(ids, m.id)
		}
	}
	if r.marks > maxMarks {
		return document.Errorf(document.CodeValidation, "more than %d objects and paragraphs have other places in the new version; move fewer at once", maxMarks)
	}
	if len(ids) == 0 {
		return nil
	}
	refuse := func(why string) error {
		return document.Errorf(document.CodeObjectsInRange, "%s stands in another place in the new version, and cannot be moved: %s", strings.Join(ids, ", "), why).
			With("objects", ids)
	}
	if !shown {
		return refuse(r.doc.Name + " has no window")
	}
	recording, err := Recording(ctx, r.doc)
	if err != nil || !recording {
		return err
	}
	for _, id := range ids {
		if kind, _, _ := strings.Cut(id, ":"); kind == "image" || kind == "frame" || kind == "ole" || kind == "formula" {
			return refuse("changes are recorded, and the deleted one would keep its name")
		}
	}
	return nil
}

func hasWindow(ctx context.Context, doc *document.Document) (shown bool, err error) {
	err = doc.Conn().Main(ctx, func(ctx context.Context) error {
		view, err := doc.Model().CallObject(ctx, "com.sun.star.frame.XModel", "getCurrentController")
		shown = view != nil
		return err
	})
	return shown, err
}

// markObjects puts marks in place of objects that moved to a block, and of those
// that have another order in it.
func (r *Rewriter) markObjects(seen, b *content.Block, moved map[string]bool) {
	stay := map[string]bool{}
	if seen != nil {
		for _, id := range inOrder(content.ObjectIDs(seen.Runs), content.ObjectIDs(b.Runs)) {
			stay[id] = true
		}
	}
	for i := range b.Runs {
		run := &b.Runs[i]
		if run.Object == nil {
			continue
		}
		id := content.ObjectID(run.Object)
		if moved[id] || seen != nil && !stay[id] {
			run.Text, run.Object = r.newMove(move{id: id}), nil
		}
	}
}

// inOrder is a longest list of names that both lists have in the same order.
func inOrder(old, new []string) []string {
	var out []string
	for _, pair := range content.Common(old, new) {
		out = append(out, old[pair[0]])
	}
	return out
}

func (r *Rewriter) newMove(m move) string {
	m.mark = r.mark()
	r.moves = append(r.moves, m)
	return m.mark
}

// moveParagraphs finds paragraphs that went from one place and came, the same,
// to another.
func (r *Rewriter) moveParagraphs() {
	gone := map[string][]int{}
	p := &r.body
	for _, s := range p.steps {
		if s.New < 0 && p.seen[s.Old].Kind != content.Table && len(p.seen[s.Old].Runs) > 0 && !hasShape(&p.seen[s.Old]) {
			key := content.Key(&p.seen[s.Old])
			gone[key] = append(gone[key], s.Old)
		}
	}
	for _, s := range p.steps {
		if s.Old >= 0 || p.new[s.New].Kind == content.Table {
			continue
		}
		key := content.Key(&p.new[s.New])
		if at := gone[key]; len(at) > 0 {
			gone[key] = at[1:]
			endless := at[0] == len(p.seen)-1 || p.seen[at[0]+1].Kind == content.Table
			mark := r.newMove(move{paragraph: &p.seen[at[0]], endless: endless})
			p.new[s.New] = content.Block{Kind: content.Paragraph, Runs: []content.Run{{Text: mark}}}
		}
	}
}

// hasShape tells whether drawing shapes hang on a paragraph: pasting one makes an
// undo step of its own (7.4).
func hasShape(b *content.Block) bool {
	for _, id := range content.ObjectIDs(b.Runs) {
		if kind, _, _ := strings.Cut(id, ":"); kind == "shape" {
			return true
		}
	}
	return false
}

// movesAway tells whether a paragraph is put in another place. Such a one is
// removed like text: undoing the removal of a whole paragraph together with the
// insertion of its copy ends the office (7.4).
func (p *passage) movesAway(n int) bool {
	for _, m := range p.moves {
		if m.paragraph == &p.seen[n] {
			return true
		}
	}
	return false
}
