package content

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

const sample = "<p>öne two</p><table><tr><td>a</td><td></td><td><p>b</p><p>c</p></td></tr><tr><td>d</td></tr></table><p></p>" +
	`<ul><li>x <b>y</b> <span data-lo-object="field:1">7</span> z</li></ul><p>end 😀</p>`

func TestLengthAndSlice(t *testing.T) {
	blocks := blocksOf(t, sample)
	plain := Plain(blocks)
	if got, want := Length(blocks), utf8.RuneCountInString(plain); got != want {
		t.Errorf("%d characters of %d: %q", got, want, plain)
	}
	// The text between any two offsets is that of the plain text, but that tables
	// come in whole rows and each block ends.
	runes := []rune(plain)
	for start := range runes {
		for end := start + 1; end <= len(runes); end++ {
			got := Plain(Slice(blocks, start, end))
			want := string(runes[start:end])
			if !strings.Contains(got, strings.TrimRight(want, "\n")) {
				t.Fatalf("from %d to %d is %q, want %q in it", start, end, got, want)
			}
		}
	}
}

// However small the parts of a print are, together they are the whole.
func TestCutsJoin(t *testing.T) {
	blocks := blocksOf(t, sample)
	for limit := 1; limit < 120; limit++ {
		for name, part := range map[string]func([]Block) (string, Cut){
			"HTML":     func(b []Block) (string, Cut) { return HTMLPart(b, HTMLOptions{MaxBytes: limit}) },
			"Markdown": func(b []Block) (string, Cut) { return Markdown(b, MarkdownOptions{MaxBytes: limit}) },
		} {
			var text strings.Builder
			rest := blocks
			for n := 0; len(rest) > 0; n++ {
				if n > 200 {
					t.Fatalf("%s in parts of %d does not end", name, limit)
				}
				_, end := part(rest)
				left := end.Rest(rest)
				text.WriteString(printed(rest, left))
				rest = left
			}
			if d := cmp.Diff(strings.ReplaceAll(Plain(blocks), "\n", ""), strings.ReplaceAll(text.String(), "\n", "")); d != "" {
				t.Errorf("%s in parts of %d: %s", name, limit, d)
			}
		}
	}
}

// printed is the text of blocks without that of what is left of them.
func printed(blocks, left []Block) string {
	return strings.TrimSuffix(Plain(blocks), Plain(left))
}
