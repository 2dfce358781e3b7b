// Package draw paints the icons of Unodesk at any size, and writes the same pictures as SVG.
//
// A [Picture] is a pile of [Layer]s on a square of 64 units. Every shape knows its distance to a point, so edges are
// smooth at every size and an outline is the same shape, grown.
package draw

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
)

// Side is the width and height of a picture in its own units.
const Side = 64

// Layer is one shape in one colour, grown by Grow units on every side.
type Layer struct {
	Shape Shape
	Color color.NRGBA
	Grow  float64
}

// Picture is a pile of layers, the lowest first.
type Picture []Layer

// Paint returns the picture with size pixels on each side.
func (p Picture) Paint(size int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	scale := float64(Side) / float64(size)
	for y := range size {
		for x := range size {
			at := Point{(float64(x) + 0.5) * scale, (float64(y) + 0.5) * scale}
			img.SetNRGBA(x, y, p.at(at, scale))
		}
	}
	return img
}

// at blends all layers at one point; pixel is the width of a pixel in units.
func (p Picture) at(point Point, pixel float64) color.NRGBA {
	var r, g, b, a float64
	for _, l := range p {
		cover := 0.5 - (l.Shape.distance(point)-l.Grow)/pixel
		top := math.Min(math.Max(cover, 0), 1) * float64(l.Color.A) / 255
		sum := top + a*(1-top)
		if sum == 0 {
			continue
		}
		r = (float64(l.Color.R)*top + r*a*(1-top)) / sum
		g = (float64(l.Color.G)*top + g*a*(1-top)) / sum
		b = (float64(l.Color.B)*top + b*a*(1-top)) / sum
		a = sum
	}
	return color.NRGBA{byte(r + 0.5), byte(g + 0.5), byte(b + 0.5), byte(a*255 + 0.5)}
}

// SVG returns the picture as an SVG file.
func (p Picture) SVG() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%[1]d\" height=\"%[1]d\" viewBox=\"0 0 %[1]d %[1]d\">\n", Side)
	for _, l := range p {
		c := l.Color
		paint := fmt.Sprintf("fill=\"#%02x%02x%02x\"", c.R, c.G, c.B)
		if c.A < 255 {
			paint += fmt.Sprintf(" opacity=\"%.2f\"", float64(c.A)/255)
		}
		if l.Grow > 0 {
			paint += fmt.Sprintf(" stroke=\"#%02x%02x%02x\" stroke-width=\"%g\" stroke-linejoin=\"round\"", c.R, c.G, c.B, 2*l.Grow)
		}
		fmt.Fprintf(&b, "  %s\n", l.Shape.element(paint))
	}
	b.WriteString("</svg>\n")
	return b.String()
}
