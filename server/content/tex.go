package content

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// TeX turns the MathML (3, presentation markup) of a formula into TeX.
func TeX(r io.Reader) (string, error) {
	d := xml.NewDecoder(r)
	d.Strict = false
	root := &mathNode{}
	stack := []*mathNode{root}
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("read MathML: %w", err)
		}
		top := stack[len(stack)-1]
		switch t := t.(type) {
		case xml.StartElement:
			n := &mathNode{name: t.Name.Local, attr: t.Attr}
			top.inner = append(top.inner, n)
			if stack = append(stack, n); len(stack) > maxNesting {
				return "", fmt.Errorf("read MathML: elements nest deeper than %d", maxNesting)
			}
		case xml.EndElement:
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		case xml.CharData:
			top.text += string(t)
		}
	}
	if len(root.inner) == 0 {
		return "", errors.New("read MathML: there is no formula in it")
	}
	return strings.Join(strings.Fields(root.tex()), " "), nil
}

type mathNode struct {
	name  string
	attr  []xml.Attr
	text  string
	inner []*mathNode
}

func (n *mathNode) get(name string) (string, bool) {
	for _, a := range n.attr {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// part is the i-th child as one TeX argument.
func (n *mathNode) part(i int) string {
	if i >= len(n.inner) {
		return "{}"
	}
	return "{" + strings.TrimSpace(n.inner[i].tex()) + "}"
}

// base is the first child as what a script hangs on.
func (n *mathNode) base() string {
	if len(n.inner) == 0 {
		return "{}"
	}
	s := strings.TrimSpace(n.inner[0].tex())
	if len([]rune(s)) <= 1 && s != "" || strings.HasPrefix(s, "\\") && !strings.ContainsAny(s, " {") {
		return s
	}
	return "{" + s + "}"
}

func (n *mathNode) all() string {
	var b strings.Builder
	for _, c := range n.inner {
		s := c.tex()
		if b.Len() > 0 && s != "" {
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}

func (n *mathNode) tex() string {
	text := strings.TrimSpace(n.text)
	switch n.name {
	case "annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark":
		return ""
	case "mi":
		return identifier(text)
	case "mn":
		return texChars(text)
	case "mo":
		return texChars(text)
	case "mtext", "ms":
		return `\text{` + strings.NewReplacer(`\`, `\backslash `, "{", `\{`, "}", `\}`, "$", `\$`, "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`).Replace(n.text) + "}"
	case "mspace":
		return `\ `
	case "mfrac":
		return `\frac` + n.part(0) + n.part(1)
	case "msqrt":
		return `\sqrt{` + n.all() + "}"
	case "mroot":
		return `\sqrt[` + strings.Trim(n.part(1), "{}") + "]" + n.part(0)
	case "msub":
		return n.base() + "_" + n.part(1)
	case "msup":
		return n.base() + "^" + n.part(1)
	case "msubsup", "munderover":
		return n.base() + "_" + n.part(1) + "^" + n.part(2)
	case "munder":
		return n.under()
	case "mover":
		return n.over()
	case "mfenced":
		return n.fenced()
	case "mtable":
		return n.table()
	}
	if n.name == "mrow" {
		if s, ok := n.delimited(); ok {
			return s
		}
	}
	if len(n.inner) == 0 {
		return texChars(text)
	}
	return n.all()
}

// accents are the marks over a letter, and those over or under a row.
var accents = map[string]string{
	"^": `\hat`, "ˆ": `\hat`, "~": `\tilde`, "˜": `\tilde`, "¯": `\bar`, "‾": `\overline`, "→": `\vec`, "⃗": `\vec`,
	"˙": `\dot`, "¨": `\ddot`, "ˇ": `\check`, "˘": `\breve`, "´": `\acute`, "`": `\grave`, "⏞": `\overbrace`,
}

func (n *mathNode) over() string {
	if len(n.inner) > 1 {
		if mark := accents[strings.TrimSpace(n.inner[1].text)]; mark != "" {
			return mark + n.part(0)
		}
	}
	if n.large() {
		return n.base() + "^" + n.part(1)
	}
	return `\overset` + n.part(1) + n.part(0)
}

func (n *mathNode) under() string {
	if len(n.inner) > 1 {
		switch strings.TrimSpace(n.inner[1].text) {
		case "_", "̲", "¯":
			return `\underline` + n.part(0)
		case "⏟":
			return `\underbrace` + n.part(0)
		}
	}
	if n.large() {
		return n.base() + "_" + n.part(1)
	}
	return `\underset` + n.part(1) + n.part(0)
}

// large tells that limits stand over and under the first child.
func (n *mathNode) large() bool {
	return len(n.inner) > 0 && strings.ContainsAny(n.inner[0].tex(), "∑∏∫") || len(n.inner) > 0 && limits[strings.TrimSpace(n.inner[0].tex())]
}

var limits = map[string]bool{`\sum`: true, `\prod`: true, `\int`: true, `\lim`: true, `\max`: true, `\min`: true, `\sup`: true, `\inf`: true, `\bigcup`: true, `\bigcap`: true}

func (n *mathNode) fenced() string {
	open, ok := n.get("open")
	if !ok {
		open = "("
	}
	end, ok := n.get("close")
	if !ok {
		end = ")"
	}
	if open+end == "" {
		return n.all()
	}
	return `\left` + delimiter(open) + " " + n.all() + ` \right` + delimiter(end)
}

// delimited recognises a row between brackets that grow with it.
func (n *mathNode) delimited() (string, bool) {
	if len(n.inner) < 2 {
		return "", false
	}
	first, last := n.inner[0], n.inner[len(n.inner)-1]
	grows := func(c *mathNode) bool {
		v, _ := c.get("stretchy")
		return c.name == "mo" && (v == "true" || c.fence())
	}
	if !grows(first) || !grows(last) {
		return "", false
	}
	inner := &mathNode{inner: n.inner[1 : len(n.inner)-1]}
	return `\left` + delimiter(strings.TrimSpace(first.text)) + " " + inner.all() + ` \right` + delimiter(strings.TrimSpace(last.text)), true
}

func (n *mathNode) fence() bool {
	v, _ := n.get("fence")
	s, _ := n.get("stretchy")
	return v == "true" && s != "false"
}

func delimiter(s string) string {
	switch s {
	case "":
		return "."
	case "{", "}":
		return `\` + s
	}
	return strings.TrimSpace(texChars(s))
}

func (n *mathNode) table() string {
	var rows []string
	for _, r := range n.inner {
		var cells []string
		for _, c := range r.inner {
			cells = append(cells, strings.TrimSpace(c.tex()))
		}
		rows = append(rows, strings.Join(cells, " & "))
	}
	return `\begin{matrix} ` + strings.Join(rows, ` \\ `) + ` \end{matrix}`
}
