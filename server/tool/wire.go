package tool

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lean makes the results of tools lean.
func lean(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		if r, ok := result.(*mcp.CallToolResult); ok && err == nil && r != nil {
			return &leanResult{r}, nil
		}
		return result, err
	}
}

// leanResult is a result that writes its first text once. The SDK's own takes it
// through four encoders, each of which looks at every byte, and makes six
// characters of each <, > and &: over twenty times the work for a long document.
type leanResult struct{ *mcp.CallToolResult }

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
	out := make([]byte, 0, len(raw)+len(text))
	out = append(append(out, before...), begin...)
	return append(append(out, text...), after...), nil
}
