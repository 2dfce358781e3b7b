package content

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// styleSheet holds what of a document's styles means something to a reader.
type styleSheet struct {
	para, char map[string]odfStyle
	lists      map[string]listStyle
	formulas   map[string]bool // styles of frames that hold formulas
}

func newStyleSheet() styleSheet {
	return styleSheet{map[string]odfStyle{}, map[string]odfStyle{}, map[string]listStyle{}, map[string]bool{"Formula": true}}
}

// odfStyle is a paragraph or character style. For an automatic one, display is
// the named style that it derives from, and the rest is direct formatting.
type odfStyle struct {
	display string
	marks   Marks
	plain   Marks // that it takes away from text that has them
	align   string
	rtl     bool
	page    bool // a page begins with such a paragraph
}

type listStyle map[int]bool // level -> numbered

func (l listStyle) ordered(level int) bool { return l[level] }

// style reads one child of office:styles or office:automatic-styles. The named
// ones come first in the file, so parents are known.
func (x *odf) style(e xml.StartElement) error {
	switch name(e) {
	case "style:style":
		return x.styleStyle(e)
	case "text:list-style", "text:outline-style":
		l := listStyle{}
		x.styles.lists[attr(e, "style", "name")] = l
		return x.children(func(e xml.StartElement) error {
			if n, err := strconv.Atoi(attr(e, "text", "level")); err == nil {
				l[n] = name(e) == "text:list-level-style-number" && attr(e, "style", "num-format") != ""
			}
			return x.skip()
		})
	}
	return x.skip()
}

func (x *odf) styleStyle(e xml.StartElement) error {
	id := attr(e, "style", "name")
	family := attr(e, "style", "family")
	if family == "graphic" && attr(e, "style", "parent-style-name") == "Formula" {
		x.styles.formulas[id] = true
	}
	s := odfStyle{display: attr(e, "style", "display-name")}
	known := x.styles.para
	if family == "text" {
		known = x.styles.char
	}
	automatic := s.display == "" && isAutomatic(id)
	if automatic {
		s.page = attr(e, "style", "master-page-name") != ""
		s.display = named(known, attr(e, "style", "parent-style-name")).display
	} else if s.display == "" {
		s.display = decodeStyleName(id)
	}
	err := x.children(func(e xml.StartElement) error {
		switch name(e) {
		case "style:text-properties":
			if automatic {
				s.marks, s.plain = textMarks(e)
			}
		case "style:paragraph-properties":
			if automatic {
				s.align = alignment(attr(e, "fo", "text-align"))
				s.rtl = attr(e, "style", "writing-mode") == "rl-tb"
				s.page = s.page || attr(e, "fo", "break-before") == "page"
			}
		}
		return x.skip()
	})
	switch family {
	case "paragraph":
		x.styles.para[id] = s
	case "text":
		s.marks.Style = s.display
		x.styles.char[id] = s
	}
	return err
}

// named returns a style by its name; one that was not read is a named style,
// whose name says all that is needed.
func named(known map[string]odfStyle, id string) odfStyle {
	if s, ok := known[id]; ok || id == "" {
		return s
	}
	return odfStyle{display: decodeStyleName(id)}
}

// namedText is named for a character style.
func namedText(known map[string]odfStyle, id string) odfStyle {
	s := named(known, id)
	s.marks.Style = s.display
	return s
}

// isAutomatic tells LibreOffice's automatic names (P1, T12, MP3 …) from a named
// style without a display name.
func isAutomatic(id string) bool {
	rest := strings.TrimLeft(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if rest == id || rest == "" {
		return false
	}
	return strings.Trim(rest, "0123456789") == ""
}

// decodeStyleName undoes the _20_ of ODF style names.
func decodeStyleName(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '_' {
			if end := strings.IndexByte(s[i+1:], '_'); end > 0 && end <= 4 {
				if n, err := strconv.ParseUint(s[i+1:i+1+end], 16, 32); err == nil {
					b.WriteRune(rune(n))
					i += end + 1
					continue
				}
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// textMarks reads the marks that text properties give and those that they take
// away.
func textMarks(e xml.StartElement) (on, off Marks) {
	for _, a := range e.Attr {
		switch a.Name.Space + ":" + a.Name.Local {
		case "fo:font-weight":
			on.Bold, off.Bold = a.Value == "bold", a.Value != "bold"
		case "fo:font-style":
			on.Italic, off.Italic = a.Value == "italic", a.Value != "italic"
		case "style:text-underline-style":
			on.Underline, off.Underline = a.Value != "none", a.Value == "none"
		case "style:text-line-through-style":
			on.Strike, off.Strike = a.Value != "none", a.Value == "none"
		case "style:text-position":
			// "super 58%", "sub 58%", or how high in parts of the font's height
			high := strings.HasPrefix(a.Value, "super") || a.Value != "" && a.Value[0] > '0' && a.Value[0] <= '9'
			low := strings.HasPrefix(a.Value, "sub") || strings.HasPrefix(a.Value, "-")
			on.Super, on.Sub = high, low
			off.Super, off.Sub = !high, !low
		}
	}
	return on, off
}

func alignment(v string) string {
	switch v {
	case "center", "justify":
		return v
	case "end", "right":
		return "right"
	}
	return ""
}

// Without takes marks away.
func (m Marks) Without(off Marks) Marks {
	m.Bold = m.Bold && !off.Bold
	m.Italic = m.Italic && !off.Italic
	m.Underline = m.Underline && !off.Underline
	m.Strike = m.Strike && !off.Strike
	m.Super = m.Super && !off.Super
	m.Sub = m.Sub && !off.Sub
	return m
}

// with adds the formatting of an inner span.
func (m Marks) with(inner Marks) Marks {
	m.Bold = m.Bold || inner.Bold
	m.Italic = m.Italic || inner.Italic
	m.Underline = m.Underline || inner.Underline
	m.Strike = m.Strike || inner.Strike
	m.Super = m.Super || inner.Super
	m.Sub = m.Sub || inner.Sub
	if inner.Style != "" {
		m.Style = inner.Style
	}
	return m
}
