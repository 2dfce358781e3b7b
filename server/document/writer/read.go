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

// heavyParagraphs is from how many paragraphs on, those in table cells counted,
// an export would keep the office from doing anything else for longer than half
// a second (0.1 ms each, measured with 7.4 on tables).
const heavyParagraphs = 5000

// Read returns the whole body as a reader would see it with all tracked
// changes accepted. It leaves no trace in the document. What it returns is kept
// for the next call that finds the document as it is now, and must not be
// changed.
func Read(ctx context.Context, doc *document.Document) (*content.Document, error) {
	if kept := bodies.get(doc.UID, doc.Revision); kept != nil {
		return kept, nil
	}
	read, err := readBody(ctx, doc)
	if err == nil {
		err = readFormulas(ctx, doc, read.Blocks)
	}
	if err != nil {
		return nil, document.Explain(err)
	}
	if !doc.Moved() {
		bodies.put(doc.UID, doc.Revision, read)
	}
	return read, nil
}

func readBody(ctx context.Context, doc *document.Document) (*content.Document, error) {
	heavy, err := isHeavy(ctx, doc)
	if err != nil {
		return nil, err
	}
	if heavy {
		read, err := readSliced(ctx, doc)
		if err == nil && doc.Moved() { // perhaps between two slices
			read, err = readSliced(ctx, doc)
		}
		return read, err
	}
	return readExport(ctx, doc)
}

// isHeavy tells whether a document is to be read in slices.
func isHeavy(ctx context.Context, doc *document.Document) (bool, error) {
	count, err := doc.Model().Call(ctx, iProperties, "getPropertyValue", "ParagraphCount")
	n, _ := count.(int32)
	return n >= heavyParagraphs, err
}

// ReadExported reads the body from one export, whatever it weighs.
func ReadExported(ctx context.Context, doc *document.Document) (*content.Document, error) {
	read, err := readExport(ctx, doc)
	return read, document.Explain(err)
}

// readExport reads the body from one export.
func readExport(ctx context.Context, doc *document.Document) (*content.Document, error) {
	var read *content.Document
	err := doc.Undisturbed(ctx, func(ctx context.Context) error {
		err := export(ctx, doc.Model(), contentExporter, func(r io.Reader) (err error) {
			read, err = content.ParseODF(r)
			return err
		})
		if err != nil || !read.NeedsStyles() {
			return err
		}
		// Whether a list has numbers stands with the named styles.
		return export(ctx, doc.Model(), stylesExporter, func(r io.Reader) error {
			styles, err := content.ParseStyles(r)
			if err == nil {
				read.ResolveLists(styles)
			}
			return err
		})
	})
	return read, err
}
