package calc

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// formatBlock is a block of cells with one number format.
type formatBlock struct {
	Address
	key int32
}

// formatBlocks splits a range by cell format. Its cost is one call for each
// format that occurs, however the cells that have it are scattered.
func formatBlocks(ctx context.Context, r *Range) ([]formatBlock, error) {
	list, err := r.object.CallObject(ctx, "com.sun.star.sheet.XUniqueCellFormatRangesSupplier", "getUniqueCellFormatRanges")
	if err != nil {
		return nil, err
	}
	parts, err := indexed(ctx, list)
	if err != nil {
		return nil, err
	}
	b := r.object.Conn().NewBatch()
	addresses, keys := make([]*uno.Result, len(parts)), make([]*uno.Result, len(parts))
	for i, p := range parts {
		addresses[i] = b.Call(p, iRanges, "getRangeAddresses")
		keys[i] = b.Call(p, iProperties, "getPropertyValue", "NumberFormat")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	var out []formatBlock
	for i := range parts {
		list, _ := addresses[i].Value.([]*uno.Struct)
		key, ok := keys[i].Value.(int32)
		for _, a := range list {
			if ok {
				out = append(out, formatBlock{addressOf(a), key})
			}
		}
	}
	return out, nil
}

// formatsOf splits a range by cell format and finds out what the formats mean.
func formatsOf(ctx context.Context, doc *document.Document, r *Range) ([]formatBlock, *formats, error) {
	blocks, err := formatBlocks(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	f, err := readFormats(ctx, doc)
	if err != nil {
		return nil, nil, err
	}
	keys := make([]int32, len(blocks))
	for i, b := range blocks {
		keys[i] = b.key
	}
	return blocks, f, f.load(ctx, keys)
}

// areasOf returns the blocks of a collection of ranges, which may be nil.
func areasOf(ctx context.Context, ranges *uno.Object) ([]Address, error) {
	if ranges == nil {
		return nil, nil
	}
	v, err := ranges.Call(ctx, iRanges, "getRangeAddresses")
	list, _ := v.([]*uno.Struct)
	out := make([]Address, len(list))
	for i, a := range list {
		out[i] = addressOf(a)
	}
	return out, err
}

// indexed returns all elements of an indexed collection.
func indexed(ctx context.Context, list *uno.Object) ([]*uno.Object, error) {
	n, err := list.Call(ctx, iIndexAccess, "getCount")
	if err != nil {
		return nil, err
	}
	b := list.Conn().NewBatch()
	got := make([]*uno.Result, n.(int32))
	for i := range got {
		got[i] = b.Call(list, iIndexAccess, "getByIndex", i)
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	out := make([]*uno.Object, len(got))
	for i := range got {
		out[i] = got[i].Object()
	}
	return out, nil
}
