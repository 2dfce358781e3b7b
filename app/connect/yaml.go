package connect

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// putYAML edits YAML line by line: yaml.v3 knows where things stand, but writes a whole file in its own manner.
func putYAML(text string, place []string, listed bool, entry fields) (string, error) {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return "", err
	}
	y := yamlEdit{lines: strings.SplitAfter(text, "\n"), place: place, listed: listed, entry: entry}
	if len(document.Content) == 0 {
		return text + y.container(), nil
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0 {
		return "", errByHand
	}
	for i := 0; i < len(root.Content); i += 2 {
		if key, value := root.Content[i], root.Content[i+1]; key.Value == place[0] {
			return y.within(key, value)
		}
	}
	return text + y.container(), nil
}

// yamlEdit is one change of a text.
type yamlEdit struct {
	lines  []string // each with its end
	place  []string
	listed bool
	entry  fields
}

// container is the top-level key with our entry in it.
func (y yamlEdit) container() string {
	return y.place[0] + ":\n" + y.render("  ")
}

// render writes our entry, each line behind indent.
func (y yamlEdit) render(indent string) string {
	var value any = node(y.entry)
	if y.listed {
		value = []any{value}
	} else {
		value = map[string]any{y.place[1]: value}
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	_ = e.Encode(value) // what YAML was decoded to, and texts
	lines := strings.SplitAfter(b.String(), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = indent + line
		}
	}
	return strings.Join(lines, "")
}

// node keeps the order of fields.
func node(f fields) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, x := range f {
		var value yaml.Node
		_ = value.Encode(x.value)
		n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: x.key}, &value)
	}
	return n
}

// within edits the value of the top-level key: what is around our entry.
func (y yamlEdit) within(key, value *yaml.Node) (string, error) {
	line := y.lines[key.Line-1]
	switch {
	case value.Kind == yaml.ScalarNode && value.Tag == "!!null" && value.Value == "", (value.Kind == yaml.MappingNode || value.Kind == yaml.SequenceNode) && len(value.Content) == 0:
		head, comment, _ := strings.Cut(line, "#")
		head = strings.TrimRight(head[:strings.IndexByte(head, ':')+1], " ")
		if comment != "" {
			head += " #" + strings.TrimRight(comment, "\n")
		}
		return y.splice(key.Line-1, key.Line, head+"\n"+y.render("  ")), nil
	case value.Style&yaml.FlowStyle != 0, y.listed && value.Kind != yaml.SequenceNode, !y.listed && value.Kind != yaml.MappingNode:
		return "", errByHand
	}
	column, step := value.Column, 2
	if y.listed {
		step = 1
	}
	indent := strings.Repeat(" ", column-1)
	for i := 0; i < len(value.Content); i += step {
		if item := value.Content[i]; y.isOurs(item) {
			return y.splice(item.Line-1, y.end(item.Line-1, column), y.render(indent)), nil
		}
	}
	last := value.Content[len(value.Content)-step]
	at := y.end(last.Line-1, column)
	return y.splice(at, at, y.render(indent)), nil
}

func (y yamlEdit) isOurs(item *yaml.Node) bool {
	if !y.listed {
		return item.Value == y.place[1]
	}
	for i := 0; i+1 < len(item.Content); i += 2 {
		if item.Content[i].Value == "name" && item.Content[i+1].Value == y.place[1] {
			return true
		}
	}
	return false
}

// end is the line behind an item that begins in a line, at a column. Blank lines and comments behind it that are not
// indented further belong to what follows.
func (y yamlEdit) end(line, column int) int {
	end := line + 1
	for i := line + 1; i < len(y.lines); i++ {
		text := strings.TrimRight(y.lines[i], "\n")
		inner := strings.TrimLeft(text, " ")
		deeper := len(text)-len(inner) >= column
		switch {
		case inner != "" && deeper:
			end = i + 1
		case inner != "" && !strings.HasPrefix(inner, "#"):
			return end
		}
	}
	return end
}

// splice replaces the lines from one up to another.
func (y yamlEdit) splice(from, to int, text string) string {
	return strings.Join(y.lines[:from], "") + text + strings.Join(y.lines[to:], "")
}
