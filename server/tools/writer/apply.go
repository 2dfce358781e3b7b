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

// Target is where content goes.
type Target string

// Values lists the targets.
func (Target) Values() []string {
	return []string{"beginning", "end", "selection", "search", "full_document"}
}

// Position is where content goes in relation to the text that was found.
type Position string

// Values lists the positions.
func (Position) Values() []string { return []string{"replace", "before", "after"} }

// Written is how content is written.
type Written string

// Values lists the ways.
func (Written) Values() []string { return []string{"auto", "html", "markdown", "plain"} }

type applyArgs struct {
	Content       []string `json:"content" jsonschema:"HTML, Markdown or plain text; a blank line begins a paragraph"`
	Format        Written  `json:"format,omitempty" jsonschema:"auto takes no text for Markdown that may be plain"`
	Target        Target   `json:"target,omitempty" jsonschema:"search means old_content; full_document takes all of get_document_content, changed"`
	OldContent    string   `json:"old_content,omitempty" jsonschema:"text to look for, as a reader sees it"`
	AllMatches    bool     `json:"all_matches,omitempty" jsonschema:"every place, 2000 at most"`
	Position      Position `json:"position,omitempty" jsonschema:"in relation to the text found"`
	Regex         bool     `json:"regex,omitempty" jsonschema:"it is an ICU regular expression"`
	DeleteObjects bool     `json:"delete_objects,omitempty" jsonschema:"full_document may lose pictures, notes and the like"`
	CaseSensitive *bool    `json:"case_sensitive,omitempty" jsonschema:"unset: first with, then without"`
	IfRevision    string   `json:"if_revision,omitempty" jsonschema:"refuse if the document is not any more what was read"`
	DryRun        bool     `json:"dry_run,omitempty" jsonschema:"only say what would change"`
}

func (t contentTools) apply(ctx context.Context, c *tool.Call, a applyArgs) (tool.Plan, error) {
	if a.Target == "" && a.OldContent != "" {
		a.Target = "search"
	}
	fragment, err := t.parseAs(ctx, c, a.Format, strings.Join(a.Content, "\n"))
	if err != nil {
		return nil, err
	}
	if a.Target == "full_document" {
		return t.rewrite(ctx, c, a, fragment)
	}
	content.Flatten(fragment.Blocks)
	switch a.Target {
	case "beginning", "end":
		return t.append(ctx, c, fragment, a.Target == "beginning")
	case "selection":
		return t.overSelection(ctx, c, a, fragment)
	case "search":
		if a.OldContent == "" {
			return nil, tool.Errorf(tool.CodeValidation, "target search needs old_content, the text to look for")
		}
		return t.replace(ctx, c, a, fragment)
	}
	return nil, tool.Errorf(tool.CodeValidation, "say where the content goes: a target, or old_content with the text to replace")
}

// parseAs reads content that is written as format says.
func (t contentTools) parseAs(ctx context.Context, c *tool.Call, format Written, s string) (content.Fragment, error) {
	switch {
	case format == "plain":
		return content.ParsePlain(s), nil
	case format == "markdown" || format != "html" && content.IsMarkdown(s):
		f, err := content.ParseMarkdown(s)
		if err != nil {
			err = tool.Errorf(tool.CodeValidation, "content: %w", err)
		}
		return f, err
	}
	return t.parse(ctx, c, s)
}

type appendResult struct {
	Message       string `json:"message"`
	Inserted      bool   `json:"inserted"`
	EditedContext string `json:"edited_context,omitempty"`
}

type appendPreview struct {
	Message string `json:"message"`
	Content string `json:"content"`
}

func (t contentTools) append(ctx context.Context, c *tool.Call, f content.Fragment, first bool) (tool.Plan, error) {
	if emptyFragment(f) {
		return nil, tool.Errorf(tool.CodeValidation, "content is empty: there is nothing to append")
	}
	doc, err := t.d.For(ctx, c, document.Writer, true)
	if err != nil {
		return nil, err
	}
	styles, err := writer.ReadStyles(ctx, doc, f.Blocks)
	if err != nil {
		return nil, err
	}
	n := len(f.Blocks)
	html, _ := content.HTML(f.Blocks, content.HTMLOptions{MaxBytes: 2000})
	what := plural(n, "paragraph or table", "paragraphs and tables") + " at the end."
	blocks := writer.NewAppender(doc, styles, f.Blocks)
	if first {
		what = plural(n, "paragraph or table", "paragraphs and tables") + " at the beginning."
		blocks.First()
	}
	plan := document.NewPlan(doc, appendPreview{"Would insert " + what, html}, func(ctx context.Context) (any, error) {
		r := appendResult{Message: "Inserted " + what, Inserted: true}
		r.EditedContext, err = writer.Nearby(ctx, doc, blocks.Last())
		return r, err
	}, blocks.Edit())
	return sized(plan, n), nil
}

// bulkBlocks is from how many paragraphs on the office is kept from drawing
// each of them.
const bulkBlocks = 10

// sized tells a plan how many places it changes.
func sized(plan *document.Plan, changes int) *document.Plan {
	if changes > bulkBlocks {
		plan.Bulk()
	}
	return plan
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
