package writer

import (
	"context"
	"slices"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// joining is a paragraph that goes on in the one before it in the new version.
type joining struct{ first, second *uno.Object }

// parting is a paragraph of the new version that begins within an old one.
type parting struct {
	mark        string
	whole, rest content.Block // what the old one becomes, and the part behind the mark
}

// joinAndPart finds paragraphs of which two became one, and those that were split,
// and treats them as what they are: so what stands in them, and looks that HTML
// does not carry, stay. From here on the joined ones are one old paragraph, and
// the parts of a split one are one new paragraph with a mark in it.
func (p *passage) joinAndPart(recording bool) {
	for k := 0; k+1 < len(p.steps); k++ {
		a, b := p.steps[k], p.steps[k+1]
		paired := a
		if a.Old < 0 || a.New < 0 {
			paired = b
		}
		if paired.Old < 0 || paired.New < 0 || paired.Same || p.seen[paired.Old].Kind == content.Table {
			continue
		}
		switch {
		case !recording && a.Old >= 0 && b.Old == a.Old+1 && (a.New < 0 || b.New < 0):
			p.join(k, a, b, paired)
		case a.New >= 0 && b.New == a.New+1 && (a.Old < 0 || b.Old < 0):
			p.part(k, a, b, paired)
		}
	}
}

// together joins two paragraphs' texts.
func together(a, b *content.Block) content.Block {
	out := *a
	out.Runs = slices.Concat(a.Runs, b.Runs)
	return out
}

// likeness compares a paragraph by words alone with the texts of others.
func likeness(a *content.Block, others ...*content.Block) float32 {
	text := ""
	for _, b := range others {
		text += content.Text(b.Runs) + " "
	}
	return content.Likeness(&content.Block{Kind: content.Paragraph, Runs: []content.Run{{Text: content.Text(a.Runs)}}}, &content.Block{Kind: content.Paragraph, Runs: []content.Run{{Text: text}}})
}

func (p *passage) join(k int, a, b, paired content.Step) {
	first, second := &p.seen[a.Old], &p.seen[b.Old]
	if first.Kind == content.Table || second.Kind == content.Table || len(first.Runs) == 0 || len(second.Runs) == 0 || p.old[b.Old].Runs[0].Object != nil {
		return
	}
	both := together(first, second)
	if likeness(&p.new[paired.New], first, second) <= likeness(&p.new[paired.New], &p.seen[paired.Old]) {
		return
	}
	p.joins = append(p.joins, joining{p.at[a.Old], p.at[b.Old]})
	p.seen[a.Old], p.old[a.Old] = both, together(&p.old[a.Old], &p.old[b.Old])
	p.steps[k] = content.Step{Old: a.Old, New: paired.New}
	p.steps = slices.Delete(p.steps, k+1, k+2)
	p.gone(b.Old)
}

// gone takes an old paragraph out of the lists.
func (p *passage) gone(n int) {
	frozen := map[int]bool{}
	for i := range p.frozen {
		if i > n {
			frozen[i-1] = true
		} else {
			frozen[i] = true
		}
	}
	p.frozen = frozen
	p.seen, p.old, p.at = slices.Delete(p.seen, n, n+1), slices.Delete(p.old, n, n+1), slices.Delete(slices.Clone(p.at), n, n+1)
	for i := range p.steps {
		if p.steps[i].Old > n {
			p.steps[i].Old--
		}
	}
}

func (p *passage) part(k int, a, b, paired content.Step) {
	first, second := &p.new[a.New], &p.new[b.New]
	if first.Kind == content.Table || second.Kind == content.Table || len(first.Runs) == 0 || len(second.Runs) == 0 {
		return
	}
	both := together(first, second)
	if likeness(&p.seen[paired.Old], first, second) <= likeness(&p.seen[paired.Old], &p.new[paired.New]) {
		return
	}
	mark := p.mark()
	whole := *first
	whole.Break = false // which stays with the first part
	p.parts = append(p.parts, parting{mark: mark, whole: whole, rest: *second})
	look := second.Runs[0]
	both.Runs = slices.Concat(first.Runs, []content.Run{{Text: mark, Marks: look.Marks, Link: look.Link}}, second.Runs)
	p.new[a.New] = both
	p.new = slices.Delete(p.new, b.New, b.New+1)
	p.steps[k] = content.Step{Old: paired.Old, New: a.New}
	p.steps = slices.Delete(p.steps, k+1, k+2)
	for i := range p.steps {
		if p.steps[i].New > a.New {
			p.steps[i].New--
		}
	}
}

// joinNow joins the paragraphs in the document, from the last to the first.
func (p *passage) joinNow(ctx context.Context) error {
	for i := len(p.joins) - 1; i >= 0; i-- {
		j := p.joins[i]
		if err := checkWritable(ctx, []*uno.Object{j.first, j.second}); err != nil {
			return err
		}
		end, err := j.first.CallObject(ctx, iTextRange, "getEnd")
		if err != nil {
			return err
		}
		cursor, err := p.home.CallObject(ctx, iSimpleText, "createTextCursorByRange", end)
		if err != nil {
			return err
		}
		if _, err := cursor.Call(ctx, iTextCursor, "goRight", int16(1), true); err != nil {
			return err
		}
		if err := replaceText(ctx, p.doc.Model(), cursor, ""); err != nil {
			return err
		}
	}
	return nil
}

// partNow splits paragraphs at their marks.
func (r *Rewriter) partNow(ctx context.Context) error {
	for _, part := range r.parts {
		mark, home, err := r.findMark(ctx, part.mark)
		if err != nil {
			return err
		}
		if err := replaceText(ctx, r.doc.Model(), mark, ""); err != nil {
			return err
		}
		if _, err := home.Call(ctx, iSimpleText, "insertControlCharacter", mark, int16(paragraphBreak), false); err != nil {
			return err
		}
		if content.Shape(&part.whole) == content.Shape(&part.rest) {
			continue
		}
		behind, err := enumerate(ctx, mark)
		if err != nil {
			return err
		}
		if err := r.body.changeShape(ctx, behind[len(behind)-1], &part.whole, &part.rest); err != nil {
			return err
		}
	}
	return r.setLevels(ctx)
}

// mark is a character that keeps a place in the new version.
func (r *Rewriter) mark() string {
	r.marks++
	return string(rune(firstMark + r.marks))
}

// findMark returns a cursor over a mark, and its text.
func (r *Rewriter) findMark(ctx context.Context, mark string) (cursor, home *uno.Object, err error) {
	hits, err := find(ctx, r.doc, attempt{pattern: mark, matchCase: true}, 1)
	if err != nil {
		return nil, nil, err
	}
	if len(hits.Ranges) != 1 {
		return nil, nil, document.Errorf(document.CodeValidation, "a place in the new version was not found in the document")
	}
	if home, err = hits.Ranges[0].CallObject(ctx, iTextRange, "getText"); err != nil {
		return nil, nil, err
	}
	cursor, err = home.CallObject(ctx, iSimpleText, "createTextCursorByRange", hits.Ranges[0])
	return cursor, home, err
}
