package calc

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	cellReference = regexp.MustCompile(`(\$?[A-Za-z]{1,3})(\$?)([0-9]{1,7})`)
	rowReference  = regexp.MustCompile(`(\$?)([0-9]{1,7}):(\$?)([0-9]{1,7})`)
	bracketed     = regexp.MustCompile(`\[([^\[\]]+)\]`)
)

// shiftRows moves the relative row references of a formula down by n rows, as
// filling down does. Names, functions, sheets and text stay. keep tells which
// words are names of the document and not cells.
func shiftRows(formula string, n int, keep func(word string) bool) string {
	if n == 0 {
		return formula
	}
	return mapUnquoted(formula, func(part string) string {
		part = replaceWhole(cellReference, part, func(m []string) string {
			if m[2] == "$" || keep(m[0]) {
				return m[0]
			}
			return m[1] + moved(m[3], n)
		})
		return replaceWhole(rowReference, part, func(m []string) string {
			from, to := m[2], m[4]
			if m[1] == "" {
				from = moved(from, n)
			}
			if m[3] == "" {
				to = moved(to, n)
			}
			return m[1] + from + ":" + m[3] + to
		})
	})
}

func moved(row string, n int) string {
	at, err := strconv.Atoi(row)
	if err != nil {
		return row
	}
	return strconv.Itoa(at + n)
}

// replaceWhole replaces matches that are no part of a longer word, no sheet's
// name and no function.
func replaceWhole(p *regexp.Regexp, s string, with func(m []string) string) string {
	var b strings.Builder
	from := 0
	for _, at := range p.FindAllStringSubmatchIndex(s, -1) {
		if at[0] > 0 && partOfWord(s[at[0]-1]) || at[1] < len(s) && (partOfWord(s[at[1]]) || strings.IndexByte("(.!", s[at[1]]) >= 0) {
			continue
		}
		m := make([]string, len(at)/2)
		for i := range m {
			m[i] = s[at[2*i]:at[2*i+1]]
		}
		b.WriteString(s[from:at[0]])
		b.WriteString(with(m))
		from = at[1]
	}
	b.WriteString(s[from:])
	return b.String()
}

func partOfWord(c byte) bool { return isNameByte(c) || c >= '0' && c <= '9' || c == '$' }

// mapUnquoted changes what of a formula stands outside quotes.
func mapUnquoted(s string, change func(string) string) string {
	var b strings.Builder
	from := 0
	for i := 0; i < len(s); {
		if s[i] != '"' && s[i] != '\'' {
			i++
			continue
		}
		b.WriteString(change(s[from:i]))
		end := quoteEnd(s, i, s[i])
		b.WriteString(s[i:end])
		i, from = end, end
	}
	b.WriteString(change(s[from:]))
	return b.String()
}
