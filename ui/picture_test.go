package ui

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// withVariant pins the look to light or dark, whatever the system says.
type withVariant struct {
	Theme
	variant fyne.ThemeVariant
}

func (t withVariant) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	return t.Theme.Color(name, t.variant)
}

var variants = map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark}

// golden compares a window's content with testdata/NAME-VARIANT.png; a difference writes a file of that name to
// testdata/failed, or with -update to testdata.
func golden(t *testing.T, u *UI, w fyne.Window, name, variant string, size fyne.Size) {
	t.Helper()
	u.app.Settings().SetTheme(withVariant{NewTheme(), variants[variant]})
	w.Resize(size)
	w.Content().Refresh()
	w.Resize(size.AddWidthHeight(1, 1)) // once more, as the first drawing does: texts know their width only now
	w.Resize(size)
	if least := w.Content().MinSize(); least.Width > size.Width {
		t.Errorf("%s needs a width of %v, more than %v: something is cut off", name, least.Width, size.Width)
	}
	file := name + "-" + variant + ".png"
	got := w.Canvas().Capture()
	if *update {
		keep(t, filepath.Join("testdata", file), got)
		return
	}
	want, err := picture(filepath.Join("testdata", file))
	if err != nil {
		t.Error(err)
	} else if n := different(got, want); n == 0 {
		return
	} else {
		t.Errorf("%d pixels differ from testdata/%s; adopt with -update what is right", n, file)
	}
	keep(t, filepath.Join("testdata", "failed", file), got)
}

// different counts the pixels in which pictures differ.
func different(a, b image.Image) int {
	if a.Bounds().Size() != b.Bounds().Size() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	n := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			pa := color.NRGBAModel.Convert(a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y))
			pb := color.NRGBAModel.Convert(b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y))
			if pa != pb {
				n++
			}
		}
	}
	return n
}

func picture(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return png.Decode(f)
}

func keep(t *testing.T, path string, img image.Image) {
	t.Helper()
	var b bytes.Buffer
	err := errors.Join(png.Encode(&b, img), os.MkdirAll(filepath.Dir(path), 0o755))
	if err == nil {
		err = os.WriteFile(path, b.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
