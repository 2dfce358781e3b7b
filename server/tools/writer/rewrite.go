package writer

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

type rewriteResult struct {
	Message string `json:"message"`
	Kept    int    `json:"blocks_kept"`
	Changed int    `json:"blocks_changed"`
	Added   int    `json:"blocks_added"`
	Removed int    `json:"blocks_removed"`
}

// rewrite makes the body read as a new version does, changing only what
// differs.
func (t contentTools) rewrite(ctx context.Context, c *tool.Call, a applyArgs, f content.Fragment) (tool.Plan, error) {
	if emptyFragment(f) {
		return nil, tool.Errorf(tool.CodeValidation, "content is empty: target full_document takes the whole document in its new version")
	}
	if a.Position != "replace" || a.AllMatches || a.OldContent != "" {
		return nil, tool.Errorf(tool.CodeValidation, "target full_document takes no old_content, all_matches or position")
	}
	doc, err := t.d.For(ctx, c, document.Writer, true)
	if err != nil {
		return nil, err
	}
	body, err := writer.Read(ctx, doc)
	if err != nil {
		return nil, err
	}
	if err := doc.MustBeAsShown(body.Fingerprint()); err != nil {
		return nil, err
	}
	seen := writer.AsHTML
	if a.Format.markdown(strings.Join(a.Content, "\n")) {
		seen = writer.AsMarkdown
	}
	r, err := writer.NewRewriter(ctx, doc, f.Blocks, seen, a.DeleteObjects)
	if err != nil {
		return nil, err
	}
	out := rewriteResult{Kept: r.Kept, Changed: r.Changed, Added: r.Added, Removed: r.Removed}
	out.Message = fmt.Sprintf("%s kept, %d changed, %d added, %d removed.", plural(r.Kept, "paragraph or table", "paragraphs and tables"), r.Changed, r.Added, r.Removed)
	done := func(context.Context) (any, error) { return out, nil }
	if r.Nothing() {
		return document.NewAct(out, done), nil
	}
	plan := document.NewPlan(doc, out, done, r.Edit())
	return sized(plan, r.Changed+r.Added+r.Removed), nil
}
