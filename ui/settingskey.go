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

// keyRow is the field for the key of a service. A stored key is never shown.
type keyRow struct {
	settings *settingsWindow
	name     secret.Name
	entry    *widget.Entry // empty: leave the key as it is
	note     *note
	from     secret.Source
	remove   *widget.Button
}

func (s *settingsWindow) newKeyRow(name secret.Name) *keyRow {
	k := &keyRow{settings: s, name: name, entry: widget.NewPasswordEntry(), note: newNote("")}
	k.entry.OnChanged = func(string) { s.check() }
	k.remove = widget.NewButton(s.ui.words.Say("settings.key.remove"), func() { k.save("", false, func() {}) })
	for _, old := range s.keys {
		if old.name == name {
			k.from = old.from
		}
	}
	k.draw()
	return k
}

func (k *keyRow) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{container.NewBorder(nil, nil, nil, k.remove, k.entry), k.note}
}

func (k *keyRow) written() bool { return k.entry.Text != "" }

// look finds out where the key lies.
func (k *keyRow) look() {
	ui := k.settings.ui
	run(ui, func(ctx context.Context) (secret.Source, error) { return ui.core.Key(ctx, k.name) }, func(from secret.Source, err error) {
		if err != nil {
			ui.log.Warn("the key of a service is not known", "service", k.name, "err", err)
		}
		k.from = from
		k.draw()
	})
}

func (k *keyRow) draw() {
	w := k.settings.ui.words
	state := string(k.from)
	if k.from == secret.None {
		state = "none"
	}
	k.note.explain(w.Say("settings.key."+state, lang.Args{"variable": k.name.Variable(), "path": k.settings.ui.core.SecretsPath()}))
	k.entry.SetPlaceHolder("")
	if k.from != secret.None {
		k.entry.SetPlaceHolder(w.Say("settings.key.placeholder"))
	}
	showIf(k.remove, k.from == secret.Keyring || k.from == secret.File)
}

// storeKeys keeps the keys that were written, one after the other, and then calls after.
func (s *settingsWindow) storeKeys(after func()) {
	for _, k := range s.keys {
		if k.written() {
			k.save(k.entry.Text, false, func() {
				k.entry.SetText("")
				s.storeKeys(after)
			})
			return
		}
	}
	s.finished(after)
}

func (k *keyRow) save(key string, plain bool, done func()) {
	ui := k.settings.ui
	run(ui, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, ui.core.SaveKey(ctx, k.name, key, plain)
	}, func(_ struct{}, err error) {
		switch {
		case errors.Is(err, secret.ErrNoKeyring):
			k.askPlain(key, done)
		case err != nil:
			k.settings.check()
			ui.report(err)
		default:
			k.look()
			done()
		}
	})
}

// askPlain tells that a file is plain text before the key goes there.
func (k *keyRow) askPlain(key string, done func()) {
	s, w := k.settings, k.settings.ui.words
	d := dialog.NewCustomConfirm(w.Say("settings.key.plain.title"), w.Say("settings.key.plain"), w.Say("close.discard"),
		newText(w.Say("settings.key.plain.question")), func(yes bool) {
			if yes {
				k.save(key, true, done)
				return
			}
			k.entry.SetText("")
			s.check()
			s.tell(w.Say("settings.key.unsaved"), widget.WarningImportance)
		}, s.window)
	d.Resize(fyne.NewSize(460, 230))
	d.Show()
}
