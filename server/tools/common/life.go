package common

import (
	"context"
	"fmt"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// life are the tools that make, open, save, export and close documents.
func life(d *document.Desktop) tool.Set {
	t := lifeTools{d}
	return tool.Set{
		tool.Define(tool.Spec{
			Name: "create_document", Title: "Create document",
			Description: "Opens a new document in a window and answers its uid. It has no file until it is saved.",
			Domain:      "documents", Family: tool.Common, Tier: tool.Essential, Effect: tool.Adds, Undo: tool.Native, NoDocument: true,
			Example: `{"kind": "calc"}`,
			Refine:  []tool.Refinement{tool.Default("kind", document.Writer)},
		}, t.create),
		tool.Define(tool.Spec{
			Name: "open_document", Title: "Open document",
			Description: "Opens a file in a window and answers its uid. Macros do not run. " +
				"What somebody else has open is opened read-only.",
			Domain: "documents", Family: tool.Common, Tier: tool.Essential, Effect: tool.Adds, Undo: tool.Native, NoDocument: true, Long: true,
			Example: `{"path": "/home/ann/report.odt"}`,
			Refine:  []tool.Refinement{tool.NotEmpty("path"), tool.Default("read_only", false)},
		}, t.open),
		tool.DefineEdit(tool.Spec{
			Name: "save_document", Title: "Save document",
			Description: "Saves the document in its file or, with path, in another, its file from then on. The extension gives the format.",
			Domain:      "documents", Family: tool.Common, Tier: tool.Essential, Effect: tool.Destroys, Undo: tool.None, Long: true,
			Example: `{"path": "/home/ann/report.odt"}`,
			Refine:  []tool.Refinement{tool.Default("overwrite", false)},
		}, t.save),
		tool.DefineEdit(exportSpec(), t.export),
		tool.Define(imageSpec(), t.image),
		tool.DefineEdit(tool.Spec{
			Name: "close_document", Title: "Close document",
			Description: "Closes the document. With unsaved changes it refuses, unless unsaved says what to do.",
			Domain:      "documents", Family: tool.Common, Effect: tool.Destroys, Undo: tool.None,
			Example: `{"unsaved": "save"}`,
			Refine:  []tool.Refinement{tool.Default("unsaved", "refuse")},
		}, t.close),
	}
}

type lifeTools struct{ d *document.Desktop }

// Kind is a kind of document.
type Kind string

// Values lists the kinds.
func (Kind) Values() []string {
	return []string{document.Writer, document.Calc, document.Impress, document.Draw}
}

type createArgs struct {
	Kind Kind `json:"kind,omitempty" jsonschema:"what to make"`
}

type openedResult struct {
	Message  string `json:"message"`
	UID      string `json:"uid"`
	DocType  string `json:"doc_type"`
	URL      string `json:"url,omitempty"`
	Already  bool   `json:"already_open,omitempty"`
	ReadOnly bool   `json:"read_only,omitempty"`
	Owner    string `json:"locked_by,omitempty"`
}

func (t lifeTools) create(ctx context.Context, c *tool.Call, a createArgs) (openedResult, error) {
	c.Begin()
	doc, err := t.d.Create(ctx, string(a.Kind))
	if err != nil {
		return openedResult{}, err
	}
	if doc == nil {
		return openedResult{}, tool.Errorf(document.CodeUnsupportedFile, "this LibreOffice makes no %s documents; is that part installed?", a.Kind)
	}
	t.d.Worked(c, doc)
	return openedResult{Message: fmt.Sprintf("A new %s document is open.", a.Kind), UID: doc.UID, DocType: doc.DocType}, nil
}

type openArgs struct {
	Path     string `json:"path" jsonschema:"absolute path or file URL"`
	ReadOnly bool   `json:"read_only,omitempty" jsonschema:"only to read"`
	Password string `json:"password,omitempty" jsonschema:"ask the user for it"`
}

func (t lifeTools) open(ctx context.Context, c *tool.Call, a openArgs) (openedResult, error) {
	c.Begin()
	doc, err := t.d.Open(ctx, a.Path, document.OpenOptions{ReadOnly: a.ReadOnly, Password: a.Password})
	if err != nil {
		return openedResult{}, err
	}
	t.d.Worked(c, doc.Document)
	r := openedResult{
		Message: fmt.Sprintf("%s is open.", doc.Name), UID: doc.UID, DocType: doc.DocType, URL: doc.URL,
		Already: doc.Already, ReadOnly: doc.ReadOnly, Owner: doc.Owner,
	}
	if doc.Owner != "" {
		r.Message = fmt.Sprintf("%s is open read-only, because %s has it open.", doc.Name, doc.Owner)
	}
	return r, nil
}

type saveArgs struct {
	Path      string `json:"path,omitempty" jsonschema:"absolute path of another file"`
	Overwrite bool   `json:"overwrite,omitempty" jsonschema:"replace an existing file"`
}

type savedResult struct {
	Message string `json:"message"`
	URL     string `json:"url"`
}

func (t lifeTools) save(ctx context.Context, c *tool.Call, a saveArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, "", true)
	if err != nil {
		return nil, err
	}
	return document.NewAct(savedResult{"Would save the document.", doc.URL}, func(ctx context.Context) (any, error) {
		if a.Path == "" {
			return savedResult{fmt.Sprintf("Saved %s.", doc.Name), doc.URL}, doc.Save(ctx)
		}
		url, err := doc.SaveAs(ctx, a.Path, a.Overwrite)
		return savedResult{"Saved; the document is now " + url + ".", url}, err
	}), nil
}

// Unsaved says what becomes of unsaved changes.
type Unsaved string

// Values lists the choices.
func (Unsaved) Values() []string { return []string{"refuse", "save", "discard"} }

type closeArgs struct {
	Unsaved Unsaved `json:"unsaved,omitempty" jsonschema:"what to do with unsaved changes"`
}

type closedResult struct {
	Message string `json:"message"`
	Closed  bool   `json:"closed"`
}

func (t lifeTools) close(ctx context.Context, c *tool.Call, a closeArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, "", true)
	if err != nil {
		return nil, err
	}
	return document.NewAct(closedResult{"Would close the document.", false}, func(ctx context.Context) (any, error) {
		if a.Unsaved == "save" && doc.Modified {
			if err := doc.Save(ctx); err != nil {
				return nil, err
			}
		}
		if err := doc.Close(ctx, a.Unsaved == "discard"); err != nil {
			return nil, err
		}
		return closedResult{fmt.Sprintf("Closed %s.", doc.Name), true}, nil
	}), nil
}
