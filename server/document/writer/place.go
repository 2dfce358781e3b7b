package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Placer puts whole paragraphs, lists and tables in place of, before or after
// hits, wherever those stand. A paragraph of which something is left on both
// sides is split; one of which nothing is left becomes the first of the new
// ones. Paragraphs without a style of their own get that of the text around.
type Placer struct {
	doc    *document.Document
	styles Styles
	hits   Hits
	blocks []content.Block
	place  Place
	plain  bool
	drop   bool
	last   *uno.Object
}

// NewPlacer puts blocks, whose style names are those of Styles, at each hit.
func NewPlacer(doc *document.Document, styles Styles, hits Hits, blocks []content.Block, place Place) *Placer {
	return &Placer{doc: doc, styles: styles, hits: hits, blocks: blocks, place: place}
}

// Plain makes the blocks text as a user would type it: the first goes on in the
// paragraph of the hit, and what stands behind the hit goes on in the last. It
// returns p.
func (p *Placer) Plain(plain bool) *Placer {
	p.plain = plain
	return p
}

// DropObjects lets objects go that stand in what is replaced. It returns p.
func (p *Placer) DropObjects(drop bool) *Placer {
	p.drop = drop
	return p
}

// Last returns a range in the last paragraph written at the first hit.
func (p *Placer) Last() *uno.Object { return p.last }

// Edit returns the step of a plan.
func (p *Placer) Edit() document.Edit { return document.Edit{Name: "write paragraphs", Do: p.do} }

func (p *Placer) do(ctx context.Context) error {
	if err := checkWritable(ctx, p.hits.Ranges); err != nil {
		return err
	}
	if err := unchanged(ctx, p.hits); err != nil {
		return err
	}
	if err := p.checkHomes(ctx); err != nil {
		return err
	}
	for i := len(p.hits.Ranges) - 1; i >= 0; i-- { // so that no hit moves another
		if err := p.at(ctx, p.hits.Ranges[i]); err != nil {
			return err
		}
	}
	return nil
}

// checkHomes refuses tables in notes, where Writer has none.
func (p *Placer) checkHomes(ctx context.Context) error {
	tables := false
	for i := range p.blocks {
		tables = tables || p.blocks[i].Kind == content.Table
	}
	if !tables {
		return nil
	}
	where, err := locateHits(ctx, p.doc, &p.hits)
	if err != nil {
		return err
	}
	for _, w := range where {
		if w.Kind == "footnote" || w.Kind == "endnote" {
			return document.Errorf(document.CodeValidation, "the text stands in %s, where LibreOffice has no tables; write it as paragraphs or a list", w.Location)
		}
	}
	return nil
}

func (p *Placer) at(ctx context.Context, hit *uno.Object) error {
	o, err := p.open(ctx, hit)
	if err != nil {
		return err
	}
	if p.plain && !o.look.heading {
		return p.typeIn(ctx, o)
	}
	if err := p.clear(ctx, o); err != nil {
		return err
	}
	a := &Appender{doc: p.doc, styles: p.styles, blocks: p.blocks, text: o.home, cursor: o.span, inside: true}
	if !o.look.heading && !o.look.list {
		a.styles.Body = o.look.style
	}
	if o.look.list {
		a.list = &o.look
	}
	if err := o.part(ctx, a); err != nil {
		return err
	}
	p.last = a.cursor
	if err := a.write(ctx); err != nil {
		return err
	}
	return o.finish(ctx, a)
}

// typeIn writes text with paragraph ends as a user would.
func (p *Placer) typeIn(ctx context.Context, o *opening) error {
	text := ""
	for i := range p.blocks {
		if i > 0 {
			text += "\r" // a paragraph's end in what the office inserts
		}
		text += content.Text(p.blocks[i].Runs)
	}
	p.last = o.span
	if p.place == Instead {
		if err := o.checkObjects(ctx, p.drop); err != nil {
			return err
		}
		return replaceText(ctx, p.doc.Model(), o.span, text)
	}
	_, err := o.home.Call(ctx, iSimpleText, "insertString", o.span, text, false)
	return err
}
