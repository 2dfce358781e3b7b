package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// opening is the place in a text where blocks go: a span that they replace, or a
// point.
type opening struct {
	doc         *document.Document
	home, span  *uno.Object
	left, right bool // something of its paragraph stays before it, behind it
	many        bool // it begins and ends in different paragraphs
	text        string
	look        paragraphLook
	rest        *uno.Object // in a paragraph that goes when all is written
}

// paragraphLook is what the paragraph of an opening looks like.
type paragraphLook struct {
	style         string
	heading, list bool
	listStyle     string
	listID        string
	level         int          // in its list, from 1
	ordered       map[int]bool // which levels of its list have numbers
	page          []uno.Field  // on what page it begins, if it says so
}

// open finds out about the place of a hit. It changes nothing.
func (p *Placer) open(ctx context.Context, hit *uno.Object) (*opening, error) {
	o := &opening{doc: p.doc}
	var err error
	if o.home, err = hit.CallObject(ctx, iTextRange, "getText"); err != nil {
		return nil, err
	}
	b := p.doc.Conn().NewBatch()
	start, end := b.Call(hit, iTextRange, "getStart"), b.Call(hit, iTextRange, "getEnd")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	from, to := start.Object(), end.Object()
	switch p.place {
	case Before:
		to = from
	case After:
		from = to
	}
	b = p.doc.Conn().NewBatch()
	var made [5]*uno.Result
	for i, at := range []*uno.Object{from, from, to, from, to} {
		made[i] = b.Call(o.home, iSimpleText, "createTextCursorByRange", at)
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	o.span = made[0].Object()
	head, tail := made[1].Object(), made[2].Object()
	first, last := made[3].Object(), made[4].Object()
	b = p.doc.Conn().NewBatch()
	b.Call(o.span, iTextCursor, "gotoRange", to, true)
	text := b.Call(o.span, iTextRange, "getString")
	b.Call(head, iParaCursor, "gotoStartOfParagraph", true)
	b.Call(tail, iParaCursor, "gotoEndOfParagraph", true)
	b.Call(first, iParaCursor, "gotoStartOfParagraph", false)
	b.Call(last, iParaCursor, "gotoStartOfParagraph", false)
	apart := b.Call(o.home, iRangeCompare, "compareRegionStarts", first, last)
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	o.text, _ = text.Value.(string)
	o.many = apart.Value != int16(0)
	if o.left, err = holds(ctx, head); err != nil {
		return nil, err
	}
	if o.right, err = holds(ctx, tail); err != nil {
		return nil, err
	}
	o.look, err = lookOf(ctx, first)
	return o, err
}

// holds tells whether anything that a reader sees stands in a cursor's span.
func holds(ctx context.Context, span *uno.Object) (bool, error) {
	collapsed, err := span.Call(ctx, iTextCursor, "isCollapsed")
	if err != nil || collapsed == true {
		return false, err
	}
	paragraphs, err := portionsOf(ctx, []*uno.Object{span})
	if err != nil {
		return false, err
	}
	for _, portions := range paragraphs[0] {
		deleted := deletedPortions(portions)
		for i, q := range portions {
			if !deleted[i] && !zeroWidth[q.kind] && (q.kind != "Text" || q.text != "") {
				return true, nil
			}
		}
	}
	return false, nil
}

func lookOf(ctx context.Context, at *uno.Object) (paragraphLook, error) {
	names := []string{"ParaStyleName", "OutlineLevel", "NumberingStyleName", "NumberingLevel", "ListId", "PageDescName", "PageNumberOffset", "BreakType"}
	props, err := properties(ctx, []*uno.Object{at}, names...)
	if err != nil {
		return paragraphLook{}, err
	}
	l := paragraphLook{}
	v := props[0]
	l.style, _ = v[0].(string)
	outline, _ := v[1].(int16)
	l.heading = outline > 0
	l.listStyle, _ = v[2].(string)
	l.list = l.listStyle != "" && !l.heading
	level, _ := v[3].(int16)
	l.level = int(level) + 1
	l.listID, _ = v[4].(string)
	if name, _ := v[5].(string); name != "" {
		l.page = append(l.page, uno.Field{Name: names[5], Value: name})
		if v[6] != nil {
			l.page = append(l.page, uno.Field{Name: names[6], Value: v[6]})
		}
	}
	if kind, _ := v[7].(uno.Enum); kind.Name != "" && kind.Name != "NONE" {
		l.page = append(l.page, uno.Field{Name: names[7], Value: kind})
	}
	if l.list {
		l.ordered, err = numberedLevels(ctx, at)
	}
	return l, err
}

func (l *paragraphLook) numbered(level int) bool { return l.ordered[level] }

// numberedLevels tells which levels of a paragraph's list have numbers.
func numberedLevels(ctx context.Context, at *uno.Object) (map[int]bool, error) {
	v, err := at.Call(ctx, iProperties, "getPropertyValue", "NumberingRules")
	if err != nil {
		return nil, err
	}
	rules, _ := v.(*uno.Object)
	if rules == nil {
		return nil, nil
	}
	b := at.Conn().NewBatch()
	got := make([]*uno.Result, maxListLevel)
	for i := range got {
		got[i] = b.Call(rules, iIndexAccess, "getByIndex", i)
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	out := map[int]bool{}
	for i := range got {
		level, _ := got[i].Value.([]*uno.Struct)
		for _, p := range level {
			if p.Get("Name") == "NumberingType" {
				kind, _ := p.Get("Value").(int16)
				out[i+1] = numberKind(kind)
			}
		}
	}
	return out, nil
}

// maxListLevel is how many levels a list has.
const maxListLevel = 10

// numberKind tells a com.sun.star.style.NumberingType that counts from those
// that do not: none, bullets, pictures.
func numberKind(kind int16) bool {
	switch kind {
	case 5, 6, 8: // NUMBER_NONE, CHAR_SPECIAL, BITMAP
		return false
	}
	return true
}

// checkObjects refuses to write over objects, unless they may go.
func (o *opening) checkObjects(ctx context.Context, drop bool) error {
	if o.text == "" || drop {
		return nil
	}
	paragraphs, err := portionsOf(ctx, []*uno.Object{o.span})
	if err != nil {
		return err
	}
	if lost := objectsAmong(paragraphs[0]); len(lost) > 0 {
		return document.Errorf(document.CodeObjectsInRange, "what would be replaced holds %s, which would be lost; "+
			"replace the text before and after it separately, or pass delete_objects", strings.Join(lost, ", ")).With("objects", lost)
	}
	return nil
}
