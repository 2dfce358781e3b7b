package writer

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/uno"
)

// The sizes of the blocks in which an enumeration is read: the first is small,
// because most are short, and the office answers a question behind the end with
// an exception.
const (
	firstBlock = 8
	laterBlock = 256
)

// collect returns all elements of each collection. What cannot be enumerated
// (a table among paragraphs) is nil; what holds nothing is empty.
func collect(ctx context.Context, sources []*uno.Object) ([][]*uno.Object, error) {
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

// enumerate returns all elements of a collection.
func enumerate(ctx context.Context, access *uno.Object) ([]*uno.Object, error) {
	all, err := collect(ctx, []*uno.Object{access})
	if err != nil {
		return nil, err
	}
	if all[0] == nil {
		return nil, uno.ErrNoInterface
	}
	return all[0], nil
}

// members returns all elements of an indexed collection.
func members(ctx context.Context, index *uno.Object) ([]*uno.Object, error) {
	n, err := index.Call(ctx, iIndexAccess, "getCount")
	if err != nil {
		return nil, err
	}
	count, _ := n.(int32)
	return firstMembers(ctx, index, int(count))
}

// firstMembers returns the first n elements of an indexed collection.
func firstMembers(ctx context.Context, index *uno.Object, n int) ([]*uno.Object, error) {
	b := index.Conn().NewBatch()
	got := make([]*uno.Result, n)
	for i := range got {
		got[i] = b.Call(index, iIndexAccess, "getByIndex", i)
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	out := make([]*uno.Object, n)
	for i := range got {
		out[i] = got[i].Object()
	}
	return out, nil
}

// supporting tells which objects have a service. Those that cannot say so have
// it not.
func supporting(ctx context.Context, objects []*uno.Object, service string) ([]bool, error) {
	is := make([]bool, len(objects))
	if len(objects) == 0 {
		return is, nil
	}
	b := objects[0].Conn().NewBatch()
	got := make([]*uno.Result, len(objects))
	for i, o := range objects {
		got[i] = b.Call(o, iServiceInfo, "supportsService", service)
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	for i := range got {
		is[i], _ = got[i].Value.(bool)
	}
	return is, nil
}

// properties asks each object for properties. What it does not have is nil.
func properties(ctx context.Context, objects []*uno.Object, names ...string) ([][]any, error) {
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
