package document

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// shrink makes the office's PNG opaque, on white, as a page is, and as small as
// the limit wants it.
func (p *Picture) shrink(office []byte, limit PictureLimit) error {
	decoded, err := png.Decode(bytes.NewReader(office))
	if err != nil {
		return Errorf(CodeUnsupportedFile, "LibreOffice made a picture that cannot be read: %w", err)
	}
	page := opaque(decoded)
	if side := max(page.Rect.Dx(), page.Rect.Dy()); limit.Pixels > 0 && side > limit.Pixels {
		page = scaled(page, float64(limit.Pixels)/float64(side))
	}
	for {
		var b bytes.Buffer
		if err := png.Encode(&b, page); err != nil {
			return err
		}
		if limit.Bytes <= 0 || b.Len() <= limit.Bytes || page.Rect.Dx() < 16 || page.Rect.Dy() < 16 {
			p.PNG, p.Width, p.Height = b.Bytes(), page.Rect.Dx(), page.Rect.Dy()
			return nil
		}
		// Bytes grow about as the area does; a little less, to be done at once.
		page = scaled(page, 0.95*math.Sqrt(float64(limit.Bytes)/float64(b.Len())))
	}
}

// opaque lays a picture on white.
func opaque(in image.Image) *image.NRGBA {
	box := in.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, box.Dx(), box.Dy()))
	for y := range box.Dy() {
		for x := range box.Dx() {
			r, g, b, a := in.At(box.Min.X+x, box.Min.Y+y).RGBA() // already multiplied by a
			white := 0xffff - a
			out.SetNRGBA(x, y, color.NRGBA{uint8((r + white) >> 8), uint8((g + white) >> 8), uint8((b + white) >> 8), 0xff})
		}
	}
	return out
}

// scaled makes a picture smaller; each pixel is the mean of those that it
// stands for.
func scaled(in *image.NRGBA, by float64) *image.NRGBA {
	width, height := max(1, int(float64(in.Rect.Dx())*by)), max(1, int(float64(in.Rect.Dy())*by))
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	columns, rows := spans(in.Rect.Dx(), width), spans(in.Rect.Dy(), height)
	for y, down := range rows {
		for x, across := range columns {
			var sum [3]float64
			var weight float64
			for _, dy := range down {
				line := in.Pix[dy.at*in.Stride:]
				for _, dx := range across {
					w := dx.share * dy.share
					weight += w
					for c := range sum {
						sum[c] += w * float64(line[4*dx.at+c])
					}
				}
			}
			pixel := out.Pix[y*out.Stride+4*x:]
			for c := range sum {
				pixel[c] = uint8(sum[c]/weight + 0.5)
			}
			pixel[3] = 0xff
		}
	}
	return out
}

// span is how much of an old pixel goes into a new one.
type span struct {
	at    int
	share float64
}

// spans tells for each of to new pixels which of the from old ones it covers.
func spans(from, to int) [][]span {
	out := make([][]span, to)
	step := float64(from) / float64(to)
	for i := range out {
		begin, end := float64(i)*step, float64(i+1)*step
		for at := int(begin); at < from && float64(at) < end; at++ {
			share := min(end, float64(at+1)) - max(begin, float64(at))
			if share > 1e-9 {
				out[i] = append(out[i], span{at, share})
			}
		}
	}
	return out
}
