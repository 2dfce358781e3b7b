package calc

import "testing"

func TestFormulaFor(t *testing.T) {
	for in, want := range map[string]string{
		"=SUM(A1,A3)":                   "=SUM(A1;A3)",
		"=SUM(A1;A3)":                   "=SUM(A1;A3)",
		`=IF(A1>1.5,"a,b","c;d")`:       `=IF(A1>1.5;"a,b";"c;d")`,
		"=Sheet2!B2":                    "=$Sheet2.B2",
		"=$Sheet2.B2":                   "=$Sheet2.B2",
		"=$Sheet2!B2":                   "=$Sheet2.B2",
		"='My Sheet'!B2+1":              "=$'My Sheet'.B2+1",
		"='It''s, fine'!A1":             "=$'It''s, fine'.A1",
		`="say ""a,b"""&A1`:             `="say ""a,b"""&A1`,
		"=SUM({1,2;3,4})":               "=SUM({1;2|3;4})",
		"=SUM({1;2|3;4})":               "=SUM({1;2|3;4})",
		"=LOG10(A1)*2":                  "=LOG10(A1)*2",
		"=SUM(Übersicht!A1:B2,A1)":      "=SUM($Übersicht.A1:B2;A1)",
		"=VLOOKUP(A1,Data!$A$1:$B$9,2)": "=VLOOKUP(A1;$Data.$A$1:$B$9;2)",
		"=A1+#REF!":                     "=A1+#REF!",
		"=A1:B2!B1:C3":                  "=A1:B2!B1:C3",
	} {
		if got := formulaFor(in); got != want {
			t.Errorf("formulaFor(%q) = %q, want %q", in, got, want)
		}
	}
}
