package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

// change makes a paragraph or table read as its new version does.
func (p *passage) change(ctx context.Context, at *uno.Object, old, seen, new *content.Block) error {
	if old.Kind == content.Table {
		return p.changeTable(ctx, at, old, seen, new)
	}
	if err := checkWritable(ctx, []*uno.Object{at}); err != nil {
		return err
	}
	if err := p.changeText(ctx, at, old, seen, new); err != nil {
		return err
	}
	if content.Shape(seen) == content.Shape(new) {
		return nil
	}
	return p.changeShape(ctx, at, seen, new)
}

// changeShape gives a paragraph another kind, level, style or alignment.
func (p *passage) changeShape(ctx context.Context, at *uno.Object, seen, new *content.Block) error {
	b := p.doc.Conn().NewBatch()
	set := func(name string, value any) { b.Call(at, iProperties, "setPropertyValue", name, value) }
	reset := func(name string) { b.Call(at, iPropertyState, "setPropertyToDefault", name) }
	noList := func() { set("NumberingStyleName", ""); reset("NumberingStyleName") }
	asBefore := seen.Kind == new.Kind && seen.Level == new.Level && content.StyleToken(seen.Style) == content.StyleToken(new.Style)
	restyled := !asBefore && new.Kind != content.ListItem || seen.Kind == content.Heading && new.Kind != content.Heading
	if restyled {
		set("ParaStyleName", p.styleOf(new)) // which takes an alignment away
	}
	switch {
	case new.Kind == content.ListItem && seen.Kind != content.ListItem:
		noList()
		set("NumberingStyleName", p.listStyle(new))
		set("NumberingLevel", int16(new.Level-1))
	case new.Kind == content.ListItem && seen.Ordered != new.Ordered:
		set("NumberingStyleName", p.listStyle(new)) // the level stays
		if new.Ordered && new.Start && new.Level == 1 {
			set("ParaIsNumberingRestart", true)
		}
		fallthrough
	case new.Kind == content.ListItem && seen.Level != new.Level:
		p.levels = append(p.levels, levelChange{at, new.Level - seen.Level})
	case new.Kind != content.ListItem && seen.Kind == content.ListItem:
		noList()
	}
	if seen.RTL != new.RTL {
		if new.RTL {
			set("WritingMode", int16(rightToLeft))
		} else {
			reset("WritingMode")
		}
	}
	if seen.Break != new.Break {
		if new.Break {
			set("BreakType", breakBefore)
		} else {
			set("BreakType", noBreak)
		}
	}
	if seen.Align != new.Align || restyled && new.Align != "" {
		if adjust, ok := adjustments[new.Align]; ok {
			set("ParaAdjust", adjust)
		} else {
			reset("ParaAdjust")
		}
	}
	return b.First(ctx)
}

// styleOf is the paragraph style of a block in this text.
func (p *passage) styleOf(b *content.Block) string {
	s := p.styles
	s.Body = p.body
	return s.ofBlock(b)
}

func (p *passage) listStyle(b *content.Block) string {
	if b.Ordered {
		return p.styles.Numbers
	}
	return p.styles.Bullets
}

// levelChange moves a list item by levels, deeper if by is positive.
type levelChange struct {
	at *uno.Object
	by int
}

// setLevels moves list items. The property would do, but undo does not bring
// back what it was (7.4); the command's undo does.
func (r *Rewriter) setLevels(ctx context.Context) error {
	changes := r.levels
	r.levels = nil
	for n := len(changes) - 1; n >= 0; n-- {
		if changes[n].by == 0 {
			changes = append(changes[:n], changes[n+1:]...)
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return borrow(ctx, r.doc, "change the levels of lists", func(ctx context.Context, w window) error {
		for _, c := range changes {
			if err := w.choose(ctx, c.at); err != nil {
				return err
			}
			command := ".uno:DecrementLevel" // deeper
			if c.by < 0 {
				command = ".uno:IncrementLevel"
			}
			for range max(c.by, -c.by) {
				if err := w.send(ctx, command); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
