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

	models    models
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

// documents lists the open documents.
func (d *Desktop) documents(ctx context.Context) ([]*Document, Office, error) {
	office, err := d.source(ctx)
	if err != nil {
		return nil, office, err
	}
	current, all, err := d.models.look(ctx, office)
	if err != nil {
		return nil, office, err
	}
	docs, err := d.describe(ctx, office, all)
	for _, doc := range docs {
		doc.IsActive = current != nil && current.model.Is(doc.model)
	}
	return docs, office, err
}
