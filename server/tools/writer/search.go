package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

// navigation are the tools that find one's way in a text document.
func navigation(d *document.Desktop, places *writer.Addresses) tool.Set {
	t := navigationTools{d, places}
	return tool.Set{
		tool.Define(tool.Spec{
			Name:  "search_in_document",
			Title: "Find text",
			Description: "Finds text everywhere: body, tables, text boxes, shapes, headers, footers, notes, comments. " +
				"Prefer this to reading a long document.",
			Domain: "content", Family: tool.Writer, Tier: tool.Essential, Effect: tool.Reads, Undo: tool.NotNeeded,
			Example: `{"pattern": "deadline"}`,
			Refine: []tool.Refinement{
				tool.NotEmpty("pattern"), tool.Default("max_results", 20), tool.Range("max_results", 1, 1000),
			},
		}, t.search),
		tool.Define(treeSpec(), t.tree),
	}
}

type navigationTools struct {
	d      *document.Desktop
	places *writer.Addresses
}

type searchArgs struct {
	Pattern       string `json:"pattern" jsonschema:"a blank matches any white space"`
	Regex         bool   `json:"regex,omitempty" jsonschema:"ICU syntax"`
	CaseSensitive bool   `json:"case_sensitive,omitempty" jsonschema:"tell case"`
	MaxResults    int    `json:"max_results,omitempty" jsonschema:"most matches"`
}

type searchResult struct {
	Matches   []spot `json:"matches"`
	Count     int    `json:"count"`
	Returned  int    `json:"returned"`
	Truncated bool   `json:"truncated,omitempty"`
}

// spot is a place where text was found.
type spot struct {
	Text     string `json:"text"`
	Kind     string `json:"kind"`
	Location string `json:"location"`
	Context  string `json:"context"`
	At       string `json:"at,omitempty"`
}

func spotsOf(found []writer.Spot) []spot {
	out := make([]spot, len(found))
	for i, f := range found {
		out[i] = spot{f.Text, f.Kind, f.Location, f.Context, ""}
	}
	return out
}

func (t navigationTools) search(ctx context.Context, c *tool.Call, a searchArgs) (searchResult, error) {
	doc, err := t.d.For(ctx, c, document.Writer, false)
	if err != nil {
		return searchResult{}, err
	}
	found, err := writer.Search(ctx, doc, writer.Query{Pattern: a.Pattern, Regex: a.Regex, Case: &a.CaseSensitive}, a.MaxResults)
	if err != nil {
		return searchResult{}, err
	}
	matches := spotsOf(found.List)
	for i, at := range t.places.Name(doc, found.List) {
		matches[i].At = at
	}
	return searchResult{
		Matches: matches, Count: found.Count, Returned: len(found.List), Truncated: found.Count > len(found.List),
	}, nil
}
