package writer

import (
	"context"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// segment is the text between two objects of a paragraph.
type segment struct {
	runs []content.Run
	text string
}

// segments cuts runs at their objects: always one more than there are objects.
func segments(runs []content.Run) []segment {
	out := []segment{{}}
	for _, r := range runs {
		if r.Object != nil {
			out = append(out, segment{})
			continue
		}
		last := &out[len(out)-1]
		last.runs, last.text = append(last.runs, r), last.text+r.Text
	}
	return out
}

// changeText makes a paragraph's text and marks those of its new version.
func (r *Rewriter) changeText(ctx context.Context, at *uno.Object, old, seen, new *content.Block) error {
	l, err := layoutOf(ctx, at)
	if err != nil {
		return err
	}
	raw := segments(old.Runs)
	// Objects that are anchored to the paragraph come first and take no place.
	if loose := len(raw) - len(l.texts); loose > 0 {
		stay := content.ObjectIDs(seen.Runs)
		if loose > len(stay) {
			return incomparable(old)
		}
		stay = stay[:loose]
		var outside []*content.Block
		for _, b := range []*content.Block{old, seen, new} {
			inner := *b
			var gone int
			if inner.Runs, gone = without(b.Runs, stay); gone != loose && b != old {
				return document.Errorf(document.CodeObjectsInRange, "%s is anchored beside the text; it cannot be removed or moved here", strings.Join(stay, ", ")).
					With("objects", stay)
			}
			outside = append(outside, &inner)
		}
		outside[0].Runs = withoutFirst(old.Runs, loose)
		old, seen, new = outside[0], outside[1], outside[2]
		raw = segments(old.Runs)
	}
	for i := range raw {
		if len(raw) != len(l.texts) || raw[i].text != l.texts[i] {
			return incomparable(old)
		}
	}
	was, is := segments(seen.Runs), segments(new.Runs)
	if !slices.Equal(content.ObjectIDs(seen.Runs), content.ObjectIDs(new.Runs)) {
		return r.dropObjects(ctx, l, seen, new)
	}
	for i := len(is) - 1; i >= 0; i-- {
		if err := r.splice(ctx, l, i, raw[i].text, was[i].text, is[i].text); err != nil {
			return err
		}
	}
	return r.remark(ctx, at, was, is)
}

func incomparable(old *content.Block) error {
	return document.Errorf(document.CodeValidation, "the paragraph %q cannot be compared with its new version; edit it with target search", clip(content.Text(old.Runs)))
}

// without leaves objects out of runs and says how many those were.
func without(runs []content.Run, ids []string) (left []content.Run, gone int) {
	for _, run := range runs {
		if run.Object != nil && slices.Contains(ids, content.ObjectID(run.Object)) {
			gone++
			continue
		}
		left = append(left, run)
	}
	return left, gone
}

// withoutFirst leaves the first n objects out of runs.
func withoutFirst(runs []content.Run, n int) []content.Run {
	var left []content.Run
	for _, run := range runs {
		if run.Object != nil && n > 0 {
			n--
			continue
		}
		left = append(left, run)
	}
	return left
}

// dropObjects removes the objects that the new version has not, then goes on.
func (r *Rewriter) dropObjects(ctx context.Context, l layout, seen, new *content.Block) error {
	have, want := content.ObjectIDs(seen.Runs), content.ObjectIDs(new.Runs)
	if len(have) != len(l.objects) {
		return document.Errorf(document.CodeObjectsInRange, "an object of the paragraph %q cannot be removed here", clip(content.Text(seen.Runs)))
	}
	var left []content.Run
	next, object := 0, 0
	for _, run := range seen.Runs {
		if run.Object != nil {
			if next < len(want) && want[next] == have[object] {
				next++
			} else {
				if err := eraseObject(ctx, r.doc.Model(), l.objects[object]); err != nil {
					return err
				}
				object++
				continue
			}
			object++
		}
		left = append(left, run)
	}
	if next != len(want) {
		return document.Errorf(document.CodeObjectsInRange, "objects of the paragraph %q have another order in the new version", clip(content.Text(seen.Runs)))
	}
	now := *seen
	now.Runs = left
	real := now
	after, err := layoutOf(ctx, l.at)
	if err != nil {
		return err
	}
	if strings.Join(after.texts, "\uFFFC") != joined(left) {
		return document.Errorf(document.CodeValidation, "the paragraph %q cannot be changed while objects are removed from it", clip(content.Text(seen.Runs)))
	}
	return r.changeText(ctx, l.at, &real, &now, new)
}

func joined(runs []content.Run) string {
	var texts []string
	for _, s := range segments(runs) {
		texts = append(texts, s.text)
	}
	return strings.Join(texts, "\uFFFC")
}

// eraseObject removes an object: the character that it is, or what is anchored
// to one.
func eraseObject(ctx context.Context, model, portion *uno.Object) error {
	inline, err := standsInText(ctx, portion)
	if err != nil {
		return err
	}
	if inline {
		cursor, err := characterAt(ctx, portion)
		if err != nil {
			return err
		}
		return replaceText(ctx, model, cursor, "")
	}
	objects, err := anchored(ctx, portion)
	if err != nil {
		return err
	}
	home, err := portion.CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return err
	}
	for _, o := range objects {
		if _, err := home.Call(ctx, iText, "removeTextContent", o); err != nil {
			return err
		}
	}
	return nil
}

// splice changes the words that differ in one segment. raw is its text in the
// document, was what a client saw of it: without blanks that HTML does not keep.
func (r *Rewriter) splice(ctx context.Context, l layout, n int, raw, was, is string) error {
	splices := content.Diff(was, is)
	if len(splices) == 0 {
		return nil
	}
	places := rawPlaces(raw, was)
	for i := len(splices) - 1; i >= 0; i-- {
		s := splices[i]
		begin, end := places[s.Offset], places[s.Offset]
		if s.Old != "" {
			end = places[s.Offset+length(s.Old)-1] + 1
		}
		if err := l.write(ctx, r.doc.Model(), n, begin, end, s.New); err != nil {
			return err
		}
	}
	return nil
}

// rawPlaces maps each character of what was seen, and its end, to its place in
// the text that is there.
func rawPlaces(raw, seen string) []int {
	a, b := []rune(raw), []rune(seen)
	out := make([]int, 0, len(b)+1)
	i := 0
	for _, c := range b {
		for i < len(a) && a[i] != c {
			i++
		}
		out = append(out, min(i, len(a)))
		i++
	}
	return append(out, min(i, len(a)))
}
