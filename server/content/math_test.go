package content

import "testing"

func TestStarMath(t *testing.T) {
	for tex, want := range map[string]string{
		`x^2`:                        `x ^{2}`,
		`\frac{a+b}{c}`:              `{{a + b} over {c}}`,
		`\sum_{i=1}^{n} i`:           `sum from {i = 1} to {n} i`,
		`\sqrt[3]{x}`:                `nroot {3} {x}`,
		`\int_0^\infty e^{-x} dx`:    `int from {0} to {infinity} e ^{- x} d x`,
		`\alpha \leq \Omega`:         `%alpha <= %OMEGA`,
		`\left( \frac{1}{2} \right)`: `left ( {{1} over {2}} right )`,
		`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`: `left (matrix {{a} # {b} ## {c} # {d}} right )`,
		`f'(x) = 3.14`:                `f ^{"'"} ( x ) = 3.14`,
		`\text{if } x \in \mathbb{R}`: `"if " x in setR`,
		`\unknown{x}`:                 `"\unknown" {x}`,
		`in`:                          `i n`,
	} {
		if got := StarMath(tex); got != want {
			t.Errorf("%s: %s, want %s", tex, got, want)
		}
	}
}

func TestTakeFormulas(t *testing.T) {
	for text, want := range map[string][]string{
		`$100 is a lot, $200 is more`: nil,
		`between $5 and 10$ each`:     nil,
		`the value $x$ and \(y^2\)`:   {"x", "y^2"},
		`$\pi$`:                       {`\pi`},
		"so $$a = b$$ it is":          {"a = b"},
		`<p>\[ a &lt; b \]</p>`:       {"a < b"},
		"`$x$` is code":               nil,
		`<a href="?a=$x$">$y$</a>`:    {"y"},
		`\$5 and $6`:                  nil,
		`costs $x-y$5`:                nil,
	} {
		_, found := TakeFormulas(text)
		var got []string
		for _, f := range found {
			got = append(got, f.TeX)
		}
		if len(got) != len(want) {
			t.Errorf("%s: %q, want %q", text, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	}
}

func FuzzStarMath(f *testing.F) {
	f.Add(`\frac{a}{b}^{2}_\sum \left( \begin{matrix} a & b \\ c \end{matrix}`)
	f.Fuzz(func(t *testing.T, tex string) { StarMath(tex); TakeFormulas(tex) })
}
