package writer

import (
	"unicode/utf8"

	"github.com/unodesk/unodesk/uno"
)

// maxStep is how far a cursor moves in one call: goRight takes a short.
const maxStep = 8192

// goRight adds the calls that move a cursor by n characters and returns their
// results, each of which must be true.
func goRight(b *uno.Batch, cursor *uno.Object, n int, expand bool) []*uno.Result {
	var out []*uno.Result
	for n > 0 {
		step := min(n, maxStep)
		out = append(out, b.Call(cursor, iTextCursor, "goRight", int16(step), expand))
		n -= step
	}
	return out
}

// goLeft is goRight in the other direction.
func goLeft(b *uno.Batch, cursor *uno.Object, n int, expand bool) {
	for ; n > 0; n -= maxStep {
		b.Call(cursor, iTextCursor, "goLeft", int16(min(n, maxStep)), expand)
	}
}

func moved(results []*uno.Result) bool {
	for _, r := range results {
		if r.Value != true {
			return false
		}
	}
	return true
}

func length(s string) int { return utf8.RuneCountInString(s) }
