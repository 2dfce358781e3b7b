// Package configtest has values to try every setting with, so that the file, the command line and the window are tested
// with the same ones. A new setting is tried with what its kind says; one whose texts have a form of their own needs an
// entry in the table, and [Of] says so.
package configtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/app/config"
)

// Samples are texts for one setting, as the command line takes them.
type Samples struct {
	Good []string // at least two, each in the one form in which it is given back, none of them the default at first
	Bad  []string // at least one
}

// address are the samples of the address of a service.
var address = Samples{
	Good: []string{"http://localhost:11434/v1", "https://models.example.com/v1"},
	Bad:  []string{"localhost:11434", "ftp://a.example", "http://me:secret@a.example", "http://a.example?key=1", "http://"},
}

// texts are the samples of texts and lists. A text that is no key here is any line.
var texts = map[string]Samples{
	"": {Good: []string{"Ärger & Söhne", "two words"}, Bad: []string{"a\x07bell", strings.Repeat("long", 600)}},
	"mcp.cors_allowed_origins": {
		Good: []string{"https://tools.example.com", "http://nas.lan:8080\nvscode-webview://"},
		Bad:  []string{"nonsense", "https://*.example.com", "https://me:secret@example.com", "https://a.example/path", "https://a.example\n/b"},
	},
	"doc.folders":      {Good: []string{"~/Documents", "/srv/a, b\n/home/ü"}, Bad: []string{"Documents", "/srv\n../up"}},
	"doc.ask_first_of": {Good: []string{"Claude: edits", "a, b: never\nMy: tool: destructive"}, Bad: []string{"Claude", "Claude: maybe", ": edits"}},
	"llm.endpoint":     address,
	"image.endpoint":   address,
}

// Of returns what to try a setting with. It fails where the table above lacks an entry.
func Of(f config.Field) (Samples, error) {
	var s Samples
	switch f.Kind {
	case config.Switch:
		s = Samples{Good: []string{"true", "false"}, Bad: []string{"perhaps", "2"}}
	case config.Number:
		s = Samples{
			Good: []string{strconv.Itoa(f.Min), strconv.Itoa(f.Max)},
			Bad:  []string{strconv.Itoa(f.Min - 1), strconv.Itoa(f.Max + 1), "many", "1.5"},
		}
	case config.Choice:
		s = Samples{Good: f.Values, Bad: []string{"nonsense"}}
	default:
		var known bool
		if s, known = texts[f.Key]; !known {
			s = texts[""]
		}
	}
	s.Good = slices.Clone(s.Good)
	if s.Good[0] == f.Default() {
		slices.Reverse(s.Good)
	}
	return s, s.check(f)
}

// check reports samples that do not fit their setting.
func (s Samples) check(f config.Field) error {
	for _, text := range s.Good {
		c := config.Default()
		if err := f.Set(&c, text); err != nil {
			return fmt.Errorf("the table of configtest lacks samples for %s: %w", f.Key, err)
		}
		if f.Text(c) != text {
			return fmt.Errorf("the table of configtest lacks samples for %s: %q is taken for %q", f.Key, text, f.Text(c))
		}
	}
	for _, text := range s.Bad {
		if _, err := f.Parse(text); err == nil {
			return fmt.Errorf("the table of configtest lacks samples for %s: %q is good", f.Key, text)
		}
	}
	return nil
}

// Explains reports whether a sentence that refuses a value names the setting and what it takes.
func Explains(f config.Field, sentence string) bool {
	wanted := []string{f.Key, "; use "}
	switch f.Kind {
	case config.Number:
		wanted = append(wanted, strconv.Itoa(f.Min), strconv.Itoa(f.Max))
	case config.Choice:
		wanted = append(wanted, f.Values...)
	default:
	}
	return !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(sentence, w) })
}
