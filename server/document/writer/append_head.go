package writer

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// headStyle returns the style of head cells. Some documents write theirs in white
// for cells that are dark, which new cells are not: there heads are ordinary
// cells in bold, so that they can be read.
func (a *Appender) headStyle(ctx context.Context) (style string, bold bool, err error) {
	if a.head != "" {
		return a.head, a.head != tableHeading, nil
	}
	a.head = tableHeading
	paragraph, err := styleFamily(ctx, a.doc, ParagraphStyles)
	if err != nil {
		return "", false, err
	}
	heading, err := paragraph.CallObject(ctx, iNameAccess, "getByName", tableHeading)
	if uno.IsException(err, "com.sun.star.container.NoSuchElementException") {
		return a.head, false, nil
	}
	if err != nil {
		return "", false, err
	}
	b := heading.Conn().NewBatch()
	color := b.Call(heading, iProperties, "getPropertyValue", "CharColor")
	back := b.Call(heading, iProperties, "getPropertyValue", "ParaBackColor")
	if err := b.First(ctx); err != nil {
		return "", false, err
	}
	text, _ := color.Value.(int32)
	behind, _ := back.Value.(int32)
	if text >= 0 && light(text) && (behind < 0 || light(behind)) {
		a.head = tableContents
	}
	return a.head, a.head != tableHeading, nil
}

// light tells whether a colour (0xRRGGBB) can hardly be read on white, by the
// weights of ITU-R BT.601.
func light(rgb int32) bool {
	return 299*(rgb>>16&255)+587*(rgb>>8&255)+114*(rgb&255) > 200_000
}
