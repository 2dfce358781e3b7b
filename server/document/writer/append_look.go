package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

// fontNames are the properties that make plain text look like the text beside
// it where that was formatted directly, as in many documents from elsewhere.
var fontNames = []string{"CharFontName", "CharHeight", "CharColor"}

// likeNeighbour finds out in which font the paragraph at a range stands, if it
// has the body style and begins and ends in another font than that: then new
// plain paragraphs get it, too. (The states of the properties do not tell: Writer
// calls what all of a paragraph has a default.)
func (a *Appender) likeNeighbour(ctx context.Context, at *uno.Object) error {
	family, err := styleFamily(ctx, a.doc, ParagraphStyles)
	if err != nil {
		return err
	}
	b := at.Conn().NewBatch()
	first := b.Call(a.text, iSimpleText, "createTextCursorByRange", at)
	last := b.Call(a.text, iSimpleText, "createTextCursorByRange", at)
	style := b.Call(family, iNameAccess, "getByName", a.styles.Body)
	if err := b.First(ctx); err != nil {
		return err
	}
	b = at.Conn().NewBatch()
	b.Call(first.Object(), iParaCursor, "gotoStartOfParagraph", false)
	b.Call(first.Object(), iTextCursor, "goRight", int16(1), true)
	b.Call(last.Object(), iParaCursor, "gotoEndOfParagraph", false)
	b.Call(last.Object(), iTextCursor, "goLeft", int16(1), true)
	name := b.Call(last.Object(), iProperties, "getPropertyValue", "ParaStyleName")
	var values [3][]*uno.Result
	for _, font := range fontNames {
		for i, of := range []*uno.Object{style.Object(), first.Object(), last.Object()} {
			values[i] = append(values[i], b.Call(of, iProperties, "getPropertyValue", font))
		}
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	if name.Value != a.styles.Body {
		return nil
	}
	for i, font := range fontNames {
		if here := values[1][i].Value; here == values[2][i].Value && here != values[0][i].Value {
			a.font = append(a.font, uno.Field{Name: font, Value: here})
		}
	}
	return nil
}

// setFont gives the cursor's paragraph, which was just written, the font of the
// text beside it, if it is plain.
func (a *Appender) setFont(b *uno.Batch, blk *content.Block) {
	if len(a.font) == 0 || blk.Style != "" || blk.Kind != content.Paragraph && blk.Kind != content.ListItem {
		return
	}
	b.Call(a.cursor, iParaCursor, "gotoStartOfParagraph", false)
	b.Call(a.cursor, iParaCursor, "gotoEndOfParagraph", true)
	for _, p := range a.font {
		b.Call(a.cursor, iProperties, "setPropertyValue", p.Name, p.Value)
	}
	b.Call(a.cursor, iTextCursor, "collapseToEnd")
}
