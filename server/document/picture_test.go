package document

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
)

// A picture keeps to the limits, stands on white, and is what it was.
func TestPictureSize(t *testing.T) {
	in := image.NewNRGBA(image.Rect(0, 0, 300, 200))
	random := rand.New(rand.NewPCG(1, 2))
	for y := range 200 {
		for x := range 150 {
			in.SetNRGBA(x, y, color.NRGBA{uint8(random.Uint32()), uint8(random.Uint32()), uint8(random.Uint32()), 0xff}) // does not compress
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, in); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []PictureLimit{{}, {Pixels: 100}, {Bytes: 20 << 10}, {Pixels: 120, Bytes: 9000}} {
		var p Picture
		if err := p.shrink(b.Bytes(), limit); err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(p.PNG))
		if err != nil {
			t.Fatal(err)
		}
		width, height := got.Bounds().Dx(), got.Bounds().Dy()
		if width != p.Width || height != p.Height || limit.Pixels > 0 && width > limit.Pixels || limit.Bytes > 0 && len(p.PNG) > limit.Bytes {
			t.Errorf("%+v: %d x %d, %d bytes", limit, width, height, len(p.PNG))
		}
		if ratio := float64(width) / float64(height); ratio < 1.45 || ratio > 1.55 {
			t.Errorf("%+v: the sides are %d and %d", limit, width, height)
		}
		if r, g, b, a := got.At(width-2, height/2).RGBA(); r&g&b&a != 0xffff {
			t.Errorf("%+v: what was transparent is not white", limit)
		}
		if r, g, b, _ := got.At(width/4, height/2).RGBA(); r&g&b == 0xffff {
			t.Errorf("%+v: what was coloured is white", limit)
		}
	}
}

// Of the cells of a sheet's CSV those of a block are taken, and as many as that
// has.
func TestCutCSV(t *testing.T) {
	got, err := cutCSV([]byte("a,\"b,c\"\n\"line\nbreak\",d\n"), &Cells{Column: 1, Row: 0, EndColumn: 2, EndRow: 2})
	if err != nil || string(got) != "\"b,c\",\nd,\n,\n" {
		t.Errorf("%q, %v", got, err)
	}
}
