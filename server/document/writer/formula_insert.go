package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// formulaClass is the class of LibreOffice's formulas.
const formulaClass = "078B7ABA-54FC-457F-8551-6147e776a997"

// NewFormulas returns the step of a plan that puts formulas in place of their
// marks, which steps before it have written.
func NewFormulas(doc *document.Document, formulas []content.Formula) document.Edit {
	return document.Edit{Name: "insert formulas", Do: func(ctx context.Context) error {
		for _, f := range formulas {
			if err := insertFormula(ctx, doc, f); err != nil {
				return err
			}
		}
		return nil
	}}
}

func insertFormula(ctx context.Context, doc *document.Document, f content.Formula) error {
	for {
		hits, err := find(ctx, doc, attempt{pattern: f.Mark, matchCase: true}, 1)
		if err != nil || len(hits.Ranges) == 0 {
			return err // with all_matches it stands in several places
		}
		home, err := hits.Ranges[0].CallObject(ctx, iTextRange, "getText")
		if err != nil {
			return err
		}
		object, err := doc.Model().CallObject(ctx, iFactory, "createInstance", "com.sun.star.text.TextEmbeddedObject")
		if err != nil {
			return err
		}
		b := doc.Conn().NewBatch()
		b.Call(object, iProperties, "setPropertyValue", "CLSID", formulaClass)
		b.Call(object, iProperties, "setPropertyValue", "AnchorType", uno.Enum{Type: "com.sun.star.text.TextContentAnchorType", Name: "AS_CHARACTER"})
		b.Call(hits.Ranges[0], iTextRange, "setString", "")
		b.Call(home, iText, "insertTextContent", hits.Ranges[0], object, false)
		if err := b.First(ctx); err != nil {
			return err
		}
		formula, err := object.CallObject(ctx, "com.sun.star.document.XEmbeddedObjectSupplier", "getEmbeddedObject")
		if err != nil {
			return err
		}
		if _, err := formula.Call(ctx, iProperties, "setPropertyValue", "Formula", f.Command); err != nil {
			return err
		}
	}
}
