package calc

import (
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// cells are the tools that read and write cells.
func cells(d *document.Desktop) tool.Set {
	t := cellTools{d}
	return tool.Set{
		tool.Define(tool.Spec{
			Name:  "read_cell_range",
			Title: "Read cells",
			Description: "Reads cells: value, formula, type, shown text where it differs, error; dates are ISO text. " +
				"result has one grid per range. Long answers are cut: next_range says how to go on. For sums and selections use query_sheet.",
			Domain: "cells", Family: tool.Calc, Tier: tool.Essential, Effect: tool.Reads, Undo: tool.NotNeeded,
			Example: `{"range": ["A1:D20"]}`,
			Refine:  []tool.Refinement{tool.NotEmpty("range"), tool.Range("max_bytes", 1000, 1_000_000)},
		}, t.read),
		tool.DefineEdit(tool.Spec{
			Name:  "write_formula_range",
			Title: "Write cells",
			Description: "Writes values and formulas. Text stays text (\"007\" too), JSON numbers are numbers, ISO dates become dates, " +
				"a leading = makes a formula in English notation. " +
				"Example: range [\"A1:B2\"], values [[\"Item\", 5], [\"Sum\", \"=B1*2\"]].",
			Domain: "cells", Family: tool.Calc, Tier: tool.Essential, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"range": ["A1:B2"], "values": [["Item", 5], ["Sum", "=B1*2"]]}`,
			Refine:  []tool.Refinement{tool.NotEmpty("range")},
		}, t.write),
	}
}

type cellTools struct{ d *document.Desktop }
