package ui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/secret"
)

// The pages of the window, in their order.
const (
	accessPage = iota
	editsPage
	toolsPage
	networkPage
	modelsPage
	appPage
)

// build makes the widgets, in the language of the moment, with what the draft says.
func (s *settingsWindow) build() {
	w := s.ui.words
	s.window.SetTitle(w.Say("settings.title"))
	chosen := 0
	if s.pages != nil {
		chosen = s.pages.chosen
	}
	s.fields, s.pages = map[string]field{}, &pages{}
	s.save = nil
	s.reach = newNote("")
	s.message = widget.NewLabel("")
	s.message.Truncation = fyne.TextTruncateEllipsis
	s.welcome = s.buildWelcome()
	showIf(s.welcome, s.first)

	// The labels of each page are as wide as its own widest.
	s.pages.add(w.Say("settings.page.access"), s.buildAccess(&sheets{}))
	s.pages.add(w.Say("settings.page.edits"), s.buildEditing(&sheets{}))
	s.pages.add(w.Say("settings.page.tools"), s.buildTools(&sheets{}))
	s.pages.add(w.Say("settings.page.network"), s.buildNetwork(&sheets{}))
	s.pages.add(w.Say("settings.page.models"), s.buildModels(&sheets{}))
	s.pages.add(w.Say("settings.page.app"), s.buildProgram(&sheets{}))
	save := widget.NewButton(w.Say("settings.save"), func() { s.store(nil) })
	save.Importance = widget.HighImportance
	s.cancel = widget.NewButton(w.Say("settings.cancel"), s.discard)
	bottom := container.NewBorder(nil, nil, nil, container.NewHBox(s.cancel, save), s.message)
	s.save = save
	content, scroll := frame(s.pages.bar(), column(s.pages.all...), bottom)
	s.pages.scroll = scroll
	s.window.SetContent(content)
	s.pages.choose(chosen)
	s.takeOver(s.ui.snap)
}

func (s *settingsWindow) buildWelcome() fyne.CanvasObject {
	w := s.ui.words
	welcome := (&sheets{}).add()
	welcome.across(heading(w.Say("settings.welcome")), newText(w.Say("settings.welcome.more")))
	return card(welcome.build())
}

func (s *settingsWindow) buildAccess(sections *sheets) fyne.CanvasObject {
	w := s.ui.words
	access, start := sections.add(), sections.add()
	access.across(heading(w.Say("settings.access")))
	access.across(s.checkBox(keyEnabled, w.Say("settings.enabled")), s.reach)
	access.across(s.explained(keyReadOnly, "settings.read_only", "settings.read_only.more")...)
	port := narrow(s.entry(keyPort, "8765"), 90)
	free := widget.NewButton(w.Say("settings.port.free"), s.findPort)
	access.row(w.Say("settings.port"), container.NewHBox(port, free), s.noteOf(keyPort, w.Say("settings.port.more")))
	start.across(heading(w.Say("settings.start")))
	s.login = s.newLoginRow()
	start.across(s.login.check, s.checkBox(keyWake, w.Say("settings.wake")), s.checkBox(keyOffice, w.Say("settings.office")))
	return column(s.welcome, card(access.build()), card(start.build()))
}

// findPort puts a free port into its field. Whether one is free is asked of the system, which takes no time.
func (s *settingsWindow) findPort() {
	run(s.ui, func(context.Context) (int, error) { return s.ui.core.FreePort(s.draft.result().MCP.Port) }, func(port int, err error) {
		if err != nil {
			s.ui.report(err)
			return
		}
		f, _ := config.Lookup(keyPort)
		c := s.draft.result()
		c.MCP.Port = port
		s.fields[keyPort].set(f.Text(c)) // tells changed
	})
}

func (s *settingsWindow) buildEditing(sections *sheets) fyne.CanvasObject {
	w := s.ui.words
	review, ask, files := sections.add(), sections.add(), sections.add()
	review.across(heading(w.Say("settings.editing")))
	review.row(w.Say("settings.review"), s.choices(keyReview, "review.")...)
	review.row(w.Say("settings.wait"), s.number(keyWait, "unit.seconds", "settings.wait.more")...)
	review.row(w.Say("settings.author"), s.entry(keyAuthor, ""), s.noteOf(keyAuthor, w.Say("settings.author.more")))
	ask.row(w.Say("settings.ask"), s.choices(keyAsk, "ask_first.")...)
	ask.row(w.Say("settings.ask_time"), s.number(keyAskTime, "unit.seconds", "settings.ask_time.more")...)
	ask.row(w.Say("settings.ask_of"), s.lines(keyAskOf, "Claude: edits"), s.noteOf(keyAskOf, w.Say("settings.ask_of.more")))
	files.row(w.Say("settings.folders"), s.lines(keyFolders, "~/Documents"), s.noteOf(keyFolders, w.Say("settings.folders.more")))
	return column(card(review.build()), card(ask.build()), card(files.build()))
}

func (s *settingsWindow) buildTools(sections *sheets) fyne.CanvasObject {
	w := s.ui.words
	tools, limits := sections.add(), sections.add()
	tools.across(heading(w.Say("settings.tools")))
	tools.row(w.Say("settings.mode"), s.choices(keyMode, "mode.")...)
	tools.row(w.Say("settings.profile"), s.choices(keyProfile, "profile.")...)
	limits.across(heading(w.Say("settings.limits")))
	limits.row(w.Say("settings.timeout"), s.number(keyTimeout, "unit.seconds", "settings.timeout.more")...)
	limits.row(w.Say("settings.long"), s.number(keyLong, "unit.seconds", "settings.long.more")...)
	limits.row(w.Say("settings.job_after"), s.number(keyJobAfter, "unit.seconds", "settings.job_after.more")...)
	limits.row(w.Say("settings.answer"), s.number(keyAnswer, "unit.kb", "settings.answer.more")...)
	return column(card(tools.build()), card(limits.build()))
}

func (s *settingsWindow) buildNetwork(sections *sheets) fyne.CanvasObject {
	w := s.ui.words
	token, lan, web := sections.add(), sections.add(), sections.add()
	token.across(heading(w.Say("settings.token")))
	s.token = newTokenRow(s.ui)
	token.across(s.token.objects...)
	token.across(s.explained(keyForAll, "settings.for_all", "settings.for_all.more")...)
	token.row(w.Say("settings.token_profile"), narrow(s.list(keyTokenBy, "profile."), 220), newNote(w.Say("settings.token_profile.more")))
	token.across(s.checkBox(keyTokenRO, w.Say("settings.token_read_only")))
	lan.across(heading(w.Say("settings.lan")))
	s.network = newNote("")
	lan.across(s.explained(keyLAN, "settings.lan.on", "settings.lan.on.more")...)
	lan.across(indented(s.network))
	web.across(heading(w.Say("settings.web")), newText(w.Say("settings.web.intro")))
	web.across(s.checkBox(keyPrivate, w.Say("settings.private")))
	web.row(w.Say("settings.listed"), s.lines(keyListed, "https://tools.example.com"), s.noteOf(keyListed, w.Say("settings.listed.more")))
	return column(card(token.build()), card(lan.build()), card(web.build()))
}

func (s *settingsWindow) buildModels(sections *sheets) fyne.CanvasObject {
	w := s.ui.words
	llm, image := sections.add(), sections.add()
	key, imageKey := s.newKeyRow(secret.LLMKey), s.newKeyRow(secret.ImageKey)
	s.keys = []*keyRow{key, imageKey}
	llm.across(heading(w.Say("settings.llm")), newText(w.Say("settings.llm.intro")))
	s.llm = s.newServiceRow(llm, key, keyEndpoint, keyModel, "settings.llm.model.more", llmServices, true)
	image.across(heading(w.Say("settings.image")), newText(w.Say("settings.image.intro")))
	s.newServiceRow(image, imageKey, keyImages, keyImageBy, "settings.image.model.more", imageServices, false)
	return column(card(llm.build()), card(image.build()))
}

func (s *settingsWindow) buildProgram(sections *sheets) fyne.CanvasObject {
	w := s.ui.words
	program, office := sections.add(), sections.add()
	program.across(heading(w.Say("settings.program")))
	program.row(w.Say("settings.language"), narrow(s.list(keyLanguage, "language."), 220))
	program.row(w.Say("settings.log"), narrow(s.list(keyLog, "log."), 220), newNote(w.Say("settings.log.more")))
	program.across(s.explained(keyDebug, "settings.debug", "settings.debug.more")...)
	office.across(heading(w.Say("settings.which_office")), newText(w.Say("settings.which_office.intro")))
	office.row(w.Say("settings.user"), s.entry(keyUser, ""), s.noteOf(keyUser, w.Say("settings.user.more")))
	office.row(w.Say("settings.office_address"), s.entry(keyAddress, "127.0.0.1:2002"), s.noteOf(keyAddress, w.Say("settings.office_address.more")))
	return column(card(program.build()), card(office.build()))
}
