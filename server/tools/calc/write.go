package calc

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/tool"
)

type writeArgs struct {
	Range  []string  `json:"range" jsonschema:"as in read_cell_range; one cell grows to the size of rows"`
	Values tool.Free `json:"values" jsonschema:"a JSON list of rows, a flat JSON list, or one value for all; empty text clears"`
}

type writeResult struct {
	Message   string          `json:"message"`
	Ranges    []string        `json:"ranges"`
	Result    [][][]calc.Cell `json:"result"`
	Truncated bool            `json:"truncated,omitempty"`
	Errors    int             `json:"errors,omitempty"`
	Unknown   []string        `json:"unknown_names,omitempty"`
	Notes     []string        `json:"notes,omitempty"`
}

type writePreview struct {
	Message string   `json:"message"`
	Ranges  []string `json:"ranges"`
	Notes   []string `json:"notes,omitempty"`
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
	return writePlan(doc, w), nil
}

// writePlan is the plan of a writer: it answers with what the cells hold then.
func writePlan(doc *document.Document, w *calc.Writer) *document.Plan {
	var names []string
	for _, r := range w.Ranges() {
		names = append(names, r.String())
	}
	where := strings.Join(names, ", ")
	preview := writePreview{fmt.Sprintf("Would fill %s with %s.", where, w.Counts()), names, w.Notes()}
	return document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		out := writeResult{Message: fmt.Sprintf("Filled %s with %s.", where, w.Counts()), Ranges: names, Notes: w.Notes()}
		err := out.show(ctx, doc, w)
		return out, err
	}, w.Edits()...)
}

// show reads back what was written: the first cells, and the errors of all.
func (out *writeResult) show(ctx context.Context, doc *document.Document, w *calc.Writer) error {
	var err error
	if out.Errors, err = w.CountErrors(ctx); err != nil {
		return err
	}
	room := shownCells
	for _, r := range w.Ranges() {
		if room <= 0 {
			out.Truncated = true
			continue
		}
		part, err := calc.Part(ctx, r, r.Head(room))
		if err != nil {
			return err
		}
		out.Truncated = out.Truncated || part.Cells() < r.Cells()
		room -= part.Cells()
		grid, err := calc.Read(ctx, doc, part, true)
		if err != nil {
			return err
		}
		out.Result = append(out.Result, grid.Rows)
		out.Unknown = append(out.Unknown, grid.Trouble().Unknown...)
	}
	if out.Errors > 0 {
		out.Message += fmt.Sprintf(" But %d of the cells hold an error.", out.Errors)
	}
	if out.Unknown = w.Spelled(out.Unknown); len(out.Unknown) > 0 {
		out.Message += " LibreOffice does not know " + strings.Join(out.Unknown, ", ") + "."
	}
	return nil
}
