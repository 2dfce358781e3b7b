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

// formatAsked is the question for the number format of a range, as a part of a
// batch.
type formatAsked struct {
	of         *Range
	key, state *uno.Result
}

func askFormat(b *uno.Batch, r *Range) formatAsked {
	return formatAsked{
		of:    r,
		key:   b.Call(r.object, iProperties, "getPropertyValue", "NumberFormat"),
		state: b.Call(r.object, iStates, "getPropertyState", "NumberFormat"),
	}
}

// blocks is the answer, once the batch has run: one block, unless there are
// several formats, which must be looked for.
func (a formatAsked) blocks(ctx context.Context) ([]formatBlock, error) {
	key, ok := a.key.Value.(int32)
	if state, _ := a.state.Value.(uno.Enum); ok && a.state.Err == nil && state.Name != ambiguous {
		return []formatBlock{{a.of.Address, key}}, nil
	}
	return scatteredFormats(ctx, a.of)
}

// formatBlocks splits a range by number format.
func formatBlocks(ctx context.Context, r *Range) ([]formatBlock, error) {
	b := r.object.Conn().NewBatch()
	asked := askFormat(b, r)
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	return asked.blocks(ctx)
}

// scatteredFormats is formatBlocks for several formats. Its cost is one call for
// each cell format that occurs, however the cells that have it are scattered.
func scatteredFormats(ctx context.Context, r *Range) ([]formatBlock, error) {
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

// meaningOf finds out what the formats of blocks mean.
func meaningOf(ctx context.Context, doc *document.Document, blocks []formatBlock) (*formats, error) {
	f, err := readFormats(ctx, doc)
	if err != nil {
		return nil, err
	}
	keys := make([]int32, len(blocks))
	for i, b := range blocks {
		keys[i] = b.key
	}
	return f, f.load(ctx, keys)
}

// areasOf returns the blocks of a collection of ranges, which may be nil.
func areasOf(ctx context.Context, ranges *uno.Object) ([]Address, error) {
	if ranges == nil {
		return nil, nil
	}
	v, err := ranges.Call(ctx, iRanges, "getRangeAddresses")
	return addressesOf(v), err
}

// addressesOf reads a sequence of com.sun.star.table.CellRangeAddress.
func addressesOf(v any) []Address {
	list, _ := v.([]*uno.Struct)
	out := make([]Address, len(list))
	for i, a := range list {
		out[i] = addressOf(a)
	}
	return out
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
