package calc

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/tool"
)

// columns are the tools that work on the columns of tables.
func columns(d *document.Desktop) tool.Set {
	t := columnTools{d}
	return tool.Set{
		tool.DefineEdit(tool.Spec{
			Name:  "fill_column",
			Title: "Fill a column",
			Description: "Fills a column of a table with a value, or with the first row's formula, whose relative references move along; " +
				"[Header] is that column's cell. Overwrites. " +
				"Example: header \"Tax\", value \"=[Gross]-[Net]\" adds a column at the right.",
			Domain: "cells", Family: tool.Calc, Tier: tool.Essential, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"header": "Tax", "value": "=[Gross]-[Net]"}`,
			Refine:  []tool.Refinement{tool.Default("has_header", true)},
		}, t.fill),
		tool.DefineEdit(tool.Spec{
			Name:        "sort_range",
			Title:       "Sort rows",
			Description: "Sorts rows by columns; formats move along. Refuses merged cells, array formulas and filtered rows.",
			Domain:      "ranges", Family: tool.Calc, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"range": ["A1:D40"], "keys": [{"column": "City"}, {"column": "Net", "descending": true}]}`,
			Refine: []tool.Refinement{
				tool.NotEmpty("range"), tool.Default("has_header", true), tool.Default("ascending", true), tool.AtLeast("sort_column", 0),
				tool.NotEmpty("keys[].column"),
			},
		}, t.sort),
	}
}

type columnTools struct{ d *document.Desktop }

type fillArgs struct {
	Column    string    `json:"column,omitempty" jsonschema:"letter or header; unset: right of the table"`
	Value     tool.Free `json:"value" jsonschema:"as in write_formula_range; {n} counts rows"`
	Header    string    `json:"header,omitempty" jsonschema:"new header"`
	Range     []string  `json:"range,omitempty" jsonschema:"the table; unset: the active sheet"`
	HasHeader bool      `json:"has_header,omitempty" jsonschema:"first row holds names"`
}

func (t columnTools) fill(ctx context.Context, c *tool.Call, a fillArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, document.Calc, true)
	if err != nil {
		return nil, err
	}
	ref, err := single(a.Range)
	if err != nil {
		return nil, err
	}
	table, err := calc.OpenTable(ctx, doc, ref, a.HasHeader)
	if err != nil {
		return nil, err
	}
	w, err := calc.NewFill(ctx, table, calc.Fill{Column: a.Column, Value: a.Value.Value, Header: a.Header})
	if err != nil {
		return nil, err
	}
	return writePlan(doc, w), nil
}

type sortArgs struct {
	Range      []string  `json:"range" jsonschema:"tables, or one cell of each"`
	Keys       []sortKey `json:"keys,omitempty" jsonschema:"most important first"`
	SortColumn int       `json:"sort_column,omitempty" jsonschema:"without keys, from 0"`
	Ascending  bool      `json:"ascending,omitempty" jsonschema:"without keys"`
	HasHeader  bool      `json:"has_header,omitempty" jsonschema:"first row holds names"`
}

type sortKey struct {
	Column     string `json:"column" jsonschema:"header or letter"`
	Descending bool   `json:"descending,omitempty" jsonschema:"largest first"`
}

type rangesResult struct {
	Message string   `json:"message"`
	Ranges  []string `json:"ranges"`
}

func (t columnTools) sort(ctx context.Context, c *tool.Call, a sortArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, document.Calc, true)
	if err != nil {
		return nil, err
	}
	var edits []document.Edit
	var names []string
	rows := 0
	for _, ref := range a.Range {
		table, err := calc.OpenTable(ctx, doc, ref, a.HasHeader)
		if err != nil {
			return nil, err
		}
		s, err := calc.NewSorter(ctx, table, a.keys())
		if err != nil {
			return nil, err
		}
		if data, ok := table.Data(); ok {
			rows += data.Rows()
		}
		edits, names = append(edits, s.Edits()...), append(names, table.String())
	}
	where := strings.Join(names, ", ")
	preview := rangesResult{fmt.Sprintf("Would sort %d rows of %s.", rows, where), names}
	return document.NewPlan(doc, preview, func(context.Context) (any, error) {
		return rangesResult{fmt.Sprintf("Sorted %d rows of %s.", rows, where), names}, nil
	}, edits...), nil
}

func (a sortArgs) keys() []calc.Key {
	if len(a.Keys) == 0 {
		return []calc.Key{{Place: a.SortColumn, Descending: !a.Ascending}}
	}
	var out []calc.Key
	for _, k := range a.Keys {
		out = append(out, calc.Key{Column: k.Column, Descending: k.Descending})
	}
	return out
}

// single returns the one range of a tool that works on one table.
func single(refs []string) (string, error) {
	switch len(refs) {
	case 0:
		return "", nil
	case 1:
		return refs[0], nil
	}
	return "", tool.Errorf(tool.CodeValidation, "range: this tool works on one table; %d ranges are given", len(refs))
}
