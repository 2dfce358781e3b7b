package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/icons/internal/draw"
)

func TestFilesAreCurrent(t *testing.T) {
	files, err := draw.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Error(err)
			continue
		}
		if !same(t, got, want) {
			t.Errorf("%s is not current: run go generate ./icons", name)
		}
	}
}

// same compares pixels, not bytes: another version of the encoder may pack them differently, and another processor may
// round the last bit of a colour differently.
func same(t *testing.T, a, b []byte) bool {
	t.Helper()
	if !bytes.HasPrefix(a, []byte("\x89PNG")) {
		return bytes.Equal(a, b)
	}
	x, y := decode(t, a), decode(t, b)
	if x.Bounds() != y.Bounds() {
		return false
	}
	for py := range x.Bounds().Dy() {
		for px := range x.Bounds().Dx() {
			if distance(x.At(px, py), y.At(px, py)) > 2 {
				return false
			}
		}
	}
	return true
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func distance(a, b color.Color) int {
	most := 0
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb), int(aa) - int(ba)} {
		most = max(most, d/257, -d/257)
	}
	return most
}

var states = map[string]func() draw.Picture{
	"stopped": draw.Stopped, "starting": draw.Starting, "running": draw.Running, "attention": draw.Attention,
}

// TestTrayIconsDifferByShape looks at them as somebody who sees no colours: as light or dark.
func TestTrayIconsDifferByShape(t *testing.T) {
	const size = 22 // the slot of most panels
	for a, pa := range states {
		for b, pb := range states {
			if a >= b {
				continue
			}
			x, y := pa().Paint(size), pb().Paint(size)
			differ := 0
			for py := range size {
				for px := range size {
					dx := int(color.GrayModel.Convert(x.At(px, py)).(color.Gray).Y)
					dy := int(color.GrayModel.Convert(y.At(px, py)).(color.Gray).Y)
					if dx-dy > 60 || dy-dx > 60 {
						differ++
					}
				}
			}
			if differ < 20 {
				t.Errorf("%s and %s differ in %d of %d pixels only", a, b, differ, size*size)
			}
		}
	}
}

// TestTrayIconsShowOnEveryPanel wants a clear edge: some pixels far lighter and some far darker than the panel's grey.
func TestTrayIconsShowOnEveryPanel(t *testing.T) {
	for name, picture := range states {
		img := picture().Paint(22)
		for _, panel := range []int{0, 64, 128, 192, 255} {
			clear := 0
			for py := range 22 {
				for px := range 22 {
					r, g, b, a := img.At(px, py).RGBA() // premultiplied
					over := panel * (0xffff - int(a)) / 0xffff
					grey := (299*int(r)+587*int(g)+114*int(b))/1000/257 + over
					if grey-panel > 70 || panel-grey > 70 {
						clear++
					}
				}
			}
			if clear < 40 {
				t.Errorf("%s on a panel of grey %d: %d pixels stand out", name, panel, clear)
			}
		}
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	svg := draw.Program().SVG()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"<rect", "<polygon", `viewBox="0 0 64 64"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in the SVG", want)
		}
	}
}
