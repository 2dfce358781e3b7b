package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// sheet arranges a section in rows of a label and a field, with texts across both. Unlike Fyne's form layout it asks
// wrapping texts for their height at the width that they really get, so that nothing is clipped or leaves a gap, and
// moves small print close to its field.
type sheet struct {
	cells []cell
	width float32 // of the last layout; MinSize depends on it
	peers *sheets
}

// sheets are the sections of one window. Their labels are equally wide, so that all fields stand in one line.
type sheets struct{ all []*sheet }

// add returns a new section.
func (g *sheets) add() *sheet {
	s := &sheet{peers: g}
	g.all = append(g.all, s)
	return s
}

// labelWidth is the width of the widest label.
func (g *sheets) labelWidth() float32 {
	var width float32
	for _, s := range g.all {
		for _, c := range s.cells {
			if c.place == labelColumn {
				width = max(width, c.object.MinSize().Width)
			}
		}
	}
	return width
}

type cell struct {
	object fyne.CanvasObject
	place  place
	lift   float32 // how far it moves up into the padding of the one above
}

type place uint8

const (
	labelColumn  place = iota + 1 // the field in the next cell stands beside it
	fieldColumn                   // right of the labels
	wholeColumns                  // across both
)

const (
	rowGap    = 2
	noteLift  = 8  // small print has padding of its own
	narrowest = 80 // of a field
)

// across adds objects that take both columns.
func (s *sheet) across(objects ...fyne.CanvasObject) {
	for _, o := range objects {
		s.cells = append(s.cells, cell{object: o, place: wholeColumns, lift: liftOf(o)})
	}
}

// row adds a label with one or more objects beside it. It returns the label, which must be hidden with all of them.
func (s *sheet) row(label string, objects ...fyne.CanvasObject) *widget.Label {
	l := widget.NewLabel(label)
	s.cells = append(s.cells, cell{object: l, place: labelColumn})
	for _, o := range objects {
		s.cells = append(s.cells, cell{object: o, place: fieldColumn, lift: liftOf(o)})
	}
	return l
}

func liftOf(o fyne.CanvasObject) float32 {
	if _, small := o.(*note); small {
		return noteLift
	}
	return 0
}

// build returns the container. Nothing can be added afterwards.
func (s *sheet) build() *fyne.Container {
	c := container.New(s)
	for _, cell := range s.cells {
		c.Add(cell.object)
	}
	return c
}

// Layout implements fyne.Layout.
func (s *sheet) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	s.width = size.Width
	s.arrange(size.Width)
}

// MinSize implements fyne.Layout.
func (s *sheet) MinSize([]fyne.CanvasObject) fyne.Size {
	labels := s.peers.labelWidth()
	width := labels + narrowest
	for _, c := range s.cells {
		if !c.object.Visible() {
			continue
		}
		need := c.object.MinSize().Width
		if c.place == fieldColumn {
			need += labels
		}
		width = max(width, need)
	}
	return fyne.NewSize(width, s.arrange(max(width, s.width)))
}

// arrange puts everything where it belongs at that width and returns the height.
func (s *sheet) arrange(width float32) float32 {
	left := s.peers.labelWidth()
	var y, beside float32 // beside: the lower edge of the label whose field comes next
	for _, c := range s.cells {
		o := c.object
		if !o.Visible() {
			continue
		}
		switch c.place {
		case labelColumn:
			y = max(y, beside)
			o.Move(fyne.NewPos(0, y))
			o.Resize(fyne.NewSize(left, o.MinSize().Height))
			beside = y + o.MinSize().Height + rowGap
		case fieldColumn:
			y = put(o, left, y-c.lift, width-left)
		case wholeColumns:
			y = max(y, beside)
			y = put(o, 0, y-c.lift, width)
		}
	}
	return max(y, beside)
}

// put gives o its width first: the height of a wrapping text depends on it.
func put(o fyne.CanvasObject, x, y, width float32) float32 {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, o.MinSize().Height))
	height := o.MinSize().Height
	o.Resize(fyne.NewSize(width, height))
	return y + height + rowGap
}
