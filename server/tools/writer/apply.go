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
func (Target) Values() []string { return []string{"end", "search"} }

// Position is where content goes in relation to the text that was found.
type Position string

// Values lists the positions.
func (Position) Values() []string { return []string{"replace", "before", "after"} }

type applyArgs struct {
	Content       []string `json:"content" jsonschema:"HTML fragments or plain text, joined by line breaks; in plain text a blank line begins a new paragraph"`
	Target        Target   `json:"target,omitempty" jsonschema:"end appends to the document; search, the default with old_content, looks for that"`
	OldContent    string   `json:"old_content,omitempty" jsonschema:"the text to look for, as a reader sees it"`
	AllMatches    bool     `json:"all_matches,omitempty" jsonschema:"replace every place where it stands, 200 at most, not only the first"`
	Position      Position `json:"position,omitempty" jsonschema:"replace the text found, or insert before or after it"`
	Regex         bool     `json:"regex,omitempty" jsonschema:"old_content is a regular expression"`
	CaseSensitive *bool    `json:"case_sensitive,omitempty" jsonschema:"unset: as written first, then ignoring upper and lower case"`
}

func (t contentTools) apply(ctx context.Context, c *tool.Call, a applyArgs) (tool.Plan, error) {
	if a.Target == "" && a.OldContent != "" {
		a.Target = "search"
	}
	fragment, err := content.Parse(strings.Join(a.Content, "\n"))
	if err != nil {
		return nil, tool.Errorf(tool.CodeValidation, "content: %w", err)
	}
	switch a.Target {
	case "end":
		return t.append(ctx, c, fragment)
	case "search":
		if a.OldContent == "" {
			return nil, tool.Errorf(tool.CodeValidation, "target search needs old_content, the text to look for")
		}
		return t.replace(ctx, c, a, fragment)
	}
	return nil, tool.Errorf(tool.CodeValidation, "say where the content goes: target end, or old_content with the text to replace")
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

func (t contentTools) append(ctx context.Context, c *tool.Call, f content.Fragment) (tool.Plan, error) {
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
	preview := appendPreview{fmt.Sprintf("Would append %s at the end.", plural(n, "paragraph or table", "paragraphs and tables")), html}
	plan := document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		end, err := writer.End(ctx, doc)
		if err != nil {
			return nil, err
		}
		r := appendResult{Message: fmt.Sprintf("Appended %s at the end.", plural(n, "paragraph or table", "paragraphs and tables")), Inserted: true}
		r.EditedContext, err = writer.Nearby(ctx, doc, end)
		return r, err
	}, writer.NewAppender(doc, styles, f.Blocks).Edit())
	if n > bulkBlocks {
		plan.Bulk()
	}
	return plan, nil
}

// bulkBlocks is from how many paragraphs on the office is kept from drawing
// each of them.
const bulkBlocks = 10

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
