package roundtrip

import (
	"fmt"
	"strconv"
	"strings"
)

// canonical prints a document so that documents that read alike are equal: one
// line a paragraph. Objects that have numbers are told by what they show, because
// the numbers follow their order.
func canonical(blocks []block) string {
	var b strings.Builder
	canonicalBlocks(&b, blocks, "")
	return b.String()
}

func canonicalBlocks(b *strings.Builder, blocks []block, indent string) {
	for i := range blocks {
		k := &blocks[i]
		b.WriteString(indent)
		switch k.kind {
		case "table":
			fmt.Fprintf(b, "table %s\n", k.name)
			for _, row := range k.rows {
				b.WriteString(indent + " row\n")
				for _, c := range row {
					fmt.Fprintf(b, "%s  cell %v %d %d\n", indent, c.head, c.columns, c.rows)
					inner := append([]block{}, c.content...)
					for j := range inner { // in cells, tables' styles go without saying
						inner[j].style = strings.NewReplacer("TableContents", "", "TableHeading", "").Replace(inner[j].style)
					}
					canonicalBlocks(b, inner, indent+"   ")
				}
			}
			continue
		case "li":
			fmt.Fprintf(b, "li %d %v", k.level, k.ordered)
		case "h":
			fmt.Fprintf(b, "h%d %s", k.level, k.style)
		default:
			fmt.Fprintf(b, "p %s", k.style)
		}
		fmt.Fprintf(b, " %s: ", k.align)
		for _, r := range merged(k.text) {
			if r.object != "" {
				b.WriteString("{" + identity(r) + "}")
				continue
			}
			fmt.Fprintf(b, "%q", r.text)
			if look := strings.TrimSpace(r.look + " " + r.link + " " + r.style); look != "" {
				fmt.Fprintf(b, "(%s)", look)
			}
		}
		b.WriteByte('\n')
	}
}

// identity names an object whatever number it has.
func identity(r run) string {
	kind, name, _ := strings.Cut(r.object, ":")
	if _, err := strconv.Atoi(name); err == nil || name == "" {
		return kind + "=" + strings.Join(strings.Fields(r.shows), " ")
	}
	return r.object
}

// merged joins runs of one look and leaves out blanks at both ends.
func merged(runs []run) []run {
	var out []run
	for _, r := range runs {
		if n := len(out); n > 0 && r.object == "" && out[n-1].object == "" && out[n-1].look == r.look && out[n-1].link == r.link && out[n-1].style == r.style {
			out[n-1].text += r.text
			continue
		}
		if r.object != "" || r.text != "" {
			out = append(out, r)
		}
	}
	last := byte('x')
	for i := range out { // of several blanks, and those behind a line break, HTML keeps one or none
		if out[i].object != "" {
			last = 'x'
			continue
		}
		var b strings.Builder
		for k := range len(out[i].text) {
			c := out[i].text[k]
			if c != ' ' || last != ' ' && last != '\n' {
				b.WriteByte(c)
				last = c
			}
		}
		out[i].text = b.String()
	}
	for len(out) > 0 && out[0].object == "" {
		if out[0].text = strings.TrimLeft(out[0].text, " "); out[0].text != "" {
			break
		}
		out = out[1:]
	}
	for n := len(out); n > 0 && out[n-1].object == ""; n = len(out) {
		if out[n-1].text = strings.TrimRight(out[n-1].text, " "); out[n-1].text != "" {
			break
		}
		out = out[:n-1]
	}
	return out
}

// clone copies a document.
func clone(blocks []block) []block {
	out := append([]block{}, blocks...)
	for i := range out {
		out[i].text = append([]run{}, out[i].text...)
		rows := make([][]cell, len(out[i].rows))
		for r := range rows {
			rows[r] = append([]cell{}, out[i].rows[r]...)
			for c := range rows[r] {
				rows[r][c].content = clone(rows[r][c].content)
			}
		}
		out[i].rows = rows
	}
	return out
}
