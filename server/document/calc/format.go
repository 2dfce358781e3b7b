package calc

import (
	"context"

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
func (b *block) format(ctx context.Context) error {
	if !b.has("date", "time", "datetime", "duration", "boolean") {
		return nil
	}
	f, err := readFormats(ctx, b.doc)
	if err != nil {
		return err
	}
	now, err := b.currentFormats(ctx, f)
	if err != nil {
		return err
	}
	keys := map[string]int32{}
	set := b.doc.Conn().NewBatch()
	for i, row := range b.entries {
		for j, e := range row {
			if e.wants() == 0 || fits(e, f.kinds[now[i][j]]) {
				continue
			}
			key, ok := keys[e.kind]
			if !ok {
				if key, err = f.standard(ctx, e); err != nil {
					return err
				}
				keys[e.kind] = key
			}
			cell, err := b.object.CallObject(ctx, iCellRange, "getCellByPosition", j, i)
			if err != nil {
				return err
			}
			set.Call(cell, iProperties, "setPropertyValue", "NumberFormat", key)
		}
	}
	return set.First(ctx)
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

// currentFormats returns the format key of each cell of the block.
func (b *block) currentFormats(ctx context.Context, f *formats) ([][]int32, error) {
	parts, err := formatBlocks(ctx, b.Range)
	if err != nil {
		return nil, err
	}
	keys := make([]int32, len(parts))
	now := make([][]int32, b.Rows())
	for i := range now {
		now[i] = make([]int32, b.Columns())
	}
	for i, p := range parts {
		keys[i] = p.key
		for row := p.Row; row <= p.EndRow; row++ {
			for column := p.Column; column <= p.EndColumn; column++ {
				now[row-b.Row][column-b.Column] = p.key
			}
		}
	}
	return now, f.load(ctx, keys)
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
