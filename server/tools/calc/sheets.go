package calc

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/tool"
)

// sheets are the tools that look at whole sheets.
func sheets(d *document.Desktop) tool.Set {
	t := sheetTools{d}
	return tool.Set{
		tool.Define(tool.Spec{
			Name:  "get_sheet_summary",
			Title: "Describe a sheet",
			Description: "Describes a sheet: used range, headers, types of columns, charts, comments, names, filters, protection; lists all sheets. " +
				"Call it before working on a sheet.",
			Domain: "sheets", Family: tool.Calc, Tier: tool.Essential, Effect: tool.Reads, Undo: tool.NotNeeded,
			Example: `{"sheet": "Sheet1"}`,
		}, t.summary),
		tool.Define(tool.Spec{
			Name:  "query_sheet",
			Title: "Query a sheet",
			Description: "Filters, groups, sums up and sorts the rows of a table of any size, without changing it. " +
				"Example: select [\"City\", \"sum(Net) as total\"], group_by [\"City\"], order_by [\"total desc\"].",
			Domain: "sheets", Family: tool.Calc, Tier: tool.Essential, Effect: tool.Reads, Undo: tool.NotNeeded,
			Example: `{"select": ["City", "sum(Net) as total"], "where": [{"column": "Year", "operator": ">=", "value": 2025}], "group_by": ["City"], "order_by": ["total desc"]}`,
			Refine: []tool.Refinement{
				tool.Default("has_header", true), tool.Default("limit", 100), tool.Range("limit", 1, 10_000), tool.AtLeast("offset", 0),
				tool.Default("where[].operator", "="),
			},
		}, t.query),
	}
}

type sheetTools struct{ d *document.Desktop }

type summaryArgs struct {
	Sheet string `json:"sheet,omitempty" jsonschema:"default is the active one"`
}

type summaryResult struct {
	Result *calc.Summary `json:"result"`
}

func (t sheetTools) summary(ctx context.Context, c *tool.Call, a summaryArgs) (summaryResult, error) {
	doc, err := t.d.For(ctx, c, document.Calc, false)
	if err != nil {
		return summaryResult{}, err
	}
	s, err := calc.Summarize(ctx, doc, a.Sheet)
	return summaryResult{s}, err
}
