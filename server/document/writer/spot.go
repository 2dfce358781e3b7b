package writer

import (
	"context"
	"sync"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Spot is a place where a text was found.
type Spot struct {
	Where
	Text    string
	Context string
	at      *uno.Object // its range; nil in a shape or comment
}

// Spots is what a search found, everywhere.
type Spots struct {
	List  []Spot // at most the limit
	Count int    // all
}

// Search finds text wherever a reader sees it: also in drawing shapes and
// comments, which Find does not reach. Text that a tracked change has deleted
// is not found.
func Search(ctx context.Context, doc *document.Document, q Query, limit int) (Spots, error) {
	tries, err := q.attempts()
	if err != nil {
		return Spots{}, err
	}
	var apart []island
	var failed error
	var reading sync.WaitGroup // the office does both at once
	reading.Go(func() { apart, failed = islands(ctx, doc) })
	defer reading.Wait()
	for _, try := range tries {
		hits, err := find(ctx, doc, try, limit)
		if err != nil {
			return Spots{}, document.Explain(err)
		}
		found := Spots{Count: hits.Count}
		if found.List, err = Describe(ctx, doc, hits); err != nil {
			return Spots{}, document.Explain(err)
		}
		if reading.Wait(); failed != nil {
			return Spots{}, document.Explain(failed)
		}
		more, err := searchIslands(ctx, doc, try, apart)
		if err != nil {
			return Spots{}, document.Explain(err)
		}
		found.Count += len(more)
		found.List = append(found.List, more[:min(len(more), limit-len(found.List))]...)
		if found.Count > 0 {
			return found, nil
		}
	}
	return Spots{}, nil
}

// Describe says where hits stand and what is around them.
func Describe(ctx context.Context, doc *document.Document, hits Hits) ([]Spot, error) {
	where, err := locateHits(ctx, doc, &hits)
	if err != nil {
		return nil, err
	}
	near, err := around(ctx, hits.Ranges, hits.homes, hits.Texts, hits.Changes)
	if err != nil {
		return nil, err
	}
	out := make([]Spot, len(where))
	for i := range where {
		out[i] = Spot{where[i], hits.Texts[i], near[i], hits.Ranges[i]}
	}
	return out, nil
}

// OutOfReach finds text in drawing shapes and comments, which an edit of the
// document's text does not change.
func OutOfReach(ctx context.Context, doc *document.Document, q Query) ([]Spot, error) {
	tries, err := q.attempts()
	if err != nil {
		return nil, err
	}
	apart, err := islands(ctx, doc)
	for i := 0; i < len(tries) && err == nil; i++ {
		var found []Spot
		if found, err = searchIslands(ctx, doc, tries[i], apart); len(found) > 0 {
			return found, err
		}
	}
	return nil, document.Explain(err)
}
