package common

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// undoing are the tools that walk through a document's undo list.
func undoing(d *document.Desktop) tool.Set {
	t := undoTools{d}
	return tool.Set{
		tool.DefineEdit(tool.Spec{
			Name:        "undo",
			Title:       "Undo",
			Description: "Takes back the document's last steps; a tool call is one step, the user's own edits are steps too.",
			Domain:      "undo", Family: tool.Common, Tier: tool.Essential, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"steps": 1}`,
			Refine:  []tool.Refinement{tool.Default("steps", 1), tool.Range("steps", 1, 100)},
		}, t.undo),
		tool.DefineEdit(tool.Spec{
			Name:        "redo",
			Title:       "Redo",
			Description: "Does again the last steps that were undone.",
			Domain:      "undo", Family: tool.Common, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"steps": 1}`,
			Refine:  []tool.Refinement{tool.Default("steps", 1), tool.Range("steps", 1, 100)},
		}, t.redo),
	}
}

type undoTools struct{ d *document.Desktop }

type stepArgs struct {
	Steps int `json:"steps,omitempty" jsonschema:"how many"`
}

type undoArgs struct {
	stepArgs
	AllOwn bool `json:"all_own,omitempty" jsonschema:"all of tools, down to the user's first"`
	DryRun bool `json:"dry_run,omitempty" jsonschema:"only say which"`
}

type undoResult struct {
	Undone  int      `json:"undone"`
	Titles  []string `json:"titles"`
	CanUndo bool     `json:"can_undo"`
	CanRedo bool     `json:"can_redo"`
}

type redoResult struct {
	Redone  int      `json:"redone"`
	Titles  []string `json:"titles"`
	CanUndo bool     `json:"can_undo"`
	CanRedo bool     `json:"can_redo"`
}

func (t undoTools) undo(ctx context.Context, c *tool.Call, a undoArgs) (tool.Plan, error) {
	return t.walk(ctx, c, document.Way{Steps: a.Steps, Own: a.AllOwn}, func(u document.Undone) any {
		return undoResult{u.Steps, titles(u), u.CanUndo, u.CanRedo}
	})
}

func (t undoTools) redo(ctx context.Context, c *tool.Call, a stepArgs) (tool.Plan, error) {
	return t.walk(ctx, c, document.Way{Redo: true, Steps: a.Steps}, func(u document.Undone) any {
		return redoResult{u.Steps, titles(u), u.CanUndo, u.CanRedo}
	})
}

func (t undoTools) walk(ctx context.Context, c *tool.Call, way document.Way, show func(document.Undone) any) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, "", true)
	if err != nil {
		return nil, err
	}
	return document.NewWalk(ctx, doc, way, show)
}

func titles(u document.Undone) []string {
	if u.Titles == nil {
		return []string{}
	}
	return u.Titles
}
