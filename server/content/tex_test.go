package content

import (
	"strings"
	"testing"
)

func TestTeX(t *testing.T) {
	for mathml, want := range map[string]string{
		`<msub><mi>x</mi><mrow><mi>i</mi><mo stretchy="false">−</mo><mn>1</mn></mrow></msub>`:                                                                       `x_{i - 1}`,
		`<mfrac><mn>1</mn><msqrt><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></msqrt></mfrac>`:                                                                       `\frac{1}{\sqrt{a + b}}`,
		`<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>`:                                                                                        `{( x )}^{2}`,
		`<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>α</mi>`:                                                        `\sum_{i = 1}^{n} \alpha`,
		`<mroot><mi>x</mi><mn>3</mn></mroot>`:                                                                                                                       `\sqrt[3]{x}`,
		`<mover accent="true"><mi>v</mi><mo>→</mo></mover>`:                                                                                                         `\vec{v}`,
		`<mrow><mo fence="true" stretchy="true">[</mo><mi>a</mi><mo fence="true" stretchy="true">]</mo></mrow>`:                                                     `\left[ a \right]`,
		`<mfenced open="{" close=""><mtable><mtr><mtd><mn>0</mn></mtd><mtd><mtext>if </mtext></mtd></mtr><mtr><mtd><mn>1</mn></mtd><mtd/></mtr></mtable></mfenced>`: `\left\{ \begin{matrix} 0 & \text{if } \\ 1 & \end{matrix} \right.`,
		`<mi>sin</mi><mi>x</mi><mo>≤</mo><mi>Rate</mi><mo>%</mo>`:                                                                                                   `\sin x \leq \mathrm{Rate} \%`,
		`<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder>`:                                                                                  `\lim_{n \rightarrow \infty}`,
	} {
		got, err := TeX(strings.NewReader(`<?xml version="1.0"?><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics>` + mathml + `<annotation encoding="StarMath 5.0">none</annotation></semantics></math>`))
		if err != nil || got != want {
			t.Errorf("%s\nis  %s (%v)\nnot %s", mathml, got, err, want)
		}
	}
	if s, err := TeX(strings.NewReader("")); err == nil {
		t.Errorf("nothing is %q", s)
	}
}
