package server_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A host that asks for a picture gets it as a content block beside the text,
// through HTTP and within what hosts take; what failed is an error of the tool.
func TestBehaviour04PictureAndItsText(t *testing.T) {
	b := newBench(t)
	uid := b.open(t, "impress")
	host := b.connect(t)
	call := func(page int) (*mcp.CallToolResult, error) {
		return host.CallTool(t.Context(), &mcp.CallToolParams{Name: "export_document", Arguments: map[string]any{"document_url": uid, "page": page, "max_pixels": 320}})
	}
	if r, err := call(99); err != nil || !r.IsError || len(r.Content) != 1 {
		t.Errorf("a page that is not there: %v, %+v", err, r)
	}
	r, err := call(1)
	if err != nil || r.IsError || len(r.Content) != 2 {
		t.Fatalf("%v, %+v", err, r)
	}
	if echo, ok := r.Content[0].(*mcp.TextContent); !ok || !strings.Contains(echo.Text, uid) {
		t.Errorf("the first block is %+v", r.Content[0])
	}
	image, ok := r.Content[1].(*mcp.ImageContent)
	if !ok || image.MIMEType != "image/png" {
		t.Fatalf("the second block is %+v", r.Content[1])
	}
	picture, err := png.Decode(bytes.NewReader(image.Data))
	if err != nil || picture.Bounds().Dx() != 320 {
		t.Errorf("the picture: %v, %v", picture, err)
	}
}
