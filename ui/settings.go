package ui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/secret"
)

// The settings that the window offers.
const (
	keyEnabled  = "mcp.mcp_enabled"
	keyPort     = "mcp.mcp_port"
	keyMode     = "mcp.tool_exposure_mode"
	keyPrivate  = "mcp.cors_allow_private_origins"
	keyListed   = "mcp.cors_allowed_origins"
	keyEndpoint = "llm.endpoint"
	keyModel    = "llm.model"
	keyReview   = "doc.agent_edit_review_mode"
	keyWait     = "doc.edit_review_timeout"
	keyAsk      = "doc.ask_first"
	keyAskTime  = "doc.ask_first_timeout"
	keyAskOf    = "doc.ask_first_of"
	keyAuthor   = "doc.agent_name"
	keyFolders  = "doc.folders"
	keyLanguage = "app.language"
	keyLog      = "app.log_level"
)

// settingsWindow lets the user change the settings. What is written there is a draft until Save; nonsense cannot be
// saved.
type settingsWindow struct {
	appWindow
	ui    *UI
	draft *draft
	first bool // shows the welcome

	fields  map[string]field // by key
	key     *widget.Entry    // of the model service; empty: leave it as it is
	keyNote *note
	keyFrom secret.Source
	remove  *widget.Button
	token   *tokenRow
	reach   *note
	welcome fyne.CanvasObject
	message *widget.Label
	cancel  *widget.Button
	save    *widget.Button
	saving  bool
}

// field is the widget of one setting with the small print under it.
type field struct {
	set  func(text string)
	note *note
}

func newSettingsWindow(u *UI) *settingsWindow {
	s := &settingsWindow{ui: u, draft: newDraft(u.snap.Settings)}
	s.create = func() {
		s.open(u.app, u.words.Say("settings.title"), fyne.NewSize(620, 720), s.close)
		s.build()
	}
	s.appWindow.build = s.build
	s.draw = func() { s.takeOver(u.snap) }
	s.shown = s.lookForKey
	return s
}

// takeOver shows what was changed elsewhere.
func (s *settingsWindow) takeOver(snap app.Snapshot) {
	for _, key := range s.draft.rebase(snap.Settings) {
		if f, ok := s.fields[key]; ok {
			f.set(s.draft.text(key))
		}
	}
	s.token.draw(snap.Token)
	s.check()
}

// changed notes what the user wrote.
func (s *settingsWindow) changed(key, text string) {
	s.draft.set(key, text)
	s.check()
}

// check shows what is wrong and whether there is anything to save.
func (s *settingsWindow) check() {
	if s.save == nil {
		return // the window is being built
	}
	w := s.ui.words
	wrong := s.draft.mistakes()
	for key, f := range s.fields {
		sentence := ""
		if err := wrong[key]; err != nil {
			sentence = w.refused(err)
		}
		f.note.blame(sentence)
	}
	c := s.draft.result()
	s.reach.explain(w.Say("settings.reach") + ": " + w.reach(c, s.ui.snap.Token != ""))
	dirty := s.dirty()
	switch {
	case len(wrong) > 0:
		s.tell(w.Say("settings.wrong"), widget.DangerImportance)
	case dirty:
		s.tell(w.Say("settings.unsaved"), widget.MediumImportance)
	case s.message.Text != w.Say("settings.saved"):
		s.tell("", widget.MediumImportance)
	}
	enableIf(s.save, dirty && len(wrong) == 0 && !s.saving)
	enableIf(s.cancel, dirty && !s.saving)
	s.window.Content().Refresh() // texts that wrap have new heights
}

func (s *settingsWindow) dirty() bool { return s.draft.changed() || s.key.Text != "" }

func (s *settingsWindow) tell(text string, importance widget.Importance) {
	s.message.Importance = importance
	s.message.SetText(text)
}

// discard brings back what is in use.
func (s *settingsWindow) discard() {
	s.key.SetText("")
	s.draft = newDraft(s.ui.snap.Settings)
	for key, f := range s.fields {
		f.set(s.draft.text(key))
	}
	s.check()
}

// store saves the draft, and then calls after if all of it is kept.
func (s *settingsWindow) store(after func()) {
	before, wanted, key := s.draft.base.Clone(), s.draft.result(), s.key.Text
	s.saving = true
	s.check()
	run(s.ui, func(ctx context.Context) (config.Config, error) {
		return wanted, s.ui.core.SaveSettings(ctx, before, wanted)
	}, func(saved config.Config, err error) {
		s.saving = false
		if err != nil {
			s.check()
			s.ui.report(err)
			return
		}
		s.draft.base = saved.Clone()
		if saved.MCP.Enabled {
			s.welcome.Hide()
		}
		s.storeKey(key, after)
	})
}

// finished says that everything is kept.
func (s *settingsWindow) finished(after func()) {
	s.tell(s.ui.words.Say("settings.saved"), widget.SuccessImportance)
	s.check()
	if after != nil {
		after()
	}
}

// close asks what becomes of changes that are not saved.
func (s *settingsWindow) close() {
	leave := func() { s.ui.leave(&s.appWindow) }
	if !s.dirty() {
		leave()
		return
	}
	w := s.ui.words
	var d *dialog.CustomDialog
	choose := func(label string, importance widget.Importance, then func()) *widget.Button {
		b := widget.NewButton(w.Say(label), func() {
			d.Hide()
			then()
		})
		b.Importance = importance
		return b
	}
	d = dialog.NewCustomWithoutButtons(w.Say("close.title"), newText(w.Say("close.question")), s.window)
	buttons := []fyne.CanvasObject{
		choose("close.keep", widget.MediumImportance, func() {}),
		choose("close.discard", widget.MediumImportance, func() { s.discard(); leave() }),
	}
	if len(s.draft.mistakes()) == 0 {
		buttons = append(buttons, choose("close.save", widget.HighImportance, func() { s.store(leave) }))
	}
	d.SetButtons(buttons)
	d.Resize(fyne.NewSize(420, 180))
	d.Show()
}

func enableIf(b *widget.Button, yes bool) {
	if yes {
		b.Enable()
	} else {
		b.Disable()
	}
}
