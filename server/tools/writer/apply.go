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

// markdown tells whether content is Markdown.
func (f Written) markdown(s string) bool {
	return f == "markdown" || f != "html" && f != "plain" && content.IsMarkdown(s)
}

type applyArgs struct {
	Content       []string `json:"content" jsonschema:"HTML, Markdown or plain text; $x^2$ is a formula"`
	Format        Written  `json:"format,omitempty" jsonschema:"of content"`
	Target        Target   `json:"target,omitempty" jsonschema:"search: old_content; full_document: all of get_document_content, changed"`
	OldContent    string   `json:"old_content,omitempty" jsonschema:"text as a reader sees it, or a match's address"`
	AllMatches    bool     `json:"all_matches,omitempty" jsonschema:"up to 2000"`
	Position      Position `json:"position,omitempty" jsonschema:"to what is found"`
	Regex         bool     `json:"regex,omitempty" jsonschema:"ICU syntax"`
	DeleteObjects bool     `json:"delete_objects,omitempty" jsonschema:"pictures, notes and the like may go"`
	CaseSensitive *bool    `json:"case_sensitive,omitempty" jsonschema:"unset: first yes, then no"`

	formulas   []content.Formula // in the content
	IfRevision string            `json:"if_revision,omitempty" jsonschema:"refuse if the document has another"`
	DryRun     bool              `json:"dry_run,omitempty" jsonschema:"only preview"`
}

func (t contentTools) apply(ctx context.Context, c *tool.Call, a applyArgs) (tool.Plan, error) {
	if a.Target == "" && a.OldContent != "" {
		a.Target = "search"
	}
	text := strings.Join(a.Content, "\n")
	if a.Target == "full_document" { // what looks like a formula in it may be the document's text
		if (a.Format == "" || a.Format == "auto") && t.shown.of(c.Session()) == "markdown" {
			a.Format = "markdown"
		}
		fragment, err := t.parseAs(ctx, c, a.Format, text)
		if err != nil {
			return nil, err
		}
		return t.rewrite(ctx, c, a, fragment)
	}
	fragment, formulas, err := t.parseMath(ctx, c, a.Format, text)
	if err != nil {
		return nil, err
	}
	a.formulas = formulas
	content.Flatten(fragment.Blocks)
	switch a.Target {
	case "beginning", "end":
		return t.append(ctx, c, fragment, formulas, a.Target == "beginning")
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

// parseMath is parseAs with the formulas in the content.
func (t contentTools) parseMath(ctx context.Context, c *tool.Call, format Written, s string) (content.Fragment, []content.Formula, error) {
	var formulas []content.Formula
	if format != "plain" {
		s, formulas = content.TakeFormulas(s)
	}
	f, err := t.parseAs(ctx, c, format, s)
	f.PlaceFormulas(formulas)
	return f, formulas, err
}

// parseAs reads content that is written as format says.
func (t contentTools) parseAs(ctx context.Context, c *tool.Call, format Written, s string) (content.Fragment, error) {
	switch {
	case format == "plain":
		return content.ParsePlain(s), nil
	case format.markdown(s):
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

func (t contentTools) append(ctx context.Context, c *tool.Call, f content.Fragment, formulas []content.Formula, first bool) (tool.Plan, error) {
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
	plan := document.NewPlan(doc, appendPreview{"Would insert " + what, content.ShowFormulas(html, formulas)}, func(ctx context.Context) (any, error) {
		r := appendResult{Message: "Inserted " + what, Inserted: true}
		r.EditedContext, err = writer.Nearby(ctx, doc, blocks.Last())
		return r, err
	}, blocks.Edit(), writer.NewFormulas(doc, formulas))
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
