package content

import (
	"html"
	"regexp"
	"strings"
)

// Formula is a formula that a client wrote in TeX between delimiters.
type Formula struct {
	Mark    string // a character that keeps its place in the blocks
	TeX     string
	Command string // what it is in StarMath, LibreOffice's language
	Display bool   // on a line of its own
}

// firstFormula begins the characters that keep the places of formulas: for
// private use, so that texts do not have them.
const firstFormula = 0x10E000

// maxFormulas bounds the formulas in one content.
const maxFormulas = 0xF00

// mathPattern finds formulas: \(…\), \[…\], $$…$$ and $…$. Between single signs
// nothing may begin or end with a blank, and no digit may follow: "$100 is a lot,
// $200 is more" has no formula. No formula reaches over a tag. Tags and code in
// Markdown are found first, and left.
var mathPattern = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`|</?[A-Za-z][^<>]*>|" + `\\\(([^<>]+?)\\\)|\\\[([^<>]+?)\\\]|\$\$([^$<>]+?)\$\$|\$([^\s$<>](?:[^$\n<>]*[^\s$\\<>])?)\$`)

// TakeFormulas takes formulas out of content that is not parsed yet and leaves
// marks.
func TakeFormulas(s string) (string, []Formula) {
	var found []Formula
	var out strings.Builder
	done := 0
	for _, m := range mathPattern.FindAllStringSubmatchIndex(s, -1) {
		group := 0
		for g := 1; g <= 4; g++ {
			if m[2*g] >= 0 {
				group = g
			}
		}
		if group == 0 || len(found) == maxFormulas || group == 4 && !singleDollars(s, m) {
			continue
		}
		tex := strings.TrimSpace(html.UnescapeString(s[m[2*group]:m[2*group+1]]))
		f := Formula{Mark: string(rune(firstFormula + len(found))), TeX: tex, Command: StarMath(tex), Display: group == 2 || group == 3}
		found = append(found, f)
		out.WriteString(s[done:m[0]])
		out.WriteString(f.Mark)
		done = m[1]
	}
	out.WriteString(s[done:])
	return out.String(), found
}

// singleDollars tells a formula between single signs from amounts of money.
func singleDollars(s string, m []int) bool {
	if m[1] < len(s) && s[m[1]] >= '0' && s[m[1]] <= '9' || m[0] > 0 && s[m[0]-1] == '\\' {
		return false
	}
	tex := s[m[8]:m[9]]
	return len([]rune(tex)) == 1 && (tex[0] < '0' || tex[0] > '9') || strings.ContainsAny(tex, `\^_={}+<>`) || !strings.Contains(tex, " ") && strings.ContainsAny(tex, "()/*-") && tex[0] > '9'
}

// ShowFormulas puts formulas' TeX in place of their marks, for people.
func ShowFormulas(s string, formulas []Formula) string {
	for _, f := range formulas {
		s = strings.ReplaceAll(s, f.Mark, `\(`+f.TeX+`\)`)
	}
	return s
}

// PlaceFormulas gives formulas that stand on lines of their own paragraphs of
// their own, centred, and tells the fragment of it.
func (f *Fragment) PlaceFormulas(formulas []Formula) {
	for _, formula := range formulas {
		if !formula.Display {
			continue
		}
		for i := range f.Blocks {
			if f.Blocks[i].Kind != Table && strings.Contains(Text(f.Blocks[i].Runs), formula.Mark) {
				f.Blocks = append(f.Blocks[:i:i], append(parted(f.Blocks[i], formula.Mark), f.Blocks[i+1:]...)...)
				f.Inline, f.Plain = false, false
				break
			}
		}
	}
}

// parted splits a paragraph at the mark of a formula.
func parted(b Block, mark string) []Block {
	before, after := b, b
	before.Runs, after.Runs, after.Start = nil, nil, false
	behind := false
	for _, r := range b.Runs {
		left, right, here := strings.Cut(r.Text, mark)
		if !here {
			left, right = r.Text, ""
			if behind {
				left, right = "", r.Text
			}
		}
		if behind || here {
			behind = true
		}
		if left != "" || r.Object != nil && !behind {
			r := r
			r.Text = left
			before.Runs = append(before.Runs, r)
		}
		if right != "" || r.Object != nil && behind {
			r := r
			r.Text = right
			after.Runs = append(after.Runs, r)
		}
	}
	out := []Block{{Kind: Paragraph, Align: "center", Runs: []Run{{Text: mark}}}}
	if before.Runs = trimRuns(before.Runs); len(before.Runs) > 0 {
		out = append([]Block{before}, out...)
	}
	if after.Runs = trimRuns(after.Runs); len(after.Runs) > 0 {
		out = append(out, after)
	}
	return out
}
