package calc

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/tool"
)

// styles are the tools for how cells look.
func styles(d *document.Desktop) tool.Set {
	t := styleTools{d}
	return tool.Set{
		tool.DefineEdit(tool.Spec{
			Name:        "set_style",
			Title:       "Format cells",
			Description: "Formats cells: font, colours, alignment, borders, number format. What is not given stays.",
			Domain:      "cells", Family: tool.Calc, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"range": ["A1:D1"], "bold": true, "bg_color": "#DDEEFF"}`,
			Refine:  []tool.Refinement{tool.NotEmpty("range")},
		}, t.set),
	}
}

type styleTools struct{ d *document.Desktop }

type hAlign string

func (hAlign) Values() []string { return []string{"left", "center", "right", "justify", "standard"} }

type vAlign string

func (vAlign) Values() []string { return []string{"top", "center", "bottom", "standard"} }

type styleArgs struct {
	Range        []string `json:"range" jsonschema:"as in read_cell_range"`
	Bold         *bool    `json:"bold,omitempty" jsonschema:"or not"`
	Italic       *bool    `json:"italic,omitempty" jsonschema:"or not"`
	FontSize     *float64 `json:"font_size,omitempty" jsonschema:"in points"`
	FontColor    *string  `json:"font_color,omitempty" jsonschema:"#RRGGBB, rgb(), CSS name, or none"`
	BgColor      *string  `json:"bg_color,omitempty" jsonschema:"as font_color"`
	BorderColor  *string  `json:"border_color,omitempty" jsonschema:"lines around cells"`
	HAlign       *hAlign  `json:"h_align,omitempty" jsonschema:"horizontal"`
	VAlign       *vAlign  `json:"v_align,omitempty" jsonschema:"vertical"`
	WrapText     *bool    `json:"wrap_text,omitempty" jsonschema:"break lines"`
	NumberFormat *string  `json:"number_format,omitempty" jsonschema:"such as #,##0.00, general, text, number, percent, date, time"`
}

func (t styleTools) set(ctx context.Context, c *tool.Call, a styleArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, document.Calc, true)
	if err != nil {
		return nil, err
	}
	s, err := calc.NewStyler(ctx, doc, a.Range, calc.Style{
		Bold: a.Bold, Italic: a.Italic, Wrap: a.WrapText,
		FontSize: a.FontSize, Color: a.FontColor, Background: a.BgColor, Border: a.BorderColor,
		Horizontal: (*string)(a.HAlign), Vertical: (*string)(a.VAlign), NumberFormat: a.NumberFormat,
	})
	if err != nil {
		return nil, err
	}
	var names []string
	cells := 0
	for _, r := range s.Ranges() {
		names, cells = append(names, r.String()), cells+r.Cells()
	}
	where := strings.Join(names, ", ")
	preview := rangesResult{fmt.Sprintf("Would format %d cells in %s.", cells, where), names}
	return document.NewPlan(doc, preview, func(context.Context) (any, error) {
		return rangesResult{fmt.Sprintf("Formatted %d cells in %s.", cells, where), names}, nil
	}, s.Edits()...), nil
}
