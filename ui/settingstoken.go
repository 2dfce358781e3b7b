package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app/secret"
)

// tokenRow shows whether there is an access token, what it is if that is wanted, and makes one.
type tokenRow struct {
	ui      *UI
	state   *widget.Label
	open    bool // the token itself is shown
	reveal  *widget.Button
	copy    *widget.Button
	renew   *widget.Button
	objects []fyne.CanvasObject
}

func newTokenRow(u *UI) *tokenRow {
	t := &tokenRow{ui: u, state: widget.NewLabel("")}
	t.state.Truncation = fyne.TextTruncateEllipsis
	t.state.Selectable = true
	t.reveal = widget.NewButton("", func() {
		t.open = !t.open
		t.draw(u.snap.Token)
	})
	t.copy = widget.NewButton(u.words.Say("settings.token.copy"), func() {
		u.app.Clipboard().SetContent(u.core.AccessToken())
	})
	t.renew = widget.NewButton("", t.ask)
	t.objects = []fyne.CanvasObject{
		container.NewBorder(nil, nil, nil, container.NewHBox(t.reveal, t.copy, t.renew), t.state),
		newNote(u.words.Say("settings.token.more")),
	}
	return t
}

func (t *tokenRow) draw(from secret.Source) {
	w := t.ui.words
	there := from != secret.None
	showIf(t.copy, there)
	showIf(t.reveal, there)
	t.state.TextStyle.Monospace = there && t.open
	if there {
		state, reveal := w.Say("settings.token.there"), w.Say("settings.token.show")
		if t.open {
			state, reveal = t.ui.core.AccessToken(), w.Say("settings.token.hide")
		}
		t.state.SetText(state)
		t.reveal.SetText(reveal)
		t.renew.SetText(w.Say("settings.token.renew"))
		return
	}
	t.state.SetText(w.Say("settings.token.none"))
	t.renew.SetText(w.Say("settings.token.create"))
}

// ask makes a token; one that web pages may be using is replaced only after a question.
func (t *tokenRow) ask() {
	if t.ui.snap.Token == secret.None {
		t.ui.attempt(t.ui.core.RenewAccessToken)
		return
	}
	w := t.ui.words
	d := dialog.NewCustomConfirm(w.Say("settings.token.renew.title"), w.Say("settings.token.renew"), w.Say("close.keep"),
		newText(w.Say("settings.token.renew.question")), func(yes bool) {
			if yes {
				t.ui.attempt(t.ui.core.RenewAccessToken)
			}
		}, t.ui.settings.window)
	d.Resize(fyne.NewSize(420, 200))
	d.Show()
}
