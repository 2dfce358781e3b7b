package server

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// Open documents are resources: unodesk://document/UID, and below it the views
// of them. What a view shows a reading tool reads, so that profiles, deadlines,
// queues and the limit of answers hold for resources as for calls.
const (
	documentURI = "unodesk://document/"
	// anyDocument matches all of them. It is what the SDK knows of resources;
	// clients are shown the views in its place.
	anyDocument = documentURI + "{+view}"
	// resourcePage is how many documents stand in one answer to resources/list.
	resourcePage = 100
)

// addResources offers the open documents.
func (s *Server) addResources(m *mcp.Server) {
	m.AddReceivingMiddleware(s.listed)
	s.announceResources(m)
}

// announceResources tells the clients that there are other resources. The SDK
// does so whenever one is added, also one that it has.
func (s *Server) announceResources(m *mcp.Server) {
	m.AddResourceTemplate(&mcp.ResourceTemplate{Name: "document", URITemplate: anyDocument}, s.readResource)
}

// listed adds the open documents to the SDK's resources, and shows the views
// that the sender may read for the one template.
func (s *Server) listed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if list, ok := req.(*mcp.ListResourcesRequest); ok && list.Params != nil && strings.HasPrefix(list.Params.Cursor, documentURI) {
			result := &mcp.ListResourcesResult{Cacheable: mcp.Cacheable{CacheScope: "private"}}
			return result, s.listDocuments(ctx, list.Params.Cursor, result)
		}
		result, err := next(ctx, method, req)
		if err != nil {
			return result, err
		}
		switch r := result.(type) {
		case *mcp.ListResourcesResult:
			if r.NextCursor == "" {
				return r, s.listDocuments(ctx, "", r)
			}
		case *mcp.ListResourceTemplatesResult:
			s.listViews(req, r)
		}
		return result, nil
	}
}

// listDocuments adds a page of open documents. The cursor is the URI of the last
// one before it: documents that come and go shift no page.
func (s *Server) listDocuments(ctx context.Context, after string, r *mcp.ListResourcesResult) error {
	if _, ok := parseReference(after); !ok && after != "" {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "this cursor is not one that a list of resources has named"}
	}
	if r.Resources == nil {
		r.Resources = []*mcp.Resource{}
	}
	all := s.resources(ctx)
	from, found := slices.BinarySearchFunc(all, after, func(r *mcp.Resource, uri string) int { return strings.Compare(r.URI, uri) })
	if found {
		from++
	}
	page := all[from:min(from+resourcePage, len(all))]
	if from+len(page) < len(all) {
		r.NextCursor = page[len(page)-1].URI
	}
	r.Resources = append(r.Resources, page...)
	return nil
}

// resources are the open documents, by their URIs.
func (s *Server) resources(ctx context.Context) []*mcp.Resource {
	return resourcesOf(s.documents(ctx))
}

func resourcesOf(docs []document.Info) []*mcp.Resource {
	list := make([]*mcp.Resource, 0, len(docs))
	for _, d := range docs {
		about := "A " + d.DocType + " document that is open in LibreOffice, never saved."
		if d.Path != "" {
			about = "A " + d.DocType + " document that is open in LibreOffice: " + d.Path
		}
		r := &mcp.Resource{URI: documentURI + d.UID, Name: d.Name, Title: d.Title, Description: about, MIMEType: typeObject}
		if d.DocType == document.Writer {
			r.MIMEType = typeMarkdown
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *mcp.Resource) int { return strings.Compare(a.URI, b.URI) })
	return list
}

// listViews puts the views in the place of the one template that the SDK knows.
func (s *Server) listViews(req mcp.Request, r *mcp.ListResourceTemplatesResult) {
	at := slices.IndexFunc(r.ResourceTemplates, func(t *mcp.ResourceTemplate) bool { return t.URITemplate == anyDocument })
	if at < 0 {
		return
	}
	list := []*mcp.ResourceTemplate{} // an array in any case
	for i := range views {
		v := &views[i]
		if v.section+v.variable == "" || s.catalog.Refuses(req, v.tool) != nil {
			continue
		}
		list = append(list, &mcp.ResourceTemplate{Name: v.name, Title: v.title, Description: v.about, MIMEType: v.mime, URITemplate: v.template()})
	}
	r.ResourceTemplates = append(list, slices.Delete(r.ResourceTemplates, at, at+1)...)
}

// readResource reads a view of a document.
func (s *Server) readResource(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	doc, v, r, err := s.resource(ctx, uri)
	if err != nil {
		return nil, err
	}
	contents := &mcp.ResourceContents{URI: uri, MIMEType: typeObject}
	if v == nil { // nothing reads documents of this kind yet
		raw, err := json.Marshal(doc)
		contents.Text = string(raw)
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents}}, err
	}
	args := v.args(r.value)
	args["document_url"] = doc.UID
	answer, images := tool.Ask(ctx, s.catalog, req, v.tool, args)
	if err := unread(uri, answer); err != nil {
		return nil, err
	}
	contents.MIMEType, contents.Text = v.mime, string(answer.JSON)
	switch {
	case len(images) > 0:
		contents.MIMEType, contents.Text, contents.Blob = images[0].MIMEType, "", images[0].Data
	case v.mime == typeMarkdown:
		contents.Text, contents.Meta = markdown(doc.UID, answer.JSON)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents}}, nil
}

// resource finds what a URI means: a document, the view of it, and its value.
// The view is nil for a document of a kind that has none.
func (s *Server) resource(ctx context.Context, uri string) (*document.Info, *view, reference, error) {
	r, ok := parseReference(uri)
	if !ok {
		return nil, nil, r, mcp.ResourceNotFoundError(uri)
	}
	docs, err := s.openDocuments(ctx, lookTime)
	if err != nil {
		return nil, nil, r, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "LibreOffice is busy and does not say which documents are open; try again later"}
	}
	s.open.set(docs)
	at := slices.IndexFunc(docs, func(d document.Info) bool { return d.UID == r.uid })
	if at < 0 {
		return nil, nil, r, mcp.ResourceNotFoundError(uri)
	}
	v := r.view(docs[at].DocType)
	if v == nil && r.section != "" {
		return nil, nil, r, mcp.ResourceNotFoundError(uri)
	}
	return &docs[at], v, r, nil
}

// unread is the error of a resource that its tool did not read, or not in time.
func unread(uri string, answer *tool.Result) error {
	var said struct {
		Message string `json:"message"`
		Job     string `json:"job_id"`
	}
	if err := json.Unmarshal(answer.JSON, &said); err != nil {
		return err
	}
	switch {
	case answer.Code == tool.CodeDocumentNotFound:
		return mcp.ResourceNotFoundError(uri)
	case answer.IsError() && answer.Code == tool.CodeValidation:
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: said.Message, Data: answer.JSON}
	case answer.IsError() || said.Job != "":
		return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: said.Message, Data: answer.JSON}
	}
	return nil
}

// markdown is the text of an answer of get_document_content, and what else it
// says. Where the text is cut, it ends with where it goes on: many clients show a
// model nothing but the text.
func markdown(uid string, answer json.RawMessage) (string, mcp.Meta) {
	var said struct {
		Content  string                    `json:"content"`
		Next     string                    `json:"next"`
		Note     string                    `json:"tracked_changes_note"`
		Document struct{ Revision string } `json:"document"`
	}
	_ = json.Unmarshal(answer, &said) // unread has read it before
	meta := mcp.Meta{"revision": said.Document.Revision}
	if said.Note != "" {
		meta["tracked_changes_note"] = said.Note
	}
	if said.Next != "" {
		next := documentURI + uid + "?at=" + url.QueryEscape(said.Next)
		meta["next"] = next
		said.Content += "\n\n[There is more: " + next + "]\n"
	}
	return cmp.Or(said.Content, "\n"), meta // the SDK leaves out an empty text
}
