package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app/config"
)

// build makes the widgets, in the language of the moment, with what the draft says.
func (s *settingsWindow) build() {
	w := s.ui.words
	s.window.SetTitle(w.Say("settings.title"))
	s.fields = map[string]field{}
	s.save = nil
	s.reach = newNote("")
	s.message = widget.NewLabel("")
	s.message.Truncation = fyne.TextTruncateEllipsis
	s.welcome = s.buildWelcome()
	showIf(s.welcome, s.first)

	sections := &sheets{}
	body := column(s.welcome,
		card(s.buildAccess(sections.add())), card(s.buildEditing(sections.add())), card(s.buildModel(sections.add())),
		card(s.buildWeb(sections.add())), card(s.buildProgram(sections.add())))
	save := widget.NewButton(w.Say("settings.save"), func() { s.store(nil) })
	save.Importance = widget.HighImportance
	s.cancel = widget.NewButton(w.Say("settings.cancel"), s.discard)
	bottom := container.NewBorder(nil, nil, nil, container.NewHBox(s.cancel, save), s.message)
	s.save = save
	s.window.SetContent(frame(body, bottom))
	s.token.draw(s.ui.snap.Token)
	s.drawKey()
	s.check()
}

func (s *settingsWindow) buildWelcome() fyne.CanvasObject {
	w := s.ui.words
	welcome := (&sheets{}).add()
	welcome.across(heading(w.Say("settings.welcome")), newText(w.Say("settings.welcome.more")))
	return card(welcome.build())
}

func (s *settingsWindow) buildAccess(access *sheet) fyne.CanvasObject {
	w := s.ui.words
	access.across(heading(w.Say("settings.access")))
	access.across(s.checkBox(keyEnabled, w.Say("settings.enabled")), s.reach)
	port := s.entry(keyPort, "8765")
	access.row(w.Say("settings.port"), narrow(port, 110), s.noteOf(keyPort, w.Say("settings.port.more")))
	access.row(w.Say("settings.mode"), s.choices(keyMode, "mode.")...)
	return access.build()
}

func (s *settingsWindow) buildEditing(editing *sheet) fyne.CanvasObject {
	w := s.ui.words
	editing.across(heading(w.Say("settings.editing")))
	editing.row(w.Say("settings.review"), s.choices(keyReview, "review.")...)
	editing.row(w.Say("settings.wait"), narrow(s.entry(keyWait, ""), 110), s.noteOf(keyWait, w.Say("settings.wait.more")))
	editing.row(w.Say("settings.ask"), s.choices(keyAsk, "ask_first.")...)
	editing.row(w.Say("settings.ask_time"), narrow(s.entry(keyAskTime, ""), 110), s.noteOf(keyAskTime, w.Say("settings.ask_time.more")))
	editing.row(w.Say("settings.ask_of"), s.lines(keyAskOf, "Claude: edits"), s.noteOf(keyAskOf, w.Say("settings.ask_of.more")))
	editing.row(w.Say("settings.author"), s.entry(keyAuthor, ""), s.noteOf(keyAuthor, w.Say("settings.author.more")))
	editing.row(w.Say("settings.folders"), s.lines(keyFolders, "~/Documents"), s.noteOf(keyFolders, w.Say("settings.folders.more")))
	return editing.build()
}

func (s *settingsWindow) buildProgram(program *sheet) fyne.CanvasObject {
	w := s.ui.words
	program.across(heading(w.Say("settings.program")))
	program.row(w.Say("settings.language"), narrow(s.list(keyLanguage, "language."), 220))
	program.row(w.Say("settings.log"), narrow(s.list(keyLog, "log."), 220), newNote(w.Say("settings.log.more")))
	return program.build()
}

func (s *settingsWindow) buildModel(model *sheet) fyne.CanvasObject {
	w := s.ui.words
	model.across(heading(w.Say("settings.llm")), newText(w.Say("settings.llm.intro")))
	model.row(w.Say("settings.llm.endpoint"), s.entry(keyEndpoint, "http://localhost:11434/v1"),
		s.noteOf(keyEndpoint, w.Say("settings.llm.endpoint.more")))
	model.row(w.Say("settings.llm.model"), s.entry(keyModel, ""), s.noteOf(keyModel, w.Say("settings.llm.model.more")))
	model.row(w.Say("settings.key"), s.buildKey()...)
	return model.build()
}

func (s *settingsWindow) buildWeb(web *sheet) fyne.CanvasObject {
	w := s.ui.words
	web.across(heading(w.Say("settings.web")), newText(w.Say("settings.web.intro")))
	s.token = newTokenRow(s.ui)
	web.row(w.Say("settings.token"), s.token.objects...)
	web.across(s.checkBox(keyPrivate, w.Say("settings.private")))
	web.row(w.Say("settings.listed"), s.lines(keyListed, "https://tools.example.com"), s.noteOf(keyListed, w.Say("settings.listed.more")))
	return web.build()
}

// entry makes a line to write in.
func (s *settingsWindow) entry(key, example string) *widget.Entry {
	e := widget.NewEntry()
	e.PlaceHolder = example
	s.bind(key, e)
	return e
}

// lines makes a field of several lines.
func (s *settingsWindow) lines(key, example string) *widget.Entry {
	e := widget.NewMultiLineEntry()
	e.SetMinRowsVisible(3)
	e.PlaceHolder = example
	s.bind(key, e)
	return e
}

func (s *settingsWindow) bind(key string, e *widget.Entry) {
	f, err := config.Lookup(key)
	if err != nil {
		panic(err) // a key of ours
	}
	e.SetText(s.draft.text(key))
	e.Validator = func(text string) error {
		_, err := f.Parse(text)
		return err
	}
	e.OnChanged = func(text string) { s.changed(key, text) }
	s.fields[key] = field{set: func(text string) {
		if e.Text != text {
			e.SetText(text)
		}
	}, note: newNote("")}
}

// noteOf returns the small print of a field made before.
func (s *settingsWindow) noteOf(key, text string) *note {
	n := s.fields[key].note
	n.explain(text)
	return n
}

func (s *settingsWindow) checkBox(key, label string) *widget.Check {
	c := widget.NewCheck(label, nil)
	set := func(text string) { c.SetChecked(text == "true") }
	set(s.draft.text(key))
	c.OnChanged = func(on bool) {
		text := "false"
		if on {
			text = "true"
		}
		s.changed(key, text)
	}
	s.fields[key] = field{set: set, note: newNote("")}
	return c
}

// choices makes one button with a sentence for each value of a setting; together they behave as one group. The texts are
// those of the values behind prefix.
func (s *settingsWindow) choices(key, prefix string) []fyne.CanvasObject {
	w := s.ui.words
	buttons := map[string]*widget.RadioGroup{}
	set := func(chosen string) {
		for value, b := range buttons {
			b.Selected = ""
			if value == chosen {
				b.Selected = b.Options[0]
			}
			b.Refresh()
		}
	}
	var objects []fyne.CanvasObject
	for _, value := range valuesOf(key) {
		b := widget.NewRadioGroup([]string{w.Say(prefix + value)}, nil)
		b.Required = true
		b.OnChanged = func(string) {
			set(value)
			s.changed(key, value)
		}
		buttons[value] = b
		objects = append(objects, b, indented(newNote(w.Say(prefix+value+".more"))))
	}
	set(s.draft.text(key))
	s.fields[key] = field{set: set, note: newNote("")}
	return objects
}

// list makes a list to choose one value of a setting from, named by the texts behind prefix.
func (s *settingsWindow) list(key, prefix string) *widget.Select {
	values := valuesOf(key)
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = s.ui.words.Say(prefix + v)
	}
	l := widget.NewSelect(names, nil)
	set := func(text string) { l.SetSelectedIndex(slices.Index(values, text)) }
	set(s.draft.text(key))
	l.OnChanged = func(string) { s.changed(key, values[l.SelectedIndex()]) }
	s.fields[key] = field{set: set, note: newNote("")}
	return l
}

// valuesOf lists what a setting may be.
func valuesOf(key string) []string {
	f, err := config.Lookup(key)
	if err != nil {
		panic(err) // a key of ours
	}
	return f.Values
}

// indented moves small print under the words of a button, past its circle.
func indented(n *note) fyne.CanvasObject {
	const circle = 24
	return container.New(&lifted{left: circle}, n)
}

// lifted places one object close under what is above it, moved to the right.
type lifted struct{ left float32 }

func (l *lifted) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(l.left, -noteLift))
	objects[0].Resize(fyne.NewSize(size.Width-l.left, size.Height+noteLift))
}

func (l *lifted) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := objects[0].MinSize()
	return fyne.NewSize(m.Width+l.left, m.Height-noteLift)
}

// narrow gives a field for a short value a width that says so.
func narrow(o fyne.CanvasObject, width float32) fyne.CanvasObject {
	return container.NewHBox(container.New(layout.NewGridWrapLayout(fyne.NewSize(width, o.MinSize().Height)), o))
}
