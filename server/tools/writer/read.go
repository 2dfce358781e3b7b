package writer

import (
	"context"
	"unicode/utf8"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

// contents are the tools that read and write a document's text.
func contents(d *document.Desktop) tool.Set {
	t := contentTools{d}
	return tool.Set{
		tool.Define(tool.Spec{
			Name:  "get_document_content",
			Title: "Read document",
			Description: "Returns the document as light HTML; pictures, notes, comments and fields are elements with data-lo-object. " +
				"A <p> without data-lo-style has the style body_style. Tracked changes are read as accepted, and listed. See truncated.",
			Domain: "content", Family: tool.Writer, Effect: tool.Reads, Undo: tool.NotNeeded,
			Refine: []tool.Refinement{tool.Default("scope", "full"), tool.Range("max_chars", 1, 2_000_000)},
		}, t.read),
		tool.DefineEdit(tool.Spec{
			Name:  "apply_document_content",
			Title: "Edit text",
			Description: "Writes HTML or plain text at a target. A plain replacement changes only the words that differ and keeps formatting; " +
				"nothing else is touched. The answer shows the place as it now reads. Example: old_content \"ten days\", content [\"14 days\"].",
			Domain: "content", Family: tool.Writer, Effect: tool.Edits, Undo: tool.Native,
			Refine: []tool.Refinement{tool.Default("position", "replace")},
		}, t.apply),
		tool.DefineEdit(underSpec(), t.under),
	}
}

type contentTools struct{ d *document.Desktop }

// Scope is how much of a document to read.
type Scope string

// Values lists the scopes.
func (Scope) Values() []string { return []string{"full"} }

type readArgs struct {
	Scope    Scope `json:"scope,omitempty" jsonschema:"what to read"`
	MaxChars int   `json:"max_chars,omitempty" jsonschema:"characters of HTML to return"`
}

type readResult struct {
	Content        string           `json:"content"`
	Length         int              `json:"length"`
	DocumentLength int              `json:"document_length"`
	BodyStyle      string           `json:"body_style,omitempty"`
	Truncated      bool             `json:"truncated,omitempty"`
	TruncatedNote  string           `json:"truncated_note,omitempty"`
	TrackedChanges []content.Change `json:"tracked_changes,omitempty"`
	ChangesNote    string           `json:"tracked_changes_note,omitempty"`
}

// maxChanges is how many tracked changes are listed, maxChangeText how much of
// the text of each, in characters.
const (
	maxChanges    = 100
	maxChangeText = 300
)

func (t contentTools) read(ctx context.Context, c *tool.Call, a readArgs) (readResult, error) {
	doc, err := t.d.For(ctx, c, document.Writer, false)
	if err != nil {
		return readResult{}, err
	}
	body, err := writer.Read(ctx, doc)
	if err != nil {
		return readResult{}, err
	}
	limit := a.MaxChars
	if limit == 0 {
		limit = c.TextLimit()
	}
	c.AllowText(limit)
	r := readResult{BodyStyle: body.BodyStyle(), DocumentLength: utf8.RuneCountInString(content.Plain(body.Blocks))}
	r.Content, r.Truncated = content.HTML(body.Blocks, content.HTMLOptions{BodyStyle: r.BodyStyle, MaxBytes: limit})
	r.Length = utf8.RuneCountInString(r.Content)
	if !r.Truncated {
		doc.Shown()
	}
	if r.Truncated {
		r.TruncatedNote = "Only the beginning is here; pass a larger max_chars for more."
	}
	r.TrackedChanges = shortChanges(body.Changes)
	if len(body.Changes) > 0 {
		r.ChangesNote = "The text is shown as if all of these were accepted. Whether they are is the user's decision."
	}
	return r, nil
}

func shortChanges(changes []content.Change) []content.Change {
	out := make([]content.Change, 0, min(len(changes), maxChanges))
	for _, ch := range changes[:min(len(changes), maxChanges)] {
		if runes := []rune(ch.Text); len(runes) > maxChangeText {
			ch.Text = string(runes[:maxChangeText]) + "…"
		}
		out = append(out, ch)
	}
	return out
}
