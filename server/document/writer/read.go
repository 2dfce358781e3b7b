package writer

import (
	"context"
	"io"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
)

// flatODF is the filter with everything that a document holds in one stream.
const flatODF = "OpenDocument Text Flat XML"

// Read returns the whole body as a reader would see it with all tracked
// changes accepted. It leaves no trace in the document.
func Read(ctx context.Context, doc *document.Document) (*content.Document, error) {
	var read *content.Document
	err := export(ctx, doc.Model(), flatODF, func(r io.Reader) (err error) {
		read, err = content.ParseODF(r)
		return err
	})
	if err != nil {
		return nil, document.Explain(err)
	}
	return read, nil
}
