package content

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html/atom"
)

// Legend gives styles that a text repeats often short names, for HTML in which
// markup would otherwise outweigh the text. Which names those are depends on the
// blocks alone: who has the same blocks can read what was printed with them.
type Legend struct {
	paragraphs, characters map[string]string // style -> short name
}

// A legend pays from so many bytes of markup on that it saves; a short name
// from so many.
const (
	legendPays = 4 << 10
	namePays   = 100
)

// Legend returns the legend for a document, nil if none is worth its while. Names
// that were given before, for an earlier state of it, go on meaning the same.
func (d *Document) Legend(before *Legend) *Legend {
	paragraphs, characters := map[string]int{}, map[string]int{}
	tokens, cells := 0, 0
	Walk(d.Blocks, func(b *Block) bool {
		if b.Kind == Paragraph || b.Kind == Heading && b.Style != "Heading "+strconv.Itoa(b.Level) {
			paragraphs[b.Style]++
		}
		for i := range b.Runs {
			if b.Runs[i].Object != nil {
				tokens++
			} else {
				characters[b.Runs[i].Marks.Style]++
			}
		}
		return true
	})
	delete(paragraphs, d.BodyStyle())
	for i := range d.Blocks {
		for j := range d.Blocks[i].Rows {
			cells += len(d.Blocks[i].Rows[j].Cells)
		}
	}
	saved := tokens*len(ObjectAttribute) + cells*len("</td>")
	for style, n := range characters {
		saved += n * (len(style) + len(`<span data-lo-style=""></span>`) - len("<xx></xx>"))
	}
	if saved < legendPays {
		return before
	}
	if before == nil {
		before = &Legend{}
	}
	now := &Legend{
		paragraphs: shortNames(paragraphs, before.paragraphs, 0),
		characters: shortNames(characters, before.characters, len("span s=span")),
	}
	if maps.Equal(now.paragraphs, before.paragraphs) && maps.Equal(now.characters, before.characters) {
		return before
	}
	return now
}

// shortNames names the styles for which a short name pays: each use saves the
// difference in length and extra bytes.
func shortNames(count map[string]int, before map[string]string, extra int) map[string]string {
	styles := make([]string, 0, len(count))
	taken := map[string]bool{fieldTag: true, objectAttr: true, styleAttr: true}
	for style := range count {
		styles = append(styles, style)
		taken[StyleToken(style)] = true
	}
	slices.SortFunc(styles, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	})
	out := map[string]string{}
	for style, short := range before {
		out[style], taken[short] = short, true
	}
	for _, style := range styles {
		if style == "" || out[style] != "" {
			continue
		}
		short := shortName(style, taken)
		if count[style]*(len(StyleToken(style))+extra-len(short)) >= namePays {
			out[style], taken[short] = short, true
		}
	}
	return out
}

// shortName makes a name of a style's initials that is neither taken nor an
// element of HTML.
func shortName(style string, taken map[string]bool) string {
	var initials, letters []byte
	begins := true
	for i, r := range style {
		upper := unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(rune(style[i-1]))
		low := unicode.ToLower(r)
		if low < 'a' || low > 'z' {
			begins = r < unicode.MaxASCII
			continue
		}
		if begins || upper {
			initials = append(initials, byte(low))
		} else if len(initials) < 2 {
			letters = append(letters, byte(low))
		}
		begins = false
	}
	free := func(s string) bool {
		return len(s) > 1 && !taken[s] && atom.Lookup([]byte(s)) == 0
	}
	base := string(initials[:min(3, len(initials))])
	for n := range len(letters) {
		if free(base) {
			return base
		}
		base = string(initials[:min(3, len(initials))]) + string(letters[:n+1])
	}
	if free(base) {
		return base
	}
	for n := 1; ; n++ {
		if s := "s" + strconv.Itoa(n); free(s) {
			return s
		}
	}
}

// Names says what the short forms mean, as they stand in the text: "s=qu" of
// paragraphs, "<em>" around text.
func (l *Legend) Names() map[string]string {
	if l == nil {
		return nil
	}
	out := map[string]string{"<" + fieldTag + " 1>": "field:1", objectAttr + "=": ObjectAttribute}
	for style, short := range l.paragraphs {
		out[styleAttr+"="+short] = style
	}
	for style, short := range l.characters {
		out["<"+short+">"] = style
	}
	return out
}

// paragraph returns the paragraph style that a short name means, or the name.
func (l *Legend) paragraph(short string) string {
	if l != nil {
		for style, s := range l.paragraphs {
			if s == short {
				return StyleToken(style)
			}
		}
	}
	return short
}

// character returns the character style that an element stands for.
func (l *Legend) character(tag string) (style string, ok bool) {
	if l != nil {
		for style, s := range l.characters {
			if s == tag {
				return StyleToken(style), true
			}
		}
	}
	return "", false
}

// in tells whether a text has an element of the legend.
func (l *Legend) in(s string) bool {
	if l != nil {
		for _, short := range l.characters {
			if strings.Contains(s, "<"+short+">") {
				return true
			}
		}
	}
	return false
}

// UsesLegend tells whether content may have short names of a legend.
func UsesLegend(s string) bool {
	if strings.Contains(s, " "+styleAttr+"=") {
		return true
	}
	for _, m := range tagPattern.FindAllString(s, -1) {
		name := strings.Trim(m, "<>")
		if m[0] == '<' && name != fieldTag && atom.Lookup([]byte(name)) == 0 && !strings.ContainsAny(name, "/ ") {
			return true
		}
	}
	return false
}
