package server_test

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A host that asks for a picture gets it as a content block beside the text,
// through HTTP and within what hosts take.
func TestPictureThroughHTTP(t *testing.T) {
	b := newBench(t)
	uid := b.open(t, "impress")
	r, err := b.connect(t).CallTool(t.Context(), &mcp.CallToolParams{Name: "export_document", Arguments: map[string]any{"document_url": uid, "page": 1, "max_pixels": 320}})
	if err != nil || r.IsError || len(r.Content) != 2 {
		t.Fatalf("%v, %+v", err, r)
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
