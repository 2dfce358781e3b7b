package ui

import (
	"github.com/unodesk/unodesk/app/config"
)

// draft is what the user is making of the settings: a text for each, which may be nonsense for the moment.
type draft struct {
	base  config.Config // what the texts started from
	texts map[string]string
}

func newDraft(c config.Config) *draft {
	d := &draft{base: c.Clone(), texts: map[string]string{}}
	for _, f := range config.Fields() {
		d.texts[f.Key] = f.Text(c)
	}
	return d
}

// text returns what stands in the field for a setting.
func (d *draft) text(key string) string { return d.texts[key] }

// set notes what the user wrote.
func (d *draft) set(key, text string) { d.texts[key] = text }

// mistakes returns what is wrong, by key.
func (d *draft) mistakes() map[string]*config.ValueError {
	wrong := map[string]*config.ValueError{}
	for _, f := range config.Fields() {
		if _, err := f.Parse(d.texts[f.Key]); err != nil {
			wrong[f.Key] = err.(*config.ValueError) // Parse promises it
		}
	}
	return wrong
}

// result returns the settings as the user wants them. A text with a mistake counts as not changed.
func (d *draft) result() config.Config {
	c := d.base.Clone()
	for _, f := range config.Fields() {
		_ = f.Set(&c, d.texts[f.Key]) // mistakes() tells
	}
	return c
}

// changed reports whether the user has written anything new.
func (d *draft) changed() bool {
	for _, f := range config.Fields() {
		if d.touched(f) {
			return true
		}
	}
	return false
}

// touched tells a change from another way to write the same value.
func (d *draft) touched(f config.Field) bool {
	var c config.Config
	if err := f.Set(&c, d.texts[f.Key]); err != nil {
		return true
	}
	return f.Text(c) != f.Text(d.base)
}

// rebase takes over settings that were changed elsewhere, except where the user is writing, and returns the keys whose
// texts are new.
func (d *draft) rebase(c config.Config) []string {
	var fresh []string
	for _, f := range config.Fields() {
		if !d.touched(f) && f.Text(c) != f.Text(d.base) {
			d.texts[f.Key] = f.Text(c)
			fresh = append(fresh, f.Key)
		}
	}
	d.base = c.Clone()
	return fresh
}
