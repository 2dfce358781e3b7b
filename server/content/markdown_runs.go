package content

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mdLine prints what stands in one paragraph.
type mdLine struct {
	noBreak bool // line breaks are elements: the next line would not belong to it
	start   bool // what stands first could be taken for the mark of a block
	cell    bool // of a table

	b *strings.Builder
}

func (l mdLine) runs(runs []Run) string {
	l.b = &strings.Builder{}
	link := ""
	turn := func(to string) {
		if link != "" {
			l.b.WriteString("](" + linkTarget(link) + ")")
		}
		if to != "" {
			l.b.WriteByte('[')
		}
		link = to
	}
	for i := range runs {
		r := &runs[i]
		to := r.Link
		if strings.HasPrefix(to, generated) {
			to = ""
		}
		if to != link {
			turn(to)
		}
		if r.Object != nil {
			l.object(r.Object)
		} else {
			l.run(r)
		}
	}
	turn("")
	s := l.b.String()
	if l.start {
		s = escapeStart(s)
	}
	return escapeEnds(s)
}

// object prints an object's token.
func (l mdLine) object(o *Object) {
	id := ObjectID(o)
	var tag, text string
	switch {
	case o.Kind == "field" && o.Name != "" && strings.Trim(o.Name, "0123456789") == "":
		tag = fieldTag + " :" + o.Name
	case o.Kind == "image":
		l.b.WriteString(`<img ` + objectAttr + `="` + mdAttribute(id) + `"`)
		if o.Text != "" {
			l.b.WriteString(` alt="` + mdAttribute(o.Text) + `"`)
		}
		l.b.WriteByte('>')
		return
	default:
		tag = "span " + objectAttr + `="` + mdAttribute(id) + `"`
		if o.Author != "" {
			tag += ` title="` + mdAttribute(o.Author) + `"`
		}
	}
	text = l.escape(o.Text)
	name, _, _ := strings.Cut(tag, " ")
	l.b.WriteString("<" + tag + ">" + text + "</" + name + ">")
}

func mdAttribute(s string) string { return strings.ReplaceAll(escapeAttribute(s), "|", "&#124;") }

// codeStyle is LibreOffice's style for code in a line.
const codeStyle = "Source Text"

func (l mdLine) run(r *Run) {
	m := r.Marks
	if m == (Marks{Style: codeStyle}) && l.code(r.Text) {
		return
	}
	m.Bold = m.Bold || m.Style == "Strong Emphasis"
	m.Italic = m.Italic || m.Style == "Emphasis"
	m.Style = ""
	text := strings.Trim(r.Text, " \t\n")
	if text == "" {
		l.b.WriteString(l.escape(r.Text))
		return
	}
	// Blanks at the ends stand outside: Markdown's marks must touch their text.
	lead := r.Text[:strings.Index(r.Text, text)]
	trail := r.Text[len(lead)+len(text):]
	l.b.WriteString(l.escape(lead))
	open, end := l.marks(m, text)
	l.b.WriteString(open + l.escape(text) + end + l.escape(trail))
}

// marks returns what to put around text. Where Markdown might not take its own
// marks for marks, because text ends with punctuation or other marks stand
// beside it, it is HTML's elements.
func (l mdLine) marks(m Marks, text string) (open, end string) {
	first, _ := utf8.DecodeRuneInString(text)
	final, _ := utf8.DecodeLastRuneInString(text)
	before, _ := utf8.DecodeLastRuneInString(l.b.String())
	one := m == Marks{Bold: true} || m == Marks{Italic: true} || m == Marks{Strike: true}
	flanks := one && isWord(first) && isWord(final) && before != '*' && before != '~'
	for _, t := range []struct {
		on        bool
		mark, tag string
	}{
		{m.Bold, "**", "b"},
		{m.Italic, "*", "i"},
		{m.Strike, "~~", "s"},
		{m.Underline, "", "u"},
		{m.Super, "", "sup"},
		{m.Sub, "", "sub"},
	} {
		switch {
		case !t.on:
		case flanks:
			open, end = t.mark, t.mark
		default:
			open, end = open+"<"+t.tag+">", "</"+t.tag+">"+end
		}
	}
	return open, end
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// code prints text as code, if Markdown can.
func (l mdLine) code(s string) bool {
	if strings.ContainsAny(s, "\n\t`|") || strings.Contains(s, "  ") || strings.TrimSpace(s) != s || s == "" {
		return false
	}
	l.b.WriteString("`" + s + "`")
	return true
}

func linkTarget(s string) string {
	if strings.ContainsAny(s, " ()<>\\\n\t|") {
		return "<" + strings.NewReplacer("<", "%3C", ">", "%3E", "\\", "%5C", "\n", "%0A", "|", "%7C").Replace(s) + ">"
	}
	return strings.NewReplacer("*", "\\*", "_", "\\_", "&", "&amp;").Replace(s)
}

// escape prints text so that nothing in it is taken for a mark.
func (l mdLine) escape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		next := byte(' ')
		if i+1 < len(s) {
			next = s[i+1]
		}
		switch c {
		case '\n':
			if l.noBreak || strings.ContainsRune(" \t\n", rune(next)) { // also at the end, where none counts
				b.WriteString("<br>")
			} else {
				b.WriteString("\\\n")
			}
			continue
		case '\\', '`', '*', '[', ']':
			b.WriteByte('\\')
		case '_':
			if i == 0 || !isWord(rune(s[i-1])) || !isWord(rune(next)) {
				b.WriteByte('\\')
			}
		case '~':
			b.WriteByte('\\')
		case '|':
			if l.cell {
				b.WriteByte('\\')
			}
		case '<':
			if next == '/' || next == '!' || next == '?' || next >= 'A' && next <= 'Z' || next >= 'a' && next <= 'z' || i+1 == len(s) {
				b.WriteString("&lt;")
				continue
			}
		case '&':
			if next == '#' || isWord(rune(next)) || i+1 == len(s) {
				b.WriteString("&amp;")
				continue
			}
		case '\t':
			b.WriteString("&#9;")
			continue
		case ' ':
			if i > 0 && s[i-1] == ' ' || i > 0 && s[i-1] == '\n' {
				b.WriteString("&#32;")
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// escapeStart keeps the beginning of a paragraph from being taken for the mark
// of a block, also behind its line breaks.
func escapeStart(s string) string {
	lines := strings.SplitAfter(s, "\\\n")
	for i, line := range lines {
		digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
		switch {
		case line == "":
		case strings.ContainsRune("#>+-=", rune(line[0])):
			lines[i] = "\\" + line
		case digits > 0 && digits < 10 && digits < len(line) && (line[digits] == '.' || line[digits] == ')'):
			lines[i] = line[:digits] + "\\" + line[digits:]
		}
	}
	return strings.Join(lines, "")
}

// escapeEnds makes blanks at the ends of a paragraph part of it.
func escapeEnds(s string) string {
	if strings.HasPrefix(s, " ") {
		s = "&#32;" + s[1:]
	}
	if strings.HasSuffix(s, " ") {
		s = s[:len(s)-1] + "&#32;"
	}
	return s
}
