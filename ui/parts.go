package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// note is small print under a field: an explanation, or in red what is wrong with the field.
type note struct {
	widget.RichText
	segment *widget.TextSegment
	usual   string
}

func newNote(text string) *note {
	n := &note{segment: &widget.TextSegment{}, usual: text}
	n.ExtendBaseWidget(n)
	n.Segments = []widget.RichTextSegment{n.segment}
	n.Scroll = fyne.ScrollNone
	n.Wrapping = fyne.TextWrapWord
	n.say(text, colorMuted)
	return n
}

func (n *note) say(text string, c fyne.ThemeColorName) {
	style := widget.RichTextStyle{ColorName: c, SizeName: theme.SizeNameCaptionText}
	if n.segment.Text == text && n.segment.Style == style {
		return
	}
	n.segment.Text, n.segment.Style = text, style
	if text == "" {
		n.Hide()
	} else {
		n.Show()
	}
	n.Refresh()
}

// explain sets the usual text and shows it.
func (n *note) explain(text string) {
	n.usual = text
	n.say(text, colorMuted)
}

// blame shows what is wrong; "" brings the usual text back.
func (n *note) blame(sentence string) {
	if sentence == "" {
		n.say(n.usual, colorMuted)
		return
	}
	n.say(sentence, theme.ColorNameError)
}

// newText returns a text that wraps.
func newText(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}

// heading returns the title of a section.
func heading(text string) *widget.Label {
	l := widget.NewLabelWithStyle(text, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	l.SizeName = theme.SizeNameSubHeadingText
	return l
}

// ground is the coloured rectangle behind a section. It is a widget so that it follows a change from light to dark.
type ground struct {
	widget.BaseWidget
}

func newGround() *ground {
	g := &ground{}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer implements fyne.Widget.
func (g *ground) CreateRenderer() fyne.WidgetRenderer {
	r := &groundRenderer{rect: canvas.NewRectangle(nil)}
	r.rect.CornerRadius = 8
	r.rect.StrokeWidth = 1
	r.Refresh()
	return r
}

type groundRenderer struct {
	rect *canvas.Rectangle
}

func (r *groundRenderer) Destroy()                     {}
func (r *groundRenderer) Layout(size fyne.Size)        { r.rect.Resize(size) }
func (r *groundRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *groundRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.rect} }

func (r *groundRenderer) Refresh() {
	r.rect.FillColor = theme.Color(colorCard)
	r.rect.StrokeColor = theme.Color(colorEdge)
	r.rect.Refresh()
}

// card puts content on a ground of its own.
func card(content fyne.CanvasObject) fyne.CanvasObject {
	const inset = 8
	return container.NewStack(newGround(), container.New(layout.NewCustomPaddedLayout(inset, inset, inset, inset), content))
}

// leading keeps objects at their smallest width instead of stretching them, and puts the first one under the first
// letter of the texts above, which have padding of their own.
func leading(objects ...fyne.CanvasObject) *fyne.Container {
	pad := theme.InnerPadding()
	return container.New(layout.NewCustomPaddedLayout(0, 0, pad, 0), container.NewHBox(objects...))
}

// frame puts sections that scroll above a bar that does not, and below another if it is not nil. All have the same
// margins, and the scroll bar lies in the right one instead of on the sections.
func frame(top, sections, bar fyne.CanvasObject) (fyne.CanvasObject, *container.Scroll) {
	const margin = 12
	within := func(top, bottom float32, o fyne.CanvasObject) fyne.CanvasObject {
		return container.New(layout.NewCustomPaddedLayout(top, bottom, margin, margin), o)
	}
	var above fyne.CanvasObject
	if top != nil {
		above = within(margin, 0, top)
	}
	scroll := container.NewVScroll(within(margin, 0, sections))
	return container.NewBorder(above, within(8, margin, bar), nil, nil, scroll), scroll
}

// column puts sections under each other.
func column(sections ...fyne.CanvasObject) fyne.CanvasObject {
	const gap = 8
	return container.New(layout.NewCustomPaddedVBoxLayout(gap), sections...)
}
