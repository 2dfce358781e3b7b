package tool

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// longestLine is how many characters of a line a person is shown.
const longestLine = 160

// Lines tells a person what is asked for, and what a dry run says would
// happen, in at most n lines. The last one says how many are left out.
func (q Question) Lines(n int) []string {
	var lines []string
	for _, part := range []json.RawMessage{q.Arguments, q.Preview} {
		var v any
		if len(part) == 0 || json.Unmarshal(part, &v) != nil {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, write("", v)...)
	}
	if len(lines) > n {
		left := len(lines) - n + 1
		lines = append(lines[:n-1:n-1], fmt.Sprintf("… (%d)", left))
	}
	return lines
}

// write writes a value with what it belongs to, names in order.
func write(name string, v any) []string {
	switch v := v.(type) {
	case map[string]any:
		var lines []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			lines = append(lines, write(join(name, key), v[key])...)
		}
		return lines
	case []any:
		if row, ok := plainRow(v); ok {
			return text(name, row)
		}
		var lines []string
		for _, e := range v {
			lines = append(lines, write(name, e)...)
		}
		return lines
	case string:
		return text(name, v)
	case nil:
		return nil
	default:
		return text(name, fmt.Sprint(v))
	}
}

// plainRow writes a list of numbers and short texts, such as a row of cells, in
// one line.
func plainRow(list []any) (string, bool) {
	if len(list) < 2 {
		return "", false
	}
	parts := make([]string, len(list))
	for i, v := range list {
		switch v := v.(type) {
		case string:
			if len(v) > 40 || strings.Contains(v, "\n") {
				return "", false
			}
			parts[i] = v
		case float64, bool:
			parts[i] = fmt.Sprint(v)
		case nil:
		default:
			return "", false
		}
	}
	return strings.Join(parts, " | "), true
}

func text(name, s string) []string {
	var lines []string
	for i, l := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		if r := []rune(l); len(r) > longestLine {
			l = string(r[:longestLine]) + "…"
		}
		if i == 0 && name != "" {
			l = name + ": " + l
		}
		lines = append(lines, l)
	}
	return lines
}

func join(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}
