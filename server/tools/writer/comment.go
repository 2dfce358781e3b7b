package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

// reviewing are the tools for comments and tracked changes.
func reviewing(d *document.Desktop) tool.Set {
	t := reviewTools{d}
	return tool.Set{
		tool.DefineEdit(tool.Spec{
			Name:        "add_comment",
			Title:       "Add comment",
			Description: "Attaches a margin comment to a passage, which it spans.",
			Domain:      "comments", Family: tool.Writer, Effect: tool.Adds, Undo: tool.Native,
			Example: `{"search": "ten days", "content": ["Still right?"]}`,
			Refine: []tool.Refinement{
				tool.NotEmpty("content"), tool.NotEmpty("search"), tool.AtLeast("occurrence", 0),
			},
		}, t.comment),
		tool.DefineEdit(changesSpec(), t.changes),
	}
}

type reviewTools struct{ d *document.Desktop }

type commentArgs struct {
	Content    []string `json:"content" jsonschema:"what it says, as plain text"`
	Search     string   `json:"search" jsonschema:"the passage"`
	Occurrence int      `json:"occurrence,omitempty" jsonschema:"which place, from 0"`
	Author     string   `json:"author,omitempty" jsonschema:"default: the AI host"`
}

type commentResult struct {
	Author        string `json:"author"`
	Matched       bool   `json:"matched"`
	CommentAdded  bool   `json:"comment_added"`
	AnchorText    string `json:"anchor_text"`
	EditedContext string `json:"edited_context,omitempty"`
}

func (t reviewTools) comment(ctx context.Context, c *tool.Call, a commentArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, document.Writer, true)
	if err != nil {
		return nil, err
	}
	hit, err := occurrence(ctx, doc, writer.Query{Pattern: a.Search}, a.Occurrence, false)
	if err != nil {
		return nil, err
	}
	if err := writer.Commentable(ctx, doc, hit); err != nil {
		return nil, err
	}
	author := a.Author
	if author == "" {
		author = c.Host()
	}
	r := commentResult{Author: author, Matched: true, AnchorText: hit.Texts[0]}
	return document.NewPlan(doc, r, func(ctx context.Context) (any, error) {
		done := r
		done.CommentAdded = true
		done.EditedContext, err = writer.Nearby(ctx, doc, hit.Ranges[0])
		return done, err
	}, writer.NewCommenter(doc, hit, author, strings.Join(a.Content, "\n")).Edit()), nil
}
