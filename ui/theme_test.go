package ui

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// TestContrast wants text that people with weak eyes can read: 4.5 to 1, the level that the web's guidelines ask for.
func TestContrast(t *testing.T) {
	tests := []struct{ text, ground fyne.ThemeColorName }{
		{theme.ColorNameForeground, theme.ColorNameBackground},
		{theme.ColorNameForeground, colorCard},
		{theme.ColorNameForeground, theme.ColorNameInputBackground},
		{theme.ColorNameForeground, theme.ColorNameButton},
		{colorMuted, colorCard},
		{theme.ColorNameError, colorCard},
		{theme.ColorNameError, theme.ColorNameBackground},
		{theme.ColorNameSuccess, colorCard},
		{theme.ColorNameWarning, theme.ColorNameBackground},
		{theme.ColorNamePlaceHolder, theme.ColorNameInputBackground},
		{theme.ColorNameForegroundOnPrimary, theme.ColorNamePrimary},
	}
	look := NewTheme()
	for name, variant := range variants {
		for _, tt := range tests {
			if got := contrast(look.Color(tt.text, variant), look.Color(tt.ground, variant)); got < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", name, tt.text, tt.ground, got)
			}
		}
	}
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}
