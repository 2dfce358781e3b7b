package ui

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/config/configtest"
)

// control is a widget of the settings window by which a setting is changed.
type control struct {
	entry *widget.Entry     // takes any text; nil:
	by    map[string]func() // what makes it so, by value
}

// put makes the setting what the text says, as the user does.
func (c control) put(t *testing.T, text string) {
	t.Helper()
	if c.entry != nil {
		c.entry.SetText(text)
		return
	}
	act, ok := c.by[text]
	if !ok {
		t.Fatalf("the window does not offer %q but %v", text, slices.Sorted(maps.Keys(c.by)))
	}
	act()
}

// controls finds out which widget changes which setting by trying them all.
func controls(s *settingsWindow) map[string]control {
	found := map[string]control{}
	try := func(e *widget.Entry, act func()) {
		before := maps.Clone(s.draft.texts)
		act()
		for key, text := range s.draft.texts {
			if text == before[key] {
				continue
			}
			c, known := found[key]
			if !known {
				c = control{entry: e, by: map[string]func(){}}
				found[key] = c
			}
			if e != nil && c.entry == nil { // a list beside it fills it in
				c.entry = e
				found[key] = c
			}
			c.by[text] = act
		}
	}
	for range 2 { // what was chosen at first changes nothing at first
		everyObject(s.window.Content(), func(o fyne.CanvasObject) {
			switch w := o.(type) {
			case *widget.Entry:
				if !w.Disabled() {
					try(w, func() { w.SetText(w.Text + "1") })
				}
			case *widget.SelectEntry:
				try(&w.Entry, func() { w.SetText(w.Text + "1") })
			case *widget.Check:
				try(nil, func() { w.SetChecked(true) })
				try(nil, func() { w.SetChecked(false) })
			case *widget.RadioGroup:
				for _, option := range w.Options {
					try(nil, func() { w.SetSelected(option) })
				}
			case *widget.Select:
				for i := range w.Options {
					try(nil, func() { w.SetSelectedIndex(i) })
				}
			}
		})
	}
	s.discard()
	return found
}

// everyObject visits all that is in the window, shown or not.
func everyObject(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	visit(o)
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case *container.AppTabs:
		for _, tab := range o.Items {
			parts = append(parts, tab.Content)
		}
	case *widget.Entry, *widget.SelectEntry, *widget.Check, *widget.RadioGroup, *widget.Select, *widget.Button:
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	for _, part := range parts {
		everyObject(part, visit)
	}
}

// TestEveryFieldInTheWindow sets each setting with its widget: good values are saved, wrong ones cannot be and the window
// says why; a value that was changed elsewhere shows.
func TestEveryFieldInTheWindow(t *testing.T) {
	core := &fakeCore{snap: snapshot(nil)}
	u := newUI(t, core)
	s := u.settings
	s.show()
	all, language := controls(s), u.language
	for _, f := range config.Fields() {
		t.Run(f.Key, func(t *testing.T) {
			if u.language != language { // the window was made anew
				all, language = controls(s), u.language
			}
			c, offered := all[f.Key]
			if !offered {
				t.Fatal("the window does not offer it")
			}
			samples, err := configtest.Of(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range samples.Good {
				core.saved = nil
				c.put(t, text)
				test.Tap(s.save)
				if len(core.saved) != 1 || f.Text(core.saved[0]) != text {
					t.Fatalf("%q: saved %d times, message %q, note %q", text, len(core.saved), s.message.Text, s.fields[f.Key].note.segment.Text)
				}
				core.snap.Settings = core.saved[0].Clone()
				u.draw(core.snap)
			}
			last := samples.Good[len(samples.Good)-1]
			if c.entry != nil {
				for _, text := range samples.Bad {
					was := s.fields[f.Key].note.segment.Text
					c.put(t, text)
					if now := s.fields[f.Key].note.segment.Text; !s.save.Disabled() || now == was || len(strings.Fields(now)) < 3 {
						t.Errorf("%q: can be saved %t, note %q", text, !s.save.Disabled(), now)
					}
					test.Tap(s.cancel)
				}
			}
			elsewhere := core.snap
			elsewhere.Settings = core.snap.Settings.Clone()
			if err := f.Set(&elsewhere.Settings, samples.Good[0]); err != nil {
				t.Fatal(err)
			}
			u.draw(elsewhere)
			if got := s.draft.text(f.Key); got != samples.Good[0] || c.entry != nil && c.entry.Text != got {
				t.Errorf("set to %q elsewhere, the window says %q", samples.Good[0], got)
			}
			core.snap.Settings = elsewhere.Settings
			c.put(t, last)
			test.Tap(s.cancel)
		})
	}
}
