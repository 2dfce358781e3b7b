package writer

import (
	"cmp"
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
	body, err := doc.Member(ctx, document.Body)
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
	n := newNumbers(false)
	var t text
	err = readInOrder(
		func() (*slice, error) { return nextSlice(ctx, list) },
		[]func(*slice) error{readerOf(f), readerOf(f.another())},
		func(s *slice) { n.add(&t, s.items) },
	)
	if err != nil {
		return nil, err
	}
	read := &content.Document{Blocks: t.blocks}
	all, err := changes(ctx, doc)
	for _, c := range all {
		read.Changes = append(read.Changes, content.Change{Type: c.Type, Text: c.Text, Author: c.Author, Date: c.Date})
	}
	return read, err
}

// slice is a stretch of the body.
type slice struct {
	items []*item
	last  bool
	ctx   context.Context
	end   func() // gives back the references of ctx
}

func nextSlice(ctx context.Context, list *uno.Object) (*slice, error) {
	s := &slice{}
	s.ctx, s.end = uno.Scope(ctx)
	var err error
	s.items, s.last, err = nextItems(s.ctx, list, sliceElements)
	return s, err
}

func readerOf(f *flowReader) func(*slice) error {
	return func(s *slice) error {
		defer s.end()
		return f.read(s.ctx, []*flow{{items: s.items}})
	}
}

// readInOrder takes slices up to the last one, has them read by several readers, one
// slice each at a time, and hands them on in order. While the office answers one
// reader, another asks: alone each would wait for the other half of the time.
func readInOrder(next func() (*slice, error), readers []func(*slice) error, done func(*slice)) error {
	type reading struct {
		s   *slice
		err chan error
	}
	var under []reading
	var failed error
	finish := func() {
		r := under[0]
		under = under[1:]
		if err := <-r.err; err != nil {
			failed = cmp.Or(failed, err)
		} else if failed == nil {
			done(r.s)
		}
	}
	for i, last := 0, false; !last && failed == nil; i++ {
		s, err := next()
		if err != nil {
			s.end()
			failed = err
			break
		}
		last = s.last
		if len(under) == len(readers) {
			finish()
		}
		r := reading{s, make(chan error, 1)}
		read := readers[i%len(readers)]
		go func() { r.err <- read(s) }()
		under = append(under, r)
	}
	for len(under) > 0 {
		finish()
	}
	return failed
}

// nextItems takes up to n elements of an enumeration and tells whether it has
// ended.
func nextItems(ctx context.Context, list *uno.Object, n int) (items []*item, ended bool, err error) {
	elements, ended, err := nextElements(ctx, list, n)
	for _, e := range elements {
		items = append(items, &item{at: e})
	}
	return items, ended, err
}
