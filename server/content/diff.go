package content

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Splice replaces part of a text: Old at Offset by New. Offset counts code
// points, because that is how an office's text cursors step.
type Splice struct {
	Offset   int
	Old, New string
}

// Diff returns the smallest list of splices, in order and disjoint, that turns
// old into new by whole words. Text that is the same in both is not touched, so
// its formatting and everything that hangs on it stays.
func Diff(old, new string) []Splice {
	a, b := tokens(old), tokens(new)
	prefix, suffix := commonEnds(a, b)
	offset := utf8.RuneCountInString(join(a[:prefix]))
	a, b = a[prefix:len(a)-suffix], b[prefix:len(b)-suffix]
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	if len(a)*len(b) > maxDiffCells {
		return []Splice{{offset, join(a), join(b)}}
	}
	return between(a, b, Common(a, b), offset)
}

// maxDiffCells bounds the table of the alignment; beyond it the differing
// middle is replaced as one.
const maxDiffCells = 4 << 20

// tokens splits a text losslessly into words, runs of blanks and single other
// characters.
func tokens(s string) []string {
	var out []string
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		class := classOf(r)
		end := size
		for class != 0 && end < len(s) {
			next, n := utf8.DecodeRuneInString(s[end:])
			if classOf(next) != class {
				break
			}
			end += n
		}
		out = append(out, s[:end])
		s = s[end:]
	}
	return out
}

func classOf(r rune) int {
	switch {
	case r == ' ' || r == '\t':
		return 1
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_':
		return 2
	}
	return 0
}

func join(tokens []string) string { return strings.Join(tokens, "") }

// between returns the splices for what lies between equal tokens.
func between(a, b []string, equal [][2]int, offset int) []Splice {
	var out []Splice
	i, j := 0, 0
	add := func(endA, endB int) {
		gap := Splice{offset, join(a[i:endA]), join(b[j:endB])}
		if gap.Old != "" || gap.New != "" {
			out = append(out, gap)
		}
		offset += utf8.RuneCountInString(gap.Old)
	}
	for _, pair := range equal {
		add(pair[0], pair[1])
		offset += utf8.RuneCountInString(a[pair[0]])
		i, j = pair[0]+1, pair[1]+1
	}
	add(len(a), len(b))
	return out
}
