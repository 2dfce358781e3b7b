package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"github.com/unodesk/unodesk/assets"
)

// The colours of our own, beside those of Fyne.
const (
	colorMuted fyne.ThemeColorName = "unodesk-muted" // explanations
	colorCard  fyne.ThemeColorName = "unodesk-card"  // the ground of a section
	colorEdge  fyne.ThemeColorName = "unodesk-edge"  // the line around it
)

// Theme is Fyne's own look with our colours and somewhat larger small print.
type Theme struct {
	fyne.Theme
}

// NewTheme returns the look of Unodesk, light or dark as the system wants it.
func NewTheme() Theme { return Theme{theme.DefaultTheme()} }

type pair struct{ light, dark color.NRGBA }

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: byte(hex >> 16), G: byte(hex >> 8), B: byte(hex), A: 255}
}

// palette holds the colours that differ from Fyne's. All text on its ground has a contrast of at least 4.5 to 1; a test
// measures it.
var palette = map[fyne.ThemeColorName]pair{
	theme.ColorNameBackground:      {rgb(0xf3f5f6), rgb(0x1b1f22)},
	theme.ColorNameForeground:      {rgb(0x1d262b), rgb(0xeef2f4)},
	theme.ColorNamePrimary:         {rgb(0x0f6e66), rgb(0x4fc3b4)},
	theme.ColorNameError:           {rgb(0xb3261e), rgb(0xff8f85)},
	theme.ColorNameSuccess:         {rgb(0x1c6e31), rgb(0x7fce8d)},
	theme.ColorNameWarning:         {rgb(0x8a5300), rgb(0xffc166)},
	theme.ColorNameInputBackground: {rgb(0xffffff), rgb(0x1f2427)},
	theme.ColorNameInputBorder:     {rgb(0x93a1a8), rgb(0x5d686f)},
	theme.ColorNamePlaceHolder:     {rgb(0x67757d), rgb(0x93a0a8)},
	theme.ColorNameButton:          {rgb(0xe2e7ea), rgb(0x363e43)},
	theme.ColorNameDisabledButton:  {rgb(0xe9edef), rgb(0x2b3135)},
	theme.ColorNameDisabled:        {rgb(0x8b979e), rgb(0x717c83)},

	theme.ColorNameForegroundOnPrimary: {rgb(0xffffff), rgb(0x08211e)},

	colorMuted: {rgb(0x55636b), rgb(0xaab6bd)},
	colorCard:  {rgb(0xffffff), rgb(0x24292d)},
	colorEdge:  {rgb(0xd9e0e3), rgb(0x343b40)},
}

// Color returns our colour of that name, else Fyne's.
func (t Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	p, ok := palette[name]
	switch {
	case !ok:
		return t.Theme.Color(name, variant)
	case variant == theme.VariantLight:
		return p.light
	default:
		return p.dark
	}
}

var namesFont = fyne.NewStaticResource("unodesk-names.ttf", assets.NamesFont)

// Font returns the letters of names in other scripts. What they lack, which are all of our own texts, Fyne takes from its
// own font of that style, and then from the fonts of the computer. Where all letters are to be equally wide it does
// without: blanks would not be.
func (t Theme) Font(style fyne.TextStyle) fyne.Resource {
	if style.Symbol || style.Monospace {
		return t.Theme.Font(style)
	}
	return namesFont
}

// Size returns our size of that name, else Fyne's.
func (t Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameCaptionText:
		return 12.5
	case theme.SizeNameSubHeadingText:
		return 16
	case theme.SizeNameHeadingText:
		return 21
	default:
		return t.Theme.Size(name)
	}
}
