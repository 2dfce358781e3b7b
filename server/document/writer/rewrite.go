package writer

import (
	"context"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Rewriter makes the body read as a new version of it does. What is the same in
// both is not touched.
type Rewriter struct {
	doc    *document.Document
	styles Styles
	body   *uno.Object
	old    []content.Block // as the document has them
	seen   []content.Block // as a client saw them, in HTML
	new    []content.Block
	steps  []content.Step
	at     []*uno.Object // the paragraphs and tables of old

	Kept, Changed, Added, Removed int
}

// NewRewriter compares a new version with the body. It refuses versions that
// have lost objects, unless deleteObjects says that they may go.
func NewRewriter(ctx context.Context, doc *document.Document, version []content.Block, deleteObjects bool) (*Rewriter, error) {
	read, err := Read(ctx, doc)
	if err != nil {
		return nil, err
	}
	r := &Rewriter{doc: doc, old: read.Blocks, new: version}
	if r.body, err = doc.Model().CallObject(ctx, iTextDocument, "getText"); err != nil {
		return nil, document.Explain(err)
	}
	if r.at, err = enumerate(ctx, r.body); err != nil {
		return nil, document.Explain(err)
	}
	bodyStyle := read.BodyStyle()
	if r.seen, err = asSeen(read.Blocks, bodyStyle); err != nil {
		return nil, err
	}
	if len(r.at) != len(r.old) || len(r.seen) != len(r.old) {
		return nil, document.Errorf(document.CodeValidation, "the document's structure cannot be compared with a new version here "+
			"(%d paragraphs and tables, %d read); accept or reject tracked changes, or edit with target search", len(r.at), len(r.old))
	}
	for i := range r.new {
		if content.StyleToken(r.new[i].Style) == content.StyleToken(bodyStyle) {
			r.new[i].Style = ""
		}
	}
	r.steps = r.pairLeft(content.Align(r.seen, r.new))
	if err := r.checkLevels(); err != nil {
		return nil, err
	}
	if err := r.checkObjects(deleteObjects); err != nil {
		return nil, err
	}
	if r.styles, err = ReadStyles(ctx, doc, r.new); err != nil {
		return nil, err
	}
	if _, err := ReadStyles(ctx, doc, r.seen); err != nil { // the same names in both
		return nil, err
	}
	if bodyStyle != "" {
		if name, err := StyleName(ctx, doc, ParagraphStyles, bodyStyle); err == nil {
			r.styles.Body = name
		}
	}
	r.count()
	return r, nil
}

// asSeen is what a client that writes blocks back unchanged sends.
func asSeen(blocks []content.Block, bodyStyle string) ([]content.Block, error) {
	html, _ := content.HTML(blocks, content.HTMLOptions{BodyStyle: bodyStyle})
	f, err := content.ParseHTML(html)
	return f.Blocks, err
}

func (r *Rewriter) count() {
	for _, s := range r.steps {
		switch {
		case s.Same:
			r.Kept++
		case s.Old < 0:
			r.Added++
		case s.New < 0:
			r.Removed++
		default:
			r.Changed++
		}
	}
}

// allObjects counts the objects in blocks.
func allObjects(blocks []content.Block) map[string]int {
	count := map[string]int{}
	content.Walk(blocks, func(b *content.Block) bool {
		for _, id := range content.ObjectIDs(b.Runs) {
			count[id]++
		}
		return true
	})
	return count
}

// checkObjects refuses what would lose objects, and what would need new ones.
func (r *Rewriter) checkObjects(deleteObjects bool) error {
	old, new := allObjects(r.seen), allObjects(r.new)
	var lost, unknown []string
	for id, n := range old {
		if new[id] < n {
			lost = append(lost, id)
		}
	}
	for id, n := range new {
		if old[id] < n {
			unknown = append(unknown, id)
		}
	}
	slices.Sort(lost)
	slices.Sort(unknown)
	if len(unknown) > 0 {
		return document.Errorf(document.CodeValidation, "the document has no %s, or has it once only; objects can be kept, but not made or copied", strings.Join(unknown, ", ")).
			With("objects", unknown)
	}
	if len(lost) > 0 && !deleteObjects {
		return document.Errorf(document.CodeObjectsInRange, "the new version has lost %s; keep the elements with data-lo-object, or pass delete_objects", strings.Join(lost, ", ")).
			With("objects", lost)
	}
	for _, s := range r.steps {
		if s.Same || s.New < 0 {
			continue
		}
		have := map[string]int{}
		if s.Old >= 0 {
			have = allObjects(r.seen[s.Old : s.Old+1])
		}
		for id, n := range allObjects(r.new[s.New : s.New+1]) {
			if have[id] < n {
				return document.Errorf(document.CodeObjectsInRange, "%s stands in another paragraph in the new version; objects cannot be moved", id).
					With("objects", []string{id})
			}
		}
	}
	return nil
}

// checkLevels refuses another level for an item of a list: an undo would not
// bring the old one back (7.4).
func (r *Rewriter) checkLevels() error {
	for _, s := range r.steps {
		if s.Old >= 0 && s.New >= 0 && moves(&r.seen[s.Old], &r.new[s.New]) {
			return document.Errorf(document.CodeValidation, "the list item %q has another level in the new version; levels cannot be changed here", clip(content.Text(r.seen[s.Old].Runs)))
		}
	}
	return nil
}

// moves tells that a list item has another level in a new version.
func moves(old, new *content.Block) bool {
	return old.Kind == content.ListItem && new.Kind == content.ListItem && old.Level != new.Level
}

// pairLeft pairs paragraphs that go with paragraphs that come in their place,
// however they read: what is written in the same place keeps what HTML does not
// carry. Where objects or tables are concerned nothing is paired.
func (r *Rewriter) pairLeft(steps []content.Step) []content.Step {
	var out []content.Step
	for i := 0; i < len(steps); {
		if steps[i].Old >= 0 && steps[i].New >= 0 {
			out = append(out, steps[i])
			i++
			continue
		}
		begin := i
		var gone, come []int
		plain := true
		for ; i < len(steps) && (steps[i].Old < 0 || steps[i].New < 0); i++ {
			if n := steps[i].Old; n >= 0 {
				gone, plain = append(gone, n), plain && r.seen[n].Kind != content.Table && len(content.ObjectIDs(r.seen[n].Runs)) == 0
			}
			if n := steps[i].New; n >= 0 {
				come, plain = append(come, n), plain && r.new[n].Kind != content.Table && len(content.ObjectIDs(r.new[n].Runs)) == 0
			}
		}
		n := min(len(gone), len(come))
		for k := range n {
			plain = plain && !moves(&r.seen[gone[k]], &r.new[come[k]])
		}
		if !plain || n == 0 {
			out = append(out, steps[begin:i]...)
			continue
		}
		for k := range n {
			out = append(out, content.Step{Old: gone[k], New: come[k]})
		}
		for _, g := range gone[n:] {
			out = append(out, content.Step{Old: g, New: -1})
		}
		for _, c := range come[n:] {
			out = append(out, content.Step{Old: -1, New: c})
		}
	}
	return out
}

// Nothing tells that there is nothing to do.
func (r *Rewriter) Nothing() bool { return r.Changed+r.Added+r.Removed == 0 }

// Edit returns the step of a plan.
func (r *Rewriter) Edit() document.Edit { return document.Edit{Name: "rewrite", Do: r.do} }

func (r *Rewriter) do(ctx context.Context) error {
	if err := r.unchanged(ctx); err != nil {
		return err
	}
	for _, s := range r.steps {
		if s.Old >= 0 && s.New >= 0 && !s.Same {
			if err := r.change(ctx, r.at[s.Old], &r.old[s.Old], &r.seen[s.Old], &r.new[s.New]); err != nil {
				return err
			}
		}
	}
	// First what goes: splitting a paragraph to add one behind it makes the
	// object that stood for it stand for its second part (7.4).
	if err := r.remove(ctx); err != nil {
		return err
	}
	return r.add(ctx)
}

// unchanged makes sure that the body still is what was read.
func (r *Rewriter) unchanged(ctx context.Context) error {
	now, err := enumerate(ctx, r.body)
	if err != nil {
		return err
	}
	same := len(now) == len(r.at)
	for i := 0; same && i < len(now); i++ {
		same = now[i].Is(r.at[i])
	}
	if !same {
		return document.Errorf(codeDocumentChanged, "the document is not any more what was read")
	}
	return nil
}

// add inserts new blocks behind what they follow.
func (r *Rewriter) add(ctx context.Context) error {
	last := -1 // the block before, of those that stay
	for i := 0; i < len(r.steps); {
		s := r.steps[i]
		if s.New < 0 {
			i++
			continue
		}
		if s.Old >= 0 {
			last = s.Old
			i++
			continue
		}
		var blocks []content.Block
		for ; i < len(r.steps) && r.steps[i].Old < 0; i++ {
			blocks = append(blocks, r.new[r.steps[i].New])
		}
		a := NewAppender(r.doc, r.styles, blocks)
		next := r.stays(i)
		switch {
		case next < 0 && (last < 0 || r.old[last].Kind == content.Table):
			// In the empty paragraph that is left.
		case last < 0:
			a.First()
		case next < 0:
			a.After(r.at[last], nil)
		case r.old[last].Kind == content.Table && r.old[next].Kind == content.Table:
			return document.Errorf(document.CodeValidation, "nothing can be put between two tables without a paragraph between them")
		default:
			a.After(r.at[last], r.at[next])
		}
		if err := a.do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// stays is the first block that stays, from step i on; -1 for none.
func (r *Rewriter) stays(i int) int {
	for ; i < len(r.steps); i++ {
		if r.steps[i].Old >= 0 && r.steps[i].New >= 0 {
			return r.steps[i].Old
		}
	}
	return -1
}
