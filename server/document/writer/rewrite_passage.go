package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// passage is a text that is made to read as a new version of it does: the body,
// or a cell of a table.
type passage struct {
	*Rewriter
	home *uno.Object
	body string          // the style of new paragraphs that name none
	old  []content.Block // as the document has them
	seen []content.Block // as a client saw them, in HTML
	new  []content.Block

	at    []*uno.Object // the paragraphs and tables of old
	steps []content.Step
	joins []joining
	// frozen are old paragraphs that a tracked deletion joins with what follows.
	frozen map[int]bool
}

// align pairs what was seen with the new version. A table that cannot become the
// new one is made anew.
func (p *passage) align() {
	var steps []content.Step
	for _, s := range p.pairLeft(content.Align(p.seen, p.new)) {
		if s.Old >= 0 && s.New >= 0 && !s.Same && p.seen[s.Old].Kind == content.Table && !planTable(&p.seen[s.Old], &p.new[s.New]).possible {
			p.new[s.New].Name = p.seen[s.Old].Name
			steps = append(steps, content.Step{Old: -1, New: s.New}, content.Step{Old: s.Old, New: -1})
			continue
		}
		steps = append(steps, s)
	}
	p.steps = steps
}

// pairLeft pairs paragraphs that go with paragraphs that come in their place,
// however they read: what is written in the same place keeps what HTML does not
// carry. Where objects or tables are concerned nothing is paired.
func (p *passage) pairLeft(steps []content.Step) []content.Step {
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
				gone, plain = append(gone, n), plain && p.seen[n].Kind != content.Table && len(content.ObjectIDs(p.seen[n].Runs)) == 0
			}
			if n := steps[i].New; n >= 0 {
				come, plain = append(come, n), plain && p.new[n].Kind != content.Table && len(content.ObjectIDs(p.new[n].Runs)) == 0
			}
		}
		n := min(len(gone), len(come))
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

// do makes the changes: first those of paragraphs and tables that stay, then
// what goes, then what comes, because splitting a paragraph to add one behind it
// makes the object that stood for it stand for its second part (7.4).
func (p *passage) do(ctx context.Context) error {
	if err := p.joinNow(ctx); err != nil {
		return err
	}
	for _, s := range p.steps {
		if s.Old >= 0 && s.New >= 0 && !s.Same {
			if err := p.change(ctx, p.at[s.Old], &p.old[s.Old], &p.seen[s.Old], &p.new[s.New]); err != nil {
				return err
			}
		}
	}
	if err := p.setLevels(ctx); err != nil {
		return err
	}
	if err := p.remove(ctx); err != nil {
		return err
	}
	return p.add(ctx)
}

// unchangedText makes sure that a text still is what was read.
func unchangedText(ctx context.Context, home *uno.Object, at []*uno.Object) error {
	now, err := enumerate(ctx, home)
	if err != nil {
		return err
	}
	same := len(now) == len(at)
	for i := 0; same && i < len(now); i++ {
		same = now[i].Is(at[i])
	}
	if !same {
		return document.Errorf(codeDocumentChanged, "the document is not any more what was read")
	}
	return nil
}

// add inserts new blocks behind what they follow.
func (p *passage) add(ctx context.Context) error {
	last := -1 // the block before, of those that stay
	for i := 0; i < len(p.steps); {
		s := p.steps[i]
		if s.New < 0 {
			i++
			continue
		}
		if s.Old >= 0 {
			last = s.Old
			i++
			continue
		}
		begin := s.New
		var blocks []content.Block
		for ; i < len(p.steps) && (p.steps[i].Old < 0 || p.steps[i].New < 0); i++ {
			if p.steps[i].Old < 0 {
				blocks = append(blocks, p.new[p.steps[i].New])
			}
		}
		a := NewAppender(p.doc, p.styles, blocks)
		a.text, a.styles.Body, a.named = p.home, p.body, true
		next := p.stays(i)
		var err error
		if a.list, err = p.listAround(ctx, begin, len(blocks), last, next); err != nil {
			return err
		}
		switch {
		case next < 0 && (last < 0 || p.old[last].Kind == content.Table):
			// In the empty paragraph that is left.
		case last < 0:
			a.First()
		case next < 0:
			a.After(p.at[last], nil)
		case p.old[last].Kind == content.Table && p.old[next].Kind == content.Table:
			return document.Errorf(document.CodeValidation, "nothing can be put between two tables without a paragraph between them")
		default:
			a.After(p.at[last], p.at[next])
		}
		if err := a.do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// stays is the first block that stays, from step i on; -1 for none.
func (p *passage) stays(i int) int {
	for ; i < len(p.steps); i++ {
		if p.steps[i].Old >= 0 && p.steps[i].New >= 0 {
			return p.steps[i].Old
		}
	}
	return -1
}

// listAround is the list that new items belong to: that of the item before or
// behind them, if the new version has them in one list.
func (p *passage) listAround(ctx context.Context, begin, n, last, next int) (*paragraphLook, error) {
	if p.new[begin].Kind != content.ListItem {
		return nil, nil
	}
	element := -1
	switch end := begin + n; {
	case begin > 0 && p.new[begin-1].Kind == content.ListItem && last >= 0 && !p.begins(begin):
		element = last
	case end < len(p.new) && p.new[end].Kind == content.ListItem && next >= 0 && !p.begins(end):
		element = next
	}
	if element < 0 {
		return nil, nil
	}
	look, err := lookOf(ctx, p.at[element])
	if err != nil || !look.list {
		return nil, err
	}
	look.level = 1
	return &look, nil
}

// begins tells whether a block of the new version begins a list on its first
// level.
func (p *passage) begins(n int) bool { return p.new[n].Start && p.new[n].Level == 1 }
