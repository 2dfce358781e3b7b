package common

import (
	"context"
	"fmt"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

// shownPixels is the longer side of a picture in an answer when nothing else is
// asked for: a page of A4 as it is drawn.
const shownPixels = 1200

// writtenPixels is how long the longer side of a picture of cells in a file may
// be, at least, before cells are left out.
const writtenPixels = 4000

func exportSpec() tool.Spec {
	return tool.Spec{
		Name: "export_document", Title: "Export document",
		Description: "Writes a copy: pdf, png, docx, md, html, xlsx, csv, pptx … " +
			"Without path, answers a picture of a page or of cells: look at your work.",
		Domain: "documents", Family: tool.Common, Effect: tool.Destroys, Undo: tool.None, Long: true,
		Example: `{"path": "/home/ann/report.pdf"}`,
		Refine:  []tool.Refinement{tool.Default("overwrite", false), tool.AtLeast("page", 1), tool.Range("max_pixels", 64, 4000)},
	}
}

func imageSpec() tool.Spec {
	return tool.Spec{
		Name: "get_image", Title: "Look at a page",
		Description: "Answers a picture of a page or slide, or of cells of a spreadsheet as the user sees them. Writes no file and changes nothing.",
		Domain:      "documents", Family: tool.Common, Tier: tool.Specialized, Effect: tool.Reads, Undo: tool.NotNeeded, Long: true,
		Example: `{"page": 2}`,
		Refine:  []tool.Refinement{tool.AtLeast("page", 1), tool.Range("max_pixels", 64, 4000)},
	}
}

type imageArgs struct {
	Page      int    `json:"page,omitempty" jsonschema:"page or slide; unset: the first, or the sheet"`
	Cells     string `json:"cells,omitempty" jsonschema:"range or sheet"`
	MaxPixels int    `json:"max_pixels,omitempty" jsonschema:"longer side of the picture"`
}

func (t lifeTools) image(ctx context.Context, c *tool.Call, a imageArgs) (any, error) {
	doc, err := t.d.For(ctx, c, "", false)
	if err != nil {
		return nil, err
	}
	o, result, err := t.part(ctx, doc, exportArgs{Page: a.Page, Cells: a.Cells, MaxPixels: a.MaxPixels})
	if err != nil {
		return nil, err
	}
	return t.show(ctx, c, doc, o.Part, a.MaxPixels, result)
}

type exportArgs struct {
	Path      string `json:"path,omitempty" jsonschema:"absolute path"`
	Format    string `json:"format,omitempty" jsonschema:"unset: by extension"`
	Overwrite bool   `json:"overwrite,omitempty" jsonschema:"replace an existing file"`
	Page      int    `json:"page,omitempty" jsonschema:"page or slide (png, pdf)"`
	Cells     string `json:"cells,omitempty" jsonschema:"range or sheet (png, pdf, csv)"`
	MaxPixels int    `json:"max_pixels,omitempty" jsonschema:"longer side of a picture"`
}

type exportResult struct {
	Message string `json:"message"`
	URL     string `json:"url,omitempty"`
	Page    int    `json:"page,omitempty"`
	Pages   int    `json:"pages,omitempty"`
	Range   string `json:"range,omitempty"`
	Width   int    `json:"width,omitempty"`
	Height  int    `json:"height,omitempty"`
}

func (t lifeTools) export(ctx context.Context, c *tool.Call, a exportArgs) (tool.Plan, error) {
	doc, err := t.d.For(ctx, c, "", false)
	if err != nil {
		return nil, err
	}
	if a.Path == "" && a.Format != "" && a.Format != "png" {
		return nil, tool.Errorf(document.CodeValidation, "without a path only a png can be answered; say where to write the %s", a.Format)
	}
	o, result, err := t.part(ctx, doc, a)
	if err != nil {
		return nil, err
	}
	format := document.FormatOf(a.Path, a.Format)
	if a.Path == "" {
		result.Message = "Would answer a picture."
		return document.NewAct(result, func(ctx context.Context) (any, error) { return t.show(ctx, c, doc, o.Part, a.MaxPixels, result) }), nil
	}
	result.Message = "Would write a copy."
	return document.NewAct(result, func(ctx context.Context) (any, error) {
		result.Message = "Wrote a copy."
		if format == "md" && doc.DocType == document.Writer {
			body, err := writer.Read(ctx, doc)
			if err != nil {
				return nil, err
			}
			result.URL, err = doc.Write(a.Path, content.MarkdownFile(body.Blocks), o)
			return result, err
		}
		o.Limit.Pixels = a.MaxPixels
		result.URL, err = doc.Export(ctx, a.Path, o)
		return result, err
	}), nil
}

// part finds the part of a document that is meant.
func (t lifeTools) part(ctx context.Context, doc *document.Document, a exportArgs) (document.ExportOptions, exportResult, error) {
	o := document.ExportOptions{Format: a.Format, Overwrite: a.Overwrite, Part: document.Part{Page: a.Page}}
	result := exportResult{URL: a.Path, Page: a.Page}
	if a.Cells != "" && doc.DocType != document.Calc {
		return o, result, tool.Errorf(document.CodeWrongType, "%s has no cells: it is a %s document", doc.Name, doc.DocType)
	}
	format := document.FormatOf(a.Path, a.Format)
	// Without a page, a sheet is shown as it looks, not as it is printed.
	sheet := doc.DocType == document.Calc && a.Page == 0 && (a.Path == "" || format == "png")
	var err error
	if a.Cells != "" || sheet {
		o.Part.Cells, result.Range, err = t.cells(ctx, doc, a, format)
	}
	return o, result, err
}

// cells finds the cells that are meant. Of those that become a picture it
// returns as many as can be read there; the address says how many that are.
func (t lifeTools) cells(ctx context.Context, doc *document.Document, a exportArgs, format string) (*document.Cells, string, error) {
	r, err := calc.Seen(ctx, doc, a.Cells)
	if err != nil {
		return nil, "", err
	}
	pixels := a.MaxPixels
	switch {
	case a.Path != "" && format != "png":
		return r.Part(), r.String(), nil
	case pixels == 0 && a.Path != "":
		pixels = writtenPixels
	case pixels == 0:
		pixels = shownPixels
	}
	part, err := calc.Legible(ctx, r, pixels)
	if err != nil {
		return nil, "", err
	}
	address := part.String()
	if part.Address != r.Address {
		address += " of " + r.String()
	}
	return part.Part(), address, nil
}

// show answers with a picture.
func (t lifeTools) show(ctx context.Context, c *tool.Call, doc *document.Document, p document.Part, pixels int, result exportResult) (any, error) {
	if pixels == 0 {
		pixels = shownPixels
	}
	picture, err := doc.Picture(ctx, p, document.PictureLimit{Pixels: pixels, Bytes: tool.MaxImage})
	if err != nil {
		return nil, err
	}
	c.Attach(tool.Image{Data: picture.PNG, MIMEType: "image/png"})
	result.Width, result.Height, result.Pages, result.Page = picture.Width, picture.Height, picture.Pages, picture.Page
	switch {
	case picture.Page == 0:
		result.Message = fmt.Sprintf("The picture shows %s.", result.Range)
	case picture.Pages > 0:
		result.Message = fmt.Sprintf("The picture shows page %d of %d.", picture.Page, picture.Pages)
	default:
		result.Message = fmt.Sprintf("The picture shows page %d as it would be printed.", picture.Page)
	}
	return result, nil
}
