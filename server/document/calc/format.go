package calc

import (
	"context"
	"slices"

	"github.com/unodesk/unodesk/uno"
)

// wants says which kind of number format an entry needs, 0 for none.
func (e entry) wants() int {
	switch e.kind {
	case "date":
		return formatDate
	case "time":
		return formatTime
	case "datetime":
		return formatDateTime
	case "duration":
		return formatTime
	case "boolean":
		return formatLogical
	}
	return 0
}

// durationFormat shows hours beyond 24.
const durationFormat = "[HH]:MM:SS"

// format gives dates, times and truth values a number format, unless the cell
// has a fitting one already: the user's own format stays.
//
// The office gives cells formats of its own accord: text that looks like a
// number becomes "@", a formula takes over the format of its arguments. The
// first is taken away again; the second is set once more, because redoing the
// write would not give it (seen in 7.4).
func (b *block) format(ctx context.Context) error {
	now, err := formatKeys(ctx, b.Range)
	if err != nil {
		return err
	}
	choose, err := b.chooser(ctx)
	if err != nil {
		return err
	}
	var runs []formatBlock
	for j := range b.Columns() {
		for i := range b.Rows() {
			key, err := choose(ctx, i, j, now[i][j])
			if err != nil {
				return err
			}
			if key == now[i][j] && key == b.before[i][j] {
				continue
			}
			if n := len(runs); n > 0 && runs[n-1].key == key && runs[n-1].Column == j && runs[n-1].EndRow == i-1 {
				runs[n-1].EndRow = i
				continue
			}
			runs = append(runs, formatBlock{Address{Column: j, EndColumn: j, Row: i, EndRow: i}, key})
		}
	}
	return b.setFormats(ctx, runs)
}

// setFormats sets formats of parts of the block, counted from its first cell.
func (b *block) setFormats(ctx context.Context, runs []formatBlock) error {
	get, set := b.doc.Conn().NewBatch(), b.doc.Conn().NewBatch()
	parts := make([]*uno.Result, len(runs))
	for i, run := range runs {
		parts[i] = get.Call(b.object, iCellRange, "getCellRangeByPosition", run.Column, run.Row, run.EndColumn, run.EndRow)
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	for i, run := range runs {
		set.Call(parts[i].Object(), iProperties, "setPropertyValue", "NumberFormat", run.key)
	}
	return set.First(ctx)
}

// chooser returns a function that says which format the cell at row i and
// column j shall have; now is the one that it got by being written.
func (b *block) chooser(ctx context.Context) (func(ctx context.Context, i, j int, now int32) (int32, error), error) {
	plain := func(_ context.Context, i, j int, now int32) (int32, error) {
		if e := b.entries[i][j]; e.kind == "formula" || e.asText {
			return now, nil
		}
		return b.before[i][j], nil
	}
	if !b.has("date", "time", "datetime", "duration", "boolean") {
		return plain, nil
	}
	f, err := readFormats(ctx, b.doc)
	if err != nil {
		return nil, err
	}
	if err := f.load(ctx, distinct(b.before)); err != nil {
		return nil, err
	}
	above, err := b.formatsAbove(ctx, f)
	if err != nil {
		return nil, err
	}
	standard := map[string]int32{}
	return func(ctx context.Context, i, j int, now int32) (int32, error) {
		e := b.entries[i][j]
		if e.wants() == 0 {
			return plain(ctx, i, j, now)
		}
		if fits(e, f.kinds[b.before[i][j]]) {
			return b.before[i][j], nil
		}
		if key, ok := above.fitting(e, b.Column+j, f); ok {
			return key, nil
		}
		key, ok := standard[e.kind]
		if !ok {
			var err error
			if key, err = f.standard(ctx, e); err != nil {
				return 0, err
			}
			standard[e.kind] = key
		}
		return key, nil
	}, nil
}

func distinct(keys [][]int32) []int32 {
	var out []int32
	for _, row := range keys {
		for _, key := range row {
			if len(out) == 0 || !slices.Contains(out, key) {
				out = append(out, key)
			}
		}
	}
	return out
}

// reach is how many rows above a written cell are looked at for a format.
const reach = 100

// aboveFormats are the formats of the rows above a block, the nearest first.
type aboveFormats []formatBlock

// formatsAbove returns them: a column of dates goes on in its own look.
func (b *block) formatsAbove(ctx context.Context, f *formats) (aboveFormats, error) {
	rows := min(reach, b.Row)
	if rows == 0 {
		return nil, nil
	}
	a := b.Address
	a.Row, a.EndRow = b.Row-rows, b.Row-1
	part, err := rangeAt(ctx, b.sheet, a)
	if err != nil {
		return nil, err
	}
	blocks, err := formatBlocks(ctx, part)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(blocks, func(x, y formatBlock) int { return y.EndRow - x.EndRow })
	keys := make([]int32, len(blocks))
	for i, p := range blocks {
		keys[i] = p.key
	}
	return blocks, f.load(ctx, keys)
}

// fitting returns the nearest format above that shows a value as what it is.
func (list aboveFormats) fitting(e entry, column int, f *formats) (int32, bool) {
	for _, p := range list {
		if p.Column <= column && column <= p.EndColumn && fits(e, f.kinds[p.key]) {
			return p.key, true
		}
	}
	return 0, false
}

// fits tells whether a format that is there shows the value as what it is. A
// midnight keeps a pure date format.
func fits(e entry, k formatKind) bool {
	if e.kind == "duration" {
		return k.duration
	}
	want := e.wants()
	if e.kind == "datetime" && e.moment.Hour() == 0 && e.moment.Minute() == 0 && e.moment.Second() == 0 && k.kind&formatDate != 0 {
		return true
	}
	return k.kind&(formatDateTime|formatLogical) == want && !k.duration
}

// formatKeys returns the format key of each cell of a range.
func formatKeys(ctx context.Context, r *Range) ([][]int32, error) {
	parts, err := formatBlocks(ctx, r)
	return keysOf(r, parts), err
}

// keysOf lays the format keys of blocks out for each cell of their range.
func keysOf(r *Range, parts []formatBlock) [][]int32 {
	keys := make([][]int32, r.Rows())
	for i := range keys {
		keys[i] = make([]int32, r.Columns())
	}
	for _, p := range parts {
		for row := p.Row; row <= p.EndRow; row++ {
			for column := p.Column; column <= p.EndColumn; column++ {
				keys[row-r.Row][column-r.Column] = p.key
			}
		}
	}
	return keys
}

// standard returns the key of the office's own format for a kind of value, in
// the document's language.
func (f *formats) standard(ctx context.Context, e entry) (int32, error) {
	locale := uno.NewStruct("com.sun.star.lang.Locale")
	if e.kind != "duration" {
		v, err := f.settings.Call(ctx, "com.sun.star.util.XNumberFormatTypes", "getStandardFormat", int16(e.wants()), locale)
		key, _ := v.(int32)
		return key, err
	}
	const formats = "com.sun.star.util.XNumberFormats"
	v, err := f.settings.Call(ctx, formats, "queryKey", durationFormat, locale, false)
	if key, ok := v.(int32); err != nil || ok && key >= 0 {
		return key, err
	}
	v, err = f.settings.Call(ctx, formats, "addNew", durationFormat, locale)
	key, _ := v.(int32)
	return key, err
}
