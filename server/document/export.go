package document

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// Part is a part of a document. The zero Part is all of it.
type Part struct {
	Page  int    // page or slide, counted from 1; 0 is all
	Cells *Cells // of a spreadsheet; nil is all
}

// Cells is a block of cells of a spreadsheet, counted from 0, both ends
// included.
type Cells struct {
	Range             *uno.Object
	Sheet             int
	Column, Row       int
	EndColumn, EndRow int
}

// ExportOptions say what to write, and how.
type ExportOptions struct {
	Format    string // file name extension; "" follows from the path's
	Overwrite bool   // replace the file at the path
	Part      Part   // of pdf, png and csv
	Limit     PictureLimit
}

// FormatOf is the format that a file is to have: the one asked for, or its
// extension.
func FormatOf(path, format string) string {
	if format == "" {
		format = filepath.Ext(path)
	}
	return strings.ToLower(strings.TrimPrefix(format, "."))
}

// Export stores a copy in a file and returns its URL; the document stays what
// it is.
func (doc *Document) Export(ctx context.Context, ref string, o ExportOptions) (string, error) {
	location, filter, err := doc.destination(ref, o.Format, o.Overwrite)
	if err != nil {
		return "", err
	}
	format := FormatOf(location, o.Format)
	if err := doc.checkPart(o.Part, format); err != nil {
		return "", err
	}
	switch {
	case format == "png":
		picture, err := doc.Picture(ctx, o.Part, o.Limit)
		if err != nil {
			return "", err
		}
		return location, writeFile(location, picture.PNG)
	case format == "csv" && o.Part.Cells != nil:
		return location, doc.exportCSV(ctx, location, o.Part.Cells)
	case filter == ownFilter:
		return "", Errorf(CodeUnsupportedFile, "a %s document cannot be stored as %q", doc.DocType, format)
	}
	pairs := []any{"FilterName", filter}
	switch {
	case filter == "Text (encoded)":
		pairs = append(pairs, "FilterOptions", "UTF8,LF")
	case format == "csv":
		pairs = append(pairs, "FilterOptions", csvOptions)
	case format == "pdf" && o.Part != (Part{}):
		if err := doc.checkPage(ctx, o.Part.Page); err != nil {
			return "", err
		}
		pairs = append(pairs, "FilterData", pdfData(o.Part))
	}
	return location, storeError(doc.storeCopy(ctx, location, pairs...), location)
}

// storeCopy lets the office write a copy.
func (doc *Document) storeCopy(ctx context.Context, location string, pairs ...any) error {
	return doc.unheard(ctx, func(ctx context.Context) error {
		_, err := onMain(ctx, doc.model, iStorable, "storeToURL", location, uno.PropertyValues(pairs...))
		return err
	})
}

// Write writes text that was made of the document, as Export does.
func (doc *Document) Write(ref, text string, o ExportOptions) (string, error) {
	location, _, err := doc.destination(ref, o.Format, o.Overwrite)
	if err == nil {
		err = doc.checkPart(o.Part, FormatOf(location, o.Format))
	}
	if err != nil {
		return "", err
	}
	return location, writeFile(location, []byte(text))
}

// checkPart refuses parts that the document or the format does not have.
func (doc *Document) checkPart(p Part, format string) error {
	switch {
	case p.Page != 0 && p.Cells != nil:
		return Errorf(CodeValidation, "give a page or cells, not both")
	case p.Page != 0 && format != "png" && format != "pdf":
		return Errorf(CodeValidation, "one page can be written as png or pdf, not as %s", format).With("format", format)
	case p.Cells != nil && format != "png" && format != "pdf" && format != "csv":
		return Errorf(CodeValidation, "cells can be written as png, pdf or csv, not as %s", format).With("format", format)
	}
	return nil
}

// pdfData says what of a document becomes a PDF. Pages are numbered as a reader
// sees them: empty ones and hidden slides count. Form fields are drawn. With a
// page, the office would forget the cells (7.4).
func pdfData(p Part) []*uno.Struct {
	pairs := []any{"ExportFormFields", false, "IsSkipEmptyPages", false, "ExportHiddenSlides", true}
	if p.Cells != nil {
		pairs = append(pairs, "Selection", p.Cells.Range)
	} else if p.Page > 0 {
		pairs = append(pairs, "PageRange", strconv.Itoa(p.Page))
	}
	return uno.PropertyValues(pairs...)
}

// writeFile writes a whole file or leaves the one that is there.
func writeFile(location string, b []byte) error {
	path := filePath(location)
	if path == "" {
		return Errorf(CodeUnsupportedFile, "this format can be written to files on this computer only, not to %s", location)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".unodesk-*")
	if err != nil {
		return fileError(err, path)
	}
	_, err = f.Write(b)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fileError(err, path)
	}
	return nil
}

func fileError(err error, path string) error {
	return Errorf(CodeUnsupportedFile, "%s cannot be written: %w", path, err).With("path", path)
}
