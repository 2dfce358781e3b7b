package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// sliceElements is how many paragraphs and tables are read together.
const sliceElements = 64

// ReadSliced reads the whole body as Read does, but call by call instead of by
// one export, during which the office could do nothing else. The references
// that it takes are given back slice by slice.
func ReadSliced(ctx context.Context, doc *document.Document) (*content.Document, error) {
	read, err := readSliced(ctx, doc)
	return read, document.Explain(err)
}

func readSliced(ctx context.Context, doc *document.Document) (*content.Document, error) {
	body, err := doc.Model().CallObject(ctx, iTextDocument, "getText")
	if err != nil {
		return nil, err
	}
	f, err := newFlowReader(ctx, doc, false)
	if err != nil {
		return nil, err
	}
	list, err := body.CallObject(ctx, iEnumAccess, "createEnumeration")
	if err != nil {
		return nil, err
	}
	n := f.numbers(false)
	var t text
	for ended := false; !ended; {
		err := func() error {
			ctx, end := uno.Scope(ctx)
			defer end()
			items, last, err := nextItems(ctx, list, sliceElements)
			if err != nil {
				return err
			}
			ended = last
			if err := f.read(ctx, []*flow{{items: items}}); err != nil {
				return err
			}
			n.add(&t, items)
			return nil
		}()
		if err != nil {
			return nil, err
		}
	}
	read := &content.Document{Blocks: t.blocks}
	all, err := changes(ctx, doc)
	for _, c := range all {
		read.Changes = append(read.Changes, content.Change{Type: c.Type, Text: c.Text, Author: c.Author, Date: c.Date})
	}
	return read, err
}

// nextItems takes up to n elements of an enumeration and tells whether it has
// ended.
func nextItems(ctx context.Context, list *uno.Object, n int) (items []*item, ended bool, err error) {
	b := list.Conn().NewBatch()
	got := make([]*uno.Result, n)
	for i := range got {
		got[i] = b.Call(list, iEnumeration, "nextElement")
	}
	if err := b.Run(ctx); err != nil {
		return nil, false, err
	}
	for _, r := range got {
		if uno.IsException(r.Err, "com.sun.star.container.NoSuchElementException") {
			return items, true, nil
		}
		if r.Err != nil {
			return nil, false, r.Err
		}
		items = append(items, &item{at: r.Object()})
	}
	return items, false, nil
}
