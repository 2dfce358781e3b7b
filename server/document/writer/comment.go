package writer

import (
	"context"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Commenter attaches a comment to a hit: it spans the text found.
type Commenter struct {
	doc          *document.Document
	hit          Hits // one
	author, text string
}

// NewCommenter comments on the first of hits.
func NewCommenter(doc *document.Document, hit Hits, author, text string) *Commenter {
	return &Commenter{doc, hit, author, text}
}

// Commentable refuses places where LibreOffice keeps no comments.
func Commentable(ctx context.Context, doc *document.Document, hit Hits) error {
	hit = hit.First(1)
	where, err := locateHits(ctx, doc, &hit)
	if err != nil {
		return document.Explain(err)
	}
	switch where[0].Kind {
	case "header", "footer", "footnote", "endnote":
		return document.Errorf(document.CodeValidation, "the text stands in %s, where LibreOffice cannot keep a comment; choose another occurrence", where[0].Location)
	}
	return nil
}

// Edit returns the step of a plan.
func (c *Commenter) Edit() document.Edit { return document.Edit{Name: "add comment", Do: c.do} }

func (c *Commenter) do(ctx context.Context) error {
	if err := checkWritable(ctx, c.hit.Ranges); err != nil {
		return err
	}
	if err := unchanged(ctx, c.hit); err != nil {
		return err
	}
	at := c.hit.Ranges[0]
	home, err := at.CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return err
	}
	note, err := c.doc.Model().CallObject(ctx, iFactory, "createInstance", "com.sun.star.text.textfield.Annotation")
	if err != nil {
		return err
	}
	b := c.doc.Conn().NewBatch()
	for _, p := range []uno.Field{
		{Name: "Author", Value: c.author},
		{Name: "Initials", Value: initials(c.author)},
		{Name: "Content", Value: c.text},
		{Name: "DateTimeValue", Value: dateTime(time.Now())},
	} {
		b.Call(note, iProperties, "setPropertyValue", p.Name, p.Value)
	}
	start, end := b.Call(at, iTextRange, "getStart"), b.Call(at, iTextRange, "getEnd")
	if err := b.First(ctx); err != nil {
		return err
	}
	// The cursor must have gone forward: with its point at the start the office
	// raises "no SwTextAttr inserted?" (7.4).
	cursor, err := home.CallObject(ctx, iSimpleText, "createTextCursorByRange", start.Object())
	if err != nil {
		return err
	}
	if _, err := cursor.Call(ctx, iTextCursor, "gotoRange", end.Object(), true); err != nil {
		return err
	}
	// absorb makes the comment span the range; the text in it stays.
	_, err = home.Call(ctx, iText, "insertTextContent", cursor, note, true)
	return err
}

// initials are the first letters of a name's words.
func initials(name string) string {
	out, begin := "", true
	for _, r := range name {
		if begin && r != ' ' {
			out += string(r)
		}
		begin = r == ' '
	}
	return out
}

// dateTime is a com.sun.star.util.DateTime in local time, as LibreOffice has
// them in comments.
func dateTime(t time.Time) *uno.Struct {
	return uno.NewStruct("com.sun.star.util.DateTime",
		"Year", int16(t.Year()), "Month", uint16(t.Month()), "Day", uint16(t.Day()),
		"Hours", uint16(t.Hour()), "Minutes", uint16(t.Minute()), "Seconds", uint16(t.Second()))
}
