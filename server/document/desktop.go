package document

import (
	"context"
	"log/slog"
	"sync"

	"github.com/unodesk/unodesk/uno"
)

// Office is one attachment to a running office.
type Office struct {
	Conn *uno.Conn
	// Tag is new for each office process, so that a uid never means a document
	// of another one.
	Tag string
}

// Source gives the office that is attached now. Its error says what the user
// can do when there is none.
type Source func(ctx context.Context) (Office, error)

// Options are what NewDesktop is told.
type Options struct {
	// StateDir is where write-ahead notes go; "" keeps none.
	StateDir string
	Log      *slog.Logger
	// Review says how edits are reviewed; it is asked for each. nil: not at all.
	Review func() Review
	// Folders are those below which files may be opened, saved and exported; it
	// is asked for each. nil, or none: everywhere.
	Folders func() []string
	// Fault, when set, is called before an edit begins, before each of its
	// steps, by the step's name, and before it ends; an error makes the edit
	// fail there. Tests prove with it that a failed edit changes nothing.
	Fault func(step string) error
}

// Desktop is all documents that are open in the office. It may be used from
// any goroutine.
type Desktop struct {
	source  Source
	notes   notes
	log     *slog.Logger
	fault   func(step string) error
	review  func() Review
	folders func() []string

	revisions revisions
	journal   journal

	mu   sync.Mutex
	seen map[string]conversation // by session
}

// NewDesktop returns the documents of the offices that source gives.
func NewDesktop(source Source, o Options) *Desktop {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Fault == nil {
		o.Fault = func(string) error { return nil }
	}
	if o.Review == nil {
		o.Review = func() Review { return Review{Mode: ReviewOff} }
	}
	if o.Folders == nil {
		o.Folders = func() []string { return nil }
	}
	return &Desktop{
		source: source, notes: notes{dir: o.StateDir}, log: o.Log,
		fault: o.Fault, review: o.Review, folders: o.Folders, seen: map[string]conversation{},
	}
}

// Info describes an open document.
type Info struct {
	Name     string `json:"name"`  // last part of the URL, or "Untitled"
	Title    string `json:"title"` // as the window shows it
	URL      string `json:"url"`   // "" when it was never saved
	UID      string `json:"uid"`
	Path     string `json:"path"`
	DocType  string `json:"doc_type"` // writer, calc, draw, impress or unknown
	IsActive bool   `json:"is_active"`
	Modified bool   `json:"modified"`
	ReadOnly bool   `json:"read_only,omitempty"`
}

// The kinds of documents.
const (
	Writer  = "writer"
	Calc    = "calc"
	Draw    = "draw"
	Impress = "impress"
	unknown = "unknown"
)

var kindServices = []struct{ kind, service string }{
	{Writer, "com.sun.star.text.GenericTextDocument"},
	{Calc, "com.sun.star.sheet.SpreadsheetDocument"},
	{Impress, "com.sun.star.presentation.PresentationDocument"},
	{Draw, "com.sun.star.drawing.DrawingDocument"},
}

// List returns the open documents, in the office's order.
func (d *Desktop) List(ctx context.Context) ([]Info, error) {
	ctx, end := uno.Scope(ctx)
	defer end()
	docs, _, err := d.documents(ctx)
	if err != nil {
		return nil, explain(err, false)
	}
	infos := make([]Info, len(docs))
	for i := range docs {
		infos[i] = docs[i].Info
	}
	return infos, nil
}

// documents lists the open documents with their models, which live as long as
// the scope of ctx.
func (d *Desktop) documents(ctx context.Context) ([]*Document, Office, error) {
	office, err := d.source(ctx)
	if err != nil {
		return nil, office, err
	}
	desktop, err := office.Conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return nil, office, err
	}
	active, models, err := components(ctx, desktop)
	if err != nil {
		return nil, office, err
	}
	docs, err := d.describe(ctx, office, models)
	for _, doc := range docs {
		doc.IsActive = active.Is(doc.model)
	}
	return docs, office, err
}

// components returns the current component and all. The frame tree is only
// read, which the framework allows on any thread.
func components(ctx context.Context, desktop *uno.Object) (active *uno.Object, all []*uno.Object, err error) {
	b := desktop.Conn().NewBatch()
	current := b.Call(desktop, "com.sun.star.frame.XDesktop", "getCurrentComponent")
	access := b.Call(desktop, "com.sun.star.frame.XDesktop", "getComponents")
	if err := b.First(ctx); err != nil {
		return nil, nil, err
	}
	all, err = Enumerate(ctx, access.Object())
	return current.Object(), all, err
}

// describe asks all components what they are in one block. Those that are no
// documents (the Start Center, the BASIC editor) are left out; a document whose
// kind cannot be told is listed as unknown.
func (d *Desktop) describe(ctx context.Context, office Office, models []*uno.Object) ([]*Document, error) {
	isDocument, err := areDocuments(ctx, office.Conn, models)
	if err != nil {
		return nil, err
	}
	type answers struct {
		uid, url, title, modified, readOnly *uno.Result
		kinds                               []*uno.Result
	}
	var docs []*Document
	var asked []answers
	b := office.Conn.NewBatch()
	for i, m := range models {
		if !isDocument[i] {
			continue
		}
		docs = append(docs, &Document{desktop: d, office: office, model: m})
		a := answers{
			uid:      b.Call(m, "com.sun.star.beans.XPropertySet", "getPropertyValue", "RuntimeUID"),
			url:      b.Call(m, "com.sun.star.frame.XModel", "getURL"),
			title:    b.Call(m, "com.sun.star.frame.XTitle", "getTitle"),
			modified: b.Call(m, "com.sun.star.util.XModifiable", "isModified"),
			readOnly: b.Call(m, "com.sun.star.frame.XStorable", "isReadonly"),
		}
		for _, k := range kindServices {
			a.kinds = append(a.kinds, b.Call(m, "com.sun.star.lang.XServiceInfo", "supportsService", k.service))
		}
		asked = append(asked, a)
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	for i, a := range asked {
		info := &docs[i].Info
		info.URL, _ = a.url.Value.(string)
		info.Title, _ = a.title.Value.(string)
		info.Modified, _ = a.modified.Value.(bool)
		info.ReadOnly, _ = a.readOnly.Value.(bool)
		info.Name, info.Path = documentName(info.URL), filePath(info.URL)
		if uid, ok := a.uid.Value.(string); ok {
			info.UID = office.Tag + "-" + uid
		}
		info.DocType = unknown
		for j, k := range kindServices {
			if is, _ := a.kinds[j].Value.(bool); is {
				info.DocType = k.kind
				break
			}
		}
	}
	return docs, nil
}

func areDocuments(ctx context.Context, conn *uno.Conn, models []*uno.Object) ([]bool, error) {
	is := make([]bool, len(models))
	results := make([]*uno.Result, len(models))
	b := conn.NewBatch()
	for i, m := range models {
		has, err := m.Has(ctx, "com.sun.star.lang.XServiceInfo")
		if err != nil {
			return nil, err
		}
		if has {
			results[i] = b.Call(m, "com.sun.star.lang.XServiceInfo", "supportsService", "com.sun.star.document.OfficeDocument")
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	for i, r := range results {
		if r != nil {
			is[i], _ = r.Value.(bool)
		}
	}
	return is, nil
}
