package writer

import (
	"context"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

// contents are the tools that read and write a document's text.
func contents(d *document.Desktop, places *writer.Addresses) tool.Set {
	t := contentTools{d, places, &formats{last: map[string]Format{}}}
	return tool.Set{
		tool.Define(tool.Spec{
			Name:  "get_document_content",
			Title: "Read document",
			Description: "Reads the document or a part as light HTML; pictures, notes, comments, fields are elements with data-lo-object. " +
				"A <p> without data-lo-style has the style body_style. Tracked changes are read as accepted. " +
				"When truncated, pass next as at.",
			Domain: "content", Family: tool.Writer, Tier: tool.Essential, Effect: tool.Reads, Undo: tool.NotNeeded,
			Example: `{"scope": "range", "at": "heading:1.2", "format": "markdown"}`,
			Refine: []tool.Refinement{
				tool.Default("scope", "full"), tool.Default("format", "html"), tool.Range("max_chars", 1, 2_000_000),
				tool.Range("start", 0, 1<<30), tool.Range("end", 0, 1<<30),
			},
		}, t.read),
		tool.DefineEdit(tool.Spec{
			Name:  "apply_document_content",
			Title: "Edit text",
			Description: "Writes HTML or plain text at a target. A plain replacement changes only the words that differ and keeps formatting. " +
				"Example: old_content \"ten days\", content [\"14 days\"].",
			Domain: "content", Family: tool.Writer, Tier: tool.Essential, Effect: tool.Edits, Undo: tool.Native,
			Example: `{"old_content": "ten days", "content": ["14 days"]}`,
			Refine:  []tool.Refinement{tool.Default("position", "replace")},
		}, t.apply),
		tool.DefineEdit(underSpec(), t.under),
	}
}

type contentTools struct {
	d      *document.Desktop
	places *writer.Addresses
	shown  *formats
}

// formats remembers in which format each conversation has read a whole document
// last: what it writes back is in that unless it says otherwise. Markdown with
// tags in it could not be told from HTML.
type formats struct {
	mu   sync.Mutex
	last map[string]Format // by session
}

// maxSessions bounds how many conversations are remembered.
const maxSessions = 10_000

func (f *formats) set(session string, format Format) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.last) >= maxSessions {
		clear(f.last)
	}
	f.last[session] = format
}

func (f *formats) of(session string) Format {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last[session]
}

// Format is how content is written.
type Format string

// Values lists the formats.
func (Format) Values() []string { return []string{"html", "markdown"} }

// Scope is how much of a document to read.
type Scope string

// Values lists the scopes.
func (Scope) Values() []string { return []string{"full", "selection", "range"} }

type readArgs struct {
	Scope    Scope  `json:"scope,omitempty" jsonschema:"range: at, or start and end"`
	At       string `json:"at,omitempty" jsonschema:"where to begin: a match's address, next, or a heading's locator"`
	Start    int    `json:"start,omitempty" jsonschema:"offset in the plain text"`
	End      int    `json:"end,omitempty" jsonschema:"offset of the end"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"characters to return"`
	Format   Format `json:"format,omitempty" jsonschema:"markdown is shorter, without styles"`
}

type readResult struct {
	Content        string            `json:"content"`
	Length         int               `json:"length"`
	DocumentLength int               `json:"document_length,omitempty"`
	BodyStyle      string            `json:"body_style,omitempty"`
	Legend         map[string]string `json:"legend,omitempty"`
	Truncated      bool              `json:"truncated,omitempty"`
	Next           string            `json:"next,omitempty"`
	TruncatedNote  string            `json:"truncated_note,omitempty"`
	TrackedChanges []content.Change  `json:"tracked_changes,omitempty"`
	ChangesNote    string            `json:"tracked_changes_note,omitempty"`
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
	limit := a.MaxChars
	if limit == 0 {
		limit = c.TextLimit()
	}
	c.AllowText(limit)
	p, err := t.reading(ctx, doc, a, limit)
	if err != nil {
		return readResult{}, err
	}
	whole := p.Whole
	if whole == nil {
		whole = &content.Document{Blocks: p.Blocks}
	}
	var r readResult
	var end content.Cut
	if a.Format == "markdown" {
		r.Content, end = content.Markdown(p.Blocks, content.MarkdownOptions{MaxBytes: limit})
	} else {
		r.BodyStyle = whole.BodyStyle()
		o := content.HTMLOptions{BodyStyle: r.BodyStyle, MaxBytes: limit}
		if p.Whole != nil {
			o.Short = writer.LegendFor(doc, p.Whole)
			r.Legend = o.Short.Names()
		}
		if len(p.Blocks) == len(whole.Blocks) {
			r.Content, end = whole.HTML(o)
		} else {
			r.Content, end = content.HTMLPart(p.Blocks, o)
		}
	}
	r.Length = utf8.RuneCountInString(r.Content)
	r.Truncated = end.Blocks < len(p.Blocks) || p.More
	if p.Whole != nil {
		r.DocumentLength = content.Length(p.Whole.Blocks)
		r.TrackedChanges = shortChanges(p.Whole.Changes)
		if a.Scope == "full" && a.At == "" && !r.Truncated {
			doc.Shown(p.Whole.Fingerprint())
			t.shown.set(c.Session(), a.Format)
		}
	}
	if r.Truncated && (a.Scope == "full" || a.At != "") {
		if r.Next, err = p.Next(ctx, doc, t.places, end); err != nil {
			return readResult{}, err
		}
		r.TruncatedNote = "There is more: pass next as at."
	} else if r.Truncated {
		r.TruncatedNote = "Only the beginning is here; pass a larger max_chars or a smaller range."
	}
	if p.Changes {
		r.ChangesNote = "The text is shown as if all of these were accepted. Whether they are is the user's decision."
		if p.Whole == nil {
			r.ChangesNote = "The text is shown as if all tracked changes were accepted; manage_tracked_changes lists them."
		}
	}
	return r, nil
}

// parse reads a client's content, in which styles may have the short names that
// answers about the document have used.
func (t contentTools) parse(ctx context.Context, c *tool.Call, s string) (content.Fragment, error) {
	var legend *content.Legend
	if content.UsesLegend(s) {
		doc, err := t.d.For(ctx, c, document.Writer, true)
		if err != nil {
			return content.Fragment{}, err
		}
		legend = writer.Legend(doc)
	}
	f, err := content.ParseWith(s, legend)
	if err != nil {
		err = tool.Errorf(tool.CodeValidation, "content: %w", err)
	}
	return f, err
}

// reading reads what the arguments mean, at least as much as the answer holds.
func (t contentTools) reading(ctx context.Context, doc *document.Document, a readArgs, limit int) (*writer.Reading, error) {
	if a.At != "" && (a.Scope == "selection" || a.Start+a.End > 0) {
		return nil, tool.Errorf(tool.CodeValidation, "at says where to read; leave out start, end and scope selection")
	}
	switch {
	case strings.HasPrefix(a.At, "heading:"):
		outline, err := writer.ReadOutline(ctx, doc, writer.NoLines)
		if err != nil {
			return nil, err
		}
		h, err := outline.Heading(a.At)
		if err != nil {
			return nil, err
		}
		return writer.ReadHeading(ctx, doc, h, limit)
	case a.At != "":
		return writer.ReadFrom(ctx, doc, t.places, a.At, limit, 0)
	case a.Scope == "selection":
		hits, err := writer.Selection(ctx, doc)
		if err != nil {
			return nil, err
		}
		return writer.ReadRanges(ctx, doc, hits.Ranges)
	case a.Scope == "range":
		if a.End <= a.Start {
			return nil, tool.Errorf(tool.CodeValidation, "scope range needs at, or start and a larger end")
		}
		return writer.ReadOffsets(ctx, doc, a.Start, a.End)
	}
	return writer.ReadBody(ctx, doc, limit)
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
