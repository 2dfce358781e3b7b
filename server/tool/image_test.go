package tool

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A picture follows the text of an answer as a block of its own, in base64; an
// answer that failed has none.
func TestImagesAreContentBlocks(t *testing.T) {
	type args struct {
		Fail bool `json:"fail,omitempty" jsonschema:"whether to"`
	}
	set := Set{Define(Spec{
		Name: "draw_it", Title: "Draw it", Description: "Draws it.", Domain: "examples", Family: Common,
		Effect: Reads, Undo: NotNeeded, NoDocument: true,
	}, func(_ context.Context, c *Call, a args) (map[string]int, error) {
		c.Attach(Image{Data: []byte{0x89, 'P', 'N', 'G'}, MIMEType: "image/png"})
		if a.Fail {
			return nil, Errorf(CodeValidation, "no")
		}
		return map[string]int{"width": 1}, nil
	})}
	c, err := set.Compile(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for arguments, blocks := range map[string]int{`{}`: 2, `{"fail":true}`: 1} {
		r, err := c.Handle(t.Context(), &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "draw_it", Arguments: json.RawMessage(arguments)}})
		if err != nil || len(r.Content) != blocks {
			t.Fatalf("%s: %d blocks, %v", arguments, len(r.Content), err)
		}
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if blocks == 2 && !strings.Contains(string(raw), `"type":"image"`) || blocks == 2 && !strings.Contains(string(raw), `"data":"iVBORw=="`) {
			t.Errorf("%s", raw)
		}
	}
}
