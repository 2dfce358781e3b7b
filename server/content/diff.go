package content

import (
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
	prefix := 0
	for prefix < len(a) && prefix < len(b) && a[prefix] == b[prefix] {
		prefix++
	}
	suffix := 0
	for suffix < len(a)-prefix && suffix < len(b)-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	offset := 0
	for _, t := range a[:prefix] {
		offset += utf8.RuneCountInString(t)
	}
	a, b = a[prefix:len(a)-suffix], b[prefix:len(b)-suffix]
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	if len(a)*len(b) > maxDiffCells {
		return []Splice{{offset, join(a), join(b)}}
	}
	return align(a, b, offset)
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

func join(tokens []string) string {
	s := ""
	for _, t := range tokens {
		s += t
	}
	return s
}

// align finds a longest common subsequence and returns what lies between.
func align(a, b []string, offset int) []Splice {
	width := len(b) + 1
	common := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	var out []Splice
	open := Splice{Offset: offset}
	flush := func() {
		if open.Old != "" || open.New != "" {
			out = append(out, open)
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			flush()
			offset += utf8.RuneCountInString(a[i])
			open = Splice{Offset: offset}
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[(i+1)*width+j] >= common[i*width+j+1]:
			open.Old += a[i]
			offset += utf8.RuneCountInString(a[i])
			i++
		default:
			open.New += b[j]
			j++
		}
	}
	flush()
	return out
}
