package writer

import (
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// flow is what stands in one text: the body or a part of it, a cell, a note, a
// frame. It is read from the office call by call, in blocks, unlike an export:
// a part of a document costs what the part weighs, and the office serves others
// in between.
type flow struct {
	source *uno.Object // whose paragraphs and tables to read, unless items are given
	items  []*item
}

// item is a paragraph or a table.
type item struct {
	at       *uno.Object
	table    *tableItem // nil for a paragraph
	firstRow int        // of a table: from where to read it
	style    string
	level    int    // of a heading, 0 for none
	listID   string // "" for no list item
	list     string // its list style
	depth    int    // of a list item, from 1
	ordered  bool   // a list item with a number
	align    string
	rtl      bool
	page     bool          // a page begins with it
	marks    content.Marks // of the whole paragraph
	begun    *uno.Result   // the enumeration of its bits
	anchored []*thing      // objects that hang on the paragraph
	bits     []*bit
}

// bit is a piece of a paragraph: text of one look, an object or a mark.
type bit struct {
	at      *uno.Object
	kind    string // LibreOffice's TextPortionType
	text    string
	marks   content.Marks
	plain   content.Marks // that it takes away from those of the paragraph
	link    string
	redline string // of a mark of a tracked change: its type
	begins  bool
	things  []*thing
}

// thing is an object in a text.
type thing struct {
	at     *uno.Object
	kind   string
	name   string
	text   string
	author string
	stream string // of a formula
	inner  *flow  // whose text it shows; nil: text
}

// tableItem is a table.
type tableItem struct {
	name  string
	rows  [][]*cellItem
	heads int // rows that repeat on each page
	// more: rows that were left out because of a bound.
	more int
}

type cellItem struct {
	name     string
	at       *uno.Object
	col, row int // the number of columns and rows that it takes
	flow     flow
	split    *tableItem // the cells that it was split into, which it has instead of a text
}

// flowReader reads flows.
type flowReader struct {
	doc     *document.Document
	family  *uno.Object // of paragraph styles
	styles  map[string]paragraphStyle
	rules   map[string]*uno.Object // numbering rules by list style
	ordered map[listPlace]bool
	hanging *atomic.Int64 // objects that hang on paragraphs, at most, and are still to be found
	// maxCells bounds the cells that are read of each table, 0 = all.
	maxCells int
	// twice: many texts are read by two at once. It must not be set for reads on
	// the office's main thread.
	twice bool
}

type listPlace struct {
	style string
	level int
}

// newFlowReader reads flows of doc; few tells that these are no large part of it.
func newFlowReader(ctx context.Context, doc *document.Document, few bool) (*flowReader, error) {
	f := &flowReader{
		doc: doc, styles: map[string]paragraphStyle{}, rules: map[string]*uno.Object{}, ordered: map[listPlace]bool{},
		hanging: &atomic.Int64{},
	}
	return f, f.countHanging(ctx, few)
}

// another returns a reader of the same document that can read at the same time.
func (f *flowReader) another() *flowReader {
	g := *f
	g.styles, g.rules, g.ordered = maps.Clone(f.styles), maps.Clone(f.rules), maps.Clone(f.ordered)
	return &g
}

// read fills flows and what stands within them, level by level: what is on one
// level is asked for together.
func (f *flowReader) read(ctx context.Context, flows []*flow) error {
	for len(flows) > 0 {
		inner, err := f.level(ctx, flows)
		if err != nil {
			return err
		}
		flows = inner
	}
	return nil
}

// manyFlows is from how many flows on they are read by two.
const manyFlows = 16

// level fills flows and returns those within them.
func (f *flowReader) level(ctx context.Context, flows []*flow) ([]*flow, error) {
	if !f.twice || len(flows) < manyFlows {
		return f.one(ctx, flows)
	}
	// While the office answers one, the other asks.
	var halves [2][]*flow
	var failed [2]error
	var reading sync.WaitGroup
	for i, half := range [][]*flow{flows[:len(flows)/2], flows[len(flows)/2:]} {
		reader := f.another()
		reading.Go(func() { halves[i], failed[i] = reader.one(ctx, half) })
	}
	reading.Wait()
	return append(halves[0], halves[1]...), errors.Join(failed[:]...)
}

// one fills flows and returns those within them.
func (f *flowReader) one(ctx context.Context, flows []*flow) (inner []*flow, err error) {
	var sources []*uno.Object
	var empty []*flow
	for _, fl := range flows {
		if fl.items == nil && fl.source != nil {
			sources, empty = append(sources, fl.source), append(empty, fl)
		}
	}
	found, err := gather(ctx, sources)
	if err != nil {
		return nil, err
	}
	for i, elements := range found {
		for _, e := range elements {
			empty[i].items = append(empty[i].items, &item{at: e})
		}
	}
	var items []*item
	for _, fl := range flows {
		items = append(items, fl.items...)
	}
	if err := f.paragraphs(ctx, items); err != nil {
		return nil, err
	}
	things, err := f.bits(ctx, items)
	if err != nil {
		return nil, err
	}
	more, err := f.things(ctx, things)
	if err != nil {
		return nil, err
	}
	cells, err := f.tables(ctx, items)
	return append(more, cells...), err
}

// gather returns all elements of each collection.
func gather(ctx context.Context, sources []*uno.Object) ([][]*uno.Object, error) {
	if len(sources) == 0 {
		return nil, nil
	}
	b := sources[0].Conn().NewBatch()
	begun := make([]*uno.Result, len(sources))
	for i, s := range sources {
		begun[i] = b.Call(s, iEnumAccess, "createEnumeration")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	return gatherFrom(ctx, begun)
}

// gatherFrom returns all elements of enumerations, in rounds: each round asks
// every one for half as many more as it has given, and whether that was all. To
// ask for one that is not there costs an exception, to ask one by one a round
// trip each.
func gatherFrom(ctx context.Context, begun []*uno.Result) ([][]*uno.Object, error) {
	all := make([][]*uno.Object, len(begun))
	open := make([]int, 0, len(begun))
	for i := range begun {
		if begun[i].Err != nil {
			return nil, begun[i].Err
		}
		if begun[i].Object() != nil {
			open = append(open, i)
		}
	}
	for len(open) > 0 {
		b := begun[open[0]].Object().Conn().NewBatch()
		next, more := make([][]*uno.Result, len(open)), make([]*uno.Result, len(open))
		for i, s := range open {
			for range max(1, len(all[s])/2) {
				next[i] = append(next[i], b.Call(begun[s].Object(), iEnumeration, "nextElement"))
			}
			more[i] = b.Call(begun[s].Object(), iEnumeration, "hasMoreElements")
		}
		if err := b.Run(ctx); err != nil {
			return nil, err
		}
		var still []int
		for i, s := range open {
			ended := more[i].Value != true
			for _, r := range next[i] {
				if uno.IsException(r.Err, "com.sun.star.container.NoSuchElementException") {
					ended = true
					break
				}
				if r.Err != nil {
					return nil, r.Err
				}
				all[s] = append(all[s], r.Object())
			}
			if !ended {
				still = append(still, s)
			}
		}
		open = still
	}
	return all, nil
}
