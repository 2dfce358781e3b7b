package roundtrip

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// write prints the model as HTML.
func write(blocks []block) string {
	var b strings.Builder
	var open []string
	shut := func(level int) {
		for len(open) > level {
			b.WriteString("</li></" + open[len(open)-1] + ">")
			open = open[:len(open)-1]
		}
	}
	for i := range blocks {
		k := &blocks[i]
		if k.kind != "li" {
			shut(0)
		}
		tag := k.kind
		switch k.kind {
		case "table":
			writeTable(&b, k)
			continue
		case "h":
			tag = "h" + strconv.Itoa(k.level)
		case "li":
			list := "ul"
			if k.ordered {
				list = "ol"
			}
			shut(k.level)
			if len(open) == k.level && (open[k.level-1] != list || k.start) {
				shut(k.level - 1)
			}
			if len(open) == k.level {
				b.WriteString("</li>" + openItem(k))
			}
			for len(open) < k.level {
				if open = append(open, list); len(open) < k.level {
					b.WriteString("<" + list + "><li>")
				} else {
					b.WriteString("<" + list + ">" + openItem(k))
				}
			}
			writeRuns(&b, k.text)
			continue
		}
		b.WriteString("<" + tag)
		if k.style != "" {
			fmt.Fprintf(&b, " data-lo-style=%q", k.style)
		}
		if k.align != "" {
			fmt.Fprintf(&b, " style=%q", k.align)
		}
		b.WriteString(">")
		writeRuns(&b, k.text)
		b.WriteString("</" + tag + ">\n")
	}
	shut(0)
	return b.String()
}

func openItem(k *block) string {
	if k.align == "" {
		return "<li>"
	}
	return fmt.Sprintf("<li style=%q>", k.align)
}

func writeTable(b *strings.Builder, k *block) {
	fmt.Fprintf(b, "<table data-lo-object=%q>", "table:"+k.name)
	for _, row := range k.rows {
		b.WriteString("<tr>")
		for _, c := range row {
			tag := "td"
			if c.head {
				tag = "th"
			}
			fmt.Fprintf(b, `<%s colspan="%d" rowspan="%d">`, tag, c.columns, c.rows)
			if len(c.content) == 1 && c.content[0].kind == "p" && c.content[0].style == "" {
				writeRuns(b, c.content[0].text)
			} else {
				b.WriteString(write(c.content))
			}
			b.WriteString("</" + tag + ">")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>\n")
}

func writeRuns(b *strings.Builder, runs []run) {
	for _, r := range merged(runs) {
		var shut []string
		tag := func(open, name string) { b.WriteString(open); shut = append(shut, "</"+name+">") }
		if r.link != "" {
			tag(fmt.Sprintf("<a href=%q>", r.link), "a")
		}
		if r.style != "" {
			tag(fmt.Sprintf("<span data-lo-style=%q>", r.style), "span")
		}
		for _, l := range strings.Fields(r.look) {
			tag("<"+l+">", l)
		}
		if r.object != "" {
			fmt.Fprintf(b, "<span data-lo-object=%q>%s</span>", r.object, html.EscapeString(r.shows))
		}
		text := html.EscapeString(r.text)
		text = strings.NewReplacer("\n", "<br>", "  ", " &#32;", "\t", "&#9;").Replace(text)
		b.WriteString(text)
		slices.Reverse(shut)
		b.WriteString(strings.Join(shut, ""))
	}
}
