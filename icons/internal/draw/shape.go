package draw

import (
	"fmt"
	"math"
	"strings"
)

// Point is a place in the picture's units, from its top left corner.
type Point struct{ X, Y float64 }

func (p Point) minus(q Point) Point      { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(q Point) float64    { return p.X*q.X + p.Y*q.Y }
func (p Point) length() float64          { return math.Hypot(p.X, p.Y) }
func (p Point) scaled(f float64) Point   { return Point{p.X * f, p.Y * f} }
func clamp(v, low, high float64) float64 { return math.Min(math.Max(v, low), high) }

// Shape is an area. Its distance to a point is negative inside.
type Shape interface {
	distance(p Point) float64
	element(paint string) string
}

// Box is a rectangle with round corners.
type Box struct{ Left, Top, Right, Bottom, Radius float64 }

func (b Box) distance(p Point) float64 {
	half := Point{(b.Right - b.Left) / 2, (b.Bottom - b.Top) / 2}
	qx := math.Abs(p.X-b.Left-half.X) - half.X + b.Radius
	qy := math.Abs(p.Y-b.Top-half.Y) - half.Y + b.Radius
	outside := math.Hypot(math.Max(qx, 0), math.Max(qy, 0))
	return outside + math.Min(math.Max(qx, qy), 0) - b.Radius
}

func (b Box) element(paint string) string {
	return fmt.Sprintf(`<rect x="%g" y="%g" width="%g" height="%g" rx="%g" %s/>`,
		b.Left, b.Top, b.Right-b.Left, b.Bottom-b.Top, b.Radius, paint)
}

// Disc is a filled circle.
type Disc struct {
	Center Point
	Radius float64
}

func (d Disc) distance(p Point) float64 { return p.minus(d.Center).length() - d.Radius }

func (d Disc) element(paint string) string {
	return fmt.Sprintf(`<circle cx="%g" cy="%g" r="%g" %s/>`, d.Center.X, d.Center.Y, d.Radius, paint)
}

// Polygon is the area within a closed line that does not cross itself.
type Polygon []Point

func (g Polygon) distance(p Point) float64 {
	nearest, inside := math.Inf(1), false
	for i, a := range g {
		b := g[(i+len(g)-1)%len(g)]
		edge, to := b.minus(a), p.minus(a)
		along := clamp(to.times(edge)/edge.times(edge), 0, 1)
		nearest = math.Min(nearest, to.minus(edge.scaled(along)).length())
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
			inside = !inside
		}
	}
	if inside {
		return -nearest
	}
	return nearest
}

func (g Polygon) element(paint string) string {
	points := make([]string, len(g))
	for i, p := range g {
		points[i] = fmt.Sprintf("%.4g,%.4g", p.X, p.Y)
	}
	return fmt.Sprintf(`<polygon points="%s" %s/>`, strings.Join(points, " "), paint)
}

// Star returns a star with four points whose sides bend inwards.
func Star(center Point, radius float64) Polygon {
	const steps = 16 // for each of the four sides
	var g Polygon
	for side := range 4 {
		for i := range steps {
			angle := (float64(side) + float64(i)/steps) * math.Pi / 2
			// An astroid-like curve: the power pulls the middle of each side to the centre.
			x, y := math.Cos(angle), math.Sin(angle)
			g = append(g, Point{center.X + radius*bend(x), center.Y + radius*bend(y)})
		}
	}
	return g
}

func bend(v float64) float64 { return math.Copysign(math.Pow(math.Abs(v), 3.2), v) }
