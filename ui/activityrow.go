package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/ui/lang"
)

// callColumns are the columns of the list of calls.
var callColumns = columns{90, 0.26, 0.33, 0.41, 110}

// columns is a layout: a width of more than 1 is one in units, others are parts of what is left.
type columns []float32

// MinSize implements fyne.Layout.
func (c columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size = fyne.NewSize(size.Width+20, max(size.Height, o.MinSize().Height))
	}
	return size
}

// Layout implements fyne.Layout.
func (c columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := size.Width
	for _, w := range c {
		if w > 1 {
			left -= w
		}
	}
	var x float32
	for i, o := range objects {
		width := c[i]
		if width <= 1 {
			width *= left
		}
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(width, size.Height))
		x += width
	}
}

func newCallRow() fyne.CanvasObject {
	row := container.New(callColumns)
	for range callColumns {
		l := widget.NewLabel("")
		l.Truncation = fyne.TextTruncateEllipsis
		row.Add(l)
	}
	return row
}

func fillRow(row fyne.CanvasObject, texts ...string) []*widget.Label {
	var labels []*widget.Label
	for i, o := range row.(*fyne.Container).Objects {
		l := o.(*widget.Label)
		l.SetText(texts[i])
		labels = append(labels, l)
	}
	return labels
}

func fillCallRow(row fyne.CanvasObject, w words, c app.Call) {
	labels := fillRow(row, c.At.Format("15:04:05"), w.host(c.Host), w.action(c), c.Document, w.result(c))
	result := labels[len(labels)-1]
	result.Importance = widget.MediumImportance
	switch {
	case c.Code != "":
		result.Importance = widget.DangerImportance
	case c.Step != "":
		result.Importance = widget.SuccessImportance
	}
	result.Refresh()
}

// callHead is the line above the list.
func callHead(w words) fyne.CanvasObject {
	row := newCallRow()
	for _, l := range fillRow(row, w.Say("activity.at"), w.Say("activity.host"), w.Say("activity.action"),
		w.Say("activity.document"), w.Say("activity.result")) {
		l.SizeName = theme.SizeNameCaptionText
		l.TextStyle.Bold = true
		l.Refresh()
	}
	return row
}

// host names an AI program.
func (w words) host(name string) string {
	if name == "" || name == "unknown" {
		return w.Say("host.unknown")
	}
	return name
}

// action says what a call was for.
func (w words) action(c app.Call) string {
	if c.Title == "" {
		return w.Say("activity.no_tool")
	}
	return w.toolTitle(c.Tool, c.Title)
}

// toolTitle names a tool; those that the language has no name for keep their English title.
func (w words) toolTitle(tool, title string) string {
	key := "tool." + tool
	if text := w.Say(key); text != key {
		return text
	}
	return title
}

// result says in a word how a call ended.
func (w words) result(c app.Call) string {
	switch {
	case c.Code != "":
		return w.Say("activity.failed")
	case c.DryRun:
		return w.Say("activity.asked")
	case c.Step != "":
		return w.Say("activity.changed")
	default:
		return w.Say("activity.done")
	}
}

// callLine says who did what where.
func (w words) callLine(c app.Call) string {
	line := w.host(c.Host) + ": " + w.action(c)
	if c.Document != "" {
		line += " – " + c.Document
	}
	return line
}

// callMore says when it was and how long it took.
func (w words) callMore(c app.Call) string {
	return w.Say("activity.more", lang.Args{"time": c.At.Format("2006-01-02 15:04:05"), "ms": c.Took.Milliseconds(), "tool": c.Tool})
}

// callWhy says what went wrong, "" for nothing.
func (w words) callWhy(c app.Call) string {
	if c.Code == "" {
		return ""
	}
	return w.Say("activity.why", lang.Args{"code": c.Code, "reason": c.Message})
}

// tookBack says what taking back did.
func (w words) tookBack(n int, document string) string {
	args := lang.Args{"document": document}
	if n == 0 {
		return w.Say("activity.back.none", args)
	}
	return w.Count("activity.back.done", n, args)
}
