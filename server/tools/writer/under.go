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

func underSpec() tool.Spec {
	return tool.Spec{
		Name:        "insert_under_heading",
		Title:       "Insert under heading",
		Description: "Adds paragraphs, lists or tables at the end of a heading's text, before the next heading.",
		Domain:      "content", Family: tool.Writer, Tier: tool.Essential, Effect: tool.Adds, Undo: tool.Native,
		Example: `{"heading": "Methods", "content": ["It was cooled."]}`,
		Refine:  []tool.Refinement{tool.NotEmpty("heading"), tool.NotEmpty("content")},
	}
}

type underArgs struct {
	Heading string   `json:"heading" jsonschema:"its text or locator"`
	Content []string `json:"content" jsonschema:"HTML, Markdown or plain text"`
}

type underResult struct {
	Message       string `json:"message"`
	Heading       string `json:"heading"`
	Locator       string `json:"locator"`
	Inserted      bool   `json:"inserted"`
	EditedContext string `json:"edited_context,omitempty"`
}

func (t contentTools) under(ctx context.Context, c *tool.Call, a underArgs) (tool.Plan, error) {
	fragment, formulas, err := t.parseMath(ctx, c, "auto", strings.Join(a.Content, "\n"))
	if err != nil {
		return nil, err
	}
	content.Flatten(fragment.Blocks)
	if emptyFragment(fragment) {
		return nil, tool.Errorf(tool.CodeValidation, "content is empty: there is nothing to insert")
	}
	doc, err := t.d.For(ctx, c, document.Writer, true)
	if err != nil {
		return nil, err
	}
	outline, err := writer.ReadOutline(ctx, doc, writer.NoLines)
	if err != nil {
		return nil, err
	}
	heading, err := outline.Heading(a.Heading)
	if err != nil {
		return nil, err
	}
	styles, err := writer.ReadStyles(ctx, doc, fragment.Blocks)
	if err != nil {
		return nil, err
	}
	blocks := writer.NewAppender(doc, styles, fragment.Blocks)
	if err := outline.Under(ctx, heading, blocks); err != nil {
		return nil, err
	}
	n := plural(len(fragment.Blocks), "paragraph or table", "paragraphs and tables")
	html, _ := content.HTML(fragment.Blocks, content.HTMLOptions{MaxBytes: 2000})
	preview := appendPreview{fmt.Sprintf("Would add %s under %q.", n, heading.Text), content.ShowFormulas(html, formulas)}
	plan := document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		r := underResult{Message: fmt.Sprintf("Added %s under %q.", n, heading.Text), Heading: heading.Text, Locator: "heading:" + heading.Path, Inserted: true}
		r.EditedContext, err = writer.Nearby(ctx, doc, blocks.Last())
		return r, err
	}, heading.Unchanged(doc), blocks.Edit(), writer.NewFormulas(doc, formulas))
	return sized(plan, len(fragment.Blocks)), nil
}

func emptyFragment(f content.Fragment) bool {
	return len(f.Blocks) == 0 || f.Plain && strings.TrimSpace(content.Plain(f.Blocks)) == ""
}
