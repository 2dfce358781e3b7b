package ui

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/ui/lang"
)

// askWindow asks the user before an AI program does something. It comes and goes with the question.
type askWindow struct {
	appWindow
	ui     *UI
	number int // of the question that is shown, 0 for none

	head     *widget.Label
	what     *widget.Label
	change   *widget.Label
	scroll   *container.Scroll
	time     *note
	allow    *widget.Button
	document *widget.Button
}

func newAskWindow(u *UI) *askWindow {
	a := &askWindow{ui: u}
	a.name, a.core = "ask", u.core
	a.create = func() {
		a.open(u.app, u.words.Say("ask.title"), fyne.NewSize(620, 480), func() { a.answer(app.Refuse) })
		a.build()
	}
	a.appWindow.build = a.build
	a.draw = a.fill
	return a
}

// build makes the widgets, in the language of the moment.
func (a *askWindow) build() {
	w := a.ui.words
	a.window.SetTitle(w.Say("ask.title"))
	a.head, a.what, a.change, a.time = heading(""), newText(""), newText(""), newNote("")
	a.head.Wrapping = fyne.TextWrapWord
	a.change.SizeName = theme.SizeNameCaptionText
	a.scroll = container.NewVScroll(a.change)
	refuse := widget.NewButton(w.Say("ask.refuse"), func() { a.answer(app.Refuse) })
	a.document = widget.NewButton(w.Say("ask.allow_document"), func() { a.answer(app.AllowDocument) })
	a.allow = widget.NewButton(w.Say("ask.allow"), func() { a.answer(app.Allow) })
	a.allow.Importance = widget.HighImportance
	top := (&sheets{}).add()
	top.across(a.head, a.what)
	buttons := container.NewHBox(layout.NewSpacer(), refuse, a.document, a.allow)
	const margin = 12
	a.window.SetContent(container.New(layout.NewCustomPaddedLayout(margin, margin, margin, margin),
		container.NewBorder(top.build(), container.NewVBox(a.time, buttons), nil, nil, card(a.scroll))))
	a.fill()
}

// follow shows a new question, and goes with the last one.
func (a *askWindow) follow(q *app.Question) {
	switch {
	case q == nil:
		if a.visible {
			a.hide()
		}
		a.number = 0
	case q.Number != a.number:
		a.number = q.Number
		a.show()
		a.scroll.ScrollToTop()
		a.ui.notify(a.ui.words.Say("ask.title"), a.ui.words.wants(*q))
	case a.visible:
		a.draw()
	}
}

func (a *askWindow) fill() {
	w, q := a.ui.words, a.ui.snap.Question
	if q == nil {
		return
	}
	a.head.SetText(w.wants(*q))
	a.what.SetText(w.wantsMore(*q))
	a.change.SetText(strings.Join(q.Lines, "\n"))
	showIf(a.document, q.UID != "" && !q.Final)
	a.tick()
	a.window.Content().Refresh()
}

// tick counts down.
func (a *askWindow) tick() {
	q := a.ui.snap.Question
	if !a.visible || q == nil {
		return
	}
	w := a.ui.words
	left := max(int(q.Until.Sub(a.ui.now()).Round(time.Second)/time.Second), 0)
	text := w.Count("ask.time", left)
	if q.Waiting > 0 {
		text += " " + w.Count("ask.waiting", q.Waiting)
	}
	a.time.explain(text)
}

func (a *askWindow) answer(c app.Consent) {
	if q := a.ui.snap.Question; q != nil {
		a.ui.core.Answer(q.Number, c)
	}
}

// wants says who wants to change what.
func (w words) wants(q app.Question) string {
	args := lang.Args{"host": w.host(q.Host), "document": q.Document}
	if q.Document == "" {
		return w.Say("ask.wants", args)
	}
	return w.Say("ask.wants.document", args)
}

// wantsMore says what it wants to do, and that there is no way back.
func (w words) wantsMore(q app.Question) string {
	text := w.toolTitle(q.Tool, q.Title) + " (" + q.Tool + ")"
	if q.Final {
		text += "\n" + w.Say("ask.final")
	}
	return text
}
