package tool

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestLeanResultIsTheSame(t *testing.T) {
	picture := &mcp.ImageContent{Data: []byte{1, 2, 3}, MIMEType: "image/png"}
	for name, r := range map[string]*mcp.CallToolResult{
		"text":            {Content: []mcp.Content{&mcp.TextContent{Text: `{"content":"<p>a & b \"c\" ` + "\u2028\\n" + `"}`}}},
		"error":           {Content: []mcp.Content{&mcp.TextContent{Text: "no"}}, IsError: true},
		"empty text":      {Content: []mcp.Content{&mcp.TextContent{}}},
		"text with notes": {Content: []mcp.Content{&mcp.TextContent{Text: "x", Annotations: &mcp.Annotations{Priority: 1}}}, Meta: mcp.Meta{"a": "b"}},
		"picture behind":  {Content: []mcp.Content{&mcp.TextContent{Text: "x"}, picture}},
		"picture first":   {Content: []mcp.Content{picture, &mcp.TextContent{Text: "x"}}},
		"structured":      {Content: []mcp.Content{&mcp.TextContent{Text: "x"}}, StructuredContent: map[string]any{"text": ""}},
		"nothing":         {},
	} {
		want, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(&leanResult{CallToolResult: r})
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		if json.Unmarshal(want, &a) != nil || json.Unmarshal(got, &b) != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		lean, _ := (&leanResult{CallToolResult: r}).MarshalJSON()
		if name == "text" && !bytes.Contains(lean, []byte("<p>a & b")) {
			t.Errorf("%s is not lean: %s", name, lean)
		}
	}
}
