package config

import (
	"slices"
	"strconv"
	"strings"
)

// The words that switch something on and off on the command line. The first of each is what Text writes.
var (
	wordsOn  = []string{"true", "on", "yes", "1"}
	wordsOff = []string{"false", "off", "no", "0"}
)

// Parse reads a value as it is written on the command line. A list has one entry a line; commas divide entries too, but not folders.
// The error is a *ValueError.
func (f Field) Parse(text string) (any, error) {
	v, mistake := f.parse(text)
	if mistake == nil {
		mistake = f.Check(v)
	}
	if mistake != nil {
		return nil, mistake
	}
	return f.normal(v), nil
}

func (f Field) parse(text string) (any, *ValueError) {
	switch f.Kind {
	case Switch:
		word := strings.ToLower(strings.TrimSpace(text))
		switch {
		case slices.Contains(wordsOn, word):
			return true, nil
		case slices.Contains(wordsOff, word):
			return false, nil
		}
		return nil, f.mistake(NotSwitch, text)
	case Number:
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return nil, f.mistake(NotNumber, text)
		}
		return n, nil
	case List:
		return f.splitList(text), nil
	default:
		return strings.TrimSpace(text), nil
	}
}

func (f Field) splitList(text string) []string {
	var list []string
	for _, entry := range strings.FieldsFunc(text, func(r rune) bool {
		return r == '\n' || r == '\r' || r == ',' && f.check != checkFolder && f.check != checkAsking // names may have commas
	}) {
		if entry = strings.TrimSpace(entry); entry != "" {
			list = append(list, entry)
		}
	}
	return list
}

// Check says what is wrong with v, which has this setting's Go type; nil: nothing.
func (f Field) Check(v any) *ValueError {
	switch f.Kind {
	case Number:
		if n := v.(int); n < f.Min || n > f.Max {
			return f.mistake(OutOfRange, strconv.Itoa(n))
		}
	case Choice:
		if word := v.(string); !slices.Contains(f.Values, word) {
			return f.mistake(NotListed, word)
		}
	case Text:
		return f.checkText(v.(string), 0)
	case List:
		for i, entry := range v.([]string) {
			if err := f.checkText(entry, i+1); err != nil {
				return err
			}
		}
	case Switch:
	}
	return nil
}

// checkText checks a text, or the entry of a list that stands in the given line; line 0: no list.
func (f Field) checkText(text string, line int) *ValueError {
	if text == "" {
		return nil
	}
	if reason := f.check.apply(text); reason != "" {
		err := f.mistake(reason, text)
		err.Line = line
		return err
	}
	return nil
}

// normal returns a checked value in its one way of writing, so that equal settings compare equal.
func (f Field) normal(v any) any {
	list, ok := v.([]string)
	if !ok {
		return v
	}
	var once []string
	for _, entry := range list {
		if f.check == checkOrigin && entry != "" {
			entry, _ = NormalOrigin(entry)
		}
		if entry != "" && !slices.Contains(once, entry) {
			once = append(once, entry)
		}
	}
	return once
}
