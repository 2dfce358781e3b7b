package server_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// follower is a host that hears what the server says unasked.
type follower struct {
	*mcp.ClientSession
	heard chan string
}

func (b *bench) follow(t *testing.T, version string) *follower {
	t.Helper()
	f := &follower{heard: make(chan string, 100)}
	client := mcp.NewClient(&mcp.Implementation{Name: "follower", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler:     func(context.Context, *mcp.ToolListChangedRequest) { f.heard <- "tools" },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { f.heard <- "resources" },
		ResourceUpdatedHandler:     func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { f.heard <- r.Params.URI },
	})
	var err error
	f.ClientSession, err = client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: b.address}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// model is the document with a uid, as another program sees it.
func (b *bench) model(t *testing.T, uid string) *uno.Object {
	t.Helper()
	desktop, err := b.conn.Service(t.Context(), "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	access, err := desktop.CallObject(t.Context(), "com.sun.star.frame.XDesktop", "getComponents")
	if err != nil {
		t.Fatal(err)
	}
	all, err := document.Enumerate(t.Context(), access)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all {
		if id, err := o.Call(t.Context(), "com.sun.star.beans.XPropertySet", "getPropertyValue", "RuntimeUID"); err == nil && strings.HasSuffix(uid, "-"+id.(string)) {
			return o
		}
	}
	t.Fatalf("no document %s", uid)
	return nil
}

// types appends text as another program or the user does.
func (b *bench) types(t *testing.T, model *uno.Object, text string) {
	t.Helper()
	body, err := model.CallObject(t.Context(), "com.sun.star.text.XTextDocument", "getText")
	if err != nil {
		t.Fatal(err)
	}
	end, err := body.CallObject(t.Context(), "com.sun.star.text.XTextRange", "getEnd")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := end.Call(t.Context(), "com.sun.star.text.XTextRange", "setString", text); err != nil {
		t.Fatal(err)
	}
}

// quit ends the office, as the user does, without saving.
func (b *bench) quit(t *testing.T, open *uno.Object) {
	t.Helper()
	if _, err := open.Call(t.Context(), "com.sun.star.util.XModifiable", "setModified", false); err != nil {
		t.Fatal(err)
	}
	desktop, err := b.conn.Service(t.Context(), "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = desktop.Call(t.Context(), "com.sun.star.frame.XDesktop", "terminate") // the connection may end before the answer
	select {
	case <-b.office.Ended():
	case <-time.After(30 * time.Second):
		t.Fatal("the office does not end")
	}
}

// hears waits for all of these.
func (f *follower) hears(t *testing.T, when string, want ...string) {
	t.Helper()
	missing := slices.Clone(want)
	late := time.After(20 * time.Second)
	for len(missing) > 0 {
		select {
		case what := <-f.heard:
			missing = slices.DeleteFunc(missing, func(w string) bool { return w == what })
		case <-late:
			t.Fatalf("%s: did not hear of %v", when, missing)
		}
	}
}

func (f *follower) read(t *testing.T, uri string) *mcp.ResourceContents {
	t.Helper()
	r, err := f.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
	if err != nil || len(r.Contents) != 1 {
		t.Fatalf("%s: %v", uri, err)
	}
	return r.Contents[0]
}

// Resources are what is open in a real office, and clients of both eras hear
// what the user does in it.
func TestResourcesOfAnOffice(t *testing.T) {
	b := newBench(t)
	var hosts []*follower
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		f := b.follow(t, version)
		hosts = append(hosts, f)
		if _, err := f.ListTools(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(time.Second) // until the server listens
	text := b.open(t, "writer")
	for _, f := range hosts {
		f.hears(t, "a text is opened", "tools", "resources")
	}
	sheet := b.open(t, "calc")
	textURI, sheetURI := "unodesk://document/"+text, "unodesk://document/"+sheet
	for _, f := range hosts {
		f.hears(t, "a sheet is opened", "tools", "resources")
		list, err := f.ListResources(t.Context(), nil)
		if err != nil || len(list.Resources) != 2 {
			t.Fatalf("%v: %+v", err, list)
		}
		if err := f.Subscribe(t.Context(), &mcp.SubscribeParams{URI: textURI}); err != nil {
			t.Fatal(err)
		}
	}
	one := hosts[0]
	callTool(t, one.ClientSession, "apply_document_content", map[string]any{"document_url": text, "target": "end", "content": "<h1>First</h1><p>Words.</p><h1>Second</h1>"})
	callTool(t, one.ClientSession, "write_formula_range", map[string]any{"document_url": sheet, "range": "A1:B1", "values": [][]any{{1, "x"}}})
	for _, f := range hosts {
		f.hears(t, "a tool has written", textURI)
	}
	model := b.model(t, text)
	b.types(t, model, "typed by the user")
	for _, f := range hosts {
		f.hears(t, "the user has typed", textURI)
		if c := f.read(t, textURI); c.MIMEType != "text/markdown" || !strings.Contains(c.Text, "# First") || !strings.Contains(c.Text, "typed by the user") || c.Meta["revision"] == "" {
			t.Errorf("the text: %+v", c)
		}
	}
	for uri, want := range map[string]string{
		textURI + "/outline": `"heading:2"`, textURI + "?at=heading%3A1": "Words.", sheetURI: `"used_range"`,
		sheetURI + "/cells/A1%3AB1": `"x"`, sheetURI + "/sheets/Sheet1": `Sheet1`,
	} {
		if c := one.read(t, uri); !strings.Contains(c.Text, want) {
			t.Errorf("%s: %+v", uri, c)
		}
	}
	for _, uri := range []string{textURI, sheetURI} {
		if c := one.read(t, uri+"/pages/1"); c.MIMEType != "image/png" || !strings.HasPrefix(string(c.Blob), "\x89PNG") {
			t.Errorf("%s: %s %s", uri, c.MIMEType, base64.StdEncoding.EncodeToString(c.Blob[:min(20, len(c.Blob))]))
		}
	}
	for template, want := range map[string]string{"{?at}": "at heading:1 heading:2", "/pages/{page}": "page 1", "/cells/{range}": "range Sheet1"} {
		argument, values, _ := strings.Cut(want, " ")
		uid := text
		if argument == "range" {
			uid = sheet
		}
		r, err := one.Complete(t.Context(), &mcp.CompleteParams{
			Ref:      &mcp.CompleteReference{Type: "ref/resource", URI: "unodesk://document/{uid}" + template},
			Argument: mcp.CompleteParamsArgument{Name: argument},
			Context:  &mcp.CompleteContext{Arguments: map[string]string{"uid": uid}},
		})
		if err != nil || strings.Join(r.Completion.Values, " ") != values {
			t.Errorf("%s: %v %+v", template, err, r)
		}
	}
	if _, err := model.Call(t.Context(), "com.sun.star.util.XCloseable", "close", true); err != nil {
		t.Fatal(err)
	}
	for _, f := range hosts {
		f.hears(t, "the text is closed", "tools", "resources", textURI)
		if _, err := f.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: textURI}); err == nil {
			t.Error("a closed document can be read")
		}
		if err := f.Subscribe(t.Context(), &mcp.SubscribeParams{URI: sheetURI}); err != nil {
			t.Fatal(err)
		}
	}
	// That somebody listens keeps no office from ending.
	b.quit(t, b.model(t, sheet))
	for _, f := range hosts {
		f.hears(t, "the office has ended", "tools", "resources")
	}
}

// A long text is read part by part, each naming the next.
func TestLongResourceIsReadByParts(t *testing.T) {
	b := newBench(t)
	uid := b.open(t, "writer")
	f := b.follow(t, "2025-11-25")
	var long []string
	for n := range 600 {
		long = append(long, fmt.Sprintf("<p>This is paragraph number %d, with some words so that it has a length.</p>", n))
	}
	callTool(t, f.ClientSession, "apply_document_content", map[string]any{"document_url": uid, "target": "end", "content": strings.Join(long, "")})
	uri, parts, found := "unodesk://document/"+uid, 0, 0
	for uri != "" && parts < 20 {
		c := f.read(t, uri)
		parts++
		for found < 600 && strings.Contains(c.Text, fmt.Sprintf("paragraph number %d,", found)) {
			found++
		}
		if len(c.Text) > 30<<10 {
			t.Errorf("part %d has %d bytes", parts, len(c.Text))
		}
		uri, _ = c.Meta["next"].(string)
	}
	if found != 600 || parts < 2 {
		t.Errorf("%d paragraphs in %d parts", found, parts)
	}
}
