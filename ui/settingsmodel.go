package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app/model"
	"github.com/unodesk/unodesk/ui/lang"
)

// preset is a service that many people use.
type preset struct{ name, endpoint string }

var (
	llmServices = []preset{
		{"Ollama", "http://localhost:11434/v1"},
		{"LM Studio", "http://localhost:1234/v1"},
		{"OpenRouter", "https://openrouter.ai/api/v1"},
		{"OpenAI", "https://api.openai.com/v1"},
	}
	imageServices = []preset{{"OpenAI", "https://api.openai.com/v1"}, {"LocalAI", "http://localhost:8080/v1"}}
)

// serviceRow is the part of the form for a service that has models.
type serviceRow struct {
	settings        *settingsWindow
	key             *keyRow
	endpoint, model string // names of the settings
	tryOut          bool   // the model is tried out, too
	presets         []preset
	choice          *widget.Select
	models          *widget.SelectEntry
	load, test      *widget.Button
	busy            *widget.Activity
	result, hint    *note
}

// newServiceRow adds the fields to a section. More names the small print of the model.
func (s *settingsWindow) newServiceRow(to *sheet, key *keyRow, endpoint, model, more string, presets []preset, tryOut bool) *serviceRow {
	w := s.ui.words
	r := &serviceRow{settings: s, key: key, endpoint: endpoint, model: model, presets: presets, tryOut: tryOut}
	names := []string{w.Say("settings.service.none")}
	for _, p := range presets {
		names = append(names, p.name)
	}
	r.choice = widget.NewSelect(append(names, w.Say("settings.service.other")), nil)
	to.row(w.Say("settings.service"), narrow(r.choice, 220))
	address := s.entry(endpoint, presets[0].endpoint)
	to.row(w.Say("settings.llm.endpoint"), address, s.noteOf(endpoint, w.Say("settings.llm.endpoint.more")))
	to.row(w.Say("settings.key"), key.objects()...)
	r.models = widget.NewSelectEntry(nil)
	s.bind(model, &r.models.Entry)
	r.load = widget.NewButton(w.Say("settings.service.load"), r.loadModels)
	r.hint = newNote("")
	to.row(w.Say("settings.llm.model"), container.NewBorder(nil, nil, nil, r.load, r.models), s.noteOf(model, w.Say(more)), r.hint)
	r.test, r.busy, r.result = widget.NewButton(w.Say("settings.service.test"), r.tryModel), widget.NewActivity(), newNote("")
	r.busy.Hide()
	to.row("", container.NewHBox(r.test, r.busy), r.result)
	r.choose(s.draft.text(endpoint))
	r.choice.OnChanged = func(string) { r.take(address) }
	changed := address.OnChanged
	address.OnChanged = func(text string) {
		changed(text)
		r.choose(text)
	}
	return r
}

// choose shows which of the usual services an address is of.
func (r *serviceRow) choose(address string) {
	i := slices.IndexFunc(r.presets, func(p preset) bool { return p.endpoint == strings.TrimRight(strings.TrimSpace(address), "/") })
	switch {
	case strings.TrimSpace(address) == "":
		i = 0
	case i >= 0:
		i++
	default:
		i = len(r.presets) + 1
	}
	then := r.choice.OnChanged
	r.choice.OnChanged = nil
	r.choice.SetSelectedIndex(i)
	r.choice.OnChanged = then
	local := strings.Contains(address, "localhost") || strings.Contains(address, "127.0.0.1")
	r.hint.explain("")
	if r.tryOut && local {
		r.hint.explain(r.settings.ui.words.Say("settings.llm.local"))
	}
	enableIf(r.load, i > 0)
	enableIf(r.test, i > 0)
	r.result.explain("")
}

// take enters the address of the service that was chosen.
func (r *serviceRow) take(address *widget.Entry) {
	switch i := r.choice.SelectedIndex(); {
	case i == 0:
		address.SetText("")
	case i <= len(r.presets):
		address.SetText(r.presets[i-1].endpoint)
	default:
		if r.settings.window != nil {
			r.settings.window.Canvas().Focus(address)
		}
	}
}

// asked is what the form says at the moment of a question.
type asked struct{ endpoint, model, key string }

func (r *serviceRow) form() asked {
	text := func(key string) string { return strings.TrimSpace(r.settings.draft.text(key)) }
	return asked{text(r.endpoint), text(r.model), r.key.entry.Text}
}

// loadModels fills the list of models with what the service says.
func (r *serviceRow) loadModels() {
	form := r.form()
	r.work(func(ctx context.Context) (string, error) { return r.list(ctx, form) })
}

// list asks for the models, offers them, and says how many there are.
func (r *serviceRow) list(ctx context.Context, form asked) (string, error) {
	u := r.settings.ui
	names, err := u.core.Models(ctx, form.endpoint, r.key.name, form.key)
	if err != nil {
		return "", err
	}
	onScreen(func() { r.models.SetOptions(names) })
	if len(names) == 0 {
		return u.words.Say("settings.service.no_models"), nil
	}
	return u.words.Count("settings.service.models", len(names)), nil
}

// tryModel says whether the service can be used as it is set in the form.
func (r *serviceRow) tryModel() {
	w, form := r.settings.ui.words, r.form()
	r.work(func(ctx context.Context) (string, error) {
		if !r.tryOut || form.model == "" {
			text, err := r.list(ctx, form)
			if r.tryOut {
				text += " " + w.Say("settings.service.choose")
			}
			return text, err
		}
		t, err := r.settings.ui.core.TryModel(ctx, form.endpoint, form.model, form.key)
		args := lang.Args{"model": form.model, "seconds": t.Took.Round(100 * time.Millisecond).Seconds()}
		if t.Tools {
			return w.Say("settings.service.works", args), err
		}
		return w.Say("settings.service.no_tools", args), err
	})
}

// work asks the service and says how that went.
func (r *serviceRow) work(f func(ctx context.Context) (string, error)) {
	w := r.settings.ui.words
	r.load.Disable()
	r.test.Disable()
	r.busy.Show()
	r.busy.Start()
	r.result.explain(w.Say("settings.service.asking"))
	run(r.settings.ui, f, func(text string, err error) {
		r.busy.Stop()
		r.busy.Hide()
		r.load.Enable()
		r.test.Enable()
		if err != nil {
			r.result.blame(w.service(err))
		} else {
			r.result.say(text, theme.ColorNameSuccess)
		}
		r.settings.pages.fit()
	})
}

// service says why a service cannot be used and what to do.
func (w words) service(err error) string {
	var e *model.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	text := w.Say("service." + string(e.Reason))
	if e.Detail != "" {
		text += " " + w.Say("problem.more", lang.Args{"reason": e.Detail})
	}
	return text
}
