package writer

import (
	"context"
	"errors"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// codeNoTextSelection is the code for a selection that is no text.
const codeNoTextSelection = "NO_TEXT_SELECTION"

// Selection returns the user's selection as hits. A cursor that selects nothing
// is a hit without text, which only some edits can work with.
func Selection(ctx context.Context, doc *document.Document) (Hits, error) {
	var selected *uno.Object
	err := doc.Conn().Main(ctx, func(ctx context.Context) error {
		view, err := doc.Model().CallObject(ctx, "com.sun.star.frame.XModel", "getCurrentController")
		if err != nil || view == nil {
			return err
		}
		selected, err = view.CallObject(ctx, "com.sun.star.view.XSelectionSupplier", "getSelection")
		return err
	})
	if err != nil {
		return Hits{}, document.Explain(err)
	}
	if selected == nil {
		return Hits{}, document.Errorf(codeNoTextSelection, "nothing is selected in %s", doc.Name)
	}
	names, err := implementations(ctx, []*uno.Object{selected})
	if err != nil {
		return Hits{}, document.Explain(err)
	}
	if names[0] != "SwXTextRanges" {
		return Hits{}, document.Errorf(codeNoTextSelection, "what is selected in %s is no text but %s", doc.Name, selectedThing(names[0]))
	}
	n, err := selected.Call(ctx, iIndexAccess, "getCount")
	if err != nil {
		return Hits{}, document.Explain(err)
	}
	count, _ := n.(int32)
	hits := Hits{Count: int(count)}
	err = hits.take(ctx, selected, int(count))
	if errors.Is(err, uno.ErrNoInterface) {
		err = document.Errorf(codeNoTextSelection, "what is selected in %s is no text", doc.Name)
	}
	return hits, document.Explain(err)
}

// selectedThing names an implementation for people.
func selectedThing(implementation string) string {
	for _, known := range []struct{ part, name string }{
		{"TableCursor", "table cells"},
		{"Graphic", "a picture"},
		{"EmbeddedObject", "an embedded object"},
		{"Frame", "a text box"},
		{"Shape", "a drawing shape"},
	} {
		if strings.Contains(implementation, known.part) {
			return known.name
		}
	}
	return "something else"
}

// Empty tells that no hit has text.
func (h Hits) Empty() bool {
	for _, t := range h.Texts {
		if t != "" {
			return false
		}
	}
	return true
}

// Part is a part of the body.
type Part string

// The parts of the body that edits can mean.
const (
	FirstParagraph Part = "beginning"
	LastParagraph  Part = "end"
	WholeBody      Part = "full_document"
)

// BodyPart returns a part of the body as one hit.
func BodyPart(ctx context.Context, doc *document.Document, part Part) (Hits, error) {
	text, err := doc.Member(ctx, document.Body)
	if err != nil {
		return Hits{}, document.Explain(err)
	}
	cursor, err := text.CallObject(ctx, iSimpleText, "createTextCursor")
	if err != nil {
		return Hits{}, document.Explain(err)
	}
	b := doc.Conn().NewBatch()
	if part == LastParagraph {
		b.Call(cursor, iTextCursor, "gotoEnd", false)
		b.Call(cursor, iParaCursor, "gotoStartOfParagraph", true)
	} else {
		b.Call(cursor, iTextCursor, "gotoStart", false)
		b.Call(cursor, iParaCursor, "gotoEndOfParagraph", true)
	}
	if part == WholeBody {
		b.Call(cursor, iTextCursor, "gotoEnd", true)
	}
	if err := b.First(ctx); err != nil {
		return Hits{}, document.Explain(err)
	}
	return Hits{Ranges: []*uno.Object{cursor}, Texts: []string{""}, Count: 1}, nil
}
