package document

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// maxDevice is the largest picture, in pixels, that the office is asked to draw
// cells in, maxSide its longer side: its cells come with all that is above and
// left of them. 4 bytes a pixel are 128 MB.
const (
	maxDevice = 32 << 20
	maxSide   = 30000
)

const iRenderable = "com.sun.star.view.XRenderable"

// drawCells draws a block as it looks on the sheet, with what lies over it. It
// returns nil for one that is too large or too far from A1: that can be drawn
// as printed pages.
//
// The office draws cells at their place on the sheet, but scales them as if the
// first of them stood in the corner (7.4): right only from A1 on. So all from
// there is drawn, and the block cut out.
func (doc *Document) drawCells(ctx context.Context, provider *uno.Object, cells *Cells) (*uno.Object, error) {
	box, err := boxOf(ctx, cells.Range)
	if err != nil {
		return nil, err
	}
	sheet, err := cells.Range.CallObject(ctx, "com.sun.star.sheet.XSheetCellRange", "getSpreadsheet")
	if err != nil {
		return nil, err
	}
	drawn, err := sheet.CallObject(ctx, "com.sun.star.table.XCellRange", "getCellRangeByPosition", 0, 0, cells.EndColumn, cells.EndRow)
	if err != nil {
		return nil, err
	}
	toolkit, err := doc.Conn().Service(ctx, "com.sun.star.awt.Toolkit")
	if err != nil {
		return nil, err
	}
	device, perMetre, err := newDevice(ctx, toolkit, 8, 8)
	if err != nil {
		return nil, err
	}
	right, down := int(float64(box.x+box.width)*perMetre/1e5+0.5), int(float64(box.y+box.height)*perMetre/1e5+0.5)
	if right < 1 || down < 1 || right > maxSide || down > maxSide || right*down > maxDevice {
		return nil, nil
	}
	// Without having counted, it renders nothing.
	options := uno.PropertyValues("RenderToGraphic", true, "RenderDevice", device)
	count, err := doc.model.Call(ctx, iRenderable, "getRendererCount", drawn, options)
	if err != nil {
		return nil, err
	}
	if n, _ := count.(int32); n == 0 {
		return nil, Errorf(CodeInvalidRange, "there is nothing to be seen in these cells")
	}
	if device, _, err = newDevice(ctx, toolkit, right, down); err != nil {
		return nil, err
	}
	if _, err = doc.model.Call(ctx, iRenderable, "render", 0, drawn, uno.PropertyValues("RenderToGraphic", true, "RenderDevice", device)); err != nil {
		return nil, err
	}
	// Drawing has set the device's unit, which is that of the page now.
	bitmap, err := device.CallObject(ctx, "com.sun.star.awt.XDevice", "createBitmap", box.x, box.y, box.width, box.height)
	if err != nil {
		return nil, err
	}
	return provider.CallObject(ctx, iGraphics, "queryGraphic", uno.PropertyValues("Bitmap", bitmap))
}

// box is a place on a sheet, in hundredths of a millimetre.
type box struct{ x, y, width, height int }

func boxOf(ctx context.Context, cells *uno.Object) (box, error) {
	b := cells.Conn().NewBatch()
	at := b.Call(cells, "com.sun.star.beans.XPropertySet", "getPropertyValue", "Position")
	size := b.Call(cells, "com.sun.star.beans.XPropertySet", "getPropertyValue", "Size")
	if err := b.First(ctx); err != nil {
		return box{}, err
	}
	p, _ := at.Value.(*uno.Struct)
	s, _ := size.Value.(*uno.Struct)
	return box{number(p, "X"), number(p, "Y"), number(s, "Width"), number(s, "Height")}, nil
}

// newDevice makes a picture in the office's memory to draw in, and tells how
// many of its pixels a metre has.
func newDevice(ctx context.Context, toolkit *uno.Object, width, height int) (device *uno.Object, perMetre float64, err error) {
	device, err = toolkit.CallObject(ctx, "com.sun.star.awt.XToolkit", "createScreenCompatibleDevice", width, height)
	if err != nil {
		return nil, 0, err
	}
	v, err := device.Call(ctx, "com.sun.star.awt.XDevice", "getInfo")
	if err != nil {
		return nil, 0, err
	}
	if info, ok := v.(*uno.Struct); ok {
		perMetre, _ = info.Get("PixelPerMeterX").(float64)
	}
	if perMetre <= 0 {
		perMetre = 96 / 0.0254
	}
	return device, perMetre, nil
}

// number reads a whole number from a struct, 0 where there is none.
func number(s *uno.Struct, name string) int {
	if s == nil {
		return 0
	}
	n, _ := s.Get(name).(int32)
	return int(n)
}
