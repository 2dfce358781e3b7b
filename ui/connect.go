package ui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app/connect"
	"github.com/unodesk/unodesk/ui/lang"
)

// connectWindow enters Unodesk in the settings of the AI programs on this computer, and takes it out again.
type connectWindow struct {
	appWindow
	ui *UI

	body    *fyne.Container
	outcome *note
	busy    *widget.ProgressBarInfinite
}

func newConnectWindow(u *UI) *connectWindow {
	c := &connectWindow{ui: u}
	c.name, c.core = "connect", u.core
	c.create = func() {
		c.open(u.app, u.words.Say("connect.title"), fyne.NewSize(620, 640), func() { u.leave(&c.appWindow) })
		c.build()
	}
	c.appWindow.build = c.build
	c.draw = func() {}
	c.shown = c.look
	c.hidden = func() { c.outcome.explain("") }
	return c
}

// build makes the widgets, in the language of the moment.
func (c *connectWindow) build() {
	w := c.ui.words
	c.window.SetTitle(w.Say("connect.title"))
	c.outcome, c.busy = newNote(""), widget.NewProgressBarInfinite()
	c.busy.Stop()
	c.busy.Hide()
	c.body = container.NewStack()
	content, _ := frame(nil, c.body, container.NewVBox(c.busy, c.outcome))
	c.window.SetContent(content)
	if c.visible {
		c.look()
	}
}

// look finds the programs, which takes a moment: their settings are read.
func (c *connectWindow) look() {
	run(c.ui, func(context.Context) ([]connect.Found, error) {
		to, err := c.ui.core.Connector()
		if err != nil {
			return nil, err
		}
		return to.Hosts(), nil
	}, func(found []connect.Found, err error) {
		if err != nil {
			c.say(err.Error(), true)
			return
		}
		c.list(found)
	})
}

// list shows the programs that are here, then those that are connected by hand, then the names of the others.
func (c *connectWindow) list(found []connect.Found) {
	w := c.ui.words
	here, others := (&sheets{}).add(), (&sheets{}).add()
	here.across(heading(w.Say("connect.here")), newText(w.Say("connect.here.more")))
	var absent string
	n := 0
	for _, f := range found {
		switch {
		case f.Manual != "":
			others.across(newNote(f.Name + ": " + f.Manual))
		case f.Installed || f.Connected || f.Problem != nil:
			n++
			here.across(c.row(f))
		case absent == "":
			absent = f.Name
		default:
			absent += ", " + f.Name
		}
	}
	if n == 0 {
		here.across(newText(w.Say("connect.none")))
	}
	if absent != "" {
		others.across(newNote(w.Say("connect.absent", lang.Args{"names": absent})))
	}
	c.body.Objects = []fyne.CanvasObject{column(card(here.build()), card(others.build()))}
	c.body.Refresh()
	c.window.Content().Refresh()
}

// row shows one program with what can be done about it.
func (c *connectWindow) row(f connect.Found) fyne.CanvasObject {
	w := c.ui.words
	name, state := widget.NewLabel(f.Name), newNote("")
	name.TextStyle.Bold = true
	button := widget.NewButton(w.Say("connect.connect"), func() { c.plan(f) })
	button.Importance = widget.HighImportance
	switch {
	case f.Problem != nil:
		state.blame(f.Problem.Error())
		button.Hide()
	case f.Connected:
		state.explain(w.Say("connect.connected", lang.Args{"path": f.Path}))
		button = widget.NewButton(w.Say("connect.disconnect"), func() { c.undo(f) })
	default:
		state.explain(w.Say("connect.found"))
	}
	text := (&sheets{}).add()
	text.across(name, state)
	return container.NewBorder(nil, nil, nil, container.NewVBox(button), text.build())
}

// plan shows what would change in a program's settings, and asks.
func (c *connectWindow) plan(f connect.Found) {
	w := c.ui.words
	run(c.ui, func(context.Context) (*connect.Change, error) {
		to, err := c.ui.core.Connector()
		if err != nil {
			return nil, err
		}
		return to.Plan(f.ID)
	}, func(change *connect.Change, err error) {
		if err != nil {
			c.say(err.Error(), true)
			return
		}
		lines := widget.NewLabel(change.Diff())
		lines.TextStyle.Monospace = true
		lines.SizeName = theme.SizeNameCaptionText
		content := container.NewBorder(newText(w.Say("connect.change", lang.Args{"path": change.Path})), nil, nil, nil, container.NewScroll(lines))
		d := dialog.NewCustomConfirm(f.Name, w.Say("connect.connect"), w.Say("connect.cancel"), content, func(yes bool) {
			if yes {
				c.apply(change)
			}
		}, c.window)
		d.Resize(fyne.NewSize(540, 420))
		d.Show()
	})
}

// apply changes the settings and tries the way that the program will take.
func (c *connectWindow) apply(change *connect.Change) {
	c.work(func(ctx context.Context) (string, error) {
		w := c.ui.words
		to, err := c.ui.core.Connector()
		if err == nil {
			err = to.Apply(ctx, change)
		}
		if err != nil {
			return "", err
		}
		done := w.Say("connect.done", lang.Args{"name": change.Host.Name}) + " " + change.Host.After
		tools, err := to.Try(ctx, change.Host.ID)
		if errors.Is(err, connect.ErrNoServer) {
			return done + " " + w.Say("connect.not_tried"), nil
		}
		if err != nil {
			return "", err
		}
		return done + " " + w.Count("connect.tried", tools), nil
	})
}

// undo puts a program's settings back.
func (c *connectWindow) undo(f connect.Found) {
	c.work(func(context.Context) (string, error) {
		to, err := c.ui.core.Connector()
		if err != nil {
			return "", err
		}
		path, err := to.Undo(f.ID)
		return c.ui.words.Say("connect.undone", lang.Args{"path": path}), err
	})
}

// work does something that takes its time, says how it went, and looks again.
func (c *connectWindow) work(f func(ctx context.Context) (string, error)) {
	c.busy.Show()
	c.busy.Start()
	run(c.ui, f, func(text string, err error) {
		c.busy.Stop()
		c.busy.Hide()
		if err != nil {
			text = err.Error()
		}
		c.say(text, err != nil)
		c.look()
	})
}

func (c *connectWindow) say(text string, wrong bool) {
	c.outcome.explain(text)
	if wrong {
		c.outcome.blame(text)
	}
	c.window.Content().Refresh()
}
