//go:build unix

package cases

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// exported runs export_document without leaving a trace of it in the document.
func exported(t *testing.T, r *servertest.Rig, model *uno.Object, args props) servertest.Answer {
	t.Helper()
	undo := func() string {
		m := r.Object(model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager")
		return fmt.Sprint(r.Do(m, iUndo, "getAllUndoActionTitles"))
	}
	look := func() string {
		view := r.Object(model, "com.sun.star.frame.XModel", "getCurrentController")
		return fmt.Sprint(r.Do(model, "com.sun.star.util.XModifiable", "isModified"), undo(), r.Do(view, "com.sun.star.frame.XController", "getViewData"))
	}
	before, state := look(), r.State(model)
	revision := func(a servertest.Answer) any { return a["document"].(map[string]any)["revision"] }
	first := revision(r.Call("export_document", with(args, "path", "nowhere")))
	a := r.OK("export_document", args)
	equal(t, "revision", revision(a), first)
	equal(t, "flag, undo list and view", look(), before)
	if r.State(model) != state {
		t.Error("the document has changed")
	}
	return a
}

// with is a copy of arguments with others.
func with(args props, pairs ...any) props {
	out := pairsOf(pairs...)
	for k, v := range args {
		if _, set := out[k]; !set {
			out[k] = v
		}
	}
	return out
}

// picture decodes a PNG and keeps it where somebody wants to look at it.
func picture(t *testing.T, b []byte) image.Image {
	t.Helper()
	if folder := os.Getenv("UNODESK_PICTURES"); folder != "" {
		write(t, filepath.Join(folder, strings.ReplaceAll(t.Name(), "/", "-")+fmt.Sprintf("-%d.png", len(b))), b)
	}
	p, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inked is the share of pixels that are not white, in ten-thousandths.
func inked(p image.Image) int {
	dark := 0
	box := p.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if r, g, b, _ := p.At(x, y).RGBA(); r+g+b < 3*0xe000 {
				dark++
			}
		}
	}
	return 10000 * dark / (box.Dx() * box.Dy())
}

func onlyImage(t *testing.T, r *servertest.Rig) image.Image {
	t.Helper()
	if len(r.Images) != 1 {
		t.Fatalf("%d pictures in the answer", len(r.Images))
	}
	equal(t, "type", r.Images[0].MIMEType, "image/png")
	return picture(t, r.Images[0].Data)
}

// A page of a text, as a picture in the answer, as a file, and as a PDF; and
// the text as Markdown.
func TestExportWriter(t *testing.T) {
	r := servertest.New(t)
	b := richText(t, r)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }

	a := exported(t, r, b.model, props{})
	equal(t, "page", a.Int("page"), 1)
	p := onlyImage(t, r)
	equal(t, "width", a.Int("width"), p.Bounds().Dx())
	if inked(p) < 50 {
		t.Error("the page is empty")
	}
	exported(t, r, b.model, props{"max_pixels": 300})
	equal(t, "longer side", onlyImage(t, r).Bounds().Dy(), 300)

	a = r.Fails("OUT_OF_RANGE", "export_document", props{"page": 99})
	contains(t, "message", a.Text("message"), "pages are 1 to")
	r.Fails("OUT_OF_RANGE", "export_document", props{"page": 99, "path": path("a.pdf")})
	r.Fails("VALIDATION_ERROR", "export_document", props{"format": "pdf"})
	r.Fails("VALIDATION_ERROR", "export_document", props{"page": 1, "path": path("a.odt")})
	r.Fails("WRONG_DOCUMENT_TYPE", "export_document", props{"cells": "A1"})
	r.Fails("UNSUPPORTED_FILE", "save_document", props{"path": path("a.md")})

	exported(t, r, b.model, props{"path": path("seite ü.png"), "page": 1})
	equal(t, "pictures in the answer", len(r.Images), 0)
	picture(t, read(t, path("seite ü.png")))
	r.Fails("FILE_EXISTS", "export_document", props{"path": path("seite ü.png")})
	exported(t, r, b.model, props{"path": path("a.pdf"), "page": 1})
	exported(t, r, b.model, props{"path": path("a.md")})
	text := string(read(t, path("a.md")))
	contains(t, "Markdown", text, "# Intro")
	contains(t, "Markdown", text, "**bold**")
	contains(t, "Markdown", text, "A footnote<sup>1</sup> stands here")
	contains(t, "Markdown", text, "1. Note text here")
	if strings.Contains(text, "<span") {
		t.Errorf("Markdown for people has what is for programs:\n%s", text)
	}
}

// Cells as they look on the sheet, with a chart over them; far away ones as
// they are printed; and as CSV.
func TestExportCalc(t *testing.T) {
	r := servertest.New(t)
	model, _ := r.Open("scalc")
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	r.OK("write_formula_range", props{"range": []string{"B2"}, "values": [][]any{{"Monat", "Umsatz, netto"}, {"Januar", 1200.5}, {"März", 900}}})
	r.OK("set_style", props{"range": []string{"B2:C2"}, "bold": true, "bg_color": "yellow"})
	r.OK("set_style", props{"range": []string{"C3:C4"}, "number_format": "#,##0.00"})
	second(r, model)
	chart(r, model)
	shape := r.Object(model, "com.sun.star.lang.XMultiServiceFactory", "createInstance", "com.sun.star.drawing.EllipseShape")
	r.Do(shape, "com.sun.star.drawing.XShape", "setPosition", uno.NewStruct("com.sun.star.awt.Point", "X", int32(8000), "Y", int32(1000)))
	r.Do(shape, "com.sun.star.drawing.XShape", "setSize", uno.NewStruct("com.sun.star.awt.Size", "Width", int32(4000), "Height", int32(3000)))
	r.Do(sheetPage(r, model), "com.sun.star.drawing.XShapes", "add", shape)

	exported(t, r, model, props{})
	whole := onlyImage(t, r)
	a := exported(t, r, model, props{"cells": "B2:C3"})
	equal(t, "range", a.Text("range"), "Sheet1.B2:C3")
	part := onlyImage(t, r)
	if part.Bounds().Dy() >= whole.Bounds().Dy() || inked(part) < 1000 {
		t.Errorf("the part has %v of %v, ink %d", part.Bounds(), whole.Bounds(), inked(part))
	}
	a = exported(t, r, model, props{"cells": "Zwei.A1:B2"})
	equal(t, "page", a.Int("page"), 0)
	if inked(onlyImage(t, r)) == 0 {
		t.Error("another sheet is empty")
	}
	r.OK("write_formula_range", props{"range": []string{"A90000"}, "values": [][]any{{"far"}, {"away"}}})
	a = exported(t, r, model, props{"cells": "A90000:B90001"})
	equal(t, "page", a.Int("page"), 1)
	if ink := inked(onlyImage(t, r)); ink == 0 || ink > 20 {
		t.Errorf("far cells are not on the page, or others are: %d", ink)
	}

	// Of what is too much to be read in a picture it shows the beginning.
	a = exported(t, r, model, props{"cells": "A1:C90001", "max_pixels": 200})
	p := onlyImage(t, r)
	if a.Int("page") != 0 || !strings.HasSuffix(a.Text("range"), " of Sheet1.A1:C90001") || !strings.HasPrefix(a.Text("range"), "Sheet1.A1:C2") {
		t.Errorf("%v", a)
	}
	equal(t, "longer side", p.Bounds().Dy(), 200)

	exported(t, r, model, props{"cells": "C2:D4", "path": path("part.csv")})
	equal(t, "CSV", string(read(t, path("part.csv"))), "\"Umsatz, netto\",\n\"1,200.50\",\n900.00,\n")
	exported(t, r, model, props{"cells": "Zwei", "path": path("zwei.csv")})
	equal(t, "CSV", string(read(t, path("zwei.csv"))), "zweites Blatt\n")
	exported(t, r, model, props{"cells": "B2:C3", "path": path("part.pdf")})
	r.Fails("VALIDATION_ERROR", "export_document", props{"cells": "B2:C3", "page": 1})
	r.Fails("VALIDATION_ERROR", "export_document", props{"cells": "B2:C3", "path": path("part.xlsx")})
	left, _ := filepath.Glob(path(".unodesk*"))
	equal(t, "left over", len(left), 0)
}

// sheetPage is what lies over the first sheet.
func sheetPage(r *servertest.Rig, model *uno.Object) *uno.Object {
	sheets := r.Object(model, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	sheet := r.Object(sheets, "com.sun.star.container.XIndexAccess", "getByIndex", 0)
	return r.Object(sheet, "com.sun.star.drawing.XDrawPageSupplier", "getDrawPage")
}

// chart puts a chart of B2:C4 below the cells.
func chart(r *servertest.Rig, model *uno.Object) {
	sheets := r.Object(model, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	sheet := r.Object(sheets, "com.sun.star.container.XIndexAccess", "getByIndex", 0)
	charts := r.Object(sheet, "com.sun.star.table.XTableChartsSupplier", "getCharts")
	r.Do(charts, "com.sun.star.table.XTableCharts", "addNewByName", "Umsatz",
		uno.NewStruct("com.sun.star.awt.Rectangle", "X", int32(2000), "Y", int32(5000), "Width", int32(10000), "Height", int32(6000)),
		[]*uno.Struct{uno.NewStruct("com.sun.star.table.CellRangeAddress",
			"StartColumn", int32(1), "EndColumn", int32(2), "StartRow", int32(1), "EndRow", int32(3))}, true, true)
}

// second adds a sheet with one cell.
func second(r *servertest.Rig, model *uno.Object) {
	sheets := r.Object(model, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	r.Do(sheets, "com.sun.star.sheet.XSpreadsheets", "insertNewByName", "Zwei", 1)
	r.OK("write_formula_range", props{"range": []string{"Zwei.A1"}, "values": "zweites Blatt"})
}

// A slide and a page of a drawing, hidden ones too.
func TestExportSlides(t *testing.T) {
	r := servertest.New(t)
	for _, factory := range []string{"simpress", "sdraw"} {
		model, uid := r.Open(factory)
		slides := r.Object(model, "com.sun.star.drawing.XDrawPagesSupplier", "getDrawPages")
		r.Do(slides, "com.sun.star.drawing.XDrawPages", "insertNewByIndex", 0)
		slide := r.Object(slides, "com.sun.star.container.XIndexAccess", "getByIndex", 1)
		shape := r.Object(model, "com.sun.star.lang.XMultiServiceFactory", "createInstance", "com.sun.star.drawing.EllipseShape")
		r.Do(shape, "com.sun.star.drawing.XShape", "setSize", uno.NewStruct("com.sun.star.awt.Size", "Width", int32(8000), "Height", int32(8000)))
		r.Do(slide, "com.sun.star.drawing.XShapes", "add", shape)
		if factory == "simpress" {
			r.Do(slide, iProps, "setPropertyValue", "Visible", false)
		}
		a := exported(t, r, model, props{"document_url": uid, "page": 2})
		equal(t, "pages", a.Int("pages"), 2)
		if ink := inked(onlyImage(t, r)); ink < 300 {
			t.Errorf("%s: the ellipse is not there: %d", factory, ink)
		}
		exported(t, r, model, props{"document_url": uid, "page": 1})
		equal(t, "ink of the other page", inked(onlyImage(t, r)), 0)
		r.Fails("OUT_OF_RANGE", "export_document", props{"document_url": uid, "page": 3})
	}
}
