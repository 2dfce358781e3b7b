package writer

import (
	"context"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// aroundMax is how much of a paragraph is shown on each side of a hit, in
// characters.
const aroundMax = 80

// around returns for each range its text with what stands before and behind it
// in its paragraph. homes are the texts that they belong to.
func around(ctx context.Context, ranges, homes []*uno.Object, texts []string, changes bool) ([]string, error) {
	if len(ranges) == 0 {
		return nil, nil
	}
	sides := sidesOf
	if changes {
		sides = visibleSides
	}
	strs, err := sides(ctx, ranges, homes)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(ranges))
	for i, text := range texts {
		out[i] = excerpt(strs[2*i], text, strs[2*i+1])
	}
	return out, nil
}

// goAside moves a cursor, which stands on a range, over what is before it in its
// paragraph (0) or behind it (1).
func goAside(b *uno.Batch, cursor *uno.Object, side int) {
	b.Call(cursor, iTextCursor, []string{"collapseToStart", "collapseToEnd"}[side])
	b.Call(cursor, iParaCursor, []string{"gotoStartOfParagraph", "gotoEndOfParagraph"}[side], true)
}

// sidesOf returns what stands before and behind each range in its paragraph. One
// cursor walks through all ranges of a text: to make one costs as much as its
// walk.
func sidesOf(ctx context.Context, ranges, homes []*uno.Object) ([]string, error) {
	conn := ranges[0].Conn()
	made := map[string]*uno.Result{} // by text
	b := conn.NewBatch()
	for i, home := range homes {
		if made[home.String()] == nil {
			made[home.String()] = b.Call(home, iSimpleText, "createTextCursorByRange", ranges[i])
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = conn.NewBatch()
	got := make([]*uno.Result, 2*len(ranges))
	for i := range got {
		cursor := made[homes[i/2].String()].Object()
		b.Call(cursor, iTextCursor, "gotoRange", ranges[i/2], false)
		goAside(b, cursor, i%2)
		got[i] = b.Call(cursor, iTextRange, "getString")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	strs := make([]string, len(got))
	for i, r := range got {
		strs[i], _ = r.Value.(string)
	}
	return strs, nil
}

// visibleSides is sidesOf without what a tracked change has deleted.
func visibleSides(ctx context.Context, ranges, homes []*uno.Object) ([]string, error) {
	conn := ranges[0].Conn()
	b := conn.NewBatch()
	made := make([]*uno.Result, 2*len(ranges))
	for i := range made {
		made[i] = b.Call(homes[i/2], iSimpleText, "createTextCursorByRange", ranges[i/2])
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = conn.NewBatch()
	sides := make([]*uno.Object, len(made))
	for i := range made {
		sides[i] = made[i].Object()
		goAside(b, sides[i], i%2)
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	return visible(ctx, sides)
}

// excerpt joins a hit with what stands around it, cut to size.
func excerpt(before, hit, after string) string {
	if runes := []rune(before); len(runes) > aroundMax {
		before = "…" + string(runes[len(runes)-aroundMax:])
	}
	if runes := []rune(after); len(runes) > aroundMax {
		after = string(runes[:aroundMax]) + "…"
	}
	return strings.TrimSpace(before + hit + after)
}

// visible returns the texts of ranges without what a tracked change has
// deleted.
func visible(ctx context.Context, ranges []*uno.Object) ([]string, error) {
	portions, err := portionsOf(ctx, ranges)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(ranges))
	for i, paragraphs := range portions {
		lines := make([]string, len(paragraphs))
		for j, p := range paragraphs {
			lines[j] = visibleText(p)
		}
		out[i] = strings.Join(lines, "\n")
	}
	return out, nil
}

// portion is a piece of a paragraph: text of one look, or something else.
type portion struct {
	kind    string // LibreOffice's TextPortionType
	text    string
	redline string // of a mark where a tracked change begins or ends: its type
	begins  bool
}

// portionsOf reads the portions of ranges, by range and paragraph. A table is a
// paragraph without portions.
func portionsOf(ctx context.Context, ranges []*uno.Object) ([][][]portion, error) {
	paragraphs, err := collect(ctx, ranges)
	if err != nil {
		return nil, err
	}
	portions, err := paragraphPortions(ctx, slices.Concat(paragraphs...))
	if err != nil {
		return nil, err
	}
	out := make([][][]portion, len(ranges))
	for i, p := range paragraphs {
		out[i], portions = portions[:len(p)], portions[len(p):]
	}
	return out, nil
}

// paragraphPortions reads the portions of paragraphs; a table has nil.
func paragraphPortions(ctx context.Context, paragraphs []*uno.Object) ([][]portion, error) {
	pieces, err := collect(ctx, paragraphs)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(pieces...)
	props, err := properties(ctx, all, "TextPortionType", "RedlineType", "IsStart")
	if err != nil {
		return nil, err
	}
	texts, err := stringsOf(ctx, all)
	if err != nil {
		return nil, err
	}
	out := make([][]portion, len(paragraphs))
	n := 0
	for i := range pieces {
		if pieces[i] == nil {
			continue // a table
		}
		out[i] = []portion{}
		for range pieces[i] {
			q := portion{text: texts[n]}
			q.kind, _ = props[n][0].(string)
			if q.kind == "Redline" {
				q.redline, _ = props[n][1].(string)
				q.begins, _ = props[n][2].(bool)
			}
			out[i] = append(out[i], q)
			n++
		}
	}
	return out, nil
}

// visibleText joins the text of a paragraph's portions, without what a tracked
// change has deleted.
func visibleText(portions []portion) string {
	var b strings.Builder
	for i, deleted := range deletedPortions(portions) {
		if !deleted && portions[i].redline == "" {
			b.WriteString(portions[i].text)
		}
	}
	return b.String()
}

// deletedPortions tells which portions of a paragraph lie between the marks of a
// deletion. One that begins in a paragraph before has only its end here.
func deletedPortions(portions []portion) []bool { return portionsWithin(portions, "Delete") }

// portionsWithin is deletedPortions for any kind of tracked change.
func portionsWithin(portions []portion, kind string) []bool {
	out := make([]bool, len(portions))
	depth := 0
	for _, p := range portions {
		if p.redline == kind {
			if !p.begins {
				depth = 1
			}
			break
		}
	}
	for i, p := range portions {
		switch {
		case p.redline == kind && p.begins:
			depth++
		case p.redline == kind:
			depth = max(0, depth-1)
		}
		out[i] = depth > 0
	}
	return out
}
