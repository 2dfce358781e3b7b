package conformance

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func image() mcp.Content { return &mcp.ImageContent{Data: picture, MIMEType: "image/png"} }

func embedded(uri, text string) mcp.Content {
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: text}}
}

// contents answer with each kind of content.
func contents() []fixture {
	list := []struct {
		name, about string
		content     []mcp.Content
	}{
		{"test_simple_text", "Answers with a text.", []mcp.Content{&mcp.TextContent{Text: "This is a simple text response for testing."}}},
		{"test_image_content", "Answers with a picture.", []mcp.Content{image()}},
		{"test_audio_content", "Answers with a sound.", []mcp.Content{&mcp.AudioContent{Data: sound, MIMEType: "audio/wav"}}},
		{"test_embedded_resource", "Answers with a resource.", []mcp.Content{embedded("test://embedded-resource", "This is an embedded resource content.")}},
		{"test_multiple_content_types", "Answers with a text, a picture and a resource.", []mcp.Content{
			&mcp.TextContent{Text: "Multiple content types test:"}, image(), embedded("test://mixed-content-resource", "A resource among others."),
		}},
	}
	var out []fixture
	for _, c := range list {
		out = append(out, fixture{name: c.name, about: c.about, run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: c.content}, nil
		}})
	}
	return append(out, fixture{
		name: "test_error_handling", about: "Answers with an error.",
		run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return fails("This tool intentionally returns an error for testing."), nil
		},
	})
}
