package writer

import (
	"context"
	"slices"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Styler gives ranges a style. A paragraph style goes to all paragraphs that a
// range touches; characters keep what was set on them directly.
type Styler struct {
	doc    *document.Document
	hits   Hits
	family Family
	name   string
}

// NewStyler gives hits the style with a programmatic name.
func NewStyler(doc *document.Document, hits Hits, family Family, name string) *Styler {
	return &Styler{doc: doc, hits: hits, family: family, name: name}
}

// Edit returns the step of a plan.
func (s *Styler) Edit() document.Edit { return document.Edit{Name: "apply style", Do: s.do} }

func (s *Styler) do(ctx context.Context) error {
	if err := checkWritable(ctx, s.hits.Ranges); err != nil {
		return err
	}
	if err := unchanged(ctx, s.hits); err != nil {
		return err
	}
	if s.family == CharacterStyles {
		return s.set(ctx, "CharStyleName", s.name)
	}
	kept, err := s.directLooks(ctx)
	if err != nil {
		return err
	}
	levels, err := s.listLevels(ctx)
	if err != nil {
		return err
	}
	if err := s.set(ctx, "ParaStyleName", s.name); err != nil {
		return err
	}
	if err := s.keepLevels(ctx, levels); err != nil {
		return err
	}
	b := s.doc.Conn().NewBatch()
	for _, k := range kept {
		b.Call(k.portion, iProperties, "setPropertyValue", k.name, k.value)
	}
	return b.First(ctx)
}

// unchanged makes sure that hits still have the text that was found.
func unchanged(ctx context.Context, hits Hits) error {
	texts, err := stringsOf(ctx, hits.Ranges)
	if err != nil {
		return err
	}
	for i := range texts {
		if hits.Texts[i] != "" && texts[i] != hits.Texts[i] {
			return document.Errorf(codeDocumentChanged, "the text is not any more what was found there")
		}
	}
	return nil
}

func (s *Styler) set(ctx context.Context, name, value string) error {
	b := s.doc.Conn().NewBatch()
	for _, r := range s.hits.Ranges {
		b.Call(r, iProperties, "setPropertyValue", name, value)
	}
	return b.First(ctx)
}

// looks are the character properties that people set directly.
var looks = []string{
	"CharWeight", "CharWeightAsian", "CharWeightComplex", "CharPosture", "CharPostureAsian", "CharPostureComplex",
	"CharHeight", "CharHeightAsian", "CharHeightComplex", "CharFontName", "CharFontNameAsian", "CharFontNameComplex",
	"CharUnderline", "CharUnderlineColor", "CharUnderlineHasColor", "CharStrikeout", "CharColor", "CharBackColor", "CharBackTransparent",
	"CharEscapement", "CharEscapementHeight", "CharCaseMap", "CharKerning", "CharScaleWidth", "CharHidden", "CharShadowed",
	"CharContoured", "CharRelief", "CharEmphasis", "CharWordMode", "CharLocale", "CharLocaleAsian", "CharLocaleComplex",
}

// look is a property that was set directly on a portion of text.
type look struct {
	portion *uno.Object
	name    string
	value   any
}

// paragraphs returns those that the places stand in.
func (s *Styler) paragraphs(ctx context.Context) ([]*uno.Object, error) {
	ranges, err := collect(ctx, s.hits.Ranges)
	return slices.Concat(ranges...), err
}

// directLooks reads what is set directly on all characters of a paragraph: that
// is what a new paragraph style would take away (7.4). What only some of them
// have stays by itself.
func (s *Styler) directLooks(ctx context.Context) ([]look, error) {
	paragraphs, err := s.paragraphs(ctx)
	if err != nil {
		return nil, err
	}
	whole, err := wholeParagraphs(ctx, paragraphs)
	if err != nil {
		return nil, err
	}
	portions, err := collect(ctx, whole)
	if err != nil {
		return nil, err
	}
	b := s.doc.Conn().NewBatch()
	ask := func(o *uno.Object) *uno.Result {
		return b.Call(o, iPropertyState, "getPropertyStates", looks)
	}
	states := make([][]*uno.Result, len(portions))
	for i := range portions {
		for _, p := range append([]*uno.Object{whole[i]}, portions[i]...) {
			states[i] = append(states[i], ask(p))
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	var out []look
	for i := range portions {
		for n, name := range looks {
			if direct(states[i][:1], n) || direct(states[i][1:], n) {
				for _, p := range portions[i] {
					out = append(out, look{portion: p, name: name})
				}
			}
		}
	}
	b = s.doc.Conn().NewBatch()
	values := make([]*uno.Result, len(out))
	for i, l := range out {
		values[i] = b.Call(l.portion, iProperties, "getPropertyValue", l.name)
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	for i := range out {
		out[i].value = values[i].Value
	}
	return out, nil
}

// wholeParagraphs returns cursors over the whole of paragraphs that a range may
// have only in part; tables are left out.
func wholeParagraphs(ctx context.Context, paragraphs []*uno.Object) ([]*uno.Object, error) {
	if len(paragraphs) == 0 {
		return nil, nil
	}
	conn := paragraphs[0].Conn()
	b := conn.NewBatch()
	homes := make([]*uno.Result, len(paragraphs))
	for i, p := range paragraphs {
		homes[i] = b.Call(p, iTextRange, "getText")
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	b = conn.NewBatch()
	var cursors []*uno.Result
	for i, p := range paragraphs {
		if home := homes[i].Object(); home != nil {
			cursors = append(cursors, b.Call(home, iSimpleText, "createTextCursorByRange", p))
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = conn.NewBatch()
	whole := make([]*uno.Object, len(cursors))
	for i, c := range cursors {
		whole[i] = c.Object()
		b.Call(whole[i], iParaCursor, "gotoStartOfParagraph", false)
		b.Call(whole[i], iParaCursor, "gotoEndOfParagraph", true)
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	lists, err := collect(ctx, whole)
	var out []*uno.Object
	for _, l := range lists {
		out = append(out, l...)
	}
	return out, err
}

// direct tells whether property n is set directly in all of these states, of
// which there must be one. What all characters of a paragraph have may be
// kept with the paragraph: then its portions do not know of it (7.4).
func direct(states []*uno.Result, n int) bool {
	for _, s := range states {
		list, _ := s.Value.([]uno.Enum)
		if n >= len(list) || list[n].Name != "DIRECT_VALUE" {
			return false
		}
	}
	return len(states) > 0
}
