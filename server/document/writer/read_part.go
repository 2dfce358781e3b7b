package writer

import (
	"context"
	"sync"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Reading is a part of a text that was read.
type Reading struct {
	Blocks []content.Block
	// Changes: the document has tracked changes; the text is as if they were
	// accepted.
	Changes bool
	// More: the text goes on behind it.
	More bool
	// Whole is the whole body when that was read, else nil.
	Whole *content.Document

	items  []*item
	origin []int // which item a block comes from
	from   address
	less   int // rows that the last table has left out
}

// codeOutOfRange is the code for offsets behind the end.
const codeOutOfRange = "OUT_OF_RANGE"

// partElements is how many paragraphs and tables are read first; partCells
// bounds the cells that are read of each table.
const (
	partElements = 20
	partCells    = 400
)

// ReadFrom reads a text from a place that was named on: at least so many bytes
// of plain text, if there are, or so many paragraphs and tables, if elements is
// not 0. It costs what it returns, however much the document weighs.
func ReadFrom(ctx context.Context, doc *document.Document, places *Addresses, at string, bytes, elements int) (*Reading, error) {
	var from address
	var err error
	if at != "" {
		from, err = places.find(ctx, doc, at)
	}
	if err != nil {
		return nil, document.Explain(err)
	}
	if kept := bodies.get(doc.UID, doc.Revision); kept != nil && from.at == nil && elements == 0 {
		return &Reading{Blocks: from.cut().Rest(kept.Blocks), Whole: kept, from: from}, nil
	}
	p, err := readFrom(ctx, doc, from, bytes, elements)
	return p, document.Explain(err)
}

// ReadBody reads the body: all of it, or at least its first bytes of plain text
// if it is much longer than that and not known yet.
func ReadBody(ctx context.Context, doc *document.Document, bytes int) (*Reading, error) {
	if bodies.get(doc.UID, doc.Revision) == nil {
		count, err := doc.Model().Call(ctx, iProperties, "getPropertyValue", "CharacterCount")
		if err != nil {
			return nil, document.Explain(err)
		}
		if n, _ := count.(int32); int(n) > 2*bytes {
			p, err := readFrom(ctx, doc, address{}, bytes, 0)
			return p, document.Explain(err)
		}
	}
	whole, err := Read(ctx, doc)
	if err != nil {
		return nil, err
	}
	return &Reading{Blocks: whole.Blocks, Changes: len(whole.Changes) > 0, Whole: whole}, nil
}

func (a address) cut() content.Cut { return content.Cut{Blocks: a.skip, Rows: a.rows, Bytes: a.bytes} }

// ReadHeading reads what stands under a heading that Outline.Heading found.
func ReadHeading(ctx context.Context, doc *document.Document, h *Heading, bytes int) (*Reading, error) {
	elements := 1
	var count func(h *Heading)
	count = func(h *Heading) {
		elements += h.Body
		for _, c := range h.Children {
			elements++
			count(c)
		}
	}
	count(h)
	text, err := h.text.Call(ctx, iTextRange, "getString")
	if err != nil {
		return nil, document.Explain(err)
	}
	s, _ := text.(string)
	p, err := readFrom(ctx, doc, address{at: h.text, text: s}, bytes, elements)
	return p, document.Explain(err)
}

func readFrom(ctx context.Context, doc *document.Document, from address, bytes, elements int) (*Reading, error) {
	var f *flowReader
	var failed error
	var preparing sync.WaitGroup
	preparing.Go(func() { f, failed = newFlowReader(ctx, doc, true) })
	defer preparing.Wait()
	list, err := elementsFrom(ctx, doc, from)
	if err != nil {
		return nil, err
	}
	p := &Reading{from: from}
	if p.Changes, err = hasChanges(ctx, doc); err != nil {
		return nil, err
	}
	if from.skip > 0 {
		if _, _, err := nextItems(ctx, list, from.skip); err != nil {
			return nil, err
		}
	}
	if preparing.Wait(); failed != nil {
		return nil, failed
	}
	f.maxCells, f.twice = partCells, true
	n := newNumbers(true)
	var t text
	ended := false
	for size, take := 0, partElements; !ended && size < bytes && (elements == 0 || len(p.items) < elements); take = moreElements(len(p.items), size, bytes) {
		if elements > 0 {
			take = min(take, elements-len(p.items))
		}
		var items []*item
		if items, ended, err = nextItems(ctx, list, take); err != nil {
			return nil, err
		}
		if len(p.items) == 0 && len(items) > 0 {
			items[0].firstRow = from.rows
		}
		if err := f.read(ctx, []*flow{{items: items}}); err != nil {
			return nil, err
		}
		if whole := wholeItems(items); whole < len(items) { // a table that is too long ends the part
			items, ended = items[:whole+1], false
			p.less = items[whole].table.more
		}
		p.items = append(p.items, items...)
		n.add(&t, items)
		p.Blocks, p.origin = t.blocks, t.origin
		size = content.Length(p.Blocks) - from.bytes
		if p.less > 0 {
			break
		}
	}
	p.Blocks = content.Cut{Bytes: from.bytes}.Rest(p.Blocks)
	if err := readFormulas(ctx, doc, p.Blocks); err != nil {
		return nil, err
	}
	p.More = p.less > 0 || !ended && (elements == 0 || len(p.items) < elements)
	return p, nil
}

// moreElements is how many elements to read next, when so many have brought size
// of the bytes that are wanted: a few more than it takes if they go on alike.
func moreElements(read, size, wanted int) int {
	return min(sliceElements, max(sliceElements/8, 5*read*(wanted-size)/(4*max(1, size))))
}

// wholeItems counts the items before the first table of which rows were left
// out.
func wholeItems(items []*item) int {
	for i, it := range items {
		if it.table != nil && it.table.more > 0 {
			return i
		}
	}
	return len(items)
}

// elementsFrom enumerates a text from a place on.
func elementsFrom(ctx context.Context, doc *document.Document, from address) (*uno.Object, error) {
	if from.at == nil {
		body, err := doc.Member(ctx, document.Body)
		if err != nil {
			return nil, err
		}
		return body.CallObject(ctx, iEnumAccess, "createEnumeration")
	}
	b := doc.Conn().NewBatch()
	home, start := b.Call(from.at, iTextRange, "getText"), b.Call(from.at, iTextRange, "getStart")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	cursor, err := home.Object().CallObject(ctx, iSimpleText, "createTextCursorByRange", start.Object())
	if err != nil {
		return nil, err
	}
	b = doc.Conn().NewBatch()
	b.Call(cursor, iParaCursor, "gotoStartOfParagraph", false)
	b.Call(cursor, iTextCursor, "gotoEnd", true)
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	return cursor.CallObject(ctx, iEnumAccess, "createEnumeration")
}

func hasChanges(ctx context.Context, doc *document.Document) (bool, error) {
	redlines, err := doc.Member(ctx, document.Redlines)
	if err != nil || redlines == nil {
		return false, err
	}
	any, err := redlines.Call(ctx, iElementAccess, "hasElements")
	return any == true, err
}

// Next names the place where a print of the part ended, for the next one to go
// on; "" when there is nothing left.
func (p *Reading) Next(ctx context.Context, doc *document.Document, places *Addresses, end content.Cut) (string, error) {
	next := address{rows: end.Rows, bytes: end.Bytes}
	if p.Whole != nil {
		if end.Blocks >= len(p.Blocks) {
			return "", nil
		}
		next.skip, next.revision = p.from.skip+end.Blocks, doc.Revision
		if end.Blocks == 0 {
			next.rows, next.bytes = p.from.rows+end.Rows, p.from.bytes+end.Bytes
		}
		return places.keep(doc, next), nil
	}
	at := len(p.items)
	switch {
	case end.Blocks < len(p.Blocks):
		at = p.origin[end.Blocks]
		if end.Blocks == 0 {
			next.rows += p.from.rows
			next.bytes += p.from.bytes
		}
	case p.less > 0: // the last table was cut
		at--
		t := p.items[at].table
		next.rows = len(t.rows)
		if at == 0 {
			next.rows += p.from.rows
		}
	case !p.More:
		return "", nil
	}
	// The last paragraph before it or itself: a table has no text to hold on to.
	for base := min(at, len(p.items)-1); base >= 0; base-- {
		if p.items[base].table == nil {
			next.at, next.skip = p.items[base].at, at-base
			text, err := next.at.Call(ctx, iTextRange, "getString")
			if err != nil {
				return "", document.Explain(err)
			}
			next.text, _ = text.(string)
			return places.keep(doc, next), nil
		}
	}
	next.at, next.text, next.skip = p.from.at, p.from.text, p.from.skip+at
	if next.at == nil {
		next.revision = doc.Revision // only the number of elements before it tells where it is
	}
	return places.keep(doc, next), nil
}

// ReadRanges reads ranges, such as what the user has selected. Of the first and
// last paragraph it returns what is in the range.
func ReadRanges(ctx context.Context, doc *document.Document, ranges []*uno.Object) (*Reading, error) {
	f, err := newFlowReader(ctx, doc, true)
	if err != nil {
		return nil, document.Explain(err)
	}
	p := &Reading{}
	if p.Changes, err = hasChanges(ctx, doc); err != nil {
		return nil, document.Explain(err)
	}
	flows := make([]*flow, len(ranges))
	for i, r := range ranges {
		flows[i] = &flow{source: r}
	}
	if err := f.read(ctx, flows); err != nil {
		return nil, document.Explain(err)
	}
	n := newNumbers(true)
	for _, fl := range flows {
		p.Blocks = append(p.Blocks, n.blocks(fl)...)
	}
	return p, document.Explain(readFormulas(ctx, doc, p.Blocks))
}

// ReadOffsets reads what stands between two offsets in the plain text of the
// body, in characters. It needs the whole body, which is kept for the next call.
func ReadOffsets(ctx context.Context, doc *document.Document, start, end int) (*Reading, error) {
	whole, err := Read(ctx, doc)
	if err != nil {
		return nil, err
	}
	blocks := content.Slice(whole.Blocks, start, end)
	if len(blocks) == 0 {
		return nil, document.Errorf(codeOutOfRange, "the plain text of %s has %d characters", doc.Name, content.Length(whole.Blocks))
	}
	return &Reading{Blocks: blocks, Changes: len(whole.Changes) > 0, Whole: whole}, nil
}
