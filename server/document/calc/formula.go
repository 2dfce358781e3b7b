package calc

import "strings"

// formulaFor turns a formula as people write it, in Excel's or in LibreOffice's
// English notation, into what XCell.setFormula takes: semicolons between
// arguments, a dot between sheet and cell, {1;2|3;4} for inline arrays. What
// stands in quotes is not touched.
func formulaFor(s string) string {
	var b strings.Builder
	braces := 0
	pipes := strings.Contains(s, "|")
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"':
			end := quoteEnd(s, i, '"')
			b.WriteString(s[i:end])
			i = end
			continue
		case c == '\'':
			end := quoteEnd(s, i, '\'')
			i = writeSheet(&b, s, i, end)
			continue
		case isNameByte(c) && !followsName(s, i):
			end := i
			for end < len(s) && (isNameByte(s[end]) || s[end] >= '0' && s[end] <= '9') {
				end++
			}
			i = writeSheet(&b, s, i, end)
			continue
		case c == '{':
			braces++
		case c == '}':
			braces--
		case c == ',':
			c = ';'
		case c == ';' && braces > 0 && !pipes:
			c = '|'
		}
		b.WriteByte(c)
		i++
	}
	return b.String()
}

// writeSheet writes s[from:to]; when a sheet separator follows, it becomes an
// absolute sheet reference. It returns where to go on.
func writeSheet(b *strings.Builder, s string, from, to int) int {
	isError := from > 0 && s[from-1] == '#'        // #REF!
	isCell := cellsPattern.MatchString(s[from:to]) // B2!C3 is an intersection
	if to < len(s) && s[to] == '!' && !isError && !isCell {
		if from == 0 || s[from-1] != '$' {
			b.WriteByte('$')
		}
		b.WriteString(s[from:to])
		b.WriteByte('.')
		return to + 1
	}
	b.WriteString(s[from:to])
	return to
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

func followsName(s string, i int) bool {
	return i > 0 && (isNameByte(s[i-1]) || s[i-1] >= '0' && s[i-1] <= '9')
}

// quoteEnd returns the index behind the closing quote; a doubled one is part
// of the text.
func quoteEnd(s string, i int, quote byte) int {
	for j := i + 1; j < len(s); j++ {
		if s[j] != quote {
			continue
		}
		if j+1 < len(s) && s[j+1] == quote {
			j++
			continue
		}
		return j + 1
	}
	return len(s)
}
