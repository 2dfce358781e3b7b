// Package lang holds every text that Unodesk shows in its windows and menus, in each language that it speaks.
//
// A text has a key and stands in one JSON file per language; blanks in it are filled in by name. Start from [For].
package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"

	"github.com/jeandeaual/go-locale"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// System is the name of the language that the user's system speaks.
const System = "system"

// Args fill the blanks of a text by name.
type Args = map[string]any

// Texts are all texts in one language. Where a language lacks a text, the English one is used.
type Texts struct {
	localizer *i18n.Localizer
	language  string
}

// For returns the texts in the named language: System, or a tag such as "de" or "pt-BR". A language that we do not speak
// gives English.
func For(name string) *Texts {
	bundle, spoken := load()
	wanted := []string{name}
	if name == System || name == "" {
		wanted, _ = locale.GetLocales() // nothing found: English
	}
	tags := make([]language.Tag, len(wanted))
	for i, w := range wanted {
		tags[i] = language.Make(w)
	}
	_, index, _ := language.NewMatcher(spoken).Match(tags...)
	best := spoken[index].String()
	return &Texts{localizer: i18n.NewLocalizer(bundle, best), language: best}
}

// load reads all files; the first of the languages is English, which a matcher takes if nothing fits.
func load() (*i18n.Bundle, []language.Tag) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	spoken := []language.Tag{language.English}
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // embedded: it cannot fail
	}
	for _, e := range entries {
		file, err := bundle.LoadMessageFileFS(files, path.Base(e.Name()))
		if err != nil {
			panic(fmt.Sprintf("texts %s: %v", e.Name(), err)) // a mistake in our file: every test finds it
		}
		if file.Tag != language.English {
			spoken = append(spoken, file.Tag)
		}
	}
	return bundle, spoken
}

// Language returns the tag of the language.
func (t *Texts) Language() string { return t.language }

// Say returns the text with the given key. A key without a text, which tests do not let through, says itself.
func (t *Texts) Say(key string, args ...Args) string {
	return t.say(&i18n.LocalizeConfig{MessageID: key, TemplateData: merge(args)})
}

// Count returns the text with the given key in the form for n things. The text knows n as count.
func (t *Texts) Count(key string, n int, args ...Args) string {
	data := merge(append(args, Args{"count": n}))
	return t.say(&i18n.LocalizeConfig{MessageID: key, TemplateData: data, PluralCount: n})
}

func (t *Texts) say(c *i18n.LocalizeConfig) string {
	text, err := t.localizer.Localize(c)
	if text == "" && err != nil {
		return c.MessageID
	}
	return text
}

func merge(args []Args) Args {
	all := Args{}
	for _, a := range args {
		for name, value := range a {
			all[name] = value
		}
	}
	return all
}
