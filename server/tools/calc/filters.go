package calc

import (
	"context"
	"fmt"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/tool"
)

// filters are the tools that hide rows.
func filters(d *document.Desktop) tool.Set {
	t := filterTools{d}
	return tool.Set{
		tool.DefineEdit(tool.Spec{
			Name:  "apply_sheet_filter",
			Title: "Filter rows",
			Description: "Hides rows from the user's view by criteria, read from left to right; a sheet has one such filter. To read selected rows use query_sheet. " +
				"Example: range [\"A1:D40\"], criteria [{column: \"City\", operator: \"EQUAL\", value: \"Rome\"}].",
			Domain: "sheets", Family: tool.Calc, Tier: tool.Specialized, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"range": ["A1:D40"], "criteria": [{"column": "City", "operator": "EQUAL", "value": "Rome"}]}`,
			Refine: []tool.Refinement{
				tool.NotEmpty("range"), tool.NotEmpty("criteria"), tool.Default("has_header", true), tool.AtLeast("criteria[].field", 0),
			},
		}, t.apply),
		tool.DefineEdit(tool.Spec{
			Name:        "clear_sheet_filter",
			Title:       "Show all rows",
			Description: "Takes away the filters that hide rows of a range, so that all rows show again.",
			Domain:      "sheets", Family: tool.Calc, Tier: tool.Specialized, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"range": ["A1:D40"]}`,
			Refine:  []tool.Refinement{tool.NotEmpty("range")},
		}, t.clear),
		tool.Define(tool.Spec{
			Name:        "get_sheet_filter",
			Title:       "Read a filter",
			Description: "Tells by which criteria rows of a range are hidden. LibreOffice may tell AND where OR was set.",
			Domain:      "sheets", Family: tool.Calc, Tier: tool.Specialized, Effect: tool.Reads, Undo: tool.NotNeeded,
			Example: `{"range": ["A1:D40"]}`,
			Refine:  []tool.Refinement{tool.NotEmpty("range")},
		}, t.get),
	}
}

type filterTools struct{ d *document.Desktop }

type connection string

func (connection) Values() []string { return []string{"AND", "OR"} }

type criterion struct {
	Column     string     `json:"column,omitempty" jsonschema:"header or letter"`
	Field      int        `json:"field,omitempty" jsonschema:"without column: counted from 0"`
	Operator   string     `json:"operator" jsonschema:"EQUAL, NOT_EQUAL, GREATER, LESS_EQUAL, EMPTY, CONTAINS, BEGINS_WITH, TOP_VALUES and so on"`
	Value      tool.Free  `json:"value,omitempty" jsonschema:"text, number or ISO date"`
	Connection connection `json:"connection,omitempty" jsonschema:"to the one before"`
}

type filterArgs struct {
	Range     []string    `json:"range" jsonschema:"the table with its header"`
	Criteria  []criterion `json:"criteria" jsonschema:"what rows must fulfil"`
	HasHeader bool        `json:"has_header,omitempty" jsonschema:"first row holds names"`
}

type filterResult struct {
	Range         string `json:"range"`
	CriteriaCount int    `json:"criteria_count"`
	VisibleRows   int    `json:"visible_rows"`
	Message       string `json:"message"`
}

func (t filterTools) apply(ctx context.Context, c *tool.Call, a filterArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, document.Calc, true)
	if err != nil {
		return nil, err
	}
	table, err := calc.OpenTable(ctx, doc, a.Range[0], a.HasHeader)
	if err != nil {
		return nil, err
	}
	var criteria []calc.Criterion
	for _, k := range a.Criteria {
		criteria = append(criteria, calc.Criterion{Column: k.Column, Field: k.Field, Operator: k.Operator, Connection: string(k.Connection), Value: k.Value.Value})
	}
	edits, err := calc.NewFilter(ctx, table, criteria)
	if err != nil {
		return nil, err
	}
	preview := rangesResult{fmt.Sprintf("Would filter %s by %d criteria.", table, len(criteria)), []string{table.String()}}
	return document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		n, err := table.VisibleRows(ctx)
		return filterResult{table.String(), len(criteria), n, fmt.Sprintf("%d rows of %s are visible now.", n, table)}, err
	}, edits...), nil
}

type filteredArgs struct {
	Range []string `json:"range" jsonschema:"cells of the filtered table, or a sheet's name"`
}

type clearResult struct {
	Range   string   `json:"range"`
	Cleared bool     `json:"cleared"`
	Ranges  []string `json:"ranges"`
	Message string   `json:"message"`
}

func (t filterTools) clear(ctx context.Context, c *tool.Call, a filteredArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, document.Calc, true)
	if err != nil {
		return nil, err
	}
	out := clearResult{Range: a.Range[0], Cleared: true, Ranges: []string{}}
	var edits []document.Edit
	for _, ref := range a.Range {
		r, err := calc.Find(ctx, doc, ref)
		if err != nil {
			return nil, err
		}
		found, err := calc.Filters(ctx, doc, r)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			more, err := calc.ClearFilter(ctx, doc, r, f)
			if err != nil {
				return nil, err
			}
			edits, out.Ranges = append(edits, more...), append(out.Ranges, f.Area.String())
		}
	}
	out.Message = fmt.Sprintf("Took away the filters of %d ranges.", len(out.Ranges))
	if len(out.Ranges) == 0 {
		out.Message = "No filter hides rows there; nothing was changed."
	}
	return document.NewPlan(doc, out, func(context.Context) (any, error) { return out, nil }, edits...), nil
}

type getFilterResult struct {
	Range     string           `json:"range"`
	HasHeader bool             `json:"has_header"`
	Criteria  []calc.Criterion `json:"criteria"`
	Count     int              `json:"count"`
}

func (t filterTools) get(ctx context.Context, c *tool.Call, a filteredArgs) (getFilterResult, error) {
	doc, err := t.d.For(ctx, c, document.Calc, false)
	if err != nil {
		return getFilterResult{}, err
	}
	r, err := calc.Find(ctx, doc, a.Range[0])
	if err != nil {
		return getFilterResult{}, err
	}
	out := getFilterResult{Range: r.String(), Criteria: []calc.Criterion{}}
	found, err := calc.Filters(ctx, doc, r)
	if err == nil && len(found) > 0 {
		out = getFilterResult{found[0].Area.String(), found[0].Header, found[0].Criteria, len(found[0].Criteria)}
	}
	return out, err
}
