package calc

import "testing"

func TestShiftRows(t *testing.T) {
	keep := func(word string) bool { return word == "TAX2026" }
	for in, want := range map[string]string{
		"=A2-B2":                           "=A5-B5",
		"=A2-B$2":                          "=A5-B$2",
		"=$A2*$B$1":                        "=$A5*$B$1",
		"=SUM(A$2:A2)":                     "=SUM(A$2:A5)",
		`=IF(A2>1;"A2";"B2 ""A2""")`:       `=IF(A5>1;"A2";"B2 ""A2""")`,
		"=LOG10(A2)+ATAN2(B2;C2)":          "=LOG10(A5)+ATAN2(B5;C5)",
		"=$Q1.A2+'My A1'.B2+$Sheet1.C$3":   "=$Q1.A5+'My A1'.B5+$Sheet1.C$3",
		"=A2*TAX2026+Rate1_a":              "=A5*TAX2026+Rate1_a",
		"=SUM(2:2)+SUM($3:3)":              "=SUM(5:5)+SUM($3:6)",
		"=A2+1.5E3+10":                     "=A5+1.5E3+10",
		"=SUM($Sheet1.A2:B2)":              "=SUM($Sheet1.A5:B5)",
		"=A2&\"x\"":                        "=A5&\"x\"",
		"=SUM(A:A)":                        "=SUM(A:A)",
		"=INDEX($D$2:$D$9;MATCH(A2;E2;0))": "=INDEX($D$2:$D$9;MATCH(A5;E5;0))",
	} {
		if got := shiftRows(in, 3, keep); got != want {
			t.Errorf("shiftRows(%q) = %q, want %q", in, got, want)
		}
	}
}
