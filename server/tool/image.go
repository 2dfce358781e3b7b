package tool

import "github.com/modelcontextprotocol/go-sdk/mcp"

// Image is a picture that goes with an answer, as a content block of its own.
type Image struct {
	Data     []byte
	MIMEType string
}

// Attach adds a picture to the answer. Hosts limit what an answer may weigh;
// the handler keeps to MaxImage.
func (c *Call) Attach(i Image) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.images = append(c.images, i)
}

// MaxImage is how many bytes a picture in an answer may have: hosts refuse
// answers of more than 1 MB, and in base64 three bytes are four.
const MaxImage = 700 << 10

// Images are the pictures that go with the answer.
func (c *Call) Images() []Image {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.images
}

// pictures are the blocks of the pictures. An answer that failed has none.
func (c *Call) pictures(r *Result) []mcp.Content {
	if r.IsError() {
		return nil
	}
	var blocks []mcp.Content
	for _, image := range c.Images() {
		blocks = append(blocks, &mcp.ImageContent{Data: image.Data, MIMEType: image.MIMEType})
	}
	return blocks
}
