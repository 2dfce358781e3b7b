package config

import (
	"fmt"
	"strings"
)

// Reason says in one word why a value is refused. Windows use it to find the sentence in the user's language.
type Reason string

// The reasons.
const (
	NotSwitch     Reason = "not_switch"
	NotNumber     Reason = "not_number"
	OutOfRange    Reason = "out_of_range"
	NotListed     Reason = "not_listed"
	NotAddress    Reason = "not_address"
	NotOrigin     Reason = "not_origin"
	NotFolder     Reason = "not_folder"
	NotAsking     Reason = "not_asking"
	HasWildcard   Reason = "has_wildcard"
	HasPath       Reason = "has_path"
	HoldsPassword Reason = "holds_password"
	NotPrintable  Reason = "not_printable"
	TooLong       Reason = "too_long"
)

// ValueError is a value that a setting does not take.
type ValueError struct {
	Field  Field
	Value  string
	Reason Reason
	Line   int // of a list's entry, from 1; 0: the setting is no list
}

func (f Field) mistake(reason Reason, value string) *ValueError {
	return &ValueError{Field: f, Value: value, Reason: reason}
}

// Error names the setting, the value and the values that it takes.
func (e *ValueError) Error() string {
	where := e.Field.Key
	if e.Line > 0 {
		where = fmt.Sprintf("%s, entry %d", where, e.Line)
	}
	return fmt.Sprintf("%s: %s; %s", where, e.wrong(), e.valid())
}

func (e *ValueError) wrong() string {
	switch e.Reason {
	case NotSwitch:
		return fmt.Sprintf("%q is neither on nor off", shorten(e.Value))
	case NotNumber:
		return fmt.Sprintf("%q is not a whole number", shorten(e.Value))
	case OutOfRange:
		return e.Value + " is out of range"
	case NotListed:
		return fmt.Sprintf("%q is not one of the choices", shorten(e.Value))
	case NotAddress:
		return fmt.Sprintf("%q is not a web address", shorten(e.Value))
	case NotOrigin:
		return fmt.Sprintf("%q is not the start of a web address", shorten(e.Value))
	case NotFolder:
		return fmt.Sprintf("%q is not the full path of a folder", shorten(e.Value))
	case NotAsking:
		return fmt.Sprintf("%q does not say when to ask for which program", shorten(e.Value))
	case HasWildcard:
		return fmt.Sprintf("%q has a star, which stands for nothing here", shorten(e.Value))
	case HasPath:
		return fmt.Sprintf("%q goes on after the name of the computer", shorten(e.Value))
	case HoldsPassword:
		return "the address holds a user name or password"
	case NotPrintable:
		return fmt.Sprintf("%q has characters that cannot be shown", shorten(e.Value))
	case TooLong:
		return fmt.Sprintf("the text is longer than %d bytes", maxText)
	}
	return fmt.Sprintf("%q is refused", shorten(e.Value))
}

func (e *ValueError) valid() string {
	f := e.Field
	switch {
	case e.Reason == TooLong || e.Reason == NotPrintable:
		return "use one line of ordinary text"
	case f.Kind == Switch:
		return "use true or false"
	case f.Kind == Number:
		return strings.TrimSpace(fmt.Sprintf("use a number from %d to %d %s", f.Min, f.Max, f.Unit))
	case f.Kind == Choice:
		return "use " + orList(f.Values)
	case f.check == checkFolder:
		return "use an absolute path, or one that starts with ~/, such as ~/Documents"
	case f.check == checkAsking:
		return "use the name of a program, a colon, and never, destructive or edits, such as Claude: edits"
	case f.check == checkOrigin:
		return "use scheme and name only, such as https://tools.example.com or http://nas.lan:8080"
	default:
		return "use an address such as http://localhost:11434/v1"
	}
}

// UnknownKeyError is a key that no setting has.
type UnknownKeyError struct {
	Key string
}

// Error names the keys that there are.
func (e *UnknownKeyError) Error() string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.Key
	}
	return fmt.Sprintf("there is no setting %q; the settings are %s", shorten(e.Key), strings.Join(keys, ", "))
}

// BrokenFileError is a settings file that cannot be read as one.
type BrokenFileError struct {
	Path string
	Kept string // where the file was put aside; "" while it is still in its place
	Err  error
}

// Error says what is wrong with the file and where it is now.
func (e *BrokenFileError) Error() string {
	if e.Kept == "" {
		return fmt.Sprintf("settings file %s cannot be read: %v; correct it or remove it", e.Path, e.Err)
	}
	return fmt.Sprintf("settings file %s could not be read: %v; it is kept as %s, and the standard settings are used",
		e.Path, e.Err, e.Kept)
}

// Unwrap returns the cause.
func (e *BrokenFileError) Unwrap() error { return e.Err }

func orList(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// shorten keeps a value that a sentence quotes at a readable length.
func shorten(s string) string {
	const most = 80
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
