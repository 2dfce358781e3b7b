package ui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/ui/lang"
)

// buildKey makes the field for the key of the model service. A stored key is never shown.
func (s *settingsWindow) buildKey() []fyne.CanvasObject {
	w := s.ui.words
	s.key = widget.NewPasswordEntry()
	s.key.OnChanged = func(string) { s.check() }
	s.keyNote = newNote("")
	s.remove = widget.NewButton(w.Say("settings.key.remove"), func() { s.saveKey("", false, func() {}) })
	return []fyne.CanvasObject{container.NewBorder(nil, nil, nil, s.remove, s.key), s.keyNote}
}

// lookForKey finds out where the key lies.
func (s *settingsWindow) lookForKey() {
	run(s.ui, s.ui.core.ModelKey, func(from secret.Source, err error) {
		if err != nil {
			s.ui.log.Warn("model key is not known", "err", err)
		}
		s.keyFrom = from
		s.drawKey()
	})
}

func (s *settingsWindow) drawKey() {
	w := s.ui.words
	state := string(s.keyFrom)
	if s.keyFrom == secret.None {
		state = "none"
	}
	s.keyNote.explain(w.Say("settings.key."+state,
		lang.Args{"variable": secret.LLMKey.Variable(), "path": s.ui.core.SecretsPath()}))
	s.key.SetPlaceHolder("")
	if s.keyFrom != secret.None {
		s.key.SetPlaceHolder(w.Say("settings.key.placeholder"))
	}
	showIf(s.remove, s.keyFrom == secret.Keyring || s.keyFrom == secret.File)
}

// storeKey keeps a key that was written, and then calls after.
func (s *settingsWindow) storeKey(key string, after func()) {
	if key == "" {
		s.finished(after)
		return
	}
	s.saveKey(key, false, func() {
		s.key.SetText("")
		s.finished(after)
	})
}

func (s *settingsWindow) saveKey(key string, plain bool, done func()) {
	run(s.ui, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.ui.core.SaveModelKey(ctx, key, plain)
	}, func(_ struct{}, err error) {
		switch {
		case errors.Is(err, secret.ErrNoKeyring):
			s.askPlain(key, done)
		case err != nil:
			s.check()
			s.ui.report(err)
		default:
			s.lookForKey()
			done()
		}
	})
}

// askPlain tells that a file is plain text before the key goes there.
func (s *settingsWindow) askPlain(key string, done func()) {
	w := s.ui.words
	d := dialog.NewCustomConfirm(w.Say("settings.key.plain.title"), w.Say("settings.key.plain"), w.Say("close.discard"),
		newText(w.Say("settings.key.plain.question")), func(yes bool) {
			if yes {
				s.saveKey(key, true, done)
				return
			}
			s.key.SetText("")
			s.check()
			s.tell(w.Say("settings.key.unsaved"), widget.WarningImportance)
		}, s.window)
	d.Resize(fyne.NewSize(460, 230))
	d.Show()
}

// tokenRow shows whether there is an access token, and makes one.
type tokenRow struct {
	ui      *UI
	state   *widget.Label
	copy    *widget.Button
	renew   *widget.Button
	objects []fyne.CanvasObject
}

func newTokenRow(u *UI) *tokenRow {
	t := &tokenRow{ui: u, state: widget.NewLabel("")}
	t.copy = widget.NewButton(u.words.Say("settings.token.copy"), func() {
		u.app.Clipboard().SetContent(u.core.AccessToken())
	})
	t.renew = widget.NewButton("", t.ask)
	t.objects = []fyne.CanvasObject{
		container.NewBorder(nil, nil, nil, container.NewHBox(t.copy, t.renew), t.state),
		newNote(u.words.Say("settings.token.more")),
	}
	return t
}

func (t *tokenRow) draw(from secret.Source) {
	w := t.ui.words
	there := from != secret.None
	showIf(t.copy, there)
	if there {
		t.state.SetText(w.Say("settings.token.there"))
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
