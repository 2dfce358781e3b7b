package content

// texWords are TeX's commands without arguments.
var texWords = func() map[string]string {
	words := map[string]string{
		"cdot": "cdot", "times": "times", "div": "div", "pm": "+-", "mp": "-+", "ast": "*", "circ": "circ", "oplus": "oplus", "otimes": "otimes",
		"leq": "<=", "le": "<=", "geq": ">=", "ge": ">=", "neq": "<>", "ne": "<>", "approx": "approx", "equiv": "equiv", "sim": "sim", "simeq": "simeq",
		"propto": "prop", "ll": "<<", "gg": ">>", "perp": "ortho", "parallel": "parallel", "mid": "divides",
		"in": "in", "notin": "notin", "ni": "owns", "subset": "subset", "subseteq": "subseteq", "supset": "supset", "supseteq": "supseteq",
		"cup": "union", "cap": "intersection", "setminus": "setminus", "emptyset": "emptyset", "varnothing": "emptyset",
		"forall": "forall", "exists": "exists", "neg": "neg", "lnot": "neg", "land": "and", "wedge": "and", "lor": "or", "vee": "or",
		"to": "toward", "rightarrow": "rightarrow", "leftarrow": "leftarrow", "leftrightarrow": `"↔"`, "mapsto": `"↦"`,
		"Rightarrow": "drarrow", "Leftarrow": "dlarrow", "Leftrightarrow": "dlrarrow", "implies": "drarrow", "iff": "dlrarrow", "uparrow": "uparrow", "downarrow": "downarrow",
		"infty": "infinity", "partial": "partial", "nabla": "nabla", "hbar": "hbar", "ell": `"ℓ"`, "Re": "Re", "Im": "Im", "aleph": "aleph",
		"sum": "sum", "prod": "prod", "coprod": "coprod", "int": "int", "iint": "iint", "iiint": "iiint", "oint": "lint", "lim": "lim", "bigcup": "union", "bigcap": "intersection",
		"ldots": "dotslow", "dots": "dotslow", "cdots": "dotsaxis", "vdots": "dotsvert", "ddots": "dotsdown",
		"sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "arcsin": "arcsin", "arccos": "arccos", "arctan": "arctan",
		"log": "log", "ln": "ln", "exp": "exp", "max": `"max"`, "min": `"min"`, "sup": `"sup"`, "inf": `"inf"`, "det": `"det"`, "dim": `"dim"`, "ker": `"ker"`, "gcd": `"gcd"`,
		"{": "lbrace", "}": "rbrace", "|": "ldline", "langle": "langle", "rangle": "rangle", "lfloor": "lfloor", "rfloor": "rfloor", "lceil": "lceil", "rceil": "rceil",
		"quad": "~", "qquad": "~ ~", ",": "`", ";": "~", ":": "`", "!": "", " ": "~", "%": `"%"`, "$": `"$"`, "#": `"#"`, "&": `"&"`, "_": `"_"`,
		"displaystyle": "", "textstyle": "", "limits": "", "nolimits": "", "prime": `"'"`, "degree": `"°"`,
		"varepsilon": "%varepsilon", "vartheta": "%vartheta", "varphi": "%varphi", "varrho": "%varrho", "varsigma": "%varsigma", "varpi": "%varpi",
	}
	for _, letter := range []string{
		"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
		"Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
	} {
		name := letter
		if letter[0] < 'a' { // StarMath has capitals of all
			name = string(letter[0]-'A'+'a') + letter[1:]
			name = upper(name)
		}
		words[letter] = "%" + name
	}
	return words
}()

func upper(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// texOver are TeX's commands that change how their argument looks.
var texOver = map[string]string{
	"hat": "hat", "widehat": "widehat", "bar": "bar", "overline": "overline", "underline": "underline", "vec": "vec", "overrightarrow": "widevec",
	"dot": "dot", "ddot": "ddot", "tilde": "tilde", "widetilde": "widetilde", "check": "check", "acute": "acute", "grave": "grave",
	"mathbf": "bold", "boldsymbol": "bold", "bm": "bold", "mathit": "ital", "mathsf": "font sans", "mathtt": "font fixed", "mathcal": "font fixed",
}
