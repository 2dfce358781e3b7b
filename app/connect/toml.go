package connect

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// putTOML edits TOML. Our entry is a table of its own, which replaces an earlier one or comes last.
func putTOML(text string, place []string, _ bool, entry fields) (string, error) {
	section, err := tomlTable(place, entry)
	if err != nil {
		return "", err
	}
	start, end, err := tomlSection(text, place)
	switch {
	case err != nil:
		return "", err
	case start >= 0:
		return text[:start] + section + text[end:], nil
	case text != "" && !strings.HasSuffix(text, "\n"):
		text += "\n"
	}
	if text != "" {
		text += "\n"
	}
	return text + section, nil
}

// tomlTable writes an entry as a table, and tables within it behind that.
func tomlTable(place []string, entry fields) (string, error) {
	var value any = normalTOML(entry)
	for _, key := range slices.Backward(place) {
		value = map[string]any{key: value}
	}
	raw, err := toml.Marshal(value)
	if err != nil {
		return "", err
	}
	_, section, _ := strings.Cut(string(raw), "\n") // without the header of the table around it, which may be there already
	return section, nil
}

func normalTOML(entry fields) map[string]any {
	m := map[string]any{}
	for _, f := range entry {
		m[f.key] = f.value
	}
	return m
}

// tomlSection finds the table of our entry, with the tables within it, or -1.
func tomlSection(text string, place []string) (start, end int, err error) {
	p := unstable.Parser{}
	p.Reset([]byte(text))
	start, end = -1, len(text)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		keys, offset := keysOf(e)
		if e.Kind == unstable.KeyValue {
			full := append(slices.Clone(table), keys...)
			inside := start >= 0 && end == len(text)
			if !inside && (hasPrefix(full, place) || hasPrefix(place, full)) {
				return 0, 0, errByHand // the entry, or the table around it, in one line
			}
			continue
		}
		table = keys
		ours := hasPrefix(keys, place)
		line := strings.LastIndexByte(text[:offset], '\n') + 1
		switch {
		case ours && start < 0:
			start = line
		case !ours && start >= 0 && end == len(text):
			end = line
		case ours && end < len(text):
			return 0, 0, errByHand // in two places
		}
	}
	if start >= 0 { // comments and blank lines before the next table belong to that
		for lines := strings.SplitAfter(text[start:end], "\n"); len(lines) > 0; lines = lines[:len(lines)-1] {
			last := strings.TrimSpace(lines[len(lines)-1])
			if last != "" && !strings.HasPrefix(last, "#") {
				break
			}
			end -= len(lines[len(lines)-1])
		}
	}
	return start, end, p.Error()
}

// keysOf are the parts of the key of an expression, and where it stands.
func keysOf(e *unstable.Node) (keys []string, offset int) {
	offset = -1
	for it := e.Key(); it.Next(); {
		if offset < 0 {
			offset = int(it.Node().Raw.Offset)
		}
		keys = append(keys, string(it.Node().Data))
	}
	return keys, offset
}

func hasPrefix(keys, prefix []string) bool {
	return len(keys) >= len(prefix) && slices.Equal(keys[:len(prefix)], prefix)
}
