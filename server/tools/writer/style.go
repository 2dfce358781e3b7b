package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

// styling are the tools that change how text looks.
func styling(d *document.Desktop) tool.Set {
	t := stylingTools{d}
	return tool.Set{
		tool.DefineEdit(tool.Spec{
			Name:  "apply_style",
			Title: "Apply style",
			Description: "Gives text a style by name, English or German, or meaning (\"quote\", \"h2\"). Bold and the like stay. " +
				"Example: style \"Heading 2\", target \"search\", old_content \"Summary\".",
			Domain: "styles", Family: tool.Writer, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"style": "Heading 2", "target": "search", "old_content": "Summary"}`,
			Refine: []tool.Refinement{
				tool.NotEmpty("style"), tool.Default("family", "ParagraphStyles"), tool.Default("target", "selection"),
				tool.AtLeast("occurrence", 0),
			},
		}, t.apply),
	}
}

type stylingTools struct{ d *document.Desktop }

// StyleFamily is a kind of style.
type StyleFamily string

// Values lists the families.
func (StyleFamily) Values() []string { return []string{"ParagraphStyles", "CharacterStyles"} }

// StyleTarget is what gets a style.
type StyleTarget string

// Values lists the targets.
func (StyleTarget) Values() []string {
	return []string{"selection", "search", "beginning", "end", "full_document"}
}

type styleArgs struct {
	Style      string      `json:"style" jsonschema:"or \"No Character Style\""`
	Family     StyleFamily `json:"family,omitempty" jsonschema:"kind of style"`
	Target     StyleTarget `json:"target,omitempty" jsonschema:"beginning, end: one paragraph"`
	OldContent string      `json:"old_content,omitempty" jsonschema:"text to find"`
	AllMatches bool        `json:"all_matches,omitempty" jsonschema:"up to 2000"`
	Occurrence int         `json:"occurrence,omitempty" jsonschema:"which place, from 0"`
}

type styleResult struct {
	StyleName     string `json:"style_name"`
	Family        string `json:"family"`
	Target        string `json:"target"`
	Applied       bool   `json:"applied"`
	AppliedCount  int    `json:"applied_count"`
	Matched       bool   `json:"matched,omitempty"`
	EditedContext string `json:"edited_context,omitempty"`
}

func (t stylingTools) apply(ctx context.Context, c *tool.Call, a styleArgs) (tool.Plan, error) {
	if a.OldContent != "" && a.Target == "selection" {
		a.Target = "search"
	}
	doc, err := t.d.For(ctx, c, document.Writer, true)
	if err != nil {
		return nil, err
	}
	name, err := writer.StyleName(ctx, doc, writer.Family(a.Family), a.Style)
	if err != nil {
		return nil, err
	}
	hits, err := t.places(ctx, doc, a)
	if err != nil {
		return nil, err
	}
	if writer.Family(a.Family) == writer.CharacterStyles && a.Target == "selection" && hits.Empty() {
		return nil, tool.Errorf(tool.CodeNoTextSelection, "no text is selected that could get a character style")
	}
	r := styleResult{StyleName: name, Family: string(a.Family), Target: string(a.Target), Applied: true, AppliedCount: len(hits.Ranges), Matched: a.Target == "search"}
	preview := r
	preview.Applied = false
	plan := document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		if a.Target != "full_document" {
			r.EditedContext, err = writer.Nearby(ctx, doc, hits.Ranges[0])
		}
		return r, err
	}, writer.NewStyler(doc, hits, writer.Family(a.Family), name).Edit())
	if a.Target == "full_document" {
		plan.Bulk()
	}
	return sized(plan, len(hits.Ranges)), nil
}

// places finds what gets a style.
func (t stylingTools) places(ctx context.Context, doc *document.Document, a styleArgs) (writer.Hits, error) {
	switch a.Target {
	case "selection":
		return writer.Selection(ctx, doc)
	case "search":
		return occurrence(ctx, doc, writer.Query{Pattern: a.OldContent}, a.Occurrence, a.AllMatches)
	}
	return writer.BodyPart(ctx, doc, writer.Part(a.Target))
}

// occurrence finds one place where a text stands, counted from 0, or all.
func occurrence(ctx context.Context, doc *document.Document, q writer.Query, n int, all bool) (writer.Hits, error) {
	if q.Pattern == "" {
		return writer.Hits{}, tool.Errorf(tool.CodeValidation, "target search needs old_content, the text to look for")
	}
	limit := writer.MaxHits
	if !all {
		limit = n + 1
	}
	hits, err := writer.Find(ctx, doc, q, limit)
	switch {
	case err != nil:
		return hits, err
	case hits.Count == 0:
		return hits, tool.Errorf(document.CodeTextNotFound, "the document has no text %q", q.Pattern).With("matched", false)
	case all:
		return hits, nil
	case n >= len(hits.Ranges):
		return hits, tool.Errorf(tool.CodeOutOfRange, "%q stands in the document %s; occurrence %d is none of them", q.Pattern, plural(hits.Count, "time", "times"), n).
			With("count", hits.Count)
	}
	return hits.At(n), nil
}
