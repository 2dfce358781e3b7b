package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"

	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tools"
	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// Each file in testdata/*.txtar is a conversation with the real office, over
// HTTP: prose, the documents to make, then pairs of a call and its answer.
//
//	What this shows.
//	-- documents --
//	letter writer
//	-- call --
//	get_document_content {"document_url":"$letter"}
//	-- answer --
//	{ … }
//
// $NAME stands for the uid of a document in calls and answers. -update writes
// the answers anew. The section "new session" begins another conversation.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		// An office of its own for each: 7.4 sometimes crashes at the next
		// document after some were closed.
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { newBench(t).play(t, file) })
	}
}

// bench is a server on a real office.
type bench struct {
	address string
	desktop *document.Desktop
	conn    *uno.Conn
	office  *unotest.Office
	server  *server.Server
	options server.Options
}

func newBench(t *testing.T) *bench {
	t.Helper()
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	watcher := attach.NewWatcher(attach.Options{Profile: office.Profile})
	ctx, cancel := context.WithCancel(context.Background())
	watching := make(chan struct{})
	go func() { defer close(watching); _ = watcher.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-watching })
	b := &bench{office: office, conn: office.Dial()}
	b.desktop = server.NewDesktop(watcher, nil, document.Options{StateDir: t.TempDir()})
	b.options = server.Options{Version: "test", Office: watcher, Tools: tools.All(b.desktop), Documents: b.desktop.List, Events: server.NewEvents(watcher, b.desktop), StateDir: t.TempDir()}
	b.start(t, 0)
	t.Cleanup(func() { b.stop() })
	return b
}

func (b *bench) start(t *testing.T, port int) {
	t.Helper()
	var err error
	if b.server, err = server.New(b.options); err == nil {
		err = b.server.Start(port)
	}
	if err != nil {
		t.Fatal(err)
	}
	b.address = b.server.Address()
}

func (b *bench) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = b.server.Stop(ctx)
}

// restart ends the server and starts another one at the same place.
func (b *bench) restart(t *testing.T) {
	t.Helper()
	at, err := url.Parse(b.address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(at.Port())
	if err != nil {
		t.Fatal(err)
	}
	b.stop()
	b.start(t, port)
}

// play plays one file and compares, or writes, the answers.
func (b *bench) play(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	uids := map[string]string{}
	host := b.connect(t)
	for i, section := range archive.Files {
		switch section.Name {
		case "documents":
			for line := range strings.Lines(string(section.Data)) {
				name, kind, _ := strings.Cut(strings.TrimSpace(line), " ")
				uids[name] = b.open(t, kind)
			}
		case "new session":
			host = b.connect(t)
		case "call":
			got := ask(t, host, string(section.Data), uids)
			if i+1 == len(archive.Files) || archive.Files[i+1].Name != "answer" {
				t.Fatalf("section %d: a call without an answer", i)
			}
			want := &archive.Files[i+1].Data
			if update() {
				*want = got
			} else if !bytes.Equal(got, *want) {
				t.Errorf("%s\ngot:\n%s\nwant:\n%s", section.Data, got, *want)
			}
		case "answer":
		default:
			t.Fatalf("section %d: what is %q?", i, section.Name)
		}
	}
	if update() {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// update is the flag that the tests of the package share.
func update() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

func (b *bench) connect(t *testing.T) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "host", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: b.address}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// open makes an empty document and returns its uid. It is closed with the test.
func (b *bench) open(t *testing.T, kind string) string {
	t.Helper()
	factory := map[string]string{"writer": "swriter", "calc": "scalc", "draw": "sdraw", "impress": "simpress"}[kind]
	if factory == "" {
		t.Fatalf("what kind of document is %q?", kind)
	}
	before := b.uids(t)
	desktop, err := b.conn.Service(t.Context(), "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	var doc *uno.Object
	err = b.conn.Main(t.Context(), func(ctx context.Context) error {
		doc, err = desktop.CallObject(ctx, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL",
			"private:factory/"+factory, "_blank", int32(0), uno.PropertyValues())
		if err != nil {
			return err
		}
		return activate(ctx, doc)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, uid := range b.uids(t) {
		if !slices.Contains(before, uid) {
			return uid
		}
	}
	t.Fatal("the new document is not listed")
	return ""
}

// activate makes a document the active one. Without a window manager the
// office's own choice is a matter of chance.
func activate(ctx context.Context, doc *uno.Object) error {
	controller, err := doc.CallObject(ctx, "com.sun.star.frame.XModel", "getCurrentController")
	if err != nil {
		return err
	}
	frame, err := controller.CallObject(ctx, "com.sun.star.frame.XController", "getFrame")
	if err != nil {
		return err
	}
	_, err = frame.Call(ctx, "com.sun.star.frame.XFrame", "activate")
	return err
}

func (b *bench) uids(t *testing.T) []string {
	t.Helper()
	docs, err := b.desktop.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var uids []string
	for _, d := range docs {
		uids = append(uids, d.UID)
	}
	return uids
}

// ask makes the call that stands in a section: a tool and its arguments.
func ask(t *testing.T, host *mcp.ClientSession, call string, uids map[string]string) []byte {
	t.Helper()
	for name, uid := range uids {
		call = strings.ReplaceAll(call, "$"+name, uid)
	}
	name, arguments, _ := strings.Cut(strings.TrimSpace(call), " ")
	if arguments == "" {
		arguments = "{}"
	}
	r, err := host.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	if err != nil {
		return fmt.Appendf(nil, "%v\n", err)
	}
	var out bytes.Buffer
	for _, block := range r.Content {
		text := block.(*mcp.TextContent).Text
		for name, uid := range uids {
			text = strings.ReplaceAll(text, uid, "$"+name)
		}
		if err := json.Indent(&out, []byte(normal(text)), "", "  "); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// What differs from run to run.
var changing = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`"_elapsed_ms":[0-9.]+`), `"_elapsed_ms":0`},
	{regexp.MustCompile(`("current_local_datetime":")[^"]*`), `${1}…`},
	{regexp.MustCompile(`("(?:if_)?revision":")[^"]*`), `${1}…`},
}

func normal(text string) string {
	for _, c := range changing {
		text = c.pattern.ReplaceAllString(text, c.with)
	}
	return text
}
