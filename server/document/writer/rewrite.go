package writer

import (
	"context"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
)

// Rewriter makes the body read as a new version of it does. What is the same in
// both is not touched.
type Rewriter struct {
	doc    *document.Document
	styles Styles
	body   passage
	levels []levelChange
	moves  []move
	parts  []parting
	marks  int // how many characters keep places

	unchanged func(context.Context) error // the document still is what was read

	Kept, Changed, Added, Removed int
}

// Seen is what a client that writes blocks back unchanged sends, in the format in
// which it read them. What a format does not show is not changed.
type Seen func(blocks []content.Block, bodyStyle string) ([]content.Block, error)

// NewRewriter compares a new version with the body. It refuses versions that
// have lost objects, unless deleteObjects says that they may go.
func NewRewriter(ctx context.Context, doc *document.Document, version []content.Block, seen Seen, deleteObjects bool) (*Rewriter, error) {
	read, err := Read(ctx, doc)
	if err != nil {
		return nil, err
	}
	r := &Rewriter{doc: doc}
	p := &r.body
	p.Rewriter = r
	p.old, p.new = read.Blocks, version
	if p.home, err = doc.Model().CallObject(ctx, iTextDocument, "getText"); err != nil {
		return nil, document.Explain(err)
	}
	if p.at, err = enumerate(ctx, p.home); err != nil {
		return nil, document.Explain(err)
	}
	every := p.at
	if len(p.at) != len(p.old) {
		if p.at, p.frozen, err = joinedByChanges(ctx, p.at); err != nil {
			return nil, document.Explain(err)
		}
	}
	bodyStyle := read.BodyStyle()
	if p.seen, err = seen(read.Blocks, bodyStyle); err != nil {
		return nil, err
	}
	if len(p.at) != len(p.old) || len(p.seen) != len(p.old) {
		return nil, document.Errorf(document.CodeValidation, "the document's structure cannot be compared with a new version here "+
			"(%d paragraphs and tables, %d read); accept or reject tracked changes, or edit with target search", len(p.at), len(p.old))
	}
	for i := range p.new {
		if content.StyleToken(p.new[i].Style) == content.StyleToken(bodyStyle) {
			p.new[i].Style = ""
		}
	}
	p.align()
	if err := r.checkObjects(deleteObjects); err != nil {
		return nil, err
	}
	recording, err := Recording(ctx, doc)
	if err != nil {
		return nil, err
	}
	r.count()
	if err := p.checkFrozen(); err != nil {
		return nil, err
	}
	p.joinAndPart(recording)
	r.unchanged = func(ctx context.Context) error { return unchangedText(ctx, p.home, every) }
	if err := r.planMoves(ctx); err != nil {
		return nil, document.Explain(err)
	}
	if r.styles, err = ReadStyles(ctx, doc, p.new); err != nil {
		return nil, err
	}
	if _, err := ReadStyles(ctx, doc, p.seen); err != nil { // the same names in both
		return nil, err
	}
	if bodyStyle != "" {
		if name, err := StyleName(ctx, doc, ParagraphStyles, bodyStyle); err == nil {
			r.styles.Body = name
		}
	}
	p.body = r.styles.Body
	return r, nil
}

// AsHTML is Seen for HTML.
func AsHTML(blocks []content.Block, bodyStyle string) ([]content.Block, error) {
	html, _ := content.HTML(blocks, content.HTMLOptions{BodyStyle: bodyStyle})
	f, err := content.ParseHTML(html)
	return f.Blocks, err
}

// AsMarkdown is Seen for Markdown, which shows no styles.
func AsMarkdown(blocks []content.Block, _ string) ([]content.Block, error) {
	text, _ := content.Markdown(blocks, content.MarkdownOptions{})
	f, err := content.ParseMarkdown(text)
	return f.Blocks, err
}

func (r *Rewriter) count() {
	for _, s := range r.body.steps {
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
	old, new := allObjects(r.body.seen), allObjects(r.body.new)
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
	return nil
}

// Nothing tells that there is nothing to do.
func (r *Rewriter) Nothing() bool { return r.Changed+r.Added+r.Removed == 0 }

// Edit returns the step of a plan.
func (r *Rewriter) Edit() document.Edit { return document.Edit{Name: "rewrite", Do: r.do} }

func (r *Rewriter) do(ctx context.Context) error {
	if err := r.unchanged(ctx); err != nil {
		return err
	}
	if err := setUpLists(ctx, r.doc, r.styles, r.body.new); err != nil {
		return err
	}
	if len(r.moves) == 0 {
		if err := r.body.do(ctx); err != nil {
			return err
		}
		return r.partNow(ctx)
	}
	return borrow(ctx, r.doc, "move objects", func(ctx context.Context, w window) error {
		if err := r.copyMoves(ctx, w); err != nil {
			return err
		}
		if err := r.body.do(ctx); err != nil {
			return err
		}
		if err := r.partNow(ctx); err != nil {
			return err
		}
		return r.pasteMoves(ctx, w)
	})
}
