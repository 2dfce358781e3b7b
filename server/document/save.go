package document

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

const (
	iStorable   = "com.sun.star.frame.XStorable"
	iModifiable = "com.sun.star.util.XModifiable"

	ownFilter = "Unodesk"
)

// filters are the names of LibreOffice's export filters by kind of document and
// file name extension; exportOnly are formats that cannot be worked on further.
// What is written without LibreOffice's filters has ownFilter.
var (
	filters = map[string]map[string]string{
		Writer: {
			"odt": "writer8", "docx": "MS Word 2007 XML", "doc": "MS Word 97", "rtf": "Rich Text Format",
			"fodt": "OpenDocument Text Flat XML", "txt": "Text (encoded)", "html": "HTML (StarWriter)", "pdf": "writer_pdf_Export",
			"png": ownFilter, "md": ownFilter,
		},
		Calc: {
			"ods": "calc8", "xlsx": "Calc MS Excel 2007 XML", "xls": "MS Excel 97", "fods": "OpenDocument Spreadsheet Flat XML",
			"csv": "Text - txt - csv (StarCalc)", "html": "HTML (StarCalc)", "pdf": "calc_pdf_Export",
			"png": ownFilter,
		},
		Impress: {"odp": "impress8", "pptx": "Impress MS PowerPoint 2007 XML", "ppt": "MS PowerPoint 97", "pdf": "impress_pdf_Export", "png": ownFilter},
		Draw:    {"odg": "draw8", "pdf": "draw_pdf_Export", "svg": "draw_svg_Export", "png": ownFilter},
	}
	exportOnly = []string{"pdf", "html", "svg", "png", "csv", "txt", "md"}
)

// filterFor returns the filter for a file name or a format, and the formats
// that there are.
func filterFor(kind, format string) (string, []string) {
	var all []string
	for f := range filters[kind] {
		all = append(all, f)
	}
	slices.Sort(all)
	return filters[kind][strings.ToLower(strings.TrimPrefix(format, "."))], all
}

// Save stores the document in its file.
func (doc *Document) Save(ctx context.Context) error {
	switch {
	case doc.URL == "":
		return Errorf(CodeNeverSaved, "%s has no file yet; say where to save it", doc.Name)
	case doc.ReadOnly:
		return Errorf(CodeReadOnly, "%s is open read-only; save it under another name", doc.Name)
	}
	if err := doc.desktop.allowed(doc.URL, doc.Path); err != nil {
		return err
	}
	_, err := onMain(ctx, doc.model, iStorable, "store")
	return storeError(err, doc.URL)
}

// SaveAs stores the document in a file, which is its file from then on. The
// format follows from the extension.
func (doc *Document) SaveAs(ctx context.Context, ref string, overwrite bool) (string, error) {
	location, filter, err := doc.destination(ref, "", overwrite)
	if err != nil {
		return "", err
	}
	if format := strings.ToLower(strings.TrimPrefix(filepath.Ext(location), ".")); slices.Contains(exportOnly, format) {
		return "", Errorf(CodeUnsupportedFile, "a document cannot be worked on as %s; export it instead", format)
	}
	_, err = onMain(ctx, doc.model, iStorable, "storeAsURL", location, uno.PropertyValues("FilterName", filter))
	return location, storeError(err, location)
}

// destination checks where a document is to be stored.
func (doc *Document) destination(ref, format string, overwrite bool) (location, filter string, err error) {
	location, path, err := locate(ref)
	if err != nil {
		return "", "", err
	}
	if err := doc.desktop.allowed(ref, path); err != nil {
		return "", "", err
	}
	if format == "" {
		format = filepath.Ext(location)
	}
	filter, formats := filterFor(doc.DocType, format)
	if filter == "" {
		return "", "", Errorf(CodeUnsupportedFile, "a %s document cannot be stored as %q; the formats are %s", doc.DocType, format, strings.Join(formats, ", ")).
			With("formats", formats)
	}
	if path == "" {
		return location, filter, nil
	}
	if _, err := os.Stat(path); err == nil && !overwrite {
		return "", "", Errorf(CodeFileExists, "%s exists; pass overwrite to replace it", path).With("path", path)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return "", "", Errorf(CodeFileNotFound, "there is no folder %s", filepath.Dir(path)).With("path", path)
	}
	return location, filter, nil
}

func storeError(err error, location string) error {
	var raised *uno.Exception
	if errors.As(err, &raised) {
		return Errorf(CodeUnsupportedFile, "LibreOffice could not write %s: %w", location, err)
	}
	return err
}

// Close closes the document. Unsaved changes are an error unless discard says
// that they may be lost.
func (doc *Document) Close(ctx context.Context, discard bool) error {
	modified, err := doc.model.Call(ctx, iModifiable, "isModified")
	if err != nil {
		return explain(err, false)
	}
	if modified == true && !discard {
		return Errorf(CodeUnsavedChanges, "%s has unsaved changes; save it, or say that they may be lost", doc.Name)
	}
	_, err = onMain(ctx, doc.model, "com.sun.star.util.XCloseable", "close", true)
	if uno.IsException(err, "com.sun.star.util.CloseVetoException") {
		return Errorf(CodeUnsavedChanges, "%s cannot be closed now: something in LibreOffice still uses it", doc.Name)
	}
	return err
}
