package conformance

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	templateBegin = "test://template/"
	templateEnd   = "/data"
)

func addResources(m *mcp.Server) {
	for _, r := range []struct {
		uri, kind, text string
		blob            []byte
	}{
		{uri: "test://static-text", kind: "text/plain", text: "This is the content of the static text resource."},
		{uri: "test://static-binary", kind: "image/png", blob: picture},
		{uri: "test://watched-resource", kind: "text/plain", text: "Watched resource content"},
	} {
		_, name, _ := strings.Cut(r.uri, "://")
		m.AddResource(&mcp.Resource{URI: r.uri, Name: name, Description: "Serves a test.", MIMEType: r.kind},
			resource(&mcp.ResourceContents{URI: r.uri, MIMEType: r.kind, Text: r.text, Blob: r.blob}))
	}
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: templateBegin + "{id}" + templateEnd, Name: "template", Description: "Serves a test.", MIMEType: "application/json",
	}, templated)
}

func resource(c *mcp.ResourceContents) mcp.ResourceHandler {
	return func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{c}}, nil
	}
}

func templated(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	id := strings.TrimSuffix(strings.TrimPrefix(r.Params.URI, templateBegin), templateEnd)
	raw, err := json.Marshal(map[string]any{"id": id, "templateTest": true, "data": "Data for ID: " + id})
	if err != nil {
		return nil, err
	}
	return resource(&mcp.ResourceContents{URI: r.Params.URI, MIMEType: "application/json", Text: string(raw)})(ctx, r)
}
