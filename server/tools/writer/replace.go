package writer

import (
	"context"
	"fmt"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

type replaceResult struct {
	Message       string `json:"message"`
	ReplacedCount int    `json:"replaced_count"`
	Inserted      bool   `json:"inserted,omitempty"`
	Position      string `json:"position,omitempty"`
	Left          int    `json:"matches_left,omitempty"`
	EditedContext string `json:"edited_context,omitempty"`
}

type replacePreview struct {
	Count   int     `json:"count"`
	Matches []match `json:"matches"`
}

type match struct {
	Text    string `json:"text"`
	Context string `json:"context"`
}

// shownMatches is how many places a dry run shows.
const shownMatches = 20

func (t contentTools) replace(ctx context.Context, c *tool.Call, a applyArgs, f content.Fragment) (tool.Plan, error) {
	if !f.Inline {
		return nil, tool.Errorf(tool.CodeValidation,
			"content for target search must be text for the middle of a paragraph, without <p>, headings, lists or tables")
	}
	if a.Position != "replace" && a.AllMatches {
		return nil, tool.Errorf(tool.CodeValidation, "all_matches goes with position replace only")
	}
	doc, err := t.d.For(ctx, c, document.Writer, true)
	if err != nil {
		return nil, err
	}
	limit := 1
	if a.AllMatches || c.DryRun() {
		limit = writer.MaxHits
	}
	query := writer.Query{Pattern: a.OldContent, Regex: a.Regex, Case: a.CaseSensitive}
	hits, err := writer.Find(ctx, doc, query, limit)
	if err != nil {
		return nil, err
	}
	var preview replacePreview
	if c.DryRun() {
		if preview, err = previewOf(ctx, hits); err != nil {
			return nil, err
		}
	}
	if hits.Count == 0 && !c.DryRun() {
		return nil, tool.Errorf(document.CodeTextNotFound, "Replaced 0 occurrences: the document has no text %q", a.OldContent).
			With("replaced_count", 0)
	}
	if !a.AllMatches {
		hits.Ranges, hits.Texts = hits.Ranges[:min(1, len(hits.Ranges))], hits.Texts[:min(1, len(hits.Texts))]
	}
	if len(f.Blocks) > 0 {
		if _, err := writer.ReadStyles(ctx, doc, f.Blocks); err != nil {
			return nil, err
		}
	}
	e := writer.NewReplacer(doc, hits, runsOf(f), writer.Place(a.Position), !f.Plain)
	plan := document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		r := replaceResult{ReplacedCount: len(hits.Ranges), Left: hits.Count - len(hits.Ranges)}
		r.Message = fmt.Sprintf("Replaced %s.", plural(len(hits.Ranges), "occurrence", "occurrences"))
		if a.Position != "replace" {
			r.ReplacedCount, r.Left = 0, 0
			r.Inserted, r.Position, r.Message = true, string(a.Position), "Inserted the text "+string(a.Position)+" the text found."
		}
		r.EditedContext, err = writer.Nearby(ctx, hits.Ranges[0])
		return r, err
	}, e.Edit())
	if len(hits.Ranges) > bulkBlocks {
		plan.Bulk()
	}
	return plan, nil
}

func runsOf(f content.Fragment) []content.Run {
	if len(f.Blocks) == 0 {
		return nil
	}
	return f.Blocks[0].Runs
}

func previewOf(ctx context.Context, hits writer.Hits) (replacePreview, error) {
	p := replacePreview{Count: hits.Count, Matches: []match{}}
	for i := range hits.Ranges[:min(shownMatches, len(hits.Ranges))] {
		around, err := writer.Nearby(ctx, hits.Ranges[i])
		if err != nil {
			return p, document.Explain(err)
		}
		p.Matches = append(p.Matches, match{hits.Texts[i], around})
	}
	return p, nil
}
