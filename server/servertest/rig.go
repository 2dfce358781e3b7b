// Package servertest gives tests the tools of the product on a real office,
// without HTTP in between.
package servertest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// Rig is a real office with all tools attached to it.
type Rig struct {
	t       testing.TB
	Profile string                  // of the office
	Timeout time.Duration           // of a call, before it is made
	Fault   func(step string) error // of edits, see document.Options; nil: none
	Review  document.Review         // of edits
	Images  []tool.Image            // that went with the last answer
	Folders []string                // that are allowed; nil: all
	Office  *unotest.Office
	Watcher *attach.Watcher
	Desktop *document.Desktop
	catalog *tool.Catalog
}

// New starts an office with the given files open and attaches to it. The test
// ends both.
func New(t testing.TB, files ...string) *Rig {
	t.Helper()
	r := Detached(t)
	r.Start(files...)
	return r
}

// Start starts the office, which may have ended before.
func (r *Rig) Start(files ...string) {
	r.t.Helper()
	if r.Office != nil {
		<-r.Office.Ended()
	}
	r.Office = unotest.StartOffice(r.t, unotest.OfficeOptions{Profile: r.Profile, Files: files})
}

// Detached attaches to an office that does not run yet.
func Detached(t testing.TB) *Rig {
	t.Helper()
	r := &Rig{t: t, Profile: unotest.Profile(t), Timeout: time.Minute}
	r.Watcher = attach.NewWatcher(attach.Options{Profile: r.Profile})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = r.Watcher.Run(ctx) // ends with ctx
	}()
	t.Cleanup(func() { cancel(); <-ended })
	r.Desktop = server.NewDesktop(r.Watcher, nil, document.Options{
		StateDir: t.TempDir(), Fault: r.fault,
		Review:  func() document.Review { return r.Review },
		Folders: func() []string { return r.Folders },
	})
	catalog, err := tools.All(r.Desktop).Compile(tool.Options{
		Timeout: func() time.Duration { return r.Timeout },
		Around: func(ctx context.Context, _ *tool.Tool, _ *tool.Call, next func(context.Context) error) error {
			ctx, end := uno.Scope(ctx)
			defer end()
			return next(ctx)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.catalog = catalog
	return r
}

func (r *Rig) fault(step string) error {
	if r.Fault == nil {
		return nil
	}
	return r.Fault(step)
}

// Conn returns the live connection to the office.
func (r *Rig) Conn() *uno.Conn {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		o, err := r.Watcher.Office(ctx)
		if err == nil {
			return o.Conn
		}
		if ctx.Err() != nil {
			r.t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Answer is a tool's answer.
type Answer map[string]any

// Code is the error code, "" for success.
func (a Answer) Code() string {
	code, _ := a["code"].(string)
	return code
}

// Text returns a text field.
func (a Answer) Text(field string) string {
	s, _ := a[field].(string)
	return s
}

// Int returns a number field as an int.
func (a Answer) Int(field string) int {
	n, _ := a[field].(float64)
	return int(n)
}

// Call runs a tool in a session of its own name.
func (r *Rig) Call(name string, args map[string]any) Answer {
	r.t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		r.t.Fatal(err)
	}
	call := tool.NewCall(tool.CallOptions{Host: "test", Session: r.t.Name()})
	result := r.catalog.Call(context.Background(), call, name, raw)
	r.Images = call.Images()
	var a Answer
	if err := json.Unmarshal(result.JSON, &a); err != nil {
		r.t.Fatalf("%s answered %s: %v", name, result.JSON, err)
	}
	return a
}

// Readers are the names of the tools that only read documents.
func (r *Rig) Readers() []string {
	var names []string
	for _, t := range r.catalog.Tools() {
		if s, _ := r.catalog.Spec(t.Name); s.Effect == tool.Reads && s.Domain != "tools" {
			names = append(names, t.Name)
		}
	}
	return names
}

// OK runs a tool that must succeed.
func (r *Rig) OK(name string, args map[string]any) Answer {
	r.t.Helper()
	a := r.Call(name, args)
	if a["status"] != "ok" {
		r.t.Fatalf("%s%v: %v", name, args, a)
	}
	return a
}

// Fails runs a tool that must fail with a code.
func (r *Rig) Fails(code, name string, args map[string]any) Answer {
	r.t.Helper()
	a := r.Call(name, args)
	if a.Code() != code {
		r.t.Fatalf("%s%v: %v, want code %s", name, args, a, code)
	}
	return a
}

// Open makes a new document of a factory (swriter, scalc, sdraw, simpress) and
// returns its model, and its uid.
func (r *Rig) Open(factory string) (*uno.Object, string) {
	r.t.Helper()
	return r.Load("private:factory/" + factory)
}

// Load opens a document in a visible frame and returns its model and its uid.
func (r *Rig) Load(url string) (*uno.Object, string) {
	r.t.Helper()
	ctx := context.Background()
	conn := r.Conn()
	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		r.t.Fatal(err)
	}
	var model *uno.Object
	err = conn.Main(ctx, func(ctx context.Context) (err error) {
		model, err = desktop.CallObject(ctx, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL", url, "_blank", 0, []*uno.Struct{})
		return err
	})
	if err != nil || model == nil {
		r.t.Fatalf("load %s: %v", url, err)
	}
	id, err := model.Call(ctx, "com.sun.star.beans.XPropertySet", "getPropertyValue", "RuntimeUID")
	if err != nil {
		r.t.Fatal(err)
	}
	return model, r.Watcher.State().Tag + "-" + id.(string)
}

// Model returns the model of the document with a uid. It is never released.
func (r *Rig) Model(uid string) *uno.Object {
	r.t.Helper()
	doc, err := r.Desktop.Find(context.Background(), document.Target{Ref: uid})
	if err != nil {
		r.t.Fatal(err)
	}
	return doc.Model()
}

// Do calls a method that must succeed.
func (r *Rig) Do(o *uno.Object, iface, method string, args ...any) any {
	r.t.Helper()
	v, err := o.Call(context.Background(), iface, method, args...)
	if err != nil {
		r.t.Fatalf("%s.%s: %v", iface, method, err)
	}
	return v
}

// Object is Do for methods that return an object.
func (r *Rig) Object(o *uno.Object, iface, method string, args ...any) *uno.Object {
	r.t.Helper()
	got, ok := r.Do(o, iface, method, args...).(*uno.Object)
	if !ok {
		r.t.Fatalf("%s.%s returned no object", iface, method)
	}
	return got
}
