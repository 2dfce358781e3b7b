package writer

import (
	"context"
	"io"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
)

// The exporters of a document's parts.
const (
	contentExporter = "com.sun.star.comp.Writer.XMLOasisContentExporter"
	stylesExporter  = "com.sun.star.comp.Writer.XMLOasisStylesExporter"
)

// Read returns the whole body as a reader would see it with all tracked
// changes accepted. It leaves no trace in the document.
func Read(ctx context.Context, doc *document.Document) (*content.Document, error) {
	var read *content.Document
	err := doc.Undisturbed(ctx, func(ctx context.Context) error {
		return export(ctx, doc.Model(), contentExporter, func(r io.Reader) (err error) {
			read, err = content.ParseODF(r)
			return err
		})
	})
	if err == nil && read.NeedsStyles() {
		// Whether a list has numbers stands with the named styles.
		var styles content.Styles
		err = export(ctx, doc.Model(), stylesExporter, func(r io.Reader) (err error) {
			styles, err = content.ParseStyles(r)
			return err
		})
		if err == nil {
			read.ResolveLists(styles)
		}
	}
	if err != nil {
		return nil, document.Explain(err)
	}
	return read, nil
}
