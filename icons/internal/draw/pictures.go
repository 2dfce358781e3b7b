package draw

import "image/color"

var (
	white = color.NRGBA{255, 255, 255, 255}
	halo  = color.NRGBA{255, 255, 255, 235}
	ink   = color.NRGBA{23, 37, 42, 255}
	grey  = color.NRGBA{122, 134, 141, 255}
	amber = color.NRGBA{240, 165, 0, 255}
	green = color.NRGBA{18, 150, 98, 255}
	teal  = color.NRGBA{15, 110, 102, 255}
	line  = color.NRGBA{158, 180, 178, 255}
)

// page is the sheet that all tray icons share. A white line around a dark one keeps it visible on every panel.
func page(fill color.NRGBA) Picture {
	sheet := Box{13, 7, 51, 57, 6}
	return Picture{
		{sheet, halo, 6},
		{sheet, ink, 3},
		{sheet, fill, 0},
	}
}

// Stopped is a grey page with a square.
func Stopped() Picture {
	return append(page(grey), Layer{Box{20, 20, 44, 44, 2}, white, 0})
}

// Starting is a yellow page with three dots.
func Starting() Picture {
	p := page(amber)
	for _, x := range []float64{20.5, 32, 43.5} {
		p = append(p, Layer{Disc{Point{x, 32}, 5}, ink, 0})
	}
	return p
}

// Running is a green page with a triangle.
func Running() Picture {
	return append(page(green), Layer{Polygon{{23, 19}, {44, 32}, {23, 45}}, white, 2})
}

// Attention is Running with a sign for trouble that the server itself does not have.
func Attention() Picture {
	badge := Disc{Point{46, 46}, 14}
	return append(Running(),
		Layer{badge, halo, 4},
		Layer{badge, ink, 2},
		Layer{badge, amber, 0},
		Layer{Box{43.6, 36.5, 48.4, 48, 2}, ink, 0},
		Layer{Disc{Point{46, 53}, 2.8}, ink, 0},
	)
}

// Program is the icon of the program: a document and a spark.
func Program() Picture {
	p := Picture{
		{Box{2, 2, 62, 62, 14}, teal, 0},
		{Polygon{{16, 10}, {36, 10}, {48, 22}, {48, 54}, {16, 54}}, white, 2},
		{Polygon{{36, 10}, {48, 22}, {36, 22}}, line, 0},
	}
	for _, l := range []struct{ y, right float64 }{{20, 30}, {28, 42}, {36, 38}} {
		p = append(p, Layer{Box{21, l.y - 1.6, l.right, l.y + 1.6, 1.6}, line, 0})
	}
	return append(p,
		Layer{Star(Point{43, 43}, 15), teal, 3},
		Layer{Star(Point{43, 43}, 15), amber, 0.6},
	)
}
