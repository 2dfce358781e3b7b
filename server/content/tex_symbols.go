package content

import (
	"strings"
	"unicode/utf8"
)

// functions are the names that TeX sets upright.
var functions = map[string]bool{
	"sin": true, "cos": true, "tan": true, "cot": true, "sec": true, "csc": true, "sinh": true, "cosh": true, "tanh": true, "coth": true,
	"arcsin": true, "arccos": true, "arctan": true, "exp": true, "ln": true, "log": true, "lim": true, "max": true, "min": true,
	"sup": true, "inf": true, "det": true, "dim": true, "gcd": true, "ker": true, "arg": true, "deg": true, "hom": true, "Pr": true,
}

// identifier is a name: one letter, or a word that is set upright.
func identifier(s string) string {
	switch {
	case functions[s]:
		return `\` + s
	case utf8.RuneCountInString(s) <= 1 || !isWordText(s):
		return texChars(s)
	}
	return `\mathrm{` + s + "}"
}

func isWordText(s string) bool {
	for _, r := range s {
		if !isWord(r) || symbols[r] != "" {
			return false
		}
	}
	return true
}

// texChars writes characters as TeX.
func texChars(s string) string {
	var b strings.Builder
	for _, r := range s {
		name := symbols[r]
		switch {
		case name != "":
			b.WriteString(name)
			if last := name[len(name)-1]; last >= 'a' && last <= 'z' || last >= 'A' && last <= 'Z' {
				b.WriteByte(' ')
			}
		case strings.ContainsRune(`{}$%#&_`, r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}

// symbols are TeX's names for characters.
var symbols = map[rune]string{
	'α': `\alpha`, 'β': `\beta`, 'γ': `\gamma`, 'δ': `\delta`, 'ε': `\varepsilon`, 'ϵ': `\epsilon`, 'ζ': `\zeta`, 'η': `\eta`, 'θ': `\theta`,
	'ϑ': `\vartheta`, 'ι': `\iota`, 'κ': `\kappa`, 'λ': `\lambda`, 'μ': `\mu`, 'ν': `\nu`, 'ξ': `\xi`, 'π': `\pi`, 'ϖ': `\varpi`,
	'ρ': `\rho`, 'ϱ': `\varrho`, 'σ': `\sigma`, 'ς': `\varsigma`, 'τ': `\tau`, 'υ': `\upsilon`, 'φ': `\varphi`, 'ϕ': `\phi`, 'χ': `\chi`,
	'ψ': `\psi`, 'ω': `\omega`, 'Γ': `\Gamma`, 'Δ': `\Delta`, 'Θ': `\Theta`, 'Λ': `\Lambda`, 'Ξ': `\Xi`, 'Π': `\Pi`, 'Σ': `\Sigma`,
	'Υ': `\Upsilon`, 'Φ': `\Phi`, 'Ψ': `\Psi`, 'Ω': `\Omega`,
	'−': "-", '±': `\pm`, '∓': `\mp`, '×': `\times`, '÷': `\div`, '⋅': `\cdot`, '∗': "*", '∘': `\circ`, '⊕': `\oplus`, '⊗': `\otimes`,
	'≤': `\leq`, '≥': `\geq`, '≠': `\neq`, '≡': `\equiv`, '≈': `\approx`, '∼': `\sim`, '≃': `\simeq`, '∝': `\propto`, '≪': `\ll`, '≫': `\gg`,
	'⟨': `\langle`, '⟩': `\rangle`, '⌈': `\lceil`, '⌉': `\rceil`, '⌊': `\lfloor`, '⌋': `\rfloor`, '∥': `\parallel`, '⟂': `\perp`, '∣': `\mid`,
	'∈': `\in`, '∉': `\notin`, '∋': `\ni`, '⊂': `\subset`, '⊃': `\supset`, '⊆': `\subseteq`, '⊇': `\supseteq`, '∪': `\cup`, '∩': `\cap`,
	'∖': `\setminus`, '∅': `\emptyset`, '∧': `\land`, '∨': `\lor`, '¬': `\lnot`, '∀': `\forall`, '∃': `\exists`,
	'←': `\leftarrow`, '→': `\rightarrow`, '↔': `\leftrightarrow`, '⇐': `\Leftarrow`, '⇒': `\Rightarrow`, '⇔': `\Leftrightarrow`, '↑': `\uparrow`, '↓': `\downarrow`,
	'∑': `\sum`, '∏': `\prod`, '∐': `\coprod`, '∫': `\int`, '∬': `\iint`, '∭': `\iiint`, '∮': `\oint`, '⋃': `\bigcup`, '⋂': `\bigcap`,
	'∂': `\partial`, '∇': `\nabla`, '∞': `\infty`, 'ℏ': `\hbar`, 'ℓ': `\ell`, 'ℜ': `\Re`, 'ℑ': `\Im`, 'ℵ': `\aleph`, '℘': `\wp`,
	'ℕ': `\mathbb{N}`, 'ℤ': `\mathbb{Z}`, 'ℚ': `\mathbb{Q}`, 'ℝ': `\mathbb{R}`, 'ℂ': `\mathbb{C}`,
	'…': `\ldots`, '⋯': `\cdots`, '⋮': `\vdots`, '⋱': `\ddots`, '\u00a0': `\ `, '′': "'", '\\': `\backslash`,
}
