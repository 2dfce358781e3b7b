package ui

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/ui/lang"
)

// activityWindow shows what AI programs did, and takes it back.
type activityWindow struct {
	appWindow
	ui *UI

	all    []app.Call // the newest first
	calls  []app.Call // of them, those that the filter lets through
	chosen int        // number of the call whose details are shown, 0 for none

	filter   *widget.Entry
	list     *widget.List
	empty    *widget.Label
	what     *widget.Label // of the chosen call
	more     *note
	why      *note // it failed
	undo     *widget.Button
	since    *widget.Button
	takeBack *widget.Button
	export   *widget.Button
	outcome  *note
	details  fyne.CanvasObject
}

func newActivityWindow(u *UI) *activityWindow {
	a := &activityWindow{ui: u}
	a.name, a.core = "activity", u.core
	a.create = func() {
		a.open(u.app, u.words.Say("activity.title"), fyne.NewSize(860, 600), func() { u.leave(&a.appWindow) })
		a.build()
	}
	a.appWindow.build = a.build
	a.draw = func() { a.take(u.core.Activity()) }
	a.hidden = func() { a.outcome.explain("") }
	return a
}

// build makes the widgets, in the language of the moment.
func (a *activityWindow) build() {
	w := a.ui.words
	a.window.SetTitle(w.Say("activity.title"))
	a.filter = widget.NewEntry()
	a.filter.SetPlaceHolder(w.Say("activity.filter"))
	a.filter.OnChanged = func(string) { a.sift() }
	a.export = widget.NewButton(w.Say("activity.export"), a.save)
	a.list = widget.NewList(func() int { return len(a.calls) }, newCallRow, func(i widget.ListItemID, row fyne.CanvasObject) {
		fillCallRow(row, a.ui.words, a.calls[i])
	})
	a.list.OnSelected = func(i widget.ListItemID) { a.choose(a.calls[i].Number) }
	a.empty = newText("")
	a.empty.Alignment = fyne.TextAlignCenter
	a.what, a.more, a.why, a.outcome = newText(""), newNote(""), newNote(""), newNote("")
	a.what.TextStyle.Bold = true
	a.undo = widget.NewButton(w.Say("activity.undo"), func() { a.back(a.call().Step) })
	a.since = widget.NewButton(w.Say("activity.since"), a.backFrom)
	a.takeBack = widget.NewButton(w.Say("activity.take_back"), func() { a.back("") })
	details := (&sheets{}).add()
	details.across(a.what, a.more, a.why, leading(a.undo, a.since, a.takeBack), a.outcome)
	a.details = card(details.build())

	top := container.NewBorder(nil, nil, nil, a.export, a.filter)
	const margin = 12
	a.window.SetContent(container.New(layout.NewCustomPaddedLayout(margin, margin, margin, margin),
		container.NewBorder(container.NewVBox(top, callHead(w)), a.details, nil, nil,
			container.NewStack(a.list, container.NewCenter(container.NewGridWrap(fyne.NewSize(420, 80), a.empty))))))
	a.take(a.ui.core.Activity())
}

// take takes the calls over.
func (a *activityWindow) take(calls []app.Call) {
	a.all = calls
	a.sift()
}

// sift shows what the filter lets through.
func (a *activityWindow) sift() {
	want := strings.ToLower(strings.TrimSpace(a.filter.Text))
	a.calls = a.calls[:0]
	for _, c := range a.all {
		if strings.Contains(strings.ToLower(strings.Join([]string{c.Host, c.Title, c.Tool, c.Document, c.Code}, "\n")), want) {
			a.calls = append(a.calls, c)
		}
	}
	w := a.ui.words
	a.empty.SetText("")
	switch {
	case len(a.all) == 0:
		a.empty.SetText(w.Say("activity.none"))
	case len(a.calls) == 0:
		a.empty.SetText(w.Say("activity.no_match"))
	}
	if len(a.all) == 0 {
		a.export.Disable()
	} else {
		a.export.Enable()
	}
	a.list.Refresh()
	a.mark()
	a.drawDetails()
}

// mark keeps the chosen call selected although it moves down when others come.
func (a *activityWindow) mark() {
	if a.chosen == 0 {
		return
	}
	for i, c := range a.calls {
		if c.Number == a.chosen {
			a.list.Select(i)
			return
		}
	}
	a.list.UnselectAll()
}

func (a *activityWindow) choose(number int) {
	if number == a.chosen {
		return
	}
	a.chosen = number
	a.outcome.explain("")
	a.drawDetails()
}

// call returns the chosen call, the zero Call for none.
func (a *activityWindow) call() app.Call {
	for _, c := range a.all {
		if c.Number == a.chosen {
			return c
		}
	}
	return app.Call{}
}

// newest says whether no AI program has changed the document of c since.
func (a *activityWindow) newest(c app.Call) bool {
	for _, other := range a.all {
		if other.UID == c.UID && other.Step != "" {
			return other.Number == c.Number
		}
	}
	return false
}

func (a *activityWindow) drawDetails() {
	w, c := a.ui.words, a.call()
	showIf(a.details, c.Number > 0)
	if c.Number == 0 {
		return
	}
	a.what.SetText(w.callLine(c))
	a.more.explain(w.callMore(c))
	a.why.blame(w.callWhy(c))
	showIf(a.undo, c.Step != "" && a.newest(c))
	showIf(a.since, c.Step != "" && !a.newest(c))
	showIf(a.takeBack, c.Step != "")
	a.details.Refresh()
}

// back takes back one step, or with "" all that AI programs did in the document.
func (a *activityWindow) back(step string) {
	uid := a.call().UID
	a.undoing(func(ctx context.Context) (int, error) { return a.ui.core.TakeBack(ctx, uid, step) })
}

// backFrom takes back the chosen call and all that AI programs did in the document since.
func (a *activityWindow) backFrom() {
	c := a.call()
	a.undoing(func(ctx context.Context) (int, error) { return a.ui.core.TakeBackFrom(ctx, c) })
}

// undoing takes something back and says how that went.
func (a *activityWindow) undoing(work func(ctx context.Context) (int, error)) {
	document := a.call().Document
	buttons := []*widget.Button{a.undo, a.since, a.takeBack}
	for _, b := range buttons {
		b.Disable()
	}
	run(a.ui, work, func(n int, err error) {
		for _, b := range buttons {
			b.Enable()
		}
		if err != nil {
			a.outcome.say(a.ui.words.Say("activity.back.failed", lang.Args{"reason": err.Error()}), theme.ColorNameError)
			return
		}
		a.outcome.explain(a.ui.words.tookBack(n, document))
	})
}
