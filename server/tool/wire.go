package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lean makes the results of tools lean.
func lean(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		if r, ok := result.(*mcp.CallToolResult); ok && err == nil && r != nil {
			return &leanResult{r, asideOf(req.GetExtra())}, nil
		}
		return result, err
	}
}

// leanResult is a result that writes its first text once. The SDK's own takes it
// through four encoders, each of which looks at every byte, and makes six
// characters of each <, > and &: over twenty times the work for a long document.
type leanResult struct {
	*mcp.CallToolResult
	aside *Aside // where long texts go, nil: nowhere
}

// MarshalJSON writes the same as the result itself does.
func (r *leanResult) MarshalJSON() ([]byte, error) {
	if len(r.Content) == 0 {
		return json.Marshal(r.CallToolResult)
	}
	first, ok := r.Content[0].(*mcp.TextContent)
	if !ok {
		return json.Marshal(r.CallToolResult)
	}
	empty, rest := *first, *r.CallToolResult
	empty.Text = ""
	rest.Content = append([]mcp.Content{&empty}, r.Content[1:]...)
	raw, err := json.Marshal(&rest)
	if err != nil {
		return nil, err
	}
	const begin = `"content":[{"type":"text","text":`
	before, after, found := bytes.Cut(raw, []byte(begin+`""`))
	if !found {
		return json.Marshal(r.CallToolResult)
	}
	text, err := encode(first.Text)
	if err != nil {
		return nil, err
	}
	if r.aside != nil && len(text) >= asideFrom {
		text = r.aside.put(text)
	}
	out := make([]byte, 0, len(raw)+len(text))
	out = append(append(out, before...), begin...)
	return append(append(out, text...), after...), nil
}

// leanList is a list of tools that is put together from ready parts.
type leanList struct {
	*mcp.ListToolsResult
	from *Catalog
}

// MarshalJSON writes the list.
func (l *leanList) MarshalJSON() ([]byte, error) {
	rest := *l.ListToolsResult
	rest.Tools = []*mcp.Tool{}
	raw, err := json.Marshal(&rest)
	if err != nil {
		return nil, err
	}
	before, after, found := bytes.Cut(raw, []byte(`"tools":[]`))
	if !found {
		return json.Marshal(l.ListToolsResult)
	}
	out := append(before[:len(before):len(before)], `"tools":[`...)
	for i, t := range l.Tools {
		if i > 0 {
			out = append(out, ',')
		}
		one := l.from.JSON(t.Name)
		if one == nil {
			if one, err = json.Marshal(t); err != nil {
				return nil, err
			}
		}
		out = append(out, one...)
	}
	return append(append(out, ']'), after...), nil
}

// leanTool writes a tool without what clients know without it, which would be a
// tenth of the list: annotations that say what holds anyway, and a title that is
// the name.
func leanTool(t *mcp.Tool) (json.RawMessage, error) {
	type annotations struct {
		ReadOnly    bool  `json:"readOnlyHint,omitempty"`
		Destructive *bool `json:"destructiveHint,omitempty"` // means nothing of a tool that only reads
		OpenWorld   *bool `json:"openWorldHint,omitempty"`
	}
	a := annotations{ReadOnly: t.Annotations.ReadOnlyHint, OpenWorld: t.Annotations.OpenWorldHint}
	if !a.ReadOnly {
		a.Destructive = t.Annotations.DestructiveHint
	}
	title := t.Title
	if strings.EqualFold(title, strings.ReplaceAll(t.Name, "_", " ")) {
		title = ""
	}
	return encode(struct {
		Name        string      `json:"name"`
		Title       string      `json:"title,omitempty"`
		Description string      `json:"description"`
		InputSchema any         `json:"inputSchema"`
		Annotations annotations `json:"annotations"`
	}{t.Name, title, t.Description, t.InputSchema, a})
}
