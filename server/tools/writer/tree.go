package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

func treeSpec() tool.Spec {
	return tool.Spec{
		Name:  "get_document_tree",
		Title: "Read outline",
		Description: "Reads the outline (level, text, locator \"heading:1.2\" of each heading) and statistics. " +
			"Start here with a long document.",
		Domain: "content", Family: tool.Writer, Tier: tool.Essential, Effect: tool.Reads, Undo: tool.NotNeeded,
		Example: `{"strategy": "heading_only", "depth": 0}`,
		Refine: []tool.Refinement{
			tool.Default("strategy", "first_lines"), tool.Default("depth", 1), tool.Range("depth", 0, 10),
		},
	}
}

// Strategy is how much of the text under headings an outline shows.
type Strategy string

// Values lists the strategies.
func (Strategy) Values() []string { return []string{"heading_only", "first_lines", "full"} }

type treeArgs struct {
	Strategy Strategy `json:"strategy,omitempty" jsonschema:"of the text below"`
	Depth    int      `json:"depth,omitempty" jsonschema:"levels; 0 = all"`
}

type treeResult struct {
	Strategy   string     `json:"content_strategy"`
	Depth      int        `json:"depth"`
	Children   []treeNode `json:"children"`
	Before     int        `json:"body_before_first_heading"`
	Paragraphs int        `json:"total_paragraphs"`
	Pages      int        `json:"page_count"`
	Stats      treeStats  `json:"stats"`
	Truncated  bool       `json:"truncated,omitempty"`
	Note       string     `json:"truncated_note,omitempty"`
}

type treeStats struct {
	Characters int `json:"character_count"`
	Words      int `json:"word_count"`
	Paragraphs int `json:"paragraph_count"`
	Pages      int `json:"page_count"`
	Headings   int `json:"heading_count"`
}

type treeNode struct {
	Type     string     `json:"type"`
	Level    int        `json:"level"`
	Text     string     `json:"text"`
	Locator  string     `json:"locator"`
	Index    int        `json:"para_index"`
	Count    int        `json:"children_count"`
	Body     int        `json:"body_paragraphs"`
	Preview  string     `json:"body_preview,omitempty"`
	BodyText string     `json:"body_text,omitempty"`
	Children []treeNode `json:"children,omitempty"`
}

// previewMax is how much of the text under a heading first_lines shows, in
// characters.
const previewMax = 100

func (t navigationTools) tree(ctx context.Context, c *tool.Call, a treeArgs) (treeResult, error) {
	doc, err := t.d.For(ctx, c, document.Writer, false)
	if err != nil {
		return treeResult{}, err
	}
	outline, err := writer.ReadOutline(ctx, doc, writer.Lines(a.Strategy))
	if err != nil {
		return treeResult{}, err
	}
	s, err := writer.ReadStatistics(ctx, doc)
	if err != nil {
		return treeResult{}, err
	}
	p := treePrinter{strategy: a.Strategy, depth: a.Depth, left: c.TextLimit()}
	r := treeResult{
		Strategy: string(a.Strategy), Depth: a.Depth, Children: p.nodes(outline.Top, 1), Before: outline.Before,
		Paragraphs: outline.Total, Pages: s.Pages, Truncated: p.left < 0,
		Stats: treeStats{s.Characters, s.Words, s.Paragraphs, s.Pages, len(outline.All)},
	}
	if r.Truncated {
		r.Note = "Only the beginning is here; ask for fewer levels or a strategy that shows less."
	}
	return r, nil
}

// treePrinter makes nodes until there is no room left in the answer.
type treePrinter struct {
	strategy Strategy
	depth    int
	left     int // bytes
}

// nodeBytes is what a node weighs besides its texts.
const nodeBytes = 140

func (p *treePrinter) nodes(headings []*writer.Heading, level int) []treeNode {
	out := []treeNode{}
	if p.depth > 0 && level > p.depth {
		return nil
	}
	for _, h := range headings {
		n := treeNode{
			Type: "heading", Level: h.Level, Text: h.Text, Locator: "heading:" + h.Path,
			Index: h.Index, Count: len(h.Children), Body: h.Body,
		}
		switch text := strings.TrimSpace(strings.Join(h.Lines, "\n")); p.strategy {
		case "first_lines":
			n.Preview = shorten(text, previewMax)
		case "full":
			n.BodyText = text
		}
		if p.left -= nodeBytes + len(n.Text) + len(n.Preview) + len(n.BodyText); p.left < 0 {
			return out
		}
		n.Children = p.nodes(h.Children, level+1)
		out = append(out, n)
	}
	return out
}

// shorten cuts text for a message, in characters.
func shorten(s string, limit int) string {
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return s
}
