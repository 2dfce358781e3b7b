package writer

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Change is a tracked change.
type Change struct {
	ID      string // holds until the change is accepted or rejected
	Type    string // "insertion", "deletion", "format" or LibreOffice's word
	Text    string
	Author  string
	Date    string // ISO 8601 without a zone
	Comment string
	Where
	Context string

	ends [2]*uno.Object
}

// changeTypes are names for LibreOffice's.
var changeTypes = map[string]string{"Insert": "insertion", "Delete": "deletion", "Format": "format", "ParagraphFormat": "format"}

// Changes lists the tracked changes of a document.
func Changes(ctx context.Context, doc *document.Document) ([]*Change, error) {
	all, err := changes(ctx, doc)
	return all, document.Explain(err)
}

func changes(ctx context.Context, doc *document.Document) ([]*Change, error) {
	redlines, err := doc.Member(ctx, document.Redlines)
	if err != nil || redlines == nil {
		return nil, err
	}
	objects, err := enumerate(ctx, redlines)
	if err != nil || len(objects) == 0 {
		return nil, err
	}
	props, err := properties(ctx, objects, "RedlineIdentifier", "RedlineType", "RedlineAuthor", "RedlineDateTime", "RedlineComment", "RedlineStart", "RedlineEnd")
	if err != nil {
		return nil, err
	}
	out := make([]*Change, len(objects))
	for i, p := range props {
		c := &Change{Date: isoDate(p[3])}
		kind, _ := p[1].(string)
		c.Author, _ = p[2].(string)
		c.Comment, _ = p[4].(string)
		c.ends[0], _ = p[5].(*uno.Object)
		c.ends[1], _ = p[6].(*uno.Object)
		if c.Type = changeTypes[kind]; c.Type == "" {
			c.Type = kind
		}
		// The identifier alone may be given to another change later.
		h := fnv.New64a()
		fmt.Fprint(h, p[0], kind, c.Author, c.Date)
		c.ID = fmt.Sprintf("%010x", h.Sum64()&0xff_ffff_ffff)
		out[i] = c
	}
	return out, describeChanges(ctx, doc, out)
}

func isoDate(v any) string {
	d, _ := v.(*uno.Struct)
	if d == nil {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", d.Get("Year"), d.Get("Month"), d.Get("Day"), d.Get("Hours"), d.Get("Minutes"), d.Get("Seconds"))
}

// describeChanges says where changes stand and what text they concern.
func describeChanges(ctx context.Context, doc *document.Document, all []*Change) error {
	b := doc.Conn().NewBatch()
	var placed []*Change
	var homes []*uno.Result
	for _, c := range all {
		if c.ends[0] != nil && c.ends[1] != nil { // others are of table rows and the like
			placed = append(placed, c)
			homes = append(homes, b.Call(c.ends[0], iTextRange, "getText"))
		}
	}
	if err := b.Run(ctx); err != nil {
		return err
	}
	// An end can be a cell or the like instead of a place in a text.
	n := 0
	for i, c := range placed {
		switch {
		case errors.Is(homes[i].Err, uno.ErrNoInterface):
			c.ends = [2]*uno.Object{}
		case homes[i].Err != nil:
			return homes[i].Err
		default:
			placed[n], homes[n] = c, homes[i]
			n++
		}
	}
	placed, homes = placed[:n], homes[:n]
	if n == 0 {
		return nil
	}
	b = doc.Conn().NewBatch()
	made := make([]*uno.Result, len(placed))
	for i, c := range placed {
		made[i] = b.Call(homes[i].Object(), iSimpleText, "createTextCursorByRange", c.ends[0])
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	b = doc.Conn().NewBatch()
	spans := make([]*uno.Object, len(placed))
	for i, c := range placed {
		spans[i] = made[i].Object()
		b.Call(spans[i], iTextCursor, "gotoRange", c.ends[1], true)
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	texts, err := stringsOf(ctx, spans)
	if err != nil {
		return err
	}
	spots, err := Describe(ctx, doc, Hits{Ranges: spans, Texts: texts, Changes: true})
	for i, s := range spots {
		placed[i].Text, placed[i].Where, placed[i].Context = s.Text, s.Where, s.Context
	}
	return err
}

// Recording tells whether changes are recorded.
func Recording(ctx context.Context, doc *document.Document) (bool, error) {
	v, err := doc.Model().Call(ctx, iProperties, "getPropertyValue", "RecordChanges")
	return v == true, document.Explain(err)
}
