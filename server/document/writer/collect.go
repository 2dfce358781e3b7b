package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// What holds for collections of any document stands in package document.
var (
	collect    = document.Collect
	enumerate  = document.Enumerate
	properties = document.Properties
)

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

// nextElements takes up to n elements from an enumeration, and tells whether it
// has ended.
func nextElements(ctx context.Context, list *uno.Object, n int) (block []*uno.Object, ended bool, err error) {
	b := list.Conn().NewBatch()
	next := make([]*uno.Result, n)
	for i := range next {
		next[i] = b.Call(list, iEnumeration, "nextElement")
	}
	if err := b.Run(ctx); err != nil {
		return nil, true, err
	}
	for _, r := range next {
		if uno.IsException(r.Err, "com.sun.star.container.NoSuchElementException") {
			return block, true, nil
		}
		if r.Err != nil {
			return block, true, r.Err
		}
		block = append(block, r.Object())
	}
	return block, false, nil
}
