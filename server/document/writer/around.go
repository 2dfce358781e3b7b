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
	conn := ranges[0].Conn()
	b := conn.NewBatch()
	cursors := make([]*uno.Result, 0, 2*len(ranges)) // one for each side
	for i, r := range ranges {
		for range 2 {
			cursors = append(cursors, b.Call(homes[i], iSimpleText, "createTextCursorByRange", r))
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = conn.NewBatch()
	sides := make([]*uno.Object, len(cursors))
	got := make([]*uno.Result, len(cursors))
	for i, c := range cursors {
		sides[i] = c.Object()
		b.Call(sides[i], iTextCursor, []string{"collapseToStart", "collapseToEnd"}[i%2])
		b.Call(sides[i], iParaCursor, []string{"gotoStartOfParagraph", "gotoEndOfParagraph"}[i%2], true)
		got[i] = b.Call(sides[i], iTextRange, "getString")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	strs := make([]string, len(got))
	for i, r := range got {
		strs[i], _ = r.Value.(string)
	}
	if changes {
		var err error
		if strs, err = visible(ctx, sides); err != nil {
			return nil, err
		}
	}
	out := make([]string, len(ranges))
	for i, text := range texts {
		out[i] = excerpt(strs[2*i], text, strs[2*i+1])
	}
	return out, nil
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
