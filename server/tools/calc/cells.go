package calc

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/tool"
)

// cells are the tools that read and write cells.
func cells(d *document.Desktop) tool.Set {
	t := cellTools{d}
	return tool.Set{
		tool.Define(tool.Spec{
			Name:  "read_cell_range",
			Title: "Read cells",
			Description: "Reads cells with value, formula and type; dates and times come as ISO text, text as it is. " +
				"result has one grid per range, a list of rows. Large ranges are cut after whole rows: truncated, next_range says how to go on.",
			Domain: "cells", Family: tool.Calc, Effect: tool.Reads, Undo: tool.NotNeeded,
			Refine: []tool.Refinement{tool.NotEmpty("range")},
		}, t.read),
		tool.DefineEdit(tool.Spec{
			Name:  "write_formula_range",
			Title: "Write cells",
			Description: "Writes values and formulas. Text stays text (\"007\" too), JSON numbers are numbers, ISO dates and times become dates, " +
				"a leading = makes a formula in Excel or LibreOffice English notation. The answer shows what the cells hold now, errors included. " +
				"Example: range [\"A1:B2\"], values [[\"Item\", 5], [\"Sum\", \"=B1*2\"]].",
			Domain: "cells", Family: tool.Calc, Effect: tool.Edits, Undo: tool.Native,
			Refine: []tool.Refinement{tool.NotEmpty("range")},
		}, t.write),
	}
}

type cellTools struct{ d *document.Desktop }

type readArgs struct {
	Range []string `json:"range" jsonschema:"addresses such as B2:D9, Sheet2.A1 or 'My Sheet'!A1:B2, or named ranges; without a sheet the active one is meant"`
}

type readResult struct {
	Result    [][][]calc.Cell `json:"result"`
	Ranges    []string        `json:"ranges"`
	Cells     int             `json:"cells"`
	Truncated bool            `json:"truncated,omitempty"`
	NextRange []string        `json:"next_range,omitempty"`
	Message   string          `json:"message,omitempty"`
}

// cellBytes is what one cell takes in an answer, about.
const cellBytes = 64

func (t cellTools) read(ctx context.Context, c *tool.Call, a readArgs) (readResult, error) {
	doc, err := t.d.For(ctx, c, document.Calc, false)
	if err != nil {
		return readResult{}, err
	}
	out := readResult{Result: [][][]calc.Cell{}, Ranges: []string{}}
	room := max(1, c.TextLimit()/cellBytes)
	for _, ref := range a.Range {
		r, err := calc.Find(ctx, doc, ref)
		if err != nil {
			return readResult{}, err
		}
		out.Cells += r.Cells()
		if room <= 0 {
			out.NextRange = append(out.NextRange, r.String())
			continue
		}
		head, rest := r.Cut(room)
		if rest != nil {
			out.NextRange = append(out.NextRange, rest.String())
		}
		part, err := calc.Part(ctx, r, head)
		if err != nil {
			return readResult{}, err
		}
		grid, err := calc.Read(ctx, doc, part)
		if err != nil {
			return readResult{}, err
		}
		out.Result, out.Ranges = append(out.Result, grid.Rows), append(out.Ranges, head.String())
		room -= head.Cells()
	}
	if len(out.NextRange) > 0 {
		out.Truncated = true
		out.Message = fmt.Sprintf("%d cells in all; read next_range for the rest", out.Cells)
	}
	return out, nil
}

type writeArgs struct {
	Range  []string  `json:"range" jsonschema:"where to write, as in read_cell_range; a single cell grows to the size of a list of rows"`
	Values tool.Free `json:"values" jsonschema:"a JSON list of rows, a flat JSON list (row by row), or one value for every cell; an empty text clears the cells and keeps their format"`
}

type writeResult struct {
	Message   string          `json:"message"`
	Ranges    []string        `json:"ranges"`
	Result    [][][]calc.Cell `json:"result"`
	Truncated bool            `json:"truncated,omitempty"`
	Errors    int             `json:"errors,omitempty"`
}

type writePreview struct {
	Message string   `json:"message"`
	Ranges  []string `json:"ranges"`
}

// shownCells is how many cells a write shows at most.
const shownCells = 60

func (t cellTools) write(ctx context.Context, c *tool.Call, a writeArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, document.Calc, true)
	if err != nil {
		return nil, err
	}
	w, err := calc.NewWriter(ctx, doc, a.Range, a.Values.Value)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, r := range w.Ranges() {
		names = append(names, r.String())
	}
	where := strings.Join(names, ", ")
	preview := writePreview{fmt.Sprintf("Would fill %s with %s.", where, w.Counts()), names}
	return document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		out := writeResult{Message: fmt.Sprintf("Filled %s with %s.", where, w.Counts()), Ranges: names}
		room := shownCells
		for _, r := range w.Ranges() {
			if room <= 0 {
				out.Truncated = true
				break
			}
			head, rest := r.Cut(room)
			out.Truncated = out.Truncated || rest != nil
			room -= head.Cells()
			part, err := calc.Part(ctx, r, head)
			if err != nil {
				return nil, err
			}
			grid, err := calc.Read(ctx, doc, part)
			if err != nil {
				return nil, err
			}
			out.Result = append(out.Result, grid.Rows)
			out.Errors += grid.Errors()
		}
		if out.Errors > 0 {
			out.Message += fmt.Sprintf(" %d shown cells hold an error.", out.Errors)
		}
		return out, nil
	}, w.Edits()...), nil
}
