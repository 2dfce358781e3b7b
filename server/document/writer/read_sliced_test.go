package writer

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// Slices come on in order, each read once, at most as many at a time as there
// are readers; after an error none is taken any more and all references are
// given back.
func TestReadInOrder(t *testing.T) {
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		fails int // the slice that cannot be read, or -1
		want  int // slices handed on at most
	}{"all": {-1, 40}, "one fails": {17, 17}, "the first fails": {0, 0}, "the last fails": {39, 39}} {
		t.Run(name, func(t *testing.T) {
			var taken, ended, open atomic.Int64
			var got []int
			number := map[*slice]int{}
			next := func() (*slice, error) {
				n := int(taken.Add(1)) - 1
				s := &slice{last: n == 39, end: func() { ended.Add(1) }}
				s.items = make([]*item, n)
				number[s] = n
				return s, nil
			}
			read := func(s *slice) error {
				defer s.end()
				if n := open.Add(1); n > 2 {
					t.Errorf("%d slices at a time", n)
				}
				defer open.Add(-1)
				time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
				if len(s.items) == c.fails {
					return boom
				}
				return nil
			}
			err := readInOrder(next, []func(*slice) error{read, read}, func(s *slice) { got = append(got, number[s]) })
			if (c.fails >= 0) != errors.Is(err, boom) {
				t.Errorf("error %v", err)
			}
			if !slices.IsSorted(got) || len(got) != c.want {
				t.Errorf("handed on %v, want the first %d", got, c.want)
			}
			if ended.Load() != taken.Load() {
				t.Errorf("%d of %d slices gave their references back", ended.Load(), taken.Load())
			}
		})
	}
}
