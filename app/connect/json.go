package connect

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"
)

// putJSON edits JSON, with comments and trailing commas or without.
func putJSON(text string, place []string, _ bool, entry fields) (string, error) {
	if strings.TrimSpace(text) == "" {
		text = "{}\n"
	}
	tree, err := hujson.Parse([]byte(text))
	if err != nil {
		return "", err
	}
	e := jsonEdit{text: text, unit: unitOf(text, &tree)}
	at := &tree
	for i, key := range place {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return "", errByHand
		}
		member := memberOf(object, key)
		if member == nil {
			var value any = entry
			for j := len(place) - 1; j > i; j-- {
				value = fields{{place[j], value}}
			}
			return e.insert(at, object, key, value), nil
		}
		at = &member.Value
	}
	indent := lineIndent(text, at.StartOffset)
	return text[:at.StartOffset] + e.render(entry, indent, strings.Contains(text, "\n")) + text[at.EndOffset:], nil
}

func memberOf(object *hujson.Object, key string) *hujson.ObjectMember {
	for i := range object.Members {
		if name, ok := object.Members[i].Name.Value.(hujson.Literal); ok && name.String() == key {
			return &object.Members[i]
		}
	}
	return nil
}

// jsonEdit is one change of a text.
type jsonEdit struct {
	text string
	unit string // of indentation
}

// insert adds a member as the last of an object, in the manner of the others.
func (e jsonEdit) insert(at *hujson.Value, object *hujson.Object, key string, value any) string {
	end := at.EndOffset - 1 // of the brace
	name := quoted(key) + ": "
	if len(object.Members) == 0 {
		indent := lineIndent(e.text, at.StartOffset)
		inside := strings.TrimRight(e.text[at.StartOffset+1:end], " \t\n")
		return e.text[:at.StartOffset+1] + inside + "\n" + indent + e.unit + name + e.render(value, indent+e.unit, true) + "\n" + indent + e.text[end:]
	}
	last := &object.Members[len(object.Members)-1].Value
	head, tail := e.text[:last.EndOffset], e.text[last.EndOffset:end]
	comma := last.AfterExtra != nil // one behind the last member
	if !comma {
		head += ","
	}
	first := object.Members[0].Name.StartOffset
	if !strings.Contains(e.text[at.StartOffset:first], "\n") {
		rest := strings.TrimRight(tail, " \t\n")
		if strings.Contains(rest, "//") { // what follows would be part of the comment
			rest += "\n"
		}
		made := head + rest + " " + name + e.render(value, "", false)
		if comma {
			made += ","
		}
		return made + tail[len(strings.TrimRight(tail, " \t\n")):] + e.text[end:]
	}
	indent := lineIndent(e.text, first)
	rest := strings.TrimRight(tail, " \t\n")
	made := head + rest + "\n" + indent + name + e.render(value, indent, true)
	if comma {
		made += ","
	}
	return made + tail[len(rest):] + e.text[end:]
}

// render writes a value whose first line stands behind indent.
func (e jsonEdit) render(value any, indent string, lines bool) string {
	members, ok := value.(fields)
	if !ok {
		return quoted(value)
	}
	open, between, end := "{ ", ", ", " }"
	if lines {
		open, between, end = "{\n"+indent+e.unit, ",\n"+indent+e.unit, "\n"+indent+"}"
	}
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = quoted(m.key) + ": " + e.render(m.value, indent+e.unit, lines)
	}
	return open + strings.Join(parts, between) + end
}

func quoted(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // texts, switches, numbers and what JSON was decoded to
	return strings.TrimSpace(b.String())
}

// lineIndent is the white space at the beginning of the line of an offset.
func lineIndent(text string, offset int) string {
	line := text[strings.LastIndexByte(text[:offset], '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// unitOf is how far the first member of the file is indented.
func unitOf(text string, tree *hujson.Value) string {
	object, ok := tree.Value.(*hujson.Object)
	if ok && len(object.Members) > 0 {
		if indent := lineIndent(text, object.Members[0].Name.StartOffset); indent != "" {
			return indent
		}
	}
	return "  "
}
