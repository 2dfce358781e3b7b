package writer

import (
	"context"
	"fmt"
	"slices"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

func changesSpec() tool.Spec {
	return tool.Spec{
		Name:  "manage_tracked_changes",
		Title: "Tracked changes",
		Description: "Lists tracked changes, or accepts or rejects those of ids. " +
			"accept_all and reject_all take the user's own, too: only when the user has said so.",
		Domain: "tracking", Family: tool.Writer, Effect: tool.Edits, Undo: tool.Native,
		Example: `{"action": "accept", "ids": ["c1"]}`,
		Refine:  []tool.Refinement{tool.Default("action", "list")},
	}
}

// ChangeAction is what to do with tracked changes.
type ChangeAction string

// Values lists the actions.
func (ChangeAction) Values() []string {
	return []string{"list", "accept", "reject", "accept_all", "reject_all"}
}

type changesArgs struct {
	Action ChangeAction `json:"action,omitempty" jsonschema:"what to do"`
	IDs    []string     `json:"ids,omitempty" jsonschema:"for accept and reject"`
}

type changesResult struct {
	Message   string      `json:"message,omitempty"`
	Recording bool        `json:"recording"`
	Changes   []changeOut `json:"changes"`
	Count     int         `json:"count"`
	Truncated bool        `json:"truncated,omitempty"`
}

type changeOut struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Author   string `json:"author"`
	Date     string `json:"date,omitempty"`
	Text     string `json:"text"`
	Comment  string `json:"comment,omitempty"`
	Kind     string `json:"kind,omitempty"`
	Location string `json:"location,omitempty"`
	Context  string `json:"context,omitempty"`
}

func (t reviewTools) changes(ctx context.Context, c *tool.Call, a changesArgs) (tool.Plan, error) {
	edit := a.Action != "list"
	doc, err := t.d.For(ctx, c, document.Writer, edit)
	if err != nil {
		return nil, err
	}
	single := a.Action == "accept" || a.Action == "reject"
	switch {
	case single && len(a.IDs) == 0:
		return nil, tool.Errorf(tool.CodeValidation, "%s needs the ids of the changes; list them first", a.Action)
	case !single && len(a.IDs) > 0:
		return nil, tool.Errorf(tool.CodeValidation, "%s takes no ids; accept and reject do", a.Action)
	}
	list, err := listChanges(ctx, doc)
	if err != nil {
		return nil, err
	}
	if !edit {
		return document.NewAct(list.short(), func(context.Context) (any, error) { return list.short(), nil }), nil
	}
	var ids []string
	n := list.Count
	if single {
		if ids, err = list.find(a.IDs); err != nil {
			return nil, err
		}
		n = len(ids)
	} else if n == 0 {
		return nil, tool.Errorf(tool.CodeUnknownChange, "there are no tracked changes")
	}
	if err := list.forUser(doc, ids); err != nil {
		return nil, err
	}
	accept := a.Action == "accept" || a.Action == "accept_all"
	verb := map[bool]string{true: "Accepted", false: "Rejected"}[accept]
	preview := list.short()
	preview.Message = fmt.Sprintf("%s would be %s.", plural(n, "change", "changes"), map[bool]string{true: "accepted", false: "rejected"}[accept])
	return document.NewPlan(doc, preview, func(ctx context.Context) (any, error) {
		left, err := listChanges(ctx, doc)
		if err != nil {
			return nil, err
		}
		left.Message = fmt.Sprintf("%s %s; %d left.", verb, plural(n, "change", "changes"), left.Count)
		return left.short(), nil
	}, writer.NewResolver(doc, ids, accept).Edit()), nil
}

func listChanges(ctx context.Context, doc *document.Document) (changesResult, error) {
	all, err := writer.Changes(ctx, doc)
	if err != nil {
		return changesResult{}, err
	}
	r := changesResult{Changes: []changeOut{}, Count: len(all)}
	if r.Recording, err = writer.Recording(ctx, doc); err != nil {
		return r, err
	}
	for _, ch := range all {
		r.Changes = append(r.Changes, changeOut{
			ch.ID, ch.Type, ch.Author, ch.Date, shorten(ch.Text, maxChangeText), ch.Comment, ch.Kind, ch.Location, ch.Context,
		})
	}
	return r, nil
}

// short returns r with as many changes as an answer lists.
func (r changesResult) short() changesResult {
	if len(r.Changes) > maxChanges {
		r.Changes, r.Truncated = r.Changes[:maxChanges], true
	}
	return r
}

// forUser refuses to decide on changes that are there for the user to review; no
// ids mean all.
func (r changesResult) forUser(doc *document.Document, ids []string) error {
	for _, c := range r.Changes {
		if doc.Reviewed(c.Author) && (len(ids) == 0 || slices.Contains(ids, c.ID)) {
			return tool.Errorf(tool.CodeProtected, "change %s was made for the user to review; only the user accepts or rejects it", c.ID).With("id", c.ID)
		}
	}
	return nil
}

// find checks ids and returns each once.
func (r changesResult) find(ids []string) ([]string, error) {
	known, seen := map[string]bool{}, map[string]bool{}
	for _, c := range r.Changes {
		known[c.ID] = true
	}
	var out []string
	for _, id := range ids {
		if !known[id] {
			return nil, tool.Errorf(tool.CodeUnknownChange, "there is no tracked change %q", id)
		}
		if !seen[id] {
			out = append(out, id)
		}
		seen[id] = true
	}
	return out, nil
}
