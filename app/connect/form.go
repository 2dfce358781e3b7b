package connect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v3"
)

// form is a way to write settings.
type form struct {
	decode func(text []byte) (map[string]any, error)
	// put enters an entry in a text that decode has understood, or replaces it there. It may refuse a text, and what it
	// makes of others is checked by put of edit.
	put func(text string, place []string, listed bool, entry fields) (string, error)
}

var (
	jsonForm = form{decodeJSON, putJSON}
	tomlForm = form{decodeTOML, putTOML}
	yamlForm = form{decodeYAML, putYAML}
)

// errByHand says that a file is written in a way that cannot be edited safely.
var errByHand = errors.New("the file is written in a way that Unodesk does not change by itself; enter this by hand")

// transports are the members that say how a server is reached. Those of the way that we do not use must go.
var transports = []string{"type", "url", "httpUrl", "serverUrl", "uri", "command", "cmd", "args"}

const byteOrderMark = "\ufeff"

// edit enters our entry in the settings of a host and returns their new text, the same if nothing is to do. Everything
// else in it means what it meant before: that is checked, whatever the form did.
func (h *Host) edit(text []byte, t Target) ([]byte, error) {
	body, mark := bytes.CutPrefix(text, []byte(byteOrderMark))
	before, err := h.form.decode(body)
	if err != nil {
		return nil, err
	}
	was, _ := h.find(before)
	entry := merged(was, h.entry(t))
	if was != nil && reflect.DeepEqual(was, normal(entry)) {
		return text, nil
	}
	start := string(body)
	if len(bytes.TrimSpace(body)) == 0 {
		start = h.blank()
	}
	newline := "\n"
	if strings.Contains(start, "\r\n") {
		newline = "\r\n"
		start = strings.ReplaceAll(start, "\r\n", "\n")
	}
	made, err := h.form.put(start, h.place, h.listed, entry)
	if err != nil {
		return nil, err
	}
	made = strings.ReplaceAll(made, "\n", newline)
	if err := h.check(before, []byte(made), entry); err != nil {
		return nil, err
	}
	if mark {
		made = byteOrderMark + made
	}
	return []byte(made), nil
}

// blank is a file of this host with nothing in it.
func (h *Host) blank() string {
	if len(h.head) == 0 {
		return ""
	}
	raw, _ := yaml.Marshal(node(h.head))
	return string(raw)
}

// check makes sure that a new text holds our entry, and otherwise what was there before.
func (h *Host) check(before map[string]any, made []byte, entry fields) error {
	after, err := h.form.decode(made)
	if err != nil {
		return errByHand
	}
	got, _ := h.find(after)
	if !reflect.DeepEqual(got, normal(entry)) {
		return errByHand
	}
	h.remove(before)
	h.remove(after)
	for _, f := range h.head {
		if len(before) == 0 || before[f.key] == nil {
			delete(after, f.key)
		}
	}
	if !reflect.DeepEqual(before, after) {
		return errByHand
	}
	return nil
}

// find returns our entry in decoded settings, nil if there is none.
func (h *Host) find(settings map[string]any) (entry map[string]any, ok bool) {
	at := settings
	for i, key := range h.place {
		if h.listed && i == len(h.place)-1 {
			break
		}
		if h.listed && i == len(h.place)-2 {
			items, _ := at[key].([]any)
			for _, item := range items {
				if m, ok := item.(map[string]any); ok && m["name"] == h.place[len(h.place)-1] {
					return m, true
				}
			}
			return nil, false
		}
		at, ok = at[key].(map[string]any)
		if !ok {
			return nil, false
		}
	}
	return at, true
}

// remove takes our entry out of decoded settings, and what is empty then.
func (h *Host) remove(settings map[string]any) {
	key, name := h.place[0], h.place[1]
	switch inside := settings[key].(type) {
	case map[string]any:
		delete(inside, name)
		if len(inside) == 0 {
			delete(settings, key)
		}
	case []any:
		rest := slices.DeleteFunc(slices.Clone(inside), func(item any) bool {
			m, ok := item.(map[string]any)
			return ok && m["name"] == name
		})
		settings[key] = rest
		if len(rest) == 0 {
			delete(settings, key)
		}
	case nil:
		delete(settings, key)
	}
}

// merged is our entry with what the user has added to an earlier one, such as time limits.
func merged(was map[string]any, ours fields) fields {
	entry := slices.Clone(ours)
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if !slices.Contains(transports, key) && !slices.ContainsFunc(ours, func(f field) bool { return f.key == key }) {
			entry = append(entry, field{key, was[key]})
		}
	}
	return entry
}

// normal is an entry as decoding gives it.
func normal(f fields) map[string]any {
	m := map[string]any{}
	for _, x := range f {
		switch v := x.value.(type) {
		case []string:
			list := make([]any, len(v))
			for i := range v {
				list[i] = v[i]
			}
			m[x.key] = list
		case int:
			m[x.key] = float64(v)
		default:
			m[x.key] = v
		}
	}
	return m
}

func decodeJSON(text []byte) (map[string]any, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return map[string]any{}, nil
	}
	plain, err := hujson.Standardize(bytes.Clone(text))
	if err != nil {
		return nil, fmt.Errorf("it is no valid JSON: %w", err)
	}
	var m map[string]any
	if err := json.Unmarshal(plain, &m); err != nil {
		return nil, fmt.Errorf("it is no valid JSON object: %w", err)
	}
	if m == nil {
		return nil, errors.New("it is no JSON object")
	}
	return m, nil
}

func decodeTOML(text []byte) (map[string]any, error) {
	m := map[string]any{}
	if err := toml.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("it is no valid TOML: %w", err)
	}
	return m, nil
}

func decodeYAML(text []byte) (map[string]any, error) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	m := map[string]any{}
	if err := d.Decode(&m); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("it is no valid YAML with keys and values: %w", err)
	}
	var more any
	if err := d.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("it is more than one YAML document")
	}
	return floats(m).(map[string]any), nil
}

// floats makes the numbers of all forms comparable.
func floats(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = floats(v[k])
		}
	case []any:
		for i := range v {
			v[i] = floats(v[i])
		}
	case int:
		return float64(v)
	}
	return v
}
