package config

import (
	"slices"
	"strings"
)

// The values of doc.ask_first.
const (
	AskNever       = "never"
	AskDestructive = "destructive" // before what cannot be undone
	AskEdits       = "edits"       // before every change
)

// MustAsk tells whether the user wants to be asked before the AI program that calls itself host changes something; final
// is what cannot be undone.
func (d Doc) MustAsk(host string, final bool) bool {
	when := d.AskFirst
	for _, entry := range d.AskFirstOf {
		if name, value, ok := asking(entry); ok && strings.EqualFold(name, host) {
			when = value
		}
	}
	return when == AskEdits || when == AskDestructive && final
}

// asking takes "NAME: VALUE" apart.
func asking(entry string) (name, value string, ok bool) {
	at := strings.LastIndex(entry, ":")
	if at < 0 {
		return "", "", false
	}
	name, value = strings.TrimSpace(entry[:at]), strings.TrimSpace(entry[at+1:])
	return name, value, name != "" && slices.Contains([]string{AskNever, AskDestructive, AskEdits}, value)
}
