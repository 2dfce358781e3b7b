package document

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// PictureLimit says how large a picture may be; 0 is without a limit.
type PictureLimit struct {
	Pixels int // of the longer side
	Bytes  int // of the PNG
}

// Picture is a part of a document as it looks on paper, or a block of cells as
// it looks on the sheet, without the grid.
type Picture struct {
	PNG           []byte
	Width, Height int // in pixels
	Page          int // which one it shows; 0 for cells as they look on the sheet
	Pages         int // how many pages or slides there are, 0 where nobody counts them
}

const iGraphics = "com.sun.star.graphic.XGraphicProvider"

// maxPNG is the most bytes that one picture may have: what a page of print size
// cannot reach.
const maxPNG = 64 << 20

// Picture draws one page, slide or block of cells, at 96 dots an inch or as
// small as the limit wants it. It leaves no trace: everything is made in files
// and memory of the office's own, which are gone afterwards.
func (doc *Document) Picture(ctx context.Context, p Part, limit PictureLimit) (*Picture, error) {
	ctx, end := uno.Scope(ctx)
	defer end()
	if err := doc.checkPart(p, "png"); err != nil {
		return nil, err
	}
	if p.Cells == nil && p.Page == 0 {
		p.Page = 1
	}
	var out *Picture
	var png []byte
	err := doc.unheard(ctx, func(ctx context.Context) (err error) {
		png, out, err = doc.draw(ctx, p)
		return err
	})
	if err != nil {
		return nil, explain(err, false)
	}
	return out, out.shrink(png, limit)
}

// draw returns a part as a PNG, and tells of the page that it is.
func (doc *Document) draw(ctx context.Context, p Part) (png []byte, out *Picture, err error) {
	out = &Picture{}
	provider, err := doc.Conn().Service(ctx, "com.sun.star.graphic.GraphicProvider")
	if err != nil {
		return nil, nil, err
	}
	var graphic *uno.Object
	if p.Cells != nil {
		if graphic, err = doc.drawCells(ctx, provider, p.Cells); err != nil {
			return nil, nil, err
		}
	}
	if graphic == nil {
		p.Page = max(p.Page, 1) // cells too far from A1 are drawn as printed
		out.Page = p.Page
		if out.Pages, err = doc.pages(ctx, p.Page); err == nil {
			graphic, err = doc.drawPage(ctx, provider, p)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	file, err := doc.Conn().Service(ctx, "com.sun.star.io.TempFile")
	if err != nil {
		return nil, nil, err
	}
	if _, err = provider.Call(ctx, iGraphics, "storeGraphic", graphic, uno.PropertyValues("OutputStream", file, "MimeType", "image/png")); err != nil {
		return nil, nil, err
	}
	b := doc.Conn().NewBatch()
	b.Call(file, "com.sun.star.io.XSeekable", "seek", int64(0))
	read := b.Call(file, "com.sun.star.io.XInputStream", "readBytes", int32(maxPNG))
	if err := b.First(ctx); err != nil {
		return nil, nil, err
	}
	if len(read.Outs) > 0 {
		png, _ = read.Outs[0].([]byte)
	}
	return png, out, nil
}

// drawPage draws a page by way of a PDF: its export alone draws any page
// without the view going there.
func (doc *Document) drawPage(ctx context.Context, provider *uno.Object, p Part) (*uno.Object, error) {
	file, err := doc.Conn().Service(ctx, "com.sun.star.io.TempFile")
	if err != nil {
		return nil, err
	}
	if _, err = doc.model.Call(ctx, iStorable, "storeToURL", "private:stream", uno.PropertyValues(
		"FilterName", filters[doc.DocType]["pdf"], "OutputStream", file, "FilterData", pdfData(p))); err != nil {
		return nil, storeError(err, "a picture")
	}
	b := doc.Conn().NewBatch()
	b.Call(file, "com.sun.star.io.XSeekable", "seek", int64(0))
	in := b.Call(file, "com.sun.star.io.XStream", "getInputStream")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	graphic, err := provider.CallObject(ctx, iGraphics, "queryGraphic", uno.PropertyValues("InputStream", in.Object(), "MimeType", "application/pdf"))
	if err == nil && graphic == nil {
		err = Errorf(CodeUnsupportedFile, "this LibreOffice makes no pictures of pages; export a pdf instead")
	}
	return graphic, err
}

// pages counts pages or slides and refuses the number of one that is not there.
// Pages of a spreadsheet are not counted.
func (doc *Document) pages(ctx context.Context, page int) (int, error) {
	var count any
	var err error
	switch doc.DocType {
	case Writer:
		var view *uno.Object
		if view, err = doc.model.CallObject(ctx, "com.sun.star.frame.XModel", "getCurrentController"); err == nil && view != nil {
			count, err = view.Call(ctx, "com.sun.star.beans.XPropertySet", "getPropertyValue", "PageCount")
		}
	case Impress, Draw:
		var slides *uno.Object
		if slides, err = doc.model.CallObject(ctx, "com.sun.star.drawing.XDrawPagesSupplier", "getDrawPages"); err == nil {
			count, err = slides.Call(ctx, "com.sun.star.container.XIndexAccess", "getCount")
		}
	}
	n, _ := count.(int32)
	if err == nil && n > 0 && (page < 1 || page > int(n)) {
		err = Errorf(CodeOutOfRange, "there is no page %d; pages are 1 to %d", page, n).With("pages", n)
	}
	return int(n), err
}

// checkPage refuses a page that is not there; 0 stands for all of them.
func (doc *Document) checkPage(ctx context.Context, page int) error {
	if page == 0 {
		return nil
	}
	err := doc.Conn().Main(ctx, func(ctx context.Context) error {
		_, err := doc.pages(ctx, page)
		return err
	})
	return explain(err, false)
}
