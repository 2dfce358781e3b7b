package server

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// maxCompletions is how many values the protocol lets an answer have.
const maxCompletions = 100

// complete proposes values for an argument of a prompt, or for a variable of the
// URI of a resource. There is nothing to propose for what is not known.
func (s *Server) complete(ctx context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	p := req.Params
	var all []string
	if p.Ref.Type == "ref/prompt" {
		all = s.completePrompt(ctx, p.Ref.Name, p.Argument)
	} else {
		all = s.completeView(ctx, req)
	}
	shown := all[:min(len(all), maxCompletions)]
	if shown == nil {
		shown = []string{} // an array in any case
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: shown, Total: len(all), HasMore: len(shown) < len(all)}}, nil
}

// completePrompt proposes documents and languages.
func (s *Server) completePrompt(ctx context.Context, name string, a mcp.CompleteParamsArgument) []string {
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	at := slices.IndexFunc(presets[i].args, func(arg *mcp.PromptArgument) bool { return arg.Name == a.Name })
	switch {
	case at < 0:
		return nil
	case presets[i].args[at] == whole:
		return beginning(a.Value, namesOf(s.documents(ctx)))
	case a.Name == "language":
		return beginning(a.Value, languages)
	}
	return nil
}

// namesOf are names by which documents can be told apart: the uid where two have
// one name.
func namesOf(docs []document.Info) []string {
	of := map[string]int{}
	for _, d := range docs {
		of[d.Name]++
	}
	var names []string
	for _, d := range docs {
		if of[d.Name] > 1 {
			names = append(names, d.UID)
		} else {
			names = append(names, d.Name)
		}
	}
	return names
}

// completeView proposes the documents that have a view, and pages and sheets of
// the one that was chosen.
func (s *Server) completeView(ctx context.Context, req *mcp.CompleteRequest) []string {
	p := req.Params
	i := slices.IndexFunc(views, func(v view) bool { return v.template() == p.Ref.URI })
	if i < 0 || s.catalog.Refuses(req, views[i].tool) != nil {
		return nil
	}
	v := &views[i]
	switch p.Argument.Name {
	case "uid":
		var uids []string
		for _, d := range s.documents(ctx) {
			if v.of(d.DocType) {
				uids = append(uids, d.UID)
			}
		}
		return beginning(p.Argument.Value, uids)
	case v.variable:
		if p.Context == nil {
			return nil
		}
		return beginning(p.Argument.Value, s.parts(ctx, req, v, p.Context.Arguments["uid"]))
	}
	return nil
}

// parts are the values that the variable of a view can have in a document.
func (s *Server) parts(ctx context.Context, req *mcp.CompleteRequest, v *view, uid string) []string {
	doc, _, _, err := s.resource(ctx, documentURI+uid)
	if err != nil || !v.of(doc.DocType) {
		return nil
	}
	// said is what the answers of the tools have that is proposed.
	var said struct {
		Result   struct{ Sheets []string }
		Children []struct{ Locator string }
		Count    int `json:"page_count"`
		Pages    int
	}
	ask := func(name string, args map[string]any) {
		args["document_url"] = uid
		answer, _ := tool.Ask(ctx, s.catalog, req, name, args)
		_ = json.Unmarshal(answer.JSON, &said) // an error has nothing to propose
	}
	outline := map[string]any{"strategy": "heading_only", "depth": 1}
	switch {
	case doc.DocType == document.Calc && v.section != "pages":
		ask("get_sheet_summary", map[string]any{})
	case doc.DocType == document.Writer:
		ask("get_document_tree", outline)
	default:
		ask("get_image", map[string]any{"page": 1, "max_pixels": 64})
	}
	if v.section == "pages" {
		return numbers(max(said.Count, said.Pages))
	}
	values := said.Result.Sheets
	for _, heading := range said.Children {
		values = append(values, heading.Locator)
	}
	return values
}

// numbers are those from 1 to n.
func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i + 1)
	}
	return list
}

// beginning keeps the values that begin with a text, in any capitals; then those
// that hold it.
func beginning(text string, values []string) []string {
	text = strings.ToLower(strings.TrimSpace(text))
	at := func(value string) int { return strings.Index(strings.ToLower(value), text) }
	fit := slices.DeleteFunc(slices.Clone(values), func(v string) bool { return at(v) < 0 })
	slices.SortStableFunc(fit, func(a, b string) int { return cmp.Compare(min(at(a), 1), min(at(b), 1)) })
	return fit
}

// languages are those with the most speakers and readers of documents. Any other
// can be written as well.
var languages = []string{
	"English", "German", "French", "Spanish", "Portuguese", "Italian", "Dutch", "Polish", "Czech", "Slovak", "Hungarian", "Romanian",
	"Bulgarian", "Croatian", "Serbian", "Slovenian", "Greek", "Turkish", "Ukrainian", "Russian", "Danish", "Swedish", "Norwegian",
	"Finnish", "Estonian", "Latvian", "Lithuanian", "Arabic", "Hebrew", "Persian", "Hindi", "Bengali", "Urdu", "Tamil", "Chinese",
	"Japanese", "Korean", "Vietnamese", "Thai", "Indonesian", "Malay", "Swahili",
}
