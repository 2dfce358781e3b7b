package ui

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
)

// The settings, all of which the window offers.
const (
	keyEnabled  = "mcp.mcp_enabled"
	keyPort     = "mcp.mcp_port"
	keyMode     = "mcp.tool_exposure_mode"
	keyProfile  = "mcp.tool_profile"
	keyReadOnly = "mcp.read_only"
	keyTimeout  = "mcp.call_timeout"
	keyLong     = "mcp.long_call_timeout"
	keyJobAfter = "mcp.job_after"
	keyAnswer   = "mcp.answer_limit"
	keyLAN      = "mcp.lan_access"
	keyForAll   = "mcp.token_for_everyone"
	keyTokenBy  = "mcp.token_tool_profile"
	keyTokenRO  = "mcp.token_read_only"
	keyDebug    = "mcp.debug_enabled"
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
	keyImages   = "image.endpoint"
	keyImageBy  = "image.model"
	keyWake     = "app.start_for_programs"
	keyOffice   = "app.start_office"
	keyUser     = "app.office_profile"
	keyAddress  = "app.office_address"
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

	pages   *pages
	fields  map[string]field // by key
	keys    []*keyRow
	login   *loginRow
	llm     *serviceRow
	token   *tokenRow
	network *note
	reach   *note
	welcome fyne.CanvasObject
	message *widget.Label
	cancel  *widget.Button
	save    *widget.Button
	saving  bool
}

// field is the widget of one setting with the small print under it.
type field struct {
	page int
	set  func(text string)
	note *note
}

func newSettingsWindow(u *UI) *settingsWindow {
	s := &settingsWindow{ui: u, draft: newDraft(u.snap.Settings)}
	s.name, s.core = "settings", u.core
	s.create = func() {
		s.open(u.app, u.words.Say("settings.title"), fyne.NewSize(620, 720), s.close)
		s.build()
	}
	s.appWindow.build = s.build
	s.draw = func() { s.takeOver(u.snap) }
	s.shown = func() {
		u.core.LookAtLogin()
		for _, k := range s.keys {
			k.look()
		}
	}
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
	s.login.draw(snap.Login)
	s.network.explain(s.ui.words.network(snap.Server))
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
	faulty := map[int]bool{}
	for key, f := range s.fields {
		sentence := ""
		if err := wrong[key]; err != nil {
			sentence = w.refused(err)
			faulty[f.page] = true
		}
		f.note.blame(sentence)
	}
	s.pages.mark(faulty)
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
	s.pages.fit()
}

func (s *settingsWindow) dirty() bool {
	return s.draft.changed() || s.login.changed() || slices.ContainsFunc(s.keys, (*keyRow).written)
}

func (s *settingsWindow) tell(text string, importance widget.Importance) {
	s.message.Importance = importance
	s.message.SetText(text)
}

// discard brings back what is in use.
func (s *settingsWindow) discard() {
	for _, k := range s.keys {
		k.entry.SetText("")
	}
	s.login.discard()
	s.draft = newDraft(s.ui.snap.Settings)
	for key, f := range s.fields {
		f.set(s.draft.text(key))
	}
	s.check()
	s.pages.layOut()
}

// store saves the draft, and then calls after if all of it is kept.
func (s *settingsWindow) store(after func()) {
	before, wanted, login := s.draft.base.Clone(), s.draft.result(), s.login.wanted()
	s.saving = true
	s.check()
	run(s.ui, func(ctx context.Context) (config.Config, error) {
		err := s.ui.core.SaveSettings(ctx, before, wanted)
		if err == nil && login != nil {
			err = s.ui.core.StartAtLogin(ctx, *login)
		}
		return wanted, err
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
		s.login.kept()
		s.storeKeys(after)
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
