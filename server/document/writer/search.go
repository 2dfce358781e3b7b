package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// MaxHits is the most places that one edit changes.
const MaxHits = 2000

// Hits is what a search found.
type Hits struct {
	Ranges []*uno.Object // at most the limit
	Texts  []string      // what stands in them
	homes  []*uno.Object // the texts that they belong to, nil: not known
	Count  int           // all hits
	// Changes: the document has text that a tracked change has deleted.
	Changes bool
	found   attempt // how they were found
}

// First returns the first n hits, or all if there are less; Count still tells of
// all.
func (h Hits) First(n int) Hits { return h.part(0, min(n, len(h.Ranges))) }

// At returns the hit at i, counted from 0.
func (h Hits) At(i int) Hits { return h.part(i, i+1) }

func (h Hits) part(from, to int) Hits {
	h.Ranges, h.Texts = h.Ranges[from:to], h.Texts[from:to]
	if h.homes != nil {
		h.homes = h.homes[from:to]
	}
	return h
}

// Find searches everywhere in a text document: body, tables, frames, notes,
// headers and footers. Text that a tracked change has deleted is not found.
func Find(ctx context.Context, doc *document.Document, q Query, limit int) (Hits, error) {
	tries, err := q.attempts()
	if err != nil {
		return Hits{}, err
	}
	for _, try := range tries {
		hits, err := find(ctx, doc, try, limit)
		if err != nil || hits.Count > 0 {
			return hits, document.Explain(err)
		}
	}
	return Hits{}, nil
}

func find(ctx context.Context, doc *document.Document, try attempt, limit int) (Hits, error) {
	descriptor, err := doc.Model().CallObject(ctx, iSearchable, "createSearchDescriptor")
	if err != nil {
		return Hits{}, err
	}
	b := doc.Conn().NewBatch()
	b.Call(descriptor, iSearchDescriptor, "setSearchString", try.pattern)
	b.Call(descriptor, iProperties, "setPropertyValue", "SearchRegularExpression", try.regex)
	b.Call(descriptor, iProperties, "setPropertyValue", "SearchCaseSensitive", try.matchCase)
	matches := b.Call(doc.Model(), iSearchable, "findAll", descriptor)
	if err := b.First(ctx); err != nil {
		return Hits{}, err
	}
	found := matches.Object()
	if found == nil {
		return Hits{}, nil
	}
	redlines, err := doc.Member(ctx, document.Redlines)
	if err != nil {
		return Hits{}, err
	}
	b = doc.Conn().NewBatch()
	n := b.Call(found, iIndexAccess, "getCount")
	changed := b.Call(redlines, iElementAccess, "hasElements")
	if err := b.First(ctx); err != nil {
		return Hits{}, err
	}
	count := int(n.Value.(int32))
	var deletions []deletion
	if changed.Value == true {
		if deletions, err = deletionsAmong(ctx, redlines); err != nil {
			return Hits{}, err
		}
	}
	take := count
	if len(deletions) == 0 {
		take = min(count, limit)
	}
	all := Hits{}
	if err := all.take(ctx, found, take); err != nil {
		return Hits{}, err
	}
	hits := Hits{Count: count, Changes: len(deletions) > 0, found: try}
	visible, err := outside(ctx, all.Ranges, deletions)
	if err != nil {
		return Hits{}, err
	}
	for i := range all.Ranges {
		if !visible[i] {
			hits.Count--
			continue
		}
		if len(hits.Ranges) < limit {
			hits.Ranges, hits.Texts, hits.homes = append(hits.Ranges, all.Ranges[i]), append(hits.Texts, all.Texts[i]), append(hits.homes, all.homes[i])
		}
	}
	return hits, nil
}

// take gets the first n ranges of a collection, with what stands in them and
// where they belong, in two round trips.
func (h *Hits) take(ctx context.Context, from *uno.Object, n int) (err error) {
	if h.Ranges, err = firstMembers(ctx, from, n); err != nil || n == 0 {
		return err
	}
	b := from.Conn().NewBatch()
	texts, homes := make([]*uno.Result, n), make([]*uno.Result, n)
	for i, r := range h.Ranges {
		texts[i], homes[i] = b.Call(r, iTextRange, "getString"), b.Call(r, iTextRange, "getText")
	}
	if err := b.First(ctx); err != nil {
		return err
	}
	h.Texts, h.homes = make([]string, n), make([]*uno.Object, n)
	for i := range h.Ranges {
		h.Texts[i], _ = texts[i].Value.(string)
		h.homes[i] = homes[i].Object()
	}
	return nil
}

func stringsOf(ctx context.Context, ranges []*uno.Object) ([]string, error) {
	if len(ranges) == 0 {
		return nil, nil
	}
	b := ranges[0].Conn().NewBatch()
	got := make([]*uno.Result, len(ranges))
	for i, r := range ranges {
		got[i] = b.Call(r, iTextRange, "getString")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	texts := make([]string, len(ranges))
	for i := range got {
		texts[i], _ = got[i].Value.(string)
	}
	return texts, nil
}

// deletion is a stretch of text that a tracked change has deleted. It is still
// in the document until somebody accepts the change. Its ends come in the order
// in which the text was selected, so either may be the first.
type deletion [2]*uno.Object

func deletedRanges(ctx context.Context, doc *document.Document) ([]deletion, error) {
	if some, err := hasChanges(ctx, doc); err != nil || !some {
		return nil, err
	}
	redlines, err := doc.Member(ctx, document.Redlines)
	if err != nil {
		return nil, err
	}
	return deletionsAmong(ctx, redlines)
}

func deletionsAmong(ctx context.Context, redlines *uno.Object) ([]deletion, error) {
	all, err := enumerate(ctx, redlines)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	props, err := properties(ctx, all, "RedlineType", "RedlineStart", "RedlineEnd")
	if err != nil {
		return nil, err
	}
	var out []deletion
	for _, p := range props {
		start, _ := p[1].(*uno.Object)
		end, _ := p[2].(*uno.Object)
		if p[0] == "Delete" && start != nil && end != nil {
			out = append(out, deletion{start, end})
		}
	}
	return out, nil
}

// outside tells for each range whether it touches no deletion. Ranges of
// different texts cannot be compared: those do not touch.
func outside(ctx context.Context, ranges []*uno.Object, deletions []deletion) ([]bool, error) {
	visible := make([]bool, len(ranges))
	for i := range visible {
		visible[i] = true
	}
	if len(ranges) == 0 || len(deletions) == 0 {
		return visible, nil
	}
	conn := ranges[0].Conn()
	texts := conn.NewBatch()
	homes := make([]*uno.Result, len(ranges))
	for i, r := range ranges {
		homes[i] = texts.Call(r, iTextRange, "getText")
	}
	if err := texts.First(ctx); err != nil {
		return nil, err
	}
	b := conn.NewBatch()
	// A range touches a deletion when it starts before one of the deletion's
	// ends and ends behind one of them.
	type comparison struct{ starts, ends [2]*uno.Result }
	comparisons := make([][]comparison, len(ranges))
	for i, r := range ranges {
		home := homes[i].Object()
		for _, d := range deletions {
			var c comparison
			for j := range d {
				c.starts[j] = b.Call(home, iRangeCompare, "compareRegionStarts", r, d[j])
				c.ends[j] = b.Call(home, iRangeCompare, "compareRegionEnds", r, d[j])
			}
			comparisons[i] = append(comparisons[i], c)
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	for i := range comparisons {
		for _, c := range comparisons[i] {
			startsBefore := c.starts[0].Value == int16(1) || c.starts[1].Value == int16(1)
			endsBehind := c.ends[0].Value == int16(-1) || c.ends[1].Value == int16(-1)
			if startsBefore && endsBehind {
				visible[i] = false
			}
		}
	}
	return visible, nil
}
