package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

type selectionPreview struct {
	Count   int    `json:"count"`
	Matches []spot `json:"matches"`
}

// overSelection replaces the text that the user has selected.
func (t contentTools) overSelection(ctx context.Context, c *tool.Call, a applyArgs, f content.Fragment) (tool.Plan, error) {
	if a.Position != "replace" || a.AllMatches || a.OldContent != "" {
		return nil, tool.Errorf(tool.CodeValidation, "target selection takes no old_content, all_matches or position")
	}
	doc, err := t.d.For(ctx, c, document.Writer, true)
	if err != nil {
		return nil, err
	}
	hits, err := writer.Selection(ctx, doc)
	if err != nil {
		return nil, err
	}
	if hits.Empty() {
		return nil, tool.Errorf(tool.CodeNoTextSelection, "no text is selected in %s; only the cursor stands there", doc.Name)
	}
	if hits.Count > 1 {
		return nil, tool.Errorf(tool.CodeNoTextSelection, "%d pieces of text are selected in %s at once; one is needed", hits.Count, doc.Name)
	}
	var preview selectionPreview
	if c.DryRun() {
		found, err := writer.Describe(ctx, doc, hits)
		if err != nil {
			return nil, document.Explain(err)
		}
		preview = selectionPreview{1, spotsOf(found)}
	}
	e, err := editOf(ctx, doc, hits, f, writer.Instead, a.DeleteObjects)
	if err != nil {
		return nil, err
	}
	return document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		r := replaceResult{ReplacedCount: 1, Message: "Replaced the selection."}
		r.EditedContext, err = e.nearby(ctx)
		return r, err
	}, e.Edit, writer.NewFormulas(doc, a.formulas)), nil
}
