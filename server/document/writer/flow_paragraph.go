package writer

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

const iTolerant = "com.sun.star.beans.XTolerantMultiPropertySet"

// charProps are the properties of text that mean something to a reader.
var charProps = []string{"CharEscapement", "CharPosture", "CharStrikeout", "CharUnderline", "CharWeight"}

// paraProps are those of paragraphs, bitProps those of pieces of them.
var (
	paraProps = append([]string{"BreakType", "PageDescName", "WritingMode", "NumberingStyleName", "OutlineLevel", "ParaAdjust", "ParaStyleName"}, charProps...)
	bitProps  = append([]string{"TextPortionType", "HyperLinkURL", "CharStyleName"}, charProps...)
	listProps = []string{"ListId", "NumberingIsNumber", "NumberingLevel"}
)

// askDirect asks for what was set directly on an object, not by a style.
func askDirect(b *uno.Batch, o *uno.Object, names []string) *uno.Result {
	return b.Call(o, iTolerant, "getDirectPropertyValuesTolerant", names)
}

// directly is the answer to askDirect.
func directly(v any) map[string]any {
	list, _ := v.([]*uno.Struct)
	out := make(map[string]any, len(list))
	for _, r := range list {
		if name, ok := r.Get("Name").(string); ok && r.Get("Value") != nil {
			out[name] = r.Get("Value")
		}
	}
	return out
}

// marksOf reads the marks that properties set directly give, and those that they
// take away.
func marksOf(direct map[string]any) (on, off content.Marks) {
	if n, ok := direct["CharEscapement"].(int16); ok {
		on.Super, on.Sub, off.Super, off.Sub = n > 0, n < 0, n <= 0, n >= 0
	}
	if posture, ok := direct["CharPosture"].(uno.Enum); ok {
		on.Italic, off.Italic = posture.Name == "ITALIC", posture.Name != "ITALIC"
	}
	if n, ok := direct["CharStrikeout"].(int16); ok {
		on.Strike, off.Strike = n != 0, n == 0
	}
	if n, ok := direct["CharUnderline"].(int16); ok {
		on.Underline, off.Underline = n != 0, n == 0
	}
	if weight, ok := direct["CharWeight"].(float32); ok {
		on.Bold, off.Bold = weight == bold, weight != bold
	}
	return on, off
}

// bold is com.sun.star.awt.FontWeight.BOLD: the export calls just that "bold".
const bold = 150

// rightToLeft is com.sun.star.text.WritingMode2.RL_TB.
const rightToLeft = 1

// adjusted are the directions of com.sun.star.style.ParagraphAdjust.
var adjusted = map[int16]string{1: "right", 2: "justify", 3: "center", 4: "justify"}

// paragraphs reads what is said of whole paragraphs, and finds out which items
// are tables.
func (f *flowReader) paragraphs(ctx context.Context, items []*item) error {
	if len(items) == 0 {
		return nil
	}
	b := f.doc.Conn().NewBatch()
	got := make([]*uno.Result, len(items))
	for i, it := range items {
		b.Ask(it.at, iTextRange) // for an address
		got[i] = askDirect(b, it.at, paraProps)
		it.begun = b.Call(it.at, iEnumAccess, "createEnumeration")
	}
	if err := b.Run(ctx); err != nil {
		return err
	}
	direct := make([]map[string]any, len(items))
	for i, it := range items {
		if errors.Is(got[i].Err, uno.ErrNoInterface) {
			it.table = &tableItem{}
			continue
		}
		if got[i].Err != nil {
			return got[i].Err
		}
		direct[i] = directly(got[i].Value)
		it.style, _ = direct[i]["ParaStyleName"].(string)
	}
	if err := f.learnStyles(ctx, items); err != nil {
		return err
	}
	for i, it := range items {
		if it.table != nil {
			continue
		}
		it.marks, _ = marksOf(direct[i])
		style := f.styles[it.style]
		it.level, it.list = style.level, style.list
		if n, ok := direct[i]["OutlineLevel"].(int16); ok {
			it.level = int(n)
		}
		if list, ok := direct[i]["NumberingStyleName"].(string); ok {
			it.list = list
		}
		if n, ok := direct[i]["ParaAdjust"].(int16); ok {
			it.align = adjusted[n]
		}
		mode, _ := direct[i]["WritingMode"].(int16)
		it.rtl = mode == rightToLeft
		page, _ := direct[i]["PageDescName"].(string)
		kind, _ := direct[i]["BreakType"].(uno.Enum)
		it.page = page != "" || kind.Name == "PAGE_BEFORE" || kind.Name == "PAGE_BOTH"
	}
	return f.lists(ctx, items)
}

// paragraphStyle is what a style says of its paragraphs unless they say it
// themselves.
type paragraphStyle struct {
	level int
	list  string
}

// learnStyles reads the styles of items that are not known yet.
func (f *flowReader) learnStyles(ctx context.Context, items []*item) error {
	var names []string
	for _, it := range items {
		if _, known := f.styles[it.style]; !known && it.table == nil {
			f.styles[it.style] = paragraphStyle{}
			names = append(names, it.style)
		}
	}
	if len(names) == 0 {
		return nil
	}
	if f.family == nil {
		family, err := styleFamily(ctx, f.doc, ParagraphStyles)
		if err != nil {
			return err
		}
		f.family = family.Keep()
	}
	b := f.doc.Conn().NewBatch()
	found := make([]*uno.Result, len(names))
	for i, name := range names {
		found[i] = b.Call(f.family, iNameAccess, "getByName", name)
	}
	if err := b.Run(ctx); err != nil {
		return err
	}
	var styles []*uno.Object
	var of []string
	for i, r := range found {
		if o := r.Object(); o != nil {
			styles, of = append(styles, o), append(of, names[i])
		}
	}
	props, err := properties(ctx, styles, "OutlineLevel", "NumberingStyleName")
	for i, p := range props {
		level, _ := p[0].(int16)
		list, _ := p[1].(string)
		f.styles[of[i]] = paragraphStyle{int(level), list}
	}
	return err
}

// lists finds out which paragraphs are list items, and which of these have
// numbers.
func (f *flowReader) lists(ctx context.Context, items []*item) error {
	b := f.doc.Conn().NewBatch()
	asked := map[*item]*uno.Result{}
	for _, it := range items {
		if it.table == nil && it.list != "" && it.level == 0 {
			asked[it] = b.Call(it.at, iTolerant, "getPropertyValuesTolerant", listProps)
		}
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	for _, it := range items {
		if asked[it] == nil {
			continue
		}
		answer, _ := asked[it].Value.([]*uno.Struct)
		if len(answer) != len(listProps) || answer[1].Get("Value") != true {
			continue
		}
		it.listID, _ = answer[0].Get("Value").(string)
		depth, _ := answer[2].Get("Value").(int16)
		it.depth = int(depth) + 1
		if it.listID == "" {
			it.listID = it.list
		}
		var err error
		if it.ordered, err = f.numbered(ctx, it); err != nil {
			return err
		}
	}
	return nil
}

// numbered tells whether items like one have numbers.
func (f *flowReader) numbered(ctx context.Context, it *item) (bool, error) {
	key := listPlace{it.list, it.depth}
	if ordered, known := f.ordered[key]; known {
		return ordered, nil
	}
	rules := f.rules[it.list]
	if rules == nil {
		v, err := it.at.Call(ctx, iProperties, "getPropertyValue", "NumberingRules")
		if err != nil {
			return false, err
		}
		if rules, _ = v.(*uno.Object); rules == nil {
			return false, nil
		}
		f.rules[it.list] = rules.Keep() // beyond the slice that it came up in
	}
	v, err := rules.Call(ctx, iIndexAccess, "getByIndex", int32(it.depth-1))
	if err == nil {
		f.ordered[key] = numberedLevel(v)
	}
	return f.ordered[key], err
}

// unnumbered are the com.sun.star.style.NumberingType values without a number:
// CHAR_SPECIAL, NUMBER_NONE and BITMAP.
var unnumbered = map[int16]bool{5: true, 6: true, 8: true}

func numberedLevel(v any) bool {
	props, _ := v.([]*uno.Struct)
	for _, p := range props {
		if p.Get("Name") == "NumberingType" {
			n, _ := p.Get("Value").(int16)
			return !unnumbered[n]
		}
	}
	return false
}

// bits reads the pieces of paragraphs and returns the objects found.
func (f *flowReader) bits(ctx context.Context, items []*item) ([]*thing, error) {
	var begun []*uno.Result
	var paragraphs []*item
	for _, it := range items {
		if it.table == nil {
			begun, paragraphs = append(begun, it.begun), append(paragraphs, it)
		}
	}
	found, err := gatherFrom(ctx, begun)
	if err != nil || len(begun) == 0 {
		return nil, err
	}
	var all []*bit
	b := f.doc.Conn().NewBatch()
	var texts, props []*uno.Result
	for i, portions := range found {
		for _, p := range portions {
			q := &bit{at: p}
			paragraphs[i].bits, all = append(paragraphs[i].bits, q), append(all, q)
			texts = append(texts, b.Call(p, iTextRange, "getString"))
			props = append(props, askDirect(b, p, bitProps))
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	for i, q := range all {
		q.text, _ = texts[i].Value.(string)
		direct := directly(props[i].Value)
		q.kind, _ = direct["TextPortionType"].(string)
		q.link, _ = direct["HyperLinkURL"].(string)
		q.marks, q.plain = marksOf(direct)
		q.marks.Style, _ = direct["CharStyleName"].(string)
	}
	return f.special(ctx, paragraphs, all)
}
