package document

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/uno"
)

const (
	iEnumAccess  = "com.sun.star.container.XEnumerationAccess"
	iEnumeration = "com.sun.star.container.XEnumeration"
)

// The sizes of the blocks in which an enumeration is read: the first is small,
// because most are short, and the office answers a question behind the end with
// an exception.
const (
	firstBlock = 8
	laterBlock = 256
)

// Collect returns all elements of each collection. What cannot be enumerated
// (a table among paragraphs) is nil; what holds nothing is empty.
func Collect(ctx context.Context, sources []*uno.Object) ([][]*uno.Object, error) {
	all := make([][]*uno.Object, len(sources))
	if len(sources) == 0 {
		return all, nil
	}
	conn := sources[0].Conn()
	b := conn.NewBatch()
	begun := make([]*uno.Result, len(sources))
	for i, s := range sources {
		begun[i] = b.Call(s, iEnumAccess, "createEnumeration")
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	var open []int
	for i, r := range begun {
		if errors.Is(r.Err, uno.ErrNoInterface) {
			continue
		}
		if r.Err != nil {
			return nil, r.Err
		}
		all[i] = []*uno.Object{}
		if r.Object() != nil {
			open = append(open, i)
		}
	}
	for size := firstBlock; len(open) > 0; size = laterBlock {
		b := conn.NewBatch()
		next := make([][]*uno.Result, len(open))
		for i, source := range open {
			for range size {
				next[i] = append(next[i], b.Call(begun[source].Object(), iEnumeration, "nextElement"))
			}
		}
		if err := b.Run(ctx); err != nil {
			return nil, err
		}
		var still []int
		for i, source := range open {
			ended := false
			for _, r := range next[i] {
				if uno.IsException(r.Err, "com.sun.star.container.NoSuchElementException") {
					ended = true
					break
				}
				if r.Err != nil {
					return nil, r.Err
				}
				all[source] = append(all[source], r.Object())
			}
			if !ended {
				still = append(still, source)
			}
		}
		open = still
	}
	return all, nil
}

// Enumerate returns all elements of a collection.
func Enumerate(ctx context.Context, access *uno.Object) ([]*uno.Object, error) {
	all, err := Collect(ctx, []*uno.Object{access})
	if err != nil {
		return nil, err
	}
	if all[0] == nil {
		return nil, uno.ErrNoInterface
	}
	return all[0], nil
}

// Properties asks each object for properties. What it does not have is nil.
func Properties(ctx context.Context, objects []*uno.Object, names ...string) ([][]any, error) {
	out := make([][]any, len(objects))
	if len(objects) == 0 {
		return out, nil
	}
	b := objects[0].Conn().NewBatch()
	got := make([][]*uno.Result, len(objects))
	for i, o := range objects {
		for _, name := range names {
			got[i] = append(got[i], b.Call(o, iProperties, "getPropertyValue", name))
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	for i := range got {
		for _, r := range got[i] {
			out[i] = append(out[i], r.Value)
		}
	}
	return out, nil
}
