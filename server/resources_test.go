package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// readers are tools by the names that views use.
func readers() tool.Set {
	set := toolbox()
	for _, s := range []tool.Spec{
		{Name: "get_document_content", Family: tool.Writer, Tier: tool.Essential},
		{Name: "get_document_tree", Family: tool.Writer, Tier: tool.Essential},
		{Name: "get_sheet_summary", Family: tool.Calc, Tier: tool.Essential},
		{Name: "read_cell_range", Family: tool.Calc, Tier: tool.Essential},
		{Name: "get_image", Family: tool.Common, Tier: tool.Specialized},
	} {
		s.Title, s.Description, s.Domain, s.Effect, s.Undo = "Read", "Serves a test.", "tests", tool.Reads, tool.NotNeeded
		set = append(set, tool.Define(s, func(_ ctx, c *tool.Call, a struct {
			Format   string   `json:"format,omitempty" jsonschema:"f"`
			At       string   `json:"at,omitempty" jsonschema:"f"`
			Strategy string   `json:"strategy,omitempty" jsonschema:"f"`
			Depth    int      `json:"depth,omitempty" jsonschema:"f"`
			Sheet    string   `json:"sheet,omitempty" jsonschema:"f"`
			Range    []string `json:"range,omitempty" jsonschema:"f"`
			Page     int      `json:"page,omitempty" jsonschema:"f"`
		},
		) (any, error) {
			if a.Sheet == "slow" {
				return nil, tool.Errorf(tool.CodeServerBusy, "later")
			}
			if s.Name == "get_image" {
				c.Attach(tool.Image{Data: []byte("png"), MIMEType: "image/png"})
			}
			said := map[string]any{"tool": s.Name, "at": a.At, "sheet": a.Sheet, "range": a.Range, "page": a.Page, "target": c.Target()}
			if s.Name == "get_document_content" {
				said["content"], said["next"] = "# Title of "+c.Target()+" "+a.At, "p:12 7"
			}
			return said, nil
		}))
	}
	return set
}

func rpc[T any](t *testing.T, s *Server, method, params string, headers ...string) (T, int64) {
	t.Helper()
	answer := decoded[struct {
		Result T
		Error  struct{ Code int64 }
	}](t, post(t, s, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params), headers...))
	return answer.Result, answer.Error.Code
}

type readAnswer struct {
	Contents []struct {
		URI, MimeType, Text, Blob string
		Meta                      map[string]any `json:"_meta"`
	}
}

func TestReadResources(t *testing.T) {
	s := started(t, Options{Tools: readers(), Documents: reading("writer", "calc", "draw")})
	for _, tt := range []struct{ name, uri, kind, want string }{
		{"text", "unodesk://document/tag-writer", "text/markdown", "# Title of tag-writer"},
		{"more of it", "unodesk://document/tag-writer?at=heading%3A1.2", "text/markdown", "heading:1.2"},
		{"as it was named", "unodesk://document/tag-writer?at=p%3A12+7", "text/markdown", "p:12 7"},
		{"outline", "unodesk://document/tag-writer/outline", "application/json", `"tool":"get_document_tree"`},
		{"page", "unodesk://document/tag-writer/pages/2", "image/png", ""},
		{"page of a drawing", "unodesk://document/tag-draw/pages/2", "image/png", ""},
		{"spreadsheet", "unodesk://document/tag-calc", "application/json", `"tool":"get_sheet_summary"`},
		{"sheet", "unodesk://document/tag-calc/sheets/My%20Sheet", "application/json", `"sheet":"My Sheet"`},
		{"cells", "unodesk://document/tag-calc/cells/'My%20Sheet'.A1%3AB2", "application/json", `"range":["'My Sheet'.A1:B2"]`},
		{"a drawing", "unodesk://document/tag-draw", "application/json", `"doc_type":"draw"`},
	} {
		r, code := rpc[readAnswer](t, s, "resources/read", `{"uri":"`+tt.uri+`"}`)
		if code != 0 || len(r.Contents) != 1 {
			t.Errorf("%s: %d %+v", tt.name, code, r)
			continue
		}
		c := r.Contents[0]
		if c.URI != tt.uri || c.MimeType != tt.kind || !strings.Contains(c.Text, tt.want) || (c.Blob != "") != (tt.kind == "image/png") {
			t.Errorf("%s: %+v", tt.name, c)
		}
		if next := "unodesk://document/tag-writer?at=p%3A12+7"; tt.kind == "text/markdown" && (c.Meta["next"] != next || !strings.Contains(c.Text, next)) {
			t.Errorf("%s: no way to go on: %+v", tt.name, c)
		}
	}
	for uri, want := range map[string]int64{
		"unodesk://document/tag-other": -32602, "unodesk://document/": -32602, "unodesk://document/tag-calc/outline": -32602,
		"unodesk://document/tag-writer/cells/A1": -32602, "unodesk://document/tag-calc/cells": -32602, "unodesk://document/tag-calc/cells/": -32602,
		"unodesk://document/tag-writer/outline/1": -32602, "unodesk://document/tag-calc?at=1": 0, "unodesk://document/tag-writer/pages/two": -32602,
		"unodesk://document/tag-writer/../tag-calc": -32602, "file:///etc/passwd": -32602, "unodesk://settings": -32602,
		"unodesk://document/tag-calc/sheets/slow": -32603, "unodesk://document/tag-calc/sheets/%zz": -32602,
	} {
		if r, code := rpc[readAnswer](t, s, "resources/read", `{"uri":"`+uri+`"}`); code != want {
			t.Errorf("%s: %d %+v, want %d", uri, code, r, want)
		}
	}
}

// What a caller may not read by a tool it may not read as a resource either.
func TestResourcesKeepToTheProfile(t *testing.T) {
	set := Settings{AccessToken: "secret", TokenProfile: "small"}
	s := started(t, Options{Tools: readers(), Settings: func() Settings { return set }, Documents: reading("writer")})
	type templates struct {
		ResourceTemplates []struct{ URITemplate, Name, Description, MimeType string }
	}
	for _, tt := range []struct {
		headers []string
		page    bool
	}{{nil, true}, {[]string{"Authorization: Bearer secret"}, false}} {
		list, _ := rpc[templates](t, s, "resources/templates/list", `{}`, tt.headers...)
		var named []string
		for _, r := range list.ResourceTemplates {
			if r.Name == "" || r.Description == "" || r.MimeType == "" {
				t.Errorf("%+v", r)
			}
			named = append(named, strings.TrimPrefix(r.URITemplate, "unodesk://document/{uid}"))
		}
		want := []string{"{?at}", "/outline", "/pages/{page}", "/sheets/{sheet}", "/cells/{range}"}
		if !tt.page {
			want = slices.Delete(want, 2, 3)
		}
		if !slices.Equal(named, want) {
			t.Errorf("got %v, want %v", named, want)
		}
		_, code := rpc[readAnswer](t, s, "resources/read", `{"uri":"unodesk://document/tag-writer/pages/1"}`, tt.headers...)
		if (code == 0) != tt.page {
			t.Errorf("the page: %d", code)
		}
	}
}

type resourceList struct {
	Resources  []struct{ URI, Name, Title, Description, MimeType string }
	NextCursor string
}

func TestResourcesByPages(t *testing.T) {
	docs := make([]document.Info, 250)
	for i := range docs {
		docs[i] = document.Info{Name: fmt.Sprint("n", i), Title: "t", UID: fmt.Sprintf("tag-%d", i), DocType: document.Writer, Path: "/a"}
	}
	var closed atomic.Int64
	s := started(t, Options{Tools: readers(), Documents: func(context.Context) ([]document.Info, error) {
		return docs[:len(docs)-int(closed.Load())], nil
	}})
	seen := map[string]bool{}
	cursor, pages := "", 0
	for {
		list, code := rpc[resourceList](t, s, "resources/list", `{"cursor":"`+cursor+`"}`)
		if code != 0 || len(list.Resources) > resourcePage {
			t.Fatalf("%d, %d resources", code, len(list.Resources))
		}
		for _, r := range list.Resources {
			if seen[r.URI] || r.Name == "" || r.MimeType != "text/markdown" || !strings.Contains(r.Description, "/a") {
				t.Errorf("%+v", r)
			}
			seen[r.URI] = true
		}
		pages++
		closed.Store(1) // the last one, between two pages
		if cursor = list.NextCursor; cursor == "" {
			break
		}
	}
	if len(seen) < 249 || pages != 3 {
		t.Errorf("%d resources on %d pages", len(seen), pages)
	}
	for _, bad := range []string{"unodesk://document/", "nonsense"} {
		if _, code := rpc[resourceList](t, s, "resources/list", `{"cursor":"`+bad+`"}`); code != -32602 {
			t.Errorf("cursor %q: %d", bad, code)
		}
	}
}

// A busy office holds no list up; without documents the list is an empty array.
func TestResourcesOfABusyOffice(t *testing.T) {
	s := started(t, Options{Tools: readers(), Documents: func(c context.Context) ([]document.Info, error) { return nil, errors.New("busy") }})
	if got := text(t, post(t, s, `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`)); !strings.Contains(got, `"resources":[]`) {
		t.Errorf("list: %s", got)
	}
	if _, code := rpc[readAnswer](t, s, "resources/read", `{"uri":"unodesk://document/tag-writer"}`); code != -32603 {
		t.Errorf("read: %d", code)
	}
}
