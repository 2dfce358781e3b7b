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
	NotReached    []spot `json:"not_reached,omitempty"`
}

type replacePreview struct {
	Count      int    `json:"count"`
	Matches    []spot `json:"matches"`
	NotReached []spot `json:"not_reached,omitempty"`
}

// shownMatches is how many places a dry run shows.
const shownMatches = 20

func (t contentTools) replace(ctx context.Context, c *tool.Call, a applyArgs, f content.Fragment) (tool.Plan, error) {
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
	var hits writer.Hits
	if writer.IsAddress(a.OldContent) {
		hits, err = t.places.Hit(ctx, doc, a.OldContent)
	} else {
		hits, err = writer.Find(ctx, doc, query, limit)
	}
	if err != nil {
		return nil, err
	}
	var apart []spot
	if !writer.IsAddress(a.OldContent) && (hits.Count == 0 || a.AllMatches || c.DryRun()) {
		found, err := writer.OutOfReach(ctx, doc, query)
		if err != nil {
			return nil, err
		}
		apart = spotsOf(found[:min(shownMatches, len(found))])
	}
	var preview replacePreview
	if c.DryRun() {
		if preview, err = previewOf(ctx, doc, hits, apart); err != nil {
			return nil, err
		}
	}
	if hits.Count == 0 && !c.DryRun() {
		return nil, notFound(a.OldContent, apart)
	}
	if !a.AllMatches {
		hits = hits.First(1)
	}
	e, err := editOf(ctx, doc, hits, f, writer.Place(a.Position), a.DeleteObjects)
	if err != nil {
		return nil, err
	}
	plan := document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		r := replaceResult{ReplacedCount: len(hits.Ranges), Left: hits.Count - len(hits.Ranges), NotReached: apart}
		r.Message = fmt.Sprintf("Replaced %s.", plural(len(hits.Ranges), "occurrence", "occurrences"))
		if a.Position != "replace" {
			r.ReplacedCount, r.Left = 0, 0
			r.Inserted, r.Position, r.Message = true, string(a.Position), "Inserted the text "+string(a.Position)+" the text found."
		}
		r.EditedContext, err = e.nearby(ctx)
		return r, err
	}, e.Edit, writer.NewFormulas(doc, a.formulas))
	return sized(plan, len(hits.Ranges)*max(1, len(f.Blocks))), nil
}

// edit is a step of a plan, with the place to show after it.
type edit struct {
	document.Edit
	nearby func(context.Context) (string, error)
}

// editOf makes the step that writes a fragment at hits: inside their paragraphs,
// or as paragraphs of its own.
func editOf(ctx context.Context, doc *document.Document, hits writer.Hits, f content.Fragment, place writer.Place, drop bool) (edit, error) {
	if f.Inline || len(f.Blocks) == 0 {
		if err := writer.ResolveStyles(ctx, doc, f.Blocks); err != nil {
			return edit{}, err
		}
		e := writer.NewReplacer(doc, hits, runsOf(f), place, !f.Plain).DropObjects(drop)
		return edit{e.Edit(), func(ctx context.Context) (string, error) { return writer.Nearby(ctx, doc, hits.Ranges[0]) }}, nil
	}
	styles, err := writer.ReadStyles(ctx, doc, f.Blocks)
	if err != nil {
		return edit{}, err
	}
	e := writer.NewPlacer(doc, styles, hits, f.Blocks, place).Plain(f.Plain).DropObjects(drop)
	return edit{e.Edit(), func(ctx context.Context) (string, error) { return writer.Nearby(ctx, doc, e.Last()) }}, nil
}

func runsOf(f content.Fragment) []content.Run {
	if len(f.Blocks) == 0 {
		return nil
	}
	return f.Blocks[0].Runs
}

// notFound is the error for text that stands nowhere an edit reaches; apart
// are the places where it stands nevertheless.
func notFound(text string, apart []spot) error {
	err := tool.Errorf(document.CodeTextNotFound, "Replaced 0 occurrences: the document has no text %q", text)
	if len(apart) > 0 {
		err = tool.Errorf(document.CodeTextNotFound, "Replaced 0 occurrences: %q stands only in drawing shapes or comments, which this tool does not change", text).
			With("not_reached", apart)
	}
	return err.With("replaced_count", 0)
}

func previewOf(ctx context.Context, doc *document.Document, hits writer.Hits, apart []spot) (replacePreview, error) {
	found, err := writer.Describe(ctx, doc, hits.First(shownMatches))
	return replacePreview{Count: hits.Count, Matches: spotsOf(found), NotReached: apart}, document.Explain(err)
}
