package content

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// StarMath writes a TeX formula in LibreOffice's language for formulas. What it
// does not know stands there as it is, as text.
func StarMath(tex string) string {
	t := texReader{s: tex}
	return strings.Join(strings.Fields(t.list("")), " ")
}

// texReader reads a formula from left to right.
type texReader struct {
	s     string
	depth int
}

// maxTeXDepth bounds groups within groups.
const maxTeXDepth = 100

func (t *texReader) blanks() { t.s = strings.TrimLeft(t.s, " \t\r\n~") }

// list reads up to end, which it takes.
func (t *texReader) list(end string) string {
	if t.depth++; t.depth > maxTeXDepth {
		t.s = ""
	}
	defer func() { t.depth-- }()
	var out []string
	for t.blanks(); t.s != ""; t.blanks() {
		if end != "" && strings.HasPrefix(t.s, end) {
			t.s = t.s[len(end):]
			break
		}
		out = append(out, t.scripted())
	}
	if len(out) == 0 {
		return "{}"
	}
	return strings.Join(out, " ")
}

// scripted reads an element with what stands above and below it.
func (t *texReader) scripted() string {
	if t.s[0] == '^' || t.s[0] == '_' {
		return "{}" + t.scripts("")
	}
	e := t.element()
	return e + t.scripts(e)
}

// overUnder are operators whose scripts stand over and under them.
var overUnder = map[string]bool{"sum": true, "prod": true, "coprod": true, "int": true, "iint": true, "iiint": true, "lint": true, "lim": true, "union": true, "intersection": true}

func (t *texReader) scripts(of string) string {
	words := map[byte]string{'_': " _", '^': " ^"}
	if overUnder[of] {
		words = map[byte]string{'_': " from ", '^': " to "}
	}
	out := ""
	for t.blanks(); t.s != "" && (t.s[0] == '^' || t.s[0] == '_'); t.blanks() {
		word := words[t.s[0]]
		t.s = t.s[1:]
		out += word + t.argument()
	}
	primes := 0
	for strings.HasPrefix(t.s, "'") {
		t.s = t.s[1:]
		primes++
	}
	if primes > 0 {
		out += ` ^{"` + strings.Repeat("'", primes) + `"}` + t.scripts("")
	}
	return out
}

// argument reads what a command is applied to, as a group.
func (t *texReader) argument() string {
	t.blanks()
	switch {
	case t.s == "":
		return "{}"
	case t.s[0] == '{':
		t.s = t.s[1:]
		return "{" + t.list("}") + "}"
	}
	return "{" + t.element() + "}"
}

// raw reads a group as text.
func (t *texReader) raw() string {
	t.blanks()
	if !strings.HasPrefix(t.s, "{") {
		return ""
	}
	text, rest, _ := strings.Cut(t.s[1:], "}")
	t.s = rest
	return text
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, "'") + `"` }

// signs are characters that StarMath would take for something else.
var signs = map[rune]string{
	'#': `"#"`, '%': `"%"`, '&': "", '"': `"''"`, '{': "", '}': "", '<': "<", '>': ">", '*': "*", '|': "lline", '(': "(", ')': ")", '[': "[", ']': "]", '/': `"/"`,
}

func (t *texReader) element() string {
	r, size := utf8.DecodeRuneInString(t.s)
	switch {
	case r == '\\':
		return t.command()
	case r == '{':
		t.s = t.s[1:]
		return "{" + t.list("}") + "}"
	case r >= '0' && r <= '9':
		n := 0
		for n < len(t.s) && (t.s[n] >= '0' && t.s[n] <= '9' || t.s[n] == '.' && n+1 < len(t.s) && t.s[n+1] >= '0' && t.s[n+1] <= '9') {
			n++
		}
		number := t.s[:n]
		t.s = t.s[n:]
		return number
	}
	t.s = t.s[size:]
	if sign, ok := signs[r]; ok {
		return sign
	}
	if r < utf8.RuneSelf || unicode.IsLetter(r) {
		return string(r)
	}
	return quoted(string(r))
}

// command reads a command and what it is applied to.
func (t *texReader) command() string {
	name := t.name()
	if word, ok := texWords[name]; ok {
		return word
	}
	if word, ok := texOver[name]; ok {
		return word + " " + t.argument()
	}
	switch name {
	case "frac", "dfrac", "tfrac", "cfrac":
		return "{" + t.argument() + " over " + t.argument() + "}"
	case "binom":
		return "(binom " + t.argument() + " " + t.argument() + ")"
	case "sqrt":
		if strings.HasPrefix(t.s, "[") {
			t.s = t.s[1:]
			return "nroot {" + t.list("]") + "} " + t.argument()
		}
		return "sqrt " + t.argument()
	case "text", "mathrm", "textrm", "operatorname", "mbox", "textit", "textbf":
		return quoted(t.raw())
	case "mathbb":
		if set, ok := map[string]string{"R": "setR", "N": "setN", "Z": "setZ", "Q": "setQ", "C": "setC"}[strings.TrimSpace(t.raw())]; ok {
			return set
		}
		return ""
	case "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr":
		return t.bracket(name)
	case "begin":
		return t.environment(t.raw())
	case "\\":
		return "newline"
	}
	return quoted(`\` + name)
}

// name reads a command's name: letters, or one other character.
func (t *texReader) name() string {
	t.s = t.s[1:]
	n := 0
	for n < len(t.s) && (t.s[n] >= 'a' && t.s[n] <= 'z' || t.s[n] >= 'A' && t.s[n] <= 'Z') {
		n++
	}
	if n == 0 && t.s != "" {
		_, n = utf8.DecodeRuneInString(t.s)
	}
	name := t.s[:n]
	t.s = t.s[n:]
	return name
}

// brackets are what stands behind \left and \right.
var brackets = map[string]string{
	"(": "(", ")": ")", "[": "[", "]": "]", "|": "lline", "{": "lbrace", "}": "rbrace", "<": "langle", ">": "rangle", ".": "none",
	"langle": "langle", "rangle": "rangle", "lfloor": "lfloor", "rfloor": "rfloor", "lceil": "lceil", "rceil": "rceil", "Vert": "ldline", "lvert": "lline", "rvert": "rline",
}

func (t *texReader) bracket(side string) string {
	t.blanks()
	if t.s == "" {
		return ""
	}
	name := t.s[:1]
	if name == `\` {
		name = t.name()
	} else {
		t.s = t.s[1:]
	}
	word := brackets[name]
	if side == "right" && word == "lline" {
		word = "rline"
	}
	if side != "left" && side != "right" {
		return word
	}
	return side + " " + word
}

// environment reads a matrix or lines up to its \end.
func (t *texReader) environment(kind string) string {
	inner, rest, _ := strings.Cut(t.s, `\end{`+kind+"}")
	t.s = rest
	if strings.HasSuffix(kind, "array") || kind == "array" {
		if i := strings.Index(inner, "}"); strings.HasPrefix(strings.TrimSpace(inner), "{") && i >= 0 {
			inner = inner[i+1:]
		}
	}
	var rows []string
	for _, row := range strings.Split(strings.TrimSuffix(strings.TrimSpace(inner), `\\`), `\\`) {
		var cells []string
		for _, cell := range strings.Split(row, "&") {
			r := texReader{s: cell, depth: t.depth}
			cells = append(cells, "{"+r.list("")+"}")
		}
		rows = append(rows, strings.Join(cells, " # "))
	}
	switch kind {
	case "align", "align*", "aligned", "gather", "gather*", "gathered", "split", "eqnarray":
		return strings.ReplaceAll(strings.Join(rows, " newline "), " # ", " ")
	}
	matrix := "matrix {" + strings.Join(rows, " ## ") + "}"
	switch kind {
	case "pmatrix":
		return "left (" + matrix + " right )"
	case "bmatrix":
		return "left [" + matrix + " right ]"
	case "vmatrix":
		return "left lline " + matrix + " right rline"
	case "cases":
		return "left lbrace " + matrix + " right none"
	}
	return matrix
}
