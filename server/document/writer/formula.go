package writer

import (
	"bytes"
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// The bounds of what is read of formulas: how many of a document, and how many
// bytes of each.
const (
	maxFormulas     = 500
	maxFormulaBytes = 64 << 10
)

// readFormulas gives the formulas among blocks their TeX as text. It takes them
// from the document's storage, where they are as they were stored: asking a
// formula itself would load it, which marks the document as modified (7.4). So a
// document that was modified, in which a formula could be another by now, shows
// none.
func readFormulas(ctx context.Context, doc *document.Document, blocks []content.Block) error {
	formulas := content.Formulas(blocks)
	if len(formulas) == 0 {
		return nil
	}
	modified, err := doc.Model().Call(ctx, "com.sun.star.util.XModifiable", "isModified")
	if err != nil || modified == true {
		return err
	}
	storage, err := doc.Model().CallObject(ctx, "com.sun.star.document.XStorageBasedDocument", "getDocumentStorage")
	if err != nil || storage == nil {
		return err
	}
	formulas = formulas[:min(maxFormulas, len(formulas))]
	texts, err := storedFormulas(ctx, storage, formulas)
	if err != nil {
		return err
	}
	for i, f := range formulas {
		if tex, err := content.TeX(bytes.NewReader(texts[i])); err == nil && tex != "" {
			f.Text = tex
		}
	}
	return nil
}

// storedFormulas returns the MathML of formulas, nil for those that were never
// stored. A formula's storage cannot be opened while the document holds it, so
// each is copied into one of its own. That is left to the office to clear away:
// disposing of it by hand made 7.4 crash.
func storedFormulas(ctx context.Context, storage *uno.Object, formulas []*content.Object) ([][]byte, error) {
	const iStorage = "com.sun.star.embed.XStorage"
	conn := storage.Conn()
	factory, err := conn.Service(ctx, "com.sun.star.embed.StorageFactory")
	if err != nil {
		return nil, err
	}
	each := func(from []*uno.Object, call func(b *uno.Batch, i int, o *uno.Object) *uno.Result) ([]*uno.Result, error) {
		b := conn.NewBatch()
		got := make([]*uno.Result, len(from))
		for i, o := range from {
			if o != nil {
				got[i] = call(b, i, o)
			}
		}
		return got, b.Run(ctx)
	}
	objects := func(results []*uno.Result) []*uno.Object {
		out := make([]*uno.Object, len(results))
		for i, r := range results {
			if r != nil && r.Err == nil {
				out[i] = r.Object()
			}
		}
		return out
	}
	factories := make([]*uno.Object, len(formulas))
	for i, f := range formulas {
		if f.Stream != "" {
			factories[i] = factory
		}
	}
	made, err := each(factories, func(b *uno.Batch, _ int, o *uno.Object) *uno.Result {
		return b.Call(o, "com.sun.star.lang.XSingleServiceFactory", "createInstance")
	})
	if err != nil {
		return nil, err
	}
	copies := objects(made)
	copied, err := each(copies, func(b *uno.Batch, i int, o *uno.Object) *uno.Result {
		return b.Call(storage, iStorage, "copyStorageElementLastCommitTo", formulas[i].Stream, o)
	})
	if err != nil {
		return nil, err
	}
	for i, r := range copied {
		if r == nil || r.Err != nil {
			copies[i] = nil
		}
	}
	opened, err := each(copies, func(b *uno.Batch, _ int, o *uno.Object) *uno.Result {
		return b.Call(o, iStorage, "openStreamElement", "content.xml", int32(1)) // com.sun.star.embed.ElementModes.READ
	})
	if err != nil {
		return nil, err
	}
	inputs, err := each(objects(opened), func(b *uno.Batch, _ int, o *uno.Object) *uno.Result {
		return b.Call(o, "com.sun.star.io.XStream", "getInputStream")
	})
	if err != nil {
		return nil, err
	}
	read, err := each(objects(inputs), func(b *uno.Batch, _ int, o *uno.Object) *uno.Result {
		return b.Call(o, "com.sun.star.io.XInputStream", "readBytes", int32(maxFormulaBytes))
	})
	out := make([][]byte, len(formulas))
	for i, r := range read {
		if r != nil && r.Err == nil && len(r.Outs) > 0 {
			out[i], _ = r.Outs[0].([]byte)
		}
	}
	return out, err
}
