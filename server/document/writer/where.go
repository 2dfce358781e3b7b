package writer

import (
	"context"
	"fmt"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Where says where in a document something stands.
type Where struct {
	Kind     string // "body", "table", "frame", "header", "footer", "footnote", "endnote", "shape" or "comment"
	Location string // for people: "table 'T' cell B2"
}

// locate says where ranges stand. homes are the texts that they belong to.
func locate(ctx context.Context, doc *document.Document, ranges, homes []*uno.Object) (out []Where, err error) {
	body, err := doc.Member(ctx, document.Body)
	if err != nil {
		return nil, err
	}
	out = make([]Where, len(ranges))
	b := doc.Conn().NewBatch()
	holders := map[int][3]*uno.Result{} // of the ranges outside of the body's paragraphs
	for i, r := range ranges {
		if body.Is(homes[i]) {
			out[i] = Where{"body", "body"}
			continue
		}
		var h [3]*uno.Result
		for j, name := range []string{"Cell", "TextTable", "TextFrame"} {
			h[j] = b.Call(r, iProperties, "getPropertyValue", name)
		}
		holders[i] = h
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	b = doc.Conn().NewBatch()
	type names struct{ cell, table, frame *uno.Result }
	asked := make([]names, len(ranges))
	var rest []int
	for i := range ranges {
		h, ok := holders[i]
		if !ok {
			continue
		}
		cell, table, frame := h[0].Object(), h[1].Object(), h[2].Object()
		switch {
		case cell != nil && table != nil:
			asked[i].cell = b.Call(cell, iProperties, "getPropertyValue", "CellName")
			asked[i].table = b.Call(table, iNamed, "getName")
		case frame != nil:
			asked[i].frame = b.Call(frame, iNamed, "getName")
		default:
			rest = append(rest, i)
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	for i, a := range asked {
		switch {
		case a.cell != nil:
			out[i] = Where{"table", fmt.Sprintf("table '%v' cell %v", a.table.Value, a.cell.Value)}
		case a.frame != nil:
			out[i] = Where{"frame", fmt.Sprintf("text box '%v'", a.frame.Value)}
		}
	}
	return out, locateOutside(ctx, doc, homes, rest, out)
}

// locateHits is locate for hits, whose homes are found out unless they are known.
func locateHits(ctx context.Context, doc *document.Document, hits *Hits) (out []Where, err error) {
	if hits.homes == nil {
		if hits.homes, err = homesOf(ctx, hits.Ranges); err != nil {
			return nil, err
		}
	}
	return locate(ctx, doc, hits.Ranges, hits.homes)
}

// homesOf returns the texts that ranges belong to.
func homesOf(ctx context.Context, ranges []*uno.Object) ([]*uno.Object, error) {
	homes := make([]*uno.Object, len(ranges))
	if len(ranges) == 0 {
		return homes, nil
	}
	b := ranges[0].Conn().NewBatch()
	texts := make([]*uno.Result, len(ranges))
	for i, r := range ranges {
		texts[i] = b.Call(r, iTextRange, "getText")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	for i, t := range texts {
		homes[i] = t.Object()
	}
	return homes, nil
}

// locateOutside says where those ranges stand that are in no table or frame: in
// the body, a header, a footer or a note.
func locateOutside(ctx context.Context, doc *document.Document, homes []*uno.Object, all []int, out []Where) error {
	if len(all) == 0 {
		return nil
	}
	var others []*uno.Object
	for _, at := range all {
		out[at] = Where{"body", "body"}
		others = append(others, homes[at])
	}
	names, err := implementations(ctx, others)
	if err != nil {
		return err
	}
	var known [2][]namedText // of margins, of notes
	for i, at := range all {
		which, read := 0, marginTexts
		switch names[i] {
		case "SwXHeadFootText":
		case "SwXFootnote": // endnotes too
			which, read = 1, noteTexts
		default:
			continue
		}
		if known[which] == nil {
			if known[which], err = read(ctx, doc); err != nil {
				return err
			}
		}
		for _, k := range known[which] {
			if k.text.Is(others[i]) {
				out[at] = k.Where
			}
		}
	}
	return nil
}

// implementations asks objects for the names of their implementations.
func implementations(ctx context.Context, objects []*uno.Object) ([]string, error) {
	names := make([]string, len(objects))
	b := objects[0].Conn().NewBatch()
	got := make([]*uno.Result, len(objects))
	for i, o := range objects {
		got[i] = b.Call(o, iServiceInfo, "getImplementationName")
	}
	err := b.Run(ctx)
	for i := range got {
		names[i], _ = got[i].Value.(string)
	}
	return names, err
}

// namedText is a text apart from the body.
type namedText struct {
	Where
	text *uno.Object
}

// noteTexts lists the footnotes and endnotes.
func noteTexts(ctx context.Context, doc *document.Document) ([]namedText, error) {
	var out []namedText
	kinds := []string{"footnote", "endnote"}
	lists, err := doc.Members(ctx, document.Footnotes, document.Endnotes)
	if err != nil {
		return nil, err
	}
	for i, kind := range kinds {
		notes, err := members(ctx, lists[i])
		if err != nil {
			return nil, err
		}
		for i, n := range notes {
			out = append(out, namedText{Where{kind, fmt.Sprintf("%s %d", kind, i+1)}, n})
		}
	}
	return out, nil
}

// marginTexts lists the headers and footers of the page styles in use.
func marginTexts(ctx context.Context, doc *document.Document) ([]namedText, error) {
	pages, err := styleFamily(ctx, doc, "PageStyles")
	if err != nil {
		return nil, err
	}
	styles, err := members(ctx, pages)
	if err != nil {
		return nil, err
	}
	b := doc.Conn().NewBatch()
	used, shown := make([]*uno.Result, len(styles)), make([]*uno.Result, len(styles))
	for i, s := range styles {
		used[i] = b.Call(s, "com.sun.star.style.XStyle", "isInUse")
		shown[i] = b.Call(s, iProperties, "getPropertyValue", "DisplayName")
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	var names []string
	var inUse []*uno.Object
	for i, s := range styles {
		if used[i].Value == true {
			name, _ := shown[i].Value.(string)
			inUse, names = append(inUse, s), append(names, name)
		}
	}
	parts := []string{"HeaderText", "HeaderTextLeft", "HeaderTextFirst", "FooterText", "FooterTextLeft", "FooterTextFirst"}
	props, err := properties(ctx, inUse, parts...)
	var out []namedText
	for i := range props {
		for j, v := range props[i] {
			if text, _ := v.(*uno.Object); text != nil {
				kind := []string{"header", "footer"}[j/3]
				out = append(out, namedText{Where{kind, fmt.Sprintf("%s (page style '%s')", kind, names[i])}, text})
			}
		}
	}
	return out, err
}
