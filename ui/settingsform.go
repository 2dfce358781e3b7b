package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app/config"
)

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
	s.keep(key, func(text string) {
		if e.Text != text {
			e.SetText(text)
		}
	})
}

// keep notes the widget of a setting, which stands on the page that is being built.
func (s *settingsWindow) keep(key string, set func(text string)) {
	s.fields[key] = field{page: len(s.pages.all), set: set, note: newNote("")}
}

// number makes a field for a number with its unit beside it, and the small print.
func (s *settingsWindow) number(key, unit, more string) []fyne.CanvasObject {
	w := s.ui.words
	e := narrow(s.entry(key, ""), 90)
	if unit != "" {
		e = container.NewHBox(e, widget.NewLabel(w.Say(unit)))
	}
	return []fyne.CanvasObject{e, s.noteOf(key, w.Say(more))}
}

// explained is a check box with a sentence below.
func (s *settingsWindow) explained(key, label, more string) []fyne.CanvasObject {
	w := s.ui.words
	return []fyne.CanvasObject{s.checkBox(key, w.Say(label)), indented(newNote(w.Say(more)))}
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
	s.keep(key, set)
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
	s.keep(key, set)
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
	s.keep(key, set)
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
